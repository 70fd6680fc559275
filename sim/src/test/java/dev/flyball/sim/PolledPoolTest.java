package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.control.ResizeCost;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a policy sees of a pool whose counts are read now and then, beside the truth. */
class PolledPoolTest {

  private static final Scenario STEADY =
      ScenarioFile.parse(
          "steady",
          """
          name: steady
          models: calls that take 50 ms
          catches: nothing
          length: 60s
          host: {cores: 2}
          pool: {initial: 40, max: 40}
          arrivals: {poisson: 200/s}
          kinds: {call: {cpu: 2ms, wait: {exponential: 50ms}}}
          """);

  /** A policy that holds the size and keeps what it sees. */
  private record Seeing(List<Observation> all) implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      all.add(seen);
      return new Advice(seen.size().workersTarget(), "holds", this);
    }
  }

  private static double sum(List<Observation> all, ToDoubleFunction<Observation> what) {
    return all.stream().mapToDouble(what).sum();
  }

  @ParameterizedTest
  @EnumSource
  void showsTheMeansWhateverTheSensors(Sensors sensors) {
    List<Observation> all = new ArrayList<>();
    Contender contender =
        Contender.of(
            "seeing",
            (pool, plan, host, seed) ->
                new Sizer.Governed(
                    new Seeing(all), new PoolTraits(sensors, false, ResizeCost.FREE)));
    VirtualBench.run(STEADY, 1, contender);
    double completed = sum(all, seen -> seen.flow().completed());
    assertThat(completed / 60).isBetween(195.0, 205.0);
    assertThat(sum(all, seen -> seen.times().serviceNanosSum()) / completed / 1e6)
        .isBetween(50.0, 55.0);
    assertThat(sum(all, seen -> seen.size().busyMean()) / all.size()).isBetween(10.0, 11.0);
    assertThat(sum(all, seen -> seen.offered().knownTasks()) > 0).isEqualTo(sensors == Sensors.ALL);
    assertThat(all)
        .allMatch(seen -> seen.times().cpuNanosSum().isPresent() == (sensors != Sensors.POLLED));
  }

  @Test
  void namesWhatSensorsThereAre() {
    assertThatThrownBy(() -> Sensors.of("none"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sensors must be all or polled or polled-cpu but was none");
  }
}
