package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When an instance is flushed, by the clock's readings. */
class HeldRecordsTest {

  private static HeldRecords held(FlushRule rule) {
    return new HeldRecords(rule);
  }

  @Test
  void isFullAfterSoManyRecords() {
    HeldRecords held = held(FlushRule.NEVER.after(2));
    held.add(0);
    assertThat(held.isFull()).isFalse();
    held.add(0);
    assertThat(held.isFull()).isTrue();
    assertThat(held.flushed()).isNull();
    assertThat(held.isFull()).isFalse();
  }

  @Test
  void isDueWhenTheFirstRecordHasBeenHereForSoLong() {
    HeldRecords held = held(FlushRule.NEVER.every(Duration.ofNanos(50)));
    assertThat(held.isDue(1_000)).isFalse();
    held.add(Long.MAX_VALUE - 10); // the clock may wrap
    held.add(Long.MAX_VALUE);
    assertThat(held.isDue(Long.MIN_VALUE + 38)).isFalse();
    assertThat(held.isDue(Long.MIN_VALUE + 39)).isTrue();
    assertThat(held.flushed()).isNull();
    assertThat(held.isDue(Long.MIN_VALUE + 100)).isFalse();
  }

  @Test
  void isWaitedForNoLongerThanThat() {
    HeldRecords held = held(FlushRule.NEVER.every(Duration.ofNanos(50)));
    assertThat(held.waitNanos(0, 7)).as("nothing is here").isZero();
    assertThat(held.waitNanos(30, 7)).isEqualTo(30);
    held.add(100);
    assertThat(held.waitNanos(0, 120)).isEqualTo(30);
    assertThat(held.waitNanos(20, 120)).isEqualTo(20);
    assertThat(held.waitNanos(40, 120)).isEqualTo(30);
    assertThat(held.waitNanos(0, 200)).as("0 would be for ever").isEqualTo(1);
  }

  @Test
  void isDueBeforeAWaitWhereIdleInstancesAreFlushed() {
    HeldRecords held = held(FlushRule.NEVER.after(100).whenIdle());
    assertThat(held.isDueBeforeWait(5)).isFalse();
    held.add(5);
    assertThat(held.isDueBeforeWait(5)).isTrue();
    assertThat(held.isDue(5)).isFalse();
    HeldRecords others = held(FlushRule.NEVER.after(100));
    others.add(5);
    assertThat(others.isDueBeforeWait(5)).isFalse();
    assertThat(others.waitNanos(0, 9)).isZero();
  }

  @Test
  void neverIsWhereNoRuleSaysSo() {
    HeldRecords held = held(FlushRule.NEVER);
    held.add(1);
    assertThat(held.isFull() || held.isDue(1 << 30) || held.isDueBeforeWait(1 << 30)).isFalse();
  }
}
