package dev.flyball.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PerTask;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.part.Windows;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How workloads are told apart. */
class WorkloadTest {

  private static final double NEAR = 0.6931471805599453;

  /** A window of a second at a size, with 64 clients. */
  private static Observation at(int size, long tasks, Map<String, Double> demands) {
    return Seen.idle()
        .workers(size)
        .busy(size)
        .flow(tasks, tasks, tasks)
        .service(size)
        .signal(Signals.CONNECTIONS, 64)
        .build()
        .toBuilder()
        .perTask(PerTask.of(demands, Map.of()))
        .build();
  }

  private static Look look(Observation seen) {
    return Look.of(seen).orElseThrow();
  }

  private static Workload workload(Observation seen) {
    return Workload.of(look(seen), new FixedSize(7), 7);
  }

  @ParameterizedTest
  @CsvSource({"199, 399, 1, 0.6931", "0, 1, 1, 0.6931", "8, 2, 0, 1.3863", "3, 3, 0, 0"})
  void figuresAreAsFarApartAsTheirLogarithms(double a, double b, double grain, double expected) {
    assertThat(Apart.of(a, b, grain)).isCloseTo(expected, within(1e-4));
    assertThat(Apart.of(b, a, grain)).isCloseTo(expected, within(1e-4));
  }

  @Test
  void whatDependsOnTheSizeIsComparedBetweenLikeSizesOnly() {
    Workload known = workload(at(8, 1_000, Map.of()));
    assertThat(known.distance(look(at(8, 3_000, Map.of())))).isGreaterThan(NEAR);
    assertThat(known.distance(look(at(10, 3_000, Map.of())))).isGreaterThan(NEAR);
    assertThat(known.distance(look(at(11, 3_000, Map.of())))).isZero();
    assertThat(known.canJudge(look(at(11, 3_000, Map.of())))).isFalse();
    assertThat(known.canJudge(look(at(10, 3_000, Map.of())))).isTrue();
  }

  @Test
  void timesAndRatesTellLessWhereTheKindOfWorkIsTheSame() {
    Map<String, Double> selects = Map.of("selects", 1.0);
    Workload known = workload(at(8, 1_000, selects));
    assertThat(known.distance(look(at(8, 3_000, selects)))).isLessThan(NEAR);
    assertThat(known.distance(look(at(8, 5_000, selects)))).isGreaterThan(NEAR);
  }

  @Test
  void demandsTellWorkloadsApartAtAnySize() {
    Workload known = workload(at(8, 1_000, Map.of("selects", 1.0, "rows", 1.0)));
    Look other = look(at(32, 1_000, Map.of("selects", 0.7, "rows", 20.0)));
    assertThat(known.canJudge(other)).isTrue();
    assertThat(known.distance(other)).isCloseTo(2.99, within(0.02));
    assertThat(known.distance(look(at(32, 1_000, Map.of("selects", 0.9))))).isLessThan(0.2);
  }

  @Test
  void aFewTasksMoreOrLessAreNoDifference() {
    Workload known = workload(at(8, 100, Map.of("commits", 0.0)));
    assertThat(known.distance(look(at(8, 100, Map.of("commits", 0.05))))).isLessThan(NEAR);
    assertThat(known.distance(look(at(8, 60, Map.of("commits", 0.05))))).isLessThan(NEAR);
    Workload often = workload(at(8, 100_000, Map.of("commits", 0.0)));
    assertThat(often.distance(look(at(8, 100_000, Map.of("commits", 0.05))))).isGreaterThan(NEAR);
  }

  @Test
  void processorTimeAndTheReferenceOfKindsAreDemandsToo() {
    Observation seen = Seen.idle().flow(100, 100, 100).reference(0.5).build();
    Look both = look(seen.toBuilder().cpuNanos(OptionalLong.of(200_000_000)).build());
    assertThat(both.profile().demands())
        .containsEntry("cpuMicros", 2_000.0)
        .containsEntry("referenceMicros", 5_000.0);
  }

  @Test
  void sizesThatAreAlikeShareASighting() {
    Workload load = workload(at(20, 1_000, Map.of()));
    Workload same = load.with(look(at(25, 1_500, Map.of())));
    assertThat(same.sightings()).hasSize(1);
    assertThat(same.sightings().get(0).size()).isEqualTo(20);
    assertThat(same.sightings().get(0).arrivalsPerSecond()).isCloseTo(1_100, within(1e-9));
    Workload two = load.with(look(at(26, 1_500, Map.of())));
    assertThat(two.sightings()).hasSize(2);
    Workload between = two.with(look(at(23, 1_000, Map.of())));
    assertThat(between.sightings()).as("23 is like 20 and like 26, which are not alike").hasSize(2);
  }

  @Test
  void joinedWindowsWeighByTheirTasks() {
    Observation first = at(8, 100, Map.of("rows", 1.0));
    Observation then = at(8, 300, Map.of("rows", 5.0, "onlyHere", 1.0));
    assertThat(Windows.joined(first, then).perTask())
        .isEqualTo(PerTask.of(Map.of("rows", 4.0), Map.of()));
  }

  @Test
  void figuresOfATaskAreFiniteAndNotNegative() {
    assertThatThrownBy(() -> PerTask.of(Map.of("rows", -1.0), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("demands.rows must be");
    assertThat(PerTask.of(Map.of(), Map.of())).isSameAs(PerTask.NONE);
  }
}
