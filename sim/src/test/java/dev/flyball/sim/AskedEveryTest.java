package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How often policies are asked, when somebody else than the scenario says so. */
class AskedEveryTest {

  private static final Scenario STEP = Scenarios.named("step-up");
  private static final Duration OFTEN = Duration.ofMillis(100);

  /** One more each time it is asked; wants to be asked once in five seconds. */
  private record Patient() implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      return new Advice(seen.size().workersTarget() + 1, "one more", this);
    }

    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(PollInterval.every(Duration.ofSeconds(5)));
    }
  }

  @Test
  void askingAContenderMoreOftenIsTheSameAsAShorterPeriodOfThePool() {
    Contender usual = Contender.policy("littles-law");
    Contender often = Contender.asked(OFTEN, "littles-law", usual);
    Outcome asked = VirtualBench.run(STEP, 7, often);
    assertThat(asked).isEqualTo(VirtualBench.run(STEP.withPeriod(OFTEN.toNanos()), 7, usual));
    assertThat(asked).isNotEqualTo(VirtualBench.run(STEP, 7, usual));
  }

  @Test
  void aPolicyWithAWishIsAskedWhenItWishes() {
    Contender patient =
        Contender.of("patient", (pool, plan, host, seed) -> new Sizer.Governed(new Patient()));
    Outcome asUsual = VirtualBench.run(STEP, 7, patient);
    assertThat(asUsual.pools().get(0).resizes())
        .isEqualTo((int) (asUsual.endNanos() / 5_000_000_000L));
    assertThat(VirtualBench.run(STEP, 7, Contender.asked(OFTEN, "patient", patient)))
        .isEqualTo(asUsual);
    assertThat(VirtualBench.run(STEP.withPeriod(OFTEN.toNanos()), 7, patient)).isEqualTo(asUsual);
  }

  @Test
  void whoIsNoPolicyIsTheSameAsBefore() {
    Contender fixed = Contender.fixed("three", 3);
    assertThat(VirtualBench.run(STEP, 7, Contender.asked(OFTEN, "three", fixed)))
        .isEqualTo(VirtualBench.run(STEP, 7, fixed));
  }

  @Test
  void aPeriodIsThatOfAllPoolsAndChangesNothingElse() {
    Scenario two = Scenarios.named("two-pools");
    Scenario often = two.withPeriod(250_000_000);
    assertThat(often.pools())
        .extracting(pool -> pool.periodNanos())
        .isEqualTo(List.of(250_000_000L, 250_000_000L));
    assertThat(often.withPeriod(two.pools().get(0).periodNanos())).isEqualTo(two);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> two.withPeriod(999_999))
        .withMessage("periodNanos must be at least 1000000 but was 999999");
  }
}
