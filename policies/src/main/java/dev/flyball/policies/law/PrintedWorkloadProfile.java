package dev.flyball.policies.law;

import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.List;

/**
 * The workload profile of its paper, exactly as printed: request rate times the profiled service
 * time.
 *
 * <p>How it decides, once per window, with {@code rate} the arrivals per second and {@code avg_ST =
 * total_ST / Counter}, in seconds, over all tasks that arrived (Equations 1 and 2), where the
 * service time of a kind is that of its very first task (Equation 3), and a task whose kind is not
 * known yet adds nothing:
 *
 * <pre>{@code
 * if (pool < rate && avg_ST <= 1)
 *   pool = rate
 * else if (pool >= rate && avg_ST > 1 && avg_ST != evaluated_ST)
 *   pool = rate * avg_ST;  evaluated_ST = avg_ST
 * else
 *   pool stays
 * }</pre>
 *
 * <p>{@code pool} is the size asked for. In the first window with an arrival the size is the rate
 * ("When it starts running for the first time, it keeps its pool size parallel to the request
 * rate"). In a window without one Equation 2 divides by zero, and the size stays. Sizes are rounded
 * to the nearest whole number, for the paper does not say.
 *
 * <p>Worked: 10 tasks in a second of 2 s each, from a pool of 10: avg_ST is 2, the pool becomes 20.
 *
 * <p>Why: the rate alone "is an imperfect knob": the load is rate times service time (Equation 4,
 * Little's law). Below one second the rate alone is kept, to save the tasks a short wait.
 *
 * <p>Fails by construction: <strong>no branch covers {@code pool < rate} with {@code avg_ST >
 * 1}</strong>, so a pool that is too small stays too small until the rate happens to fall to its
 * size; there is no headroom, so half of the time the pool is below the load; a rate from one
 * second that was low sets the size for the tasks of the next; unknown kinds count as 0 s, so a
 * cold pool sees a load that is not there; the queue is not looked at. It is kept as printed to be
 * compared against; use {@link WorkloadProfile} instead.
 *
 * <p>Source: Bahadur et al., A Perfect Knob to Scale Thread Pool on Runtime, 2022, section 3,
 * Figure 2 and Equations 1 to 4.
 *
 * @param started whether there was a window with an arrival
 * @param evaluatedSeconds evaluated_ST: the avg_ST that last set the size; 0 before
 */
public record PrintedWorkloadProfile(boolean started, double evaluatedSeconds)
    implements SizingPolicy {

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "workload-profile-printed",
          "Request rate times profiled service time, with the branches of the published algorithm.",
          "Bahadur et al. 2022, section 3, Fig. 2 and Eqs. 1-4",
          List.of(),
          given -> PrintedWorkloadProfile.standard());

  /** The policy before it has seen anything. */
  public static PrintedWorkloadProfile standard() {
    return new PrintedWorkloadProfile(false, 0);
  }

  @Override
  public Advice advise(Observation seen) {
    int pool = seen.size().workersTarget();
    if (seen.flow().arrived() == 0) {
      return new Advice(pool, Reason.of("stays at %d: no task arrived", pool), this);
    }
    double rate = seen.arrivalRatePerSecond();
    if (!started) {
      Reason why = Reason.of("first window: %.1f tasks/s", rate);
      return new Advice(Workers.rounded(rate), why, new PrintedWorkloadProfile(true, 0));
    }
    double average = seen.offered().firstNanosSum() / 1e9 / seen.flow().arrived();
    return figure2(pool, rate, average);
  }

  private Advice figure2(int pool, double rate, double average) {
    if (pool < rate && average <= 1) {
      Reason why = Reason.of("%.1f tasks/s, for avg_ST %.3f s is at most 1 s", rate, average);
      return new Advice(Workers.rounded(rate), why, this);
    }
    if (pool >= rate && average > 1 && average != evaluatedSeconds) {
      double load = rate * average;
      Reason why = Reason.of("%.1f tasks/s x avg_ST %.3f s = %.1f", rate, average, load);
      return new Advice(Workers.rounded(load), why, new PrintedWorkloadProfile(true, average));
    }
    Reason why =
        Reason.of("stays at %d: no branch for %.1f tasks/s of avg_ST %.3f s", pool, rate, average);
    return new Advice(pool, why, this);
  }
}
