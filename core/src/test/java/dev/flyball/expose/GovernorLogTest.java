package dev.flyball.expose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.base.LoggedLines;
import dev.flyball.control.Governor;
import dev.flyball.control.ScriptedTarget;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.AdaptivePool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is in the log of a program, and what is not: one step of the target is a second. */
@Timeout(120)
class GovernorLogTest {

  /** Wants nine workers, and calls a pool hung in which more than a hundred tasks wait. */
  private record Nine() implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      Regime regime = seen.size().queuedAtEnd() > 100 ? Regime.HUNG : Regime.DEMAND;
      return new Advice(9, Reason.in(regime, "wants 9"), this);
    }
  }

  private final ScriptedTarget plant = new ScriptedTarget();

  private Governor plant(SizingPolicy policy) {
    return Governor.of("plant", plant, policy)
        .limits(Limits.of(1, 4))
        .clock(() -> plant.nowNanos)
        .build();
  }

  private void run(Governor governor, double queued, int seconds) {
    plant.queued = queued;
    for (int i = 0; i < seconds; i++) {
      governor.step();
    }
  }

  @Test
  void aGovernorThatBeginsIsLogged() {
    try (LoggedLines log = LoggedLines.of(GovernorLog.class)) {
      GovernorLog.write(plant(new FixedSize(3)));
      Governor advising = plant(new FixedSize(3));
      advising.adviseOnly();
      GovernorLog.write(advising);
      assertThat(log.lines())
          .containsExactly(
              "INFO governor 'plant': governs from now on, by fixed, 1..4 workers",
              "INFO governor 'plant': advises from now on, by fixed, 1..4 workers");
    }
  }

  @Test
  void soIsOneOfAPoolOfWhateverName() {
    try (LoggedLines log = LoggedLines.of(GovernorLog.class);
        AdaptivePool pool = Flyball.start(AdaptivePool.named("a\nb").limits(1, 8));
        AdaptivePool ungoverned = Flyball.start(AdaptivePool.named("c").ungoverned())) {
      assertThat(pool.governor()).isPresent();
      assertThat(ungoverned.governor()).isEmpty();
      assertThat(log.lines())
          .containsExactly(
              "INFO governor 'a\\u000Ab': governs from now on, by flyball, 1..8 workers");
    }
  }

  @Test
  void whatLastsIsLoggedOnceAndItsEnd() {
    Governor governor = plant(new Nine());
    try (LoggedLines log = LoggedLines.of(GovernorLog.class)) {
      GovernorLog.write(governor);
      run(governor, 7, 5);
      run(governor, 0, 15); // five seconds are not long
      run(governor, 7, 60);
      run(governor, 500, 60);
      run(governor, 0, 60);
      assertThat(log.lines().subList(1, log.lines().size()))
          .containsExactly(
              "WARNING governor 'plant': at its limit, for 10 s now."
                  + " At its limit of 4; 9 are needed; 7 wait.",
              "WARNING governor 'plant': hung, for 10 s now. Nothing ends: 0 busy; 500 wait.",
              "INFO governor 'plant': no longer hung, after 60 s."
                  + " Keeps up: 0.0 of 4 workers are busy.");
    }
  }

  @Test
  void whatIsPinnedIsLoggedAsInformation() {
    Governor governor = plant(new Nine());
    try (LoggedLines log = LoggedLines.of(GovernorLog.class)) {
      GovernorLog.write(governor);
      governor.pin(2);
      run(governor, 0, 30);
      assertThat(log.lines().subList(1, log.lines().size()))
          .containsExactly(
              "INFO governor 'plant': pinned, for 10 s now. Pinned by hand at 2; 9 are advised.");
    }
  }

  @Test
  void whatGoesToAndFroIsNoFlood() {
    Governor governor = plant(new Nine());
    int changes = 600; // in five hours
    try (LoggedLines log = LoggedLines.of(GovernorLog.class)) {
      GovernorLog.write(governor);
      for (int i = 0; i < changes / 2; i++) {
        run(governor, 500, 30);
        run(governor, 0, 30);
      }
      assertThat(log.lines()).hasSizeBetween(20, 80);
    }
  }

  @Test
  void aGreaterMatterIsNotHiddenByLesserOnes() {
    Governor governor = plant(new Nine());
    try (LoggedLines log = LoggedLines.of(GovernorLog.class)) {
      GovernorLog.write(governor);
      for (int i = 0; i < 20; i++) {
        governor.pin(2);
        run(governor, 0, 30);
        governor.govern();
        run(governor, 0, 30);
      }
      run(governor, 500, 15);
      List<String> lines = log.lines();
      assertThat(lines.get(lines.size() - 1)).startsWith("WARNING governor 'plant': hung");
    }
  }

  @Test
  void whatFailsNowAndThenIsNoFlood() {
    Governor governor = plant(new FixedSize(3));
    int failures = 1800; // each a series of its own, in an hour
    try (LoggedLines log = LoggedLines.of(Governor.class)) {
      governor.addListener(decision -> {
        if (decision.number() % 2 == 0) {
          throw new IllegalStateException("on purpose");
        }
      });
      run(governor, 0, 2 * failures);
      assertThat(log.lines()).hasSizeBetween(8, 20);
      assertThat(log.lines().get(0)).isEqualTo("WARNING governor 'plant': a listener failed");
      assertThat(log.lines().get(1))
          .isEqualTo(
              "WARNING governor 'plant': a listener failed;"
                  + " it has begun 5 times since this was last said");
    }
  }

  /** A policy that goes on failing after another one had been logged as failing. */
  @Test
  void aSeriesThatBeginsInAPauseIsLoggedAfterIt() {
    SizingPolicy failing =
        seen -> {
          throw new IllegalStateException("on purpose");
        };
    Governor governor = plant(failing);
    try (LoggedLines log = LoggedLines.of(Governor.class)) {
      run(governor, 0, 3);
      governor.policy(failing);
      run(governor, 0, 30);
      assertThat(log.lines())
          .containsExactly(
              "WARNING governor 'plant': the policy failed, the size stays at 4",
              "WARNING governor 'plant': the policy failed, the size stays at 4");
    }
  }
}
