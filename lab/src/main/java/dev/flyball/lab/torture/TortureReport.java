package dev.flyball.lab.torture;

import dev.flyball.lab.report.JsonFields;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The torture up to now.
 *
 * @param seed what the rounds are drawn from
 * @param seconds how long it has lasted
 * @param rounds how many have ended
 * @param counts what happened in all of them
 * @param failure the first round in which something went wrong
 * @param complete false when it was ended before its time
 */
public record TortureReport(
    long seed,
    double seconds,
    long rounds,
    Map<Counted, Long> counts,
    Optional<Failure> failure,
    boolean complete) {

  /** The things that are counted over all rounds, by their names in files. */
  public enum Counted {
    /** Tasks handed in. */
    TASKS("tasks"),
    /** Tasks that were run. */
    RAN("ran"),
    /** Tasks turned away. */
    REFUSED("refused"),
    /** Tasks that were let in and then turned away, and were told. */
    SHED("shed"),
    /** Tasks handed back by a pool that was stopped. */
    HANDED_BACK("handedBack"),
    /** Scheduled tasks, among the tasks handed in. */
    SCHEDULED("scheduled"),
    /** Runs of scheduled tasks. */
    TIMED_RUNS("timedRuns"),
    /** Tasks handed in with a context to be carried along. */
    DECORATED("decorated"),
    RESIZES("resizes"),
    INTERRUPTS("interrupts"),
    CANCELLATIONS("cancellations"),
    /** Threads that could not be started. */
    STARTS_FAILED("startsFailed"),
    /** Threads that were started. */
    THREADS("threads");

    private final String key;

    Counted(String key) {
      this.key = key;
    }
  }

  /**
   * A round in which something went wrong.
   *
   * @param round its number, from 1
   * @param plan what it was
   * @param faults what went wrong
   */
  public record Failure(long round, String plan, List<String> faults) {

    JsonFields figures() {
      return JsonFields.of("round", round).and("plan", plan).and("faults", faults);
    }
  }

  /** This report with one round more. */
  TortureReport plus(long round, TaskLedger ledger, double secondsNow) {
    Map<Counted, Long> sums = new EnumMap<>(Counted.class);
    for (Counted what : Counted.values()) {
      sums.put(what, of(what) + ledger.of(what));
    }
    Failure found = new Failure(round, ledger.plan.toString(), ledger.faults());
    Optional<Failure> failed = found.faults().isEmpty() ? Optional.empty() : Optional.of(found);
    return new TortureReport(seed, secondsNow, rounds + 1, sums, failed, complete);
  }

  /** This report of a torture that was ended before its time. */
  TortureReport brokenOff() {
    return new TortureReport(seed, seconds, rounds, counts, failure, false);
  }

  /** How often something happened in all rounds. */
  public long of(Counted what) {
    return counts.getOrDefault(what, 0L);
  }

  /** The report as files have it. */
  public JsonFields figures() {
    JsonFields figures =
        JsonFields.of("seed", seed)
            .and("seconds", seconds)
            .and("complete", complete)
            .and("rounds", rounds);
    for (Counted what : Counted.values()) {
      figures = figures.and(what.key, of(what));
    }
    JsonFields all = figures.and("failed", failure.isPresent());
    return failure.map(found -> all.and("failure", found.figures())).orElse(all);
  }
}
