package dev.flyball.policy.part;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuCapacityTest {

  private static Seen tasks(double cpuSeconds, double blockedSeconds, double cores) {
    return Seen.steady(100, cpuSeconds + blockedSeconds).sensors(100 * cpuSeconds, 0).cores(cores);
  }

  @ParameterizedTest
  @CsvSource({
    // cores, CPU and blocked time of a task, standard deviations -> workers
    "2,   0.01,  0.01,  3,   9", // 2 + 2 + 3 * 1.41 = 8.2
    "2,   0.01,  0,     3,   2", // what only computes gets the cores
    "4,   0.01,  0.03,  0,   16", // Goetz: 4 * (1 + 3)
    "0.5, 0.005, 0.05,  3,   13", // 1 + 5 + 3 * 2.24 = 12.7
    "1,   0.001, 0.1,   3,   131", // 1 + 100 + 30
  })
  void theCoresAndThoseThatAreBlockedMeanwhile(
      double cores, double cpu, double blocked, double beta, int workers) {
    Observation seen = tasks(cpu, blocked, cores).build();
    assertThat(CpuCapacity.of(beta).with(seen).workersMax(seen)).hasValue(workers);
  }

  @Test
  void waitingForACoreIsNoBlocking() {
    Observation seen = Seen.steady(100, 0.02).sensors(1, 1).cores(2).build();
    assertThat(CpuCapacity.of(3).with(seen).workersMax(seen)).hasValue(2);
  }

  @Test
  void withoutSensorsNothingIsBounded() {
    Observation seen = Seen.steady(100, 0.02).build();
    assertThat(CpuCapacity.of(3).with(seen).workersMax(seen)).isEmpty();
  }

  @Test
  void aNewMixIsFollowedWithATimeConstantOfTenSeconds() {
    Observation blocked = tasks(0.01, 0.09, 2).build();
    Observation computing = tasks(0.01, 0, 2).build();
    CpuCapacity capacity = CpuCapacity.of(0).with(blocked);
    assertThat(capacity.workersMax(blocked)).hasValue(20);
    capacity = capacity.with(computing);
    assertThat(capacity.workersMax(computing)).hasValue(11); // 2 + 2 * 8.14 / 1.9
    for (int second = 1; second < 10; second++) {
      capacity = capacity.with(computing);
    }
    assertThat(capacity.workersMax(computing)).hasValue(3); // 2 + 2 * 3.3 / 7.0
  }

  @Test
  void idleWindowsForgetNothing() {
    Observation seen = tasks(0.01, 0.01, 2).build();
    CpuCapacity capacity = CpuCapacity.of(3).with(seen);
    assertThat(capacity.with(Seen.idle().sensors(0, 0).at(0, 3600).build())).isEqualTo(capacity);
  }
}
