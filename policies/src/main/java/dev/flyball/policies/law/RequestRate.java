package dev.flyball.policies.law;

import static dev.flyball.base.Require.atLeast;

import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.List;

/**
 * A policy that advises as many workers as the highest number of requests that arrived in a second
 * so far.
 *
 * <p>How it decides: {@code workers = max over all windows of arrivals per second}, rounded to the
 * nearest whole number; it starts from the size that the target shows, and never shrinks. From 10
 * workers, windows of 96, 104 and 99 arrivals per second give 96, 104 and 104 workers.
 *
 * <p>Why: it is the simplest knob there is, and how the paper models the JDK's pool ("kept its pool
 * size equals to the highest request rate generated during the test run"). The JDK's {@code
 * ThreadPoolExecutor} itself does not measure a rate: it adds a thread when its queue refuses a
 * task.
 *
 * <p>Assumes that a task takes one second, no more and no less: a rate in tasks per second is a
 * number of workers only when multiplied by that. Fails where tasks take longer (100 tasks per
 * second of 1.144 s keep 114.4 workers busy, so 100 workers fall behind without end) and wastes
 * workers where they are shorter; one burst is paid for ever.
 *
 * <p>Source: Bahadur et al., A Perfect Knob to Scale Thread Pool on Runtime, 2022, sections 2 and 4
 * (the rival in Figures 4 to 7).
 *
 * @param highest the highest rate so far, as a number of workers; 0 before the first window
 */
public record RequestRate(int highest) implements SizingPolicy {

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "request-rate",
          "As many workers as the highest number of arrivals in a second so far; never shrinks.",
          "Bahadur et al. 2022, sections 2 and 4",
          List.of(),
          given -> RequestRate.standard());

  public RequestRate {
    atLeast("highest", 0, highest);
  }

  /** The policy before it has seen anything. */
  public static RequestRate standard() {
    return new RequestRate(0);
  }

  @Override
  public Advice advise(Observation seen) {
    int before = highest == 0 ? seen.size().workersTarget() : highest;
    double rate = seen.arrivalRatePerSecond();
    int workers = Math.max(before, Workers.rounded(rate));
    Reason why =
        workers > before
            ? Reason.of("%.1f tasks/s is the highest rate so far", rate)
            : Reason.of("%.1f tasks/s is not above the highest so far, %d", rate, before);
    return new Advice(workers, why, new RequestRate(workers));
  }
}
