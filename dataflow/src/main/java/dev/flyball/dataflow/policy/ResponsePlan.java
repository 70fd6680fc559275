package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import java.util.Optional;
import java.util.function.Function;

/**
 * The plan for a response time, for the shortest there is where that is out of reach, or without
 * one where that is far from the goal.
 *
 * <p><b>How it decides.</b> Plans for 200 stages take tens of milliseconds, so few are made:
 *
 * <pre>{@code
 * goal * factor is reached          that plan
 * else, shortest <= 1.5 * goal      the plan for 1.002 * shortest, 1.5 * goal at most
 * else                              the plan without a response time
 * }</pre>
 *
 * <p>A plan that does not reach its time has all threads that shorten it, so its own time is the
 * shortest there is; no search is needed to find that. A five-hundredth more leaves out the threads
 * that shorten next to nothing; of bursts they shorten more than a plan knows. Worked: 40 ms are
 * asked for, 28 ms planned, no threads get below 35 ms: the second plan is for 35.07 ms. A plan
 * that keeps its time and is still too much for the host is so for any time: records that are done
 * cost what they cost.
 *
 * <p>So there are two plans at most. A third one is made where the planner gave up before it knew,
 * or the second one is not reached after all.
 */
final class ResponsePlan {

  /**
   * What a plan says of a quantile is too much, as it adds up those of all stages: of the 95th
   * percentile a quarter with two equal exponential ones, half as much again with four.
   */
  private static final double LOOSE = 1.5;

  /** Planned for, as a multiple of the shortest time that any threads reach. */
  private static final double NEARLY = 1.002;

  private final Function<Network, Plan> planner;
  private final FlowSettings settings;

  /** Plans by that function, {@link Planner#plan} or one that counts. */
  ResponsePlan(Function<Network, Plan> planner, FlowSettings settings) {
    this.planner = planner;
    this.settings = settings;
  }

  /**
   * The plan for what is known of a pipeline.
   *
   * @param factor how much shorter than the goal is planned, at most 1
   */
  Plan of(LearnedFlow known, Goal.Latency goal, double factor) {
    Plan first = plan(known, goal, factor);
    if (first.feasible()) {
      return first;
    }
    double shortest = seconds(first) / goal.seconds();
    boolean isNear = shortest > factor && shortest <= LOOSE;
    return Optional.of(Math.min(LOOSE, NEARLY * shortest))
        .filter(nearly -> isNear || !first.proven())
        .map(nearly -> plan(known, goal, isNear ? nearly : LOOSE))
        .filter(Plan::feasible)
        .orElseGet(() -> planner.apply(known.network(settings)));
  }

  private Plan plan(LearnedFlow known, Goal.Latency goal, double factor) {
    Goal.Latency tighter = new Goal.Latency(factor * goal.seconds(), goal.quantile());
    return planner.apply(known.network(settings, tighter));
  }

  /** What the goal speaks of, as planned; infinite where a queue grows without end. */
  static double seconds(Plan plan) {
    boolean mean = ((Goal.Latency) plan.goal()).quantile().isEmpty();
    return (mean ? plan.responseSeconds() : plan.quantileSeconds())
        .orElse(Double.POSITIVE_INFINITY);
  }
}
