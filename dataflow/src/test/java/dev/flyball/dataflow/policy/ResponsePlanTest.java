package dev.flyball.dataflow.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many plans it takes, and what they are for. */
class ResponsePlanTest {

  private final List<Plan> made = new ArrayList<>();

  private Plan planned(Network network) {
    Plan plan = Planner.plan(network);
    made.add(plan);
    return plan;
  }

  /** Two stages of 2 and 15 ms, exponential, take 47 ms for 95 % of the records without a wait. */
  @ParameterizedTest
  @CsvSource({
    // goal in milliseconds, factor -> plans, whether the last one is for a response time
    "200, 1, 1, true",
    "80, 1, 1, true",
    "200, 0.05, 2, true",
    "45, 1, 2, true",
    "40, 0.05, 2, true",
    "20, 1, 2, false",
    "4, 0.05, 2, false",
  })
  void areTwoAtMost(double millis, double factor, int plans, boolean timed) {
    Goal.Latency goal = new Goal.Latency(millis / 1e3, OptionalDouble.of(0.95));
    QueuedPipeline pipeline =
        new QueuedPipeline(goal, 5).stage(0.002).stage(0.015).load(100, 1).run(60);
    LearnedFlow learned = ((PlannedFlow) pipeline.policy()).learned().orElseThrow();
    Plan plan = new ResponsePlan(this::planned, FlowSettings.DEFAULT).of(learned, goal, factor);
    assertThat(made).hasSize(plans);
    assertThat(made.get(plans - 1)).isEqualTo(plan);
    assertThat(plan.feasible()).isTrue();
    assertThat(plan.goal() instanceof Goal.Latency).isEqualTo(timed);
    if (timed && plans == 2) {
      double shortest = made.get(0).quantileSeconds().orElseThrow();
      assertThat(((Goal.Latency) plan.goal()).seconds()).isCloseTo(1.002 * shortest, within(1e-12));
      assertThat(plan.quantileSeconds().orElseThrow()).isGreaterThanOrEqualTo(shortest);
      assertThat(plan.threadsSum()).isLessThanOrEqualTo(made.get(0).threadsSum());
    }
  }
}
