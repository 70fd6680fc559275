package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockingCoefficientTest {

  @ParameterizedTest
  @CsvSource({
    // cores, busy, CPU s, run-queue wait s, in a second -> workers
    "4,   10, 2,   0, 20", // the worked number: 8 blocked to 2 computing
    "4,   10, 10,  0, 4", // never waits
    "4,   10, 2,   8, 4", // waits for a core only, which more workers would not bring
    "4,   10, 2,   3, 14", // 5 blocked to 2: 4 * 3.5
    "0.5, 10, 1,   0, 5",
    "2,   3,  2.9, 0, 3", // 2 * 1.034 is rounded up
  })
  void isCoresTimesOnePlusBlockedPerComputing(
      double cores, double busy, double cpu, double runQueue, int workers) {
    Seen seen = Seen.steady(100, 0.1).cores(cores).busy(busy).sensors(cpu, runQueue);
    Advice advice = Policies.parse("blocking-coefficient").advise(seen.build());
    assertThat(advice.workers()).isEqualTo(workers);
  }

  @Test
  void forgetsWithItsTimeConstantAndNotWhileIdle() {
    BlockingCoefficient before =
        new BlockingCoefficient(Duration.ofSeconds(10).toNanos(), 8e9, 2e9);
    Advice idle = before.advise(Seen.idle().at(0, 60).sensors(0, 0).build());
    assertThat(idle.next()).isEqualTo(before);
    assertThat(idle.workers()).isEqualTo(20);
    // After 60 s nothing but 2.5 per mill is left of what was: now all is computing.
    Advice busy = before.advise(Seen.idle().at(0, 60).busy(4).sensors(240, 0).build());
    assertThat(busy.workers()).isEqualTo(5);
    assertThat(busy.why()).startsWith("4.00 cores x (1 + W/S), W/S = 0.0198 s blocked / 240 s CPU");
  }

  @Test
  void knowsNothingOfHowMuchWorkThereIs() {
    SizingPolicy policy = Policies.parse("blocking-coefficient");
    Seen rare = Seen.idle().flow(1, 1, 1).service(0.05).busy(0.05).sensors(0.01, 0);
    assertThat(policy.advise(rare.build()).workers())
        .as("one task of 50 ms a second")
        .isEqualTo(20);
  }

  @Test
  void saysWhatIsMissing() {
    SizingPolicy policy = Policies.parse("blocking-coefficient");
    assertThat(policy.advise(Seen.steady(10, 0.1).workers(7).build()).why())
        .isEqualTo("stays at 7: the CPU time of the workers is not measured here");
    assertThat(policy.advise(Seen.steady(10, 0.1).workers(7).sensors(0, 0).build()).why())
        .isEqualTo("stays at 7: no CPU time was used yet, so W/S is not known");
  }
}
