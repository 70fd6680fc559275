package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.part.RecentMean;
import dev.flyball.policy.part.Smoothed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LittlesLawTest {

  private static final SizingPolicy STANDARD = Policies.parse("littles-law");

  @ParameterizedTest
  @CsvSource({
    "96,  1.14, 0,  'littles-law',                126",
    "96,  1.14, 10, 'littles-law',                136",
    "100, 0.2,  10, 'littles-law',                29", // 26.7 -> 27, and 2 for the queue
    "100, 0.2,  10, 'littles-law(drain=100ms)',   37",
    "100, 1,    0,  'littles-law(headroom=0.2)',  120",
    "100, 1,    0,  'littles-law(headroom=none)', 100",
    "100, 1,    0,  'littles-law(headroom=p90)',  113",
  })
  void staffsTheLoad(long tasks, double service, long queued, String policy, int workers) {
    Observation seen = Seen.steady(tasks, service).queue(0, queued).build();
    assertThat(Policies.parse(policy).advise(seen).workers()).isEqualTo(workers);
  }

  @Test
  void saysItsNumbers() {
    assertThat(STANDARD.advise(Seen.steady(96, 1.14).queue(0, 10).build()).why())
        .isEqualTo(
            "96.0 tasks/s x 1.140 s = 109.4, smoothed to 109.4 busy;"
                + " +15.7 for bursts (sqrt:1.5); queue 10, +10 to drain it in 1.0 s");
  }

  @Test
  void givesEachTaskAWorkerWhileNoneHasEnded() {
    Observation cold = Seen.idle().workers(10).busy(9.5).queue(40, 80).flow(90, 10, 0).build();
    Advice advice = STANDARD.advise(cold);
    assertThat(advice.workers()).isEqualTo(90);
    assertThat(advice.next()).isEqualTo(STANDARD);
  }

  @Test
  void givesEachTaskAWorkerWhileWhatRunsIsLongerThanWhatEnded() {
    Observation shortOnesEnded =
        Seen.idle().workers(10).busy(9.5).queue(40, 80).flow(95, 15, 5).service(1.5).build();
    assertThat(STANDARD.advise(shortOnesEnded).workers()).isEqualTo(90);
  }

  @Test
  void aWarmPoolShrinksSlowlyWhileWhatRunsIsLongerThanWhatEnded() {
    Observation firstSecond =
        Seen.idle().workers(131).busy(60).flow(105, 105, 50).service(15).build();
    assertThat(STANDARD.advise(firstSecond).workers()).as("131 * exp(-0.1)").isEqualTo(119);
    Observation oneHangs = Seen.idle().workers(200).busy(1).build();
    SizingPolicy warm = STANDARD.advise(Seen.steady(100, 1).build()).next();
    assertThat(warm.advise(oneHangs).workers()).as("200 * exp(-0.1), not held").isEqualTo(181);
  }

  @Test
  void holdsTheServiceTimeWhenNothingEnded() {
    SizingPolicy warm = STANDARD.advise(Seen.steady(100, 1).build()).next();
    Advice advice = warm.advise(Seen.idle().at(1, 1).flow(100, 100, 0).busy(100).build());
    assertThat(advice.why()).startsWith("100.0 tasks/s x 1.000 s = 100.0, smoothed to 100.0 busy");
  }

  @Test
  void risesInAWindowOrTwoAndFallsInTenSeconds() {
    SizingPolicy policy = Policies.parse("littles-law(headroom=none)");
    policy = policy.advise(Seen.steady(100, 1).build()).next();
    Advice up = policy.advise(Seen.steady(200, 1).busy(100).build());
    assertThat(up.workers()).as("100 + 100 * (1 - 1/e)").isEqualTo(164);
    Advice down = up.next().advise(Seen.steady(50, 1).build());
    assertThat(down.workers()).as("50 + 113.2 * exp(-0.1)").isEqualTo(153);
  }

  @Test
  void shrinksSlowlyToOneWhenIdle() {
    SizingPolicy policy = STANDARD.advise(Seen.steady(100, 1).build()).next();
    int before = 115;
    int seconds = 0;
    while (before > 1) {
      Advice advice = policy.advise(Seen.idle().at(++seconds, 1).workers(before).build());
      assertThat(advice.workers()).isLessThanOrEqualTo(before);
      before = advice.workers();
      policy = advice.next();
    }
    assertThat(seconds).isBetween(40, 120);
  }

  @Test
  void neverHasFewerWorkersThanTasksInTheSystem() {
    SizingPolicy warm = STANDARD.advise(Seen.steady(100, 0.01).build()).next();
    Advice advice = warm.advise(Seen.steady(100, 0.01).busy(30).workers(30).build());
    assertThat(advice.workers()).isEqualTo(30);
  }

  @Test
  void isBoundedByTheCpuWhenTheCpuIsTheLimit() {
    // 8 workers keep 4 cores busy: each second 4 s of CPU, 3 s of waiting for it, 1 s blocked.
    Seen full = Seen.steady(100, 0.08).busy(8).queue(50, 50).workers(8).sensors(4, 3);
    Advice advice = STANDARD.advise(full.hostBusyCores(3.9).build());
    assertThat(advice.workers()).as("4 cores * (1 + 1 / 4)").isEqualTo(5);
    assertThat(advice.why())
        .endsWith("the host keeps 3.9 of 4.0 cores busy, which carries 5 workers");
    assertThat(STANDARD.advise(full.hostBusyCores(2).build()).workers())
        .as("there is CPU to spare")
        .isGreaterThan(50);
  }

  @Test
  void isNotBoundedWhereSensorsAreMissing() {
    Seen full = Seen.steady(100, 0.08).busy(8).queue(50, 50).workers(8).hostBusyCores(4);
    assertThat(STANDARD.advise(full.build()).workers()).isGreaterThan(50);
  }

  @Test
  void staysAsItIsBeforeTheFirstTask() {
    assertThat(STANDARD.advise(Seen.idle().workers(7).build()).workers()).isEqualTo(7);
  }

  @Test
  void memoryIsCountedInTasks() {
    RecentMean hundred = RecentMean.NOTHING.with(100, 100);
    assertThat(hundred.mean()).hasValue(1);
    assertThat(hundred.with(0, 0)).isEqualTo(hundred);
    assertThat(hundred.with(6, 3).mean().orElseThrow()).isCloseTo(106.0 / 103, within(1e-12));
    assertThat(hundred.with(1800, 900).mean().orElseThrow()).isCloseTo(1.9, within(1e-12));
    assertThat(hundred.with(1800, 900).weight()).isEqualTo(100);
  }

  @Test
  void smoothingDoesNotDependOnHowTimeIsCut() {
    Smoothed once = Smoothed.of(1_000, 10_000).next(10, 1).next(20, 1000);
    Smoothed often = Smoothed.of(1_000, 10_000).next(10, 1);
    for (int i = 0; i < 100; i++) {
      often = often.next(20, 10);
    }
    assertThat(often.value().orElseThrow()).isCloseTo(once.value().orElseThrow(), within(1e-9));
  }
}
