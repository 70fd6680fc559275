package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.Row.Stretch;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.LoadResult.Ended;
import dev.flyball.lab.load.LoadResult.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/**
 * One run of one server on one row, as the clients saw it.
 *
 * @param row the row
 * @param server the server's name
 * @param seed the seed of the arrivals
 * @param length how long requests were offered
 * @param offered the due times of all requests
 * @param good the due times of those answered with 200 before their deadline
 * @param result all that the load generator counted
 * @param othersCores processors that other processes used meanwhile; NaN where it is not known
 */
record ServerRun(
    Row row,
    String server,
    long seed,
    Duration length,
    List<Long> offered,
    List<Long> good,
    LoadResult result,
    double othersCores) {

  private static final double OTHERS_CORES_MAX = 0.1;
  private static final double LATE_PART_MAX = 0.02;

  /** The part of the requests that are to be answered, for all to be well again. */
  private static final double WELL = 0.99;

  private static final long WELL_NANOS = 1_000_000_000;
  private static final long STEP_NANOS = 100_000_000;

  ServerRun {
    offered = List.copyOf(offered);
    good = List.copyOf(good);
  }

  /** What the generator saw of a run. */
  static ServerRun of(
      Row row,
      String server,
      Schedule schedule,
      List<Ended> ended,
      LoadResult result,
      double othersCores) {
    long deadlineNanos = row.deadline().toNanos();
    List<Long> good =
        ended.stream()
            .filter(request -> request.outcome() == Outcome.COMPLETED)
            .filter(request -> request.atNanos() - request.dueNanos() <= deadlineNanos)
            .map(Ended::dueNanos)
            .toList();
    List<Long> offered = new ArrayList<>();
    schedule.arrivals().forEach(arrival -> offered.add(arrival.atNanos()));
    return new ServerRun(
        row, server, schedule.seed(), schedule.length(), offered, good, result, othersCores);
  }

  /** The requests of a stretch that were answered in time, as a part of those offered in it. */
  double goodput(Stretch stretch) {
    return goodput(good, stretch);
  }

  /** The same of the best that is possible. */
  double bestPossible(Stretch stretch) {
    return goodput(BestPossible.of(row, row.schedule(length, seed)), stretch);
  }

  private double goodput(List<Long> answered, Stretch stretch) {
    return (double) answered.stream().filter(stretch::has).count()
        / offered.stream().filter(stretch::has).count();
  }

  /**
   * How long after the event's end all was well again: the first moment from which on 99 % of the
   * requests of a second were answered in time. Empty when that did not come.
   */
  OptionalDouble secondsToRecover() {
    long endNanos = row.eventToNanos(length);
    return LongStream.iterate(
            endNanos, from -> from + WELL_NANOS <= length.toNanos(), from -> from + STEP_NANOS)
        .filter(from -> goodput(new Stretch("second", from, from + WELL_NANOS)) >= WELL)
        .mapToDouble(from -> (from - endNanos) / 1e9)
        .findFirst();
  }

  /** The goodput of steps of so long, one after the other; NaN where nothing was offered. */
  List<Double> overTime(Duration step) {
    List<Double> steps = new ArrayList<>();
    for (long from = 0; from < length.toNanos(); from += step.toNanos()) {
      steps.add(goodput(new Stretch("step", from, from + step.toNanos())));
    }
    return steps;
  }

  /** Why this run should not be trusted; nothing speaks against it when there is no text. */
  List<String> distrust() {
    List<String> why = new ArrayList<>();
    if (othersCores > OTHERS_CORES_MAX) {
      why.add(String.format(Locale.ROOT, "other processes kept %.2f cores busy", othersCores));
    }
    long lateNanos = result.sendLag().percentileNanos(99);
    if (lateNanos > LATE_PART_MAX * row.deadline().toNanos()) {
      why.add(
          String.format(Locale.ROOT, "requests left up to %.0f ms late (p99)", lateNanos / 1e6));
    }
    return why;
  }
}
