package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.PollInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten seconds between looks, two where tasks wait; begun at 100, where not said otherwise. */
class PollScheduleTest {

  private static final PollSchedule PLAN = PollSchedule.from(100, new PollInterval(10, 2));

  @ParameterizedTest
  @CsvSource({
    "100, false, 10",
    "104, false, 6",
    "110, false, 0",
    "113, false, -3",
    "100, true, 2",
    "101, true, 1",
    "102, true, 0",
    "109, true, -7"
  })
  void saysWhatIsLeft(long now, boolean tasksWait, long left) {
    assertThat(PLAN.leftNanos(now, tasksWait)).isEqualTo(left);
  }

  @ParameterizedTest
  @CsvSource({"110, 120", "111, 120", "119, 120", "120, 130", "137, 140"})
  void looksLieOnAGridAndMissedOnesAreSkipped(long now, long next) {
    PollSchedule plan = PLAN.looked(now, PLAN.interval());
    assertThat(now + plan.leftNanos(now, false)).isEqualTo(next);
  }

  @Test
  void aLookThatWasBroughtForwardBeginsTheGridAnew() {
    PollSchedule plan = PLAN.looked(103, PLAN.interval());
    assertThat(plan.leftNanos(103, false)).isEqualTo(10);
    assertThat(plan.leftNanos(103, true)).isEqualTo(2);
  }

  @Test
  void aLateLookIsFollowedByAWholeWaitWhereTasksWait() {
    PollSchedule plan = PLAN.looked(115, PLAN.interval());
    assertThat(plan.leftNanos(115, false)).isEqualTo(5);
    assertThat(plan.leftNanos(115, true)).isEqualTo(2);
  }

  @Test
  void aWaitThatIsOverAnywayIsNotLongerWhereTasksWait() {
    PollSchedule plan = PLAN.looked(119, PLAN.interval());
    assertThat(plan.leftNanos(119, false)).isEqualTo(1);
    assertThat(plan.leftNanos(119, true)).isEqualTo(1);
    assertThat(plan.canBeBroughtForward()).isFalse();
    assertThat(PLAN.canBeBroughtForward()).isTrue();
    assertThat(PollSchedule.from(100, new PollInterval(10, 10)).canBeBroughtForward()).isFalse();
  }

  @Test
  void anotherWishCountsFromTheLastLook() {
    PollSchedule plan = PLAN.with(new PollInterval(3, 1));
    assertThat(plan.leftNanos(102, false)).isEqualTo(1);
    assertThat(plan.leftNanos(107, false)).isEqualTo(-4);
    PollSchedule late = PLAN.looked(115, PLAN.interval());
    assertThat(late.with(PLAN.interval())).isEqualTo(late);
  }

  @Test
  void theLongestWishAndAnyClockCanBeCounted() {
    PollInterval forever = new PollInterval(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(PollSchedule.from(100, forever).leftNanos(101, true)).isEqualTo(Long.MAX_VALUE - 1);
    PollSchedule wrapping = PollSchedule.from(Long.MAX_VALUE - 1, new PollInterval(10, 2));
    assertThat(wrapping.leftNanos(Long.MIN_VALUE + 1, false)).isEqualTo(7);
    assertThat(PollSchedule.from(-5, forever).looked(20, forever).lateNanos()).isZero();
  }
}
