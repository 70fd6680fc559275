package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policies.law.RequestRate;
import dev.flyball.policy.Advice;
import dev.flyball.policy.CoolDown;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits, the limit of a step, the cool-down, and the advice they change. */
class WrapperTest {

  private static Observation at(double second, int workers) {
    return Seen.idle().at(second, 1).workers(workers).build();
  }

  @ParameterizedTest
  @CsvSource({"2,8,1,2", "2,8,2,2", "2,8,5,5", "2,8,8,8", "2,8,9,8", "3,3,100,3"})
  void limitsTakeTheNearestAllowedNumber(int min, int max, int wanted, int allowed) {
    Limits limits = Limits.of(min, max);
    assertThat(limits.clamp(wanted)).isEqualTo(allowed);
    assertThat(new FixedSize(wanted).within(limits).advise(at(0, 1)).workers()).isEqualTo(allowed);
  }

  @Test
  void limitsSayWhatTheyDidAndOnlyThen() {
    SizingPolicy policy = new FixedSize(9).within(Limits.of(2, 8));
    assertThat(policy.advise(at(0, 1)).why()).isEqualTo("fixed at 9; limits 2..8 allow 8 of 9");
    assertThat(policy.advise(at(0, 1)).next()).isEqualTo(policy);
    assertThat(new FixedSize(7).within(Limits.of(2, 8)).advise(at(0, 1)).why())
        .isEqualTo("fixed at 7");
    assertThat(Limits.NONE).hasToString("1..");
  }

  @Test
  void limitsThatExcludeEachOtherAreRefused() {
    assertThatThrownBy(() -> Limits.of(0, 8)).hasMessage("min must be at least 1 but was 0");
    assertThatThrownBy(() -> Limits.of(5, 4)).hasMessage("max must be at least min (5) but was 4");
  }

  @ParameterizedTest
  @CsvSource({
    "10, 100, 5, 15",
    "10, 1, 5, 5",
    "3, 1, 5, 1",
    "10, 13, 5, 13",
    "10, 10, 5, 10",
    "2147483647, 1, 5, 2147483642",
    "10, 2147483647, 2147483647, 2147483647",
    "1, 2147483647, 5, 6"
  })
  void aStepIsAtMostSoLarge(int asked, int wanted, int step, int allowed) {
    Advice advice = new FixedSize(wanted).stepLimit(step).advise(at(0, asked));
    assertThat(advice.workers()).isEqualTo(allowed);
    assertThat(advice.why().contains("a step is at most")).isEqualTo(allowed != wanted);
  }

  @Test
  void aStepOfNothingIsRefused() {
    assertThatThrownBy(() -> new FixedSize(1).stepLimit(0))
        .hasMessage("workersMax must be at least 1 but was 0");
  }

  @Test
  void aChangeIsFollowedByAPause() {
    SizingPolicy policy = RequestRate.standard().coolDown(Duration.ofSeconds(3));
    Advice first = policy.advise(Seen.steady(20, 1).at(0, 1).workers(10).build());
    assertThat(first.workers()).isEqualTo(20);
    Advice second = first.next().advise(Seen.steady(30, 1).at(1, 1).workers(20).build());
    assertThat(second.workers()).isEqualTo(20);
    assertThat(second.why()).endsWith("held at 20, 2.0 s of the cool-down are left");
    Advice third = second.next().advise(Seen.steady(25, 1).at(2, 1).workers(20).build());
    assertThat(third.workers()).isEqualTo(20);
    Advice fourth = third.next().advise(Seen.steady(5, 1).at(3, 1).workers(20).build());
    assertThat(fourth.workers()).as("what was learned during the pause").isEqualTo(30);
  }

  @Test
  void theFirstObservationIsFollowedAtOnceAndStayingIsNoChange() {
    SizingPolicy policy = new FixedSize(10).coolDown(Duration.ofSeconds(3));
    Advice stays = policy.advise(at(0, 10));
    assertThat(stays.workers()).isEqualTo(10);
    assertThat(stays.next())
        .isEqualTo(
            new CoolDown(new FixedSize(10), 3_000_000_000L, 10, java.util.OptionalLong.empty()));
  }

  @Test
  void aChangeBySomebodyElseStartsThePauseToo() {
    SizingPolicy policy =
        new FixedSize(10).coolDown(Duration.ofSeconds(3)).advise(at(0, 10)).next();
    Advice overruled = policy.advise(at(1, 50));
    assertThat(overruled.workers()).isEqualTo(50);
    Advice after = overruled.next().advise(at(4, 50));
    assertThat(after.workers()).isEqualTo(10);
  }

  @Test
  void aPauseIsOverWhenTheClockBeginsAnew() {
    long before = Duration.ofDays(30).toNanos();
    SizingPolicy restored =
        new CoolDown(new FixedSize(20), 3_000_000_000L, 10, java.util.OptionalLong.of(before));
    assertThat(restored.advise(at(5, 10)).workers()).as("the machine was restarted").isEqualTo(20);
  }

  @Test
  void aPauseOfNothingIsRefused() {
    assertThatThrownBy(() -> new FixedSize(1).coolDown(Duration.ZERO))
        .hasMessage("pause must be positive but was PT0S");
  }

  @Test
  void anAdviceNeedsAWorkerAndAReason() {
    FixedSize next = new FixedSize(1);
    assertThatThrownBy(() -> new Advice(0, "why", next))
        .hasMessage("workers must be at least 1 but was 0");
    assertThatThrownBy(() -> new Advice(1, " ", next))
        .hasMessage("why must say a reason but was blank");
    assertThat(new Advice(3, "a", next).changed(4, "b")).isEqualTo(new Advice(4, "a; b", next));
    assertThat(new Advice(3, "a", next).then(new FixedSize(2)).next()).isEqualTo(new FixedSize(2));
  }
}
