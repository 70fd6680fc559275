package dev.flyball.lab.bench;

import static dev.flyball.lab.bench.Situations.MILLI_IN_NANOS;
import static dev.flyball.lab.bench.Situations.SECOND;
import static dev.flyball.lab.bench.Situations.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.bench.PlannedTasks.PlannedTask;
import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannedTasksTest {

  private static final Kind QUICK = new Kind("quick", 0.7, List.of(waiting(5)), 0);
  private static final Kind SLOW = new Kind("slow", 0.3, List.of(waiting(20), waiting(1)), 0.5);

  private static Scenario phases(List<Phase> phases, Change... changes) {
    Pool pool =
        new Pool(
            "pool",
            phases,
            List.of(QUICK, SLOW),
            1000,
            Limits.of(1, 1000),
            Integer.MAX_VALUE,
            SECOND,
            0,
            SECOND);
    return Situations.lasting(10 * SECOND, List.of(), pool, changes);
  }

  private static List<PlannedTask> all(Scenario scenario, long seed) {
    List<PlannedTask> tasks = new ArrayList<>();
    new PlannedTasks(scenario, 0, seed).ofAllPhases().forEach(tasks::add);
    return tasks;
  }

  private static Source.Open poisson(double perSecond) {
    return new Source.Open(Arrivals.poisson(perSecond));
  }

  @Test
  void theyAreTheTasksOfVirtualTime() {
    Scenario scenario =
        phases(
            List.of(
                new Phase(0, poisson(50)),
                new Phase(3 * SECOND, poisson(200)),
                new Phase(7 * SECOND, poisson(20))),
            new Change.Mix(5 * SECOND, "pool", List.of(0.1, 0.9)));
    for (long seed = 1; seed <= 5; seed++) {
      List<PlannedTask> tasks = all(scenario, seed);
      Outcome virtual = VirtualBench.run(scenario, seed, Contender.unbounded());
      long serviceNanos = 0;
      for (PlannedTask task : tasks) {
        for (long nanos : task.times()) {
          serviceNanos += nanos;
        }
      }
      assertThat(tasks).hasSize((int) virtual.offered());
      assertThat(tasks.stream().filter(PlannedTask::fails).count())
          .isEqualTo(virtual.offered() - virtual.succeeded());
      assertThat(serviceNanos).isEqualTo(virtual.pools().get(0).whole().times().serviceNanosSum());
    }
  }

  @Test
  void aTraceKeepsItsTimesAndKinds() {
    Source.Trace trace =
        new Source.Trace(
            List.of(
                new Source.Recorded(0, 1),
                new Source.Recorded(5 * MILLI_IN_NANOS, 0),
                new Source.Recorded(SECOND, 1)));
    List<PlannedTask> tasks =
        all(phases(List.of(new Phase(0, poisson(1)), new Phase(SECOND, trace))), 1).stream()
            .filter(task -> task.atNanos() >= SECOND)
            .toList();
    assertThat(tasks).extracting(PlannedTask::kind).containsExactly(1, 0, 1);
    assertThat(tasks)
        .extracting(PlannedTask::atNanos)
        .containsExactly(SECOND, SECOND + 5 * MILLI_IN_NANOS, 2 * SECOND);
  }

  @Test
  void aPhaseEndsWhereTheNextBegins() {
    Source.Trace trace =
        new Source.Trace(List.of(new Source.Recorded(0, 0), new Source.Recorded(2 * SECOND, 0)));
    Scenario scenario = phases(List.of(new Phase(0, trace), new Phase(2 * SECOND, trace)));
    assertThat(all(scenario, 1))
        .extracting(PlannedTask::atNanos)
        .containsExactly(0L, 2 * SECOND, 4 * SECOND);
  }
}
