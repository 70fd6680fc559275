package dev.flyball.lab.torture;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.torture.Round.RoundResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of a torture, up to some moment.
 *
 * @param seed what it was drawn from
 * @param seconds how long it took
 * @param rounds rounds that ended
 * @param tasks tasks handed in
 * @param ran tasks that ran
 * @param refused refusals that ended with a task turned away
 * @param handedBack tasks that were handed back unrun
 * @param resizes how often the size was changed by hand
 * @param interrupts how often a thread was interrupted at random
 * @param cancellations futures that were cancelled at random
 * @param startsFailed threads that could not be started
 * @param threads threads that were started
 * @param failure the round that found a fault; empty where none has
 * @param complete whether it was not broken off
 */
public record TortureReport(
    long seed,
    double seconds,
    long rounds,
    long tasks,
    long ran,
    long refused,
    long handedBack,
    long resizes,
    long interrupts,
    long cancellations,
    long startsFailed,
    long threads,
    Optional<Failure> failure,
    boolean complete) {

  /**
   * A round that found a fault.
   *
   * @param round its number, from 1
   * @param plan what it did
   * @param faults what it found, at least one
   */
  public record Failure(long round, String plan, List<String> faults) {
    public Failure {
      faults = List.copyOf(faults);
    }
  }

  static TortureReport begin(long seed) {
    return new TortureReport(seed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Optional.empty(), true);
  }

  TortureReport plus(long round, RoundResult result, double secondsNow) {
    return new TortureReport(
        seed,
        secondsNow,
        rounds + 1,
        tasks + result.tasks(),
        ran + result.ran(),
        refused + result.refused(),
        handedBack + result.handedBack(),
        resizes + result.resizes(),
        interrupts + result.interrupts(),
        cancellations + result.cancellations(),
        startsFailed + result.startsFailed(),
        threads + result.threads(),
        result.faults().isEmpty()
            ? Optional.empty()
            : Optional.of(new Failure(round, result.plan().toString(), result.faults())),
        complete);
  }

  TortureReport brokenOff() {
    return new TortureReport(
        seed,
        seconds,
        rounds,
        tasks,
        ran,
        refused,
        handedBack,
        resizes,
        interrupts,
        cancellations,
        startsFailed,
        threads,
        failure,
        false);
  }

  boolean goesOn(Duration time) {
    return failure.isEmpty() && seconds < time.toNanos() / 1e9;
  }

  /** The figures for machines. */
  public JsonFields figures() {
    JsonFields figures =
        JsonFields.of("seed", seed)
            .and("seconds", seconds)
            .and("complete", complete)
            .and("rounds", rounds)
            .and("tasks", tasks)
            .and("ran", ran)
            .and("refused", refused)
            .and("handedBack", handedBack)
            .and("resizes", resizes)
            .and("interrupts", interrupts)
            .and("cancellations", cancellations)
            .and("startsFailed", startsFailed)
            .and("threads", threads)
            .and("failed", failure.isPresent());
    return failure
        .map(found ->
            figures.and(
                "failure",
                JsonFields.of("round", found.round())
                    .and("plan", found.plan())
                    .and("faults", found.faults())))
        .orElse(figures);
  }
}
