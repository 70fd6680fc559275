package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.ResizeCost;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pools of others: how they shrink, and what a change of their size costs. */
class PoolTraitsTest {

  private static final ResizeCost TEN_SECONDS =
      new ResizeCost(Duration.ofSeconds(10), Duration.ZERO);

  /** Another size from the twentieth second on. */
  private record Later(int workers) implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      boolean now = seen.window().endNanos() >= 20e9;
      return new Advice(now ? workers : seen.size().workersTarget(), "later", this);
    }
  }

  private static PoolOutcome run(String idle, String arrivals, int later, PoolTraits traits) {
    Scenario scenario =
        ScenarioFile.parse(
            "steady",
            """
            name: steady
            models: calls that take 50 ms
            catches: nothing
            length: 60s
            host: {cores: 2}
            pool: {initial: 40, max: 41, idle: %s}
            arrivals: {poisson: %s}
            kinds: {call: {wait: {exponential: 50ms}}}
            """
                .formatted(idle, arrivals));
    Contender contender =
        Contender.of(
            "later", (pool, plan, host, seed) -> new Sizer.Governed(new Later(later), traits));
    return VirtualBench.run(scenario, 1, contender).pools().get(0);
  }

  private static PoolTraits lazy(Sensors sensors) {
    return new PoolTraits(sensors, true, ResizeCost.FREE);
  }

  @Test
  void aWorkerTooManyGoesOnWhileThereAreTasks() {
    PoolOutcome prompt = run("500ms", "200/s", 4, PoolTraits.OURS);
    PoolOutcome quick = run("5ms", "200/s", 4, lazy(Sensors.ALL));
    PoolOutcome lazy = run("500ms", "200/s", 4, lazy(Sensors.ALL));

    assertThat(prompt.completedInLength()).isLessThan((long) (0.7 * prompt.offered()));
    assertThat(lazy.completedInLength()).isGreaterThan((long) (0.99 * lazy.offered()));
    assertThat(quick.whole().size().workersMean()).isLessThan(lazy.whole().size().workersMean());
  }

  @ParameterizedTest
  @EnumSource
  void aChangeCostsWorkerTimeAndIsMadeWhenKeepingTheSizeHasCostAsMuch(Sensors sensors) {
    PoolOutcome free = run("500ms", "1/s", 41, new PoolTraits(sensors, false, ResizeCost.FREE));
    PoolOutcome dear = run("500ms", "1/s", 41, new PoolTraits(sensors, false, TEN_SECONDS));

    assertThat(free.resizes()).isEqualTo(1);
    assertThat(dear.resizes()).isEqualTo(1);
    assertThat(dear.workerNanos() - free.workerNanos())
        .isBetween(10e9 - 1e3, 10e9 + 1e3); // the same tasks, and none waits
    long waitedNanos = dear.sizes().get(1).atNanos() - free.sizes().get(1).atNanos();
    assertThat(waitedNanos).isBetween(8_000_000_000L, 10_000_000_000L); // one worker is missing
  }

  @Test
  void theNameOfARowSaysWhatIsDifferent() {
    ResizeCost cost = new ResizeCost(Duration.ofSeconds(30), Duration.ofMillis(200));
    assertThat(new PoolTraits(Sensors.POLLED, true, cost).words())
        .isEqualTo("polled, lazy, 30 s a resize, 0.2 s a worker");
    assertThat(PoolTraits.OURS.words()).isEqualTo("as ours");
  }
}
