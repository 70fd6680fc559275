package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Observation;
import dev.flyball.policy.standard.Slowdown.Known;
import dev.flyball.policy.standard.Slowdown.Phase;
import dev.flyball.policy.standard.window.Stretch;
import org.junit.jupiter.api.Test;

/** Tasks of 0.2 s with deadlines, of which 100 come per second, suddenly take a second. */
class SlowdownTest {

  private static final long WINDOW = 100_000_000;
  private static final double REST = 2e8;
  private static final double DEADLINE = 2e9;

  private Slowdown slowdown = Slowdown.NONE;
  private boolean atRest = true;
  private double deadline = DEADLINE;
  private double restBusy = 30;
  private long nowNanos;
  private int size = 32;

  private Known known() {
    return new Known(REST, REST, atRest, restBusy, 1.2, 100 / 1e9, deadline);
  }

  /** So many windows alike. */
  private void see(int windows, double busy, long ended, double serviceSeconds, int queued) {
    for (int i = 0; i < windows; i++) {
      Observation seen =
          Observation.of(nowNanos, WINDOW)
              .workers(size)
              .busy(busy)
              .queued(queued, queued)
              .arrived(10)
              .started(10)
              .completed(ended)
              .serviceNanos((long) (ended * serviceSeconds * 1e9))
              .build();
      nowNanos += WINDOW;
      Stretch stretch = Stretch.of(seen, true);
      slowdown = slowdown.with(stretch, known());
      if (slowdown.decides()) {
        size = slowdown.size(stretch.asked(), deadline);
      }
    }
  }

  private void seeCalm() {
    see(10, 20, 10, 0.2, 0);
    assertThat(slowdown.phase()).isEqualTo(Phase.NONE);
  }

  private void seeLate() {
    seeCalm();
    see(5, 32, 1, 0.4, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.GROWS);
    assertThat(size).isEqualTo(64);
  }

  @Test
  void growsTwofoldBeforeManyHaveEndedAndGoesOnWhereThatPays() {
    seeLate();
    see(5, 64, 3, 0.9, 10);
    see(3, 64, 8, 1, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.GROWS);
    for (int i = 0; slowdown.phase() == Phase.GROWS; i++) {
      assertThat(i).isLessThan(20);
      see(1, 64, 7, 1, 10);
    }
    assertThat(slowdown.hasPaid()).isTrue();
    assertThat(size).isBetween(100, 128);
    assertThat(slowdown.slowNanos()).isBetween(9.5e8, 1e9);
  }

  @Test
  void goesBackWhereNoMoreEnd() {
    seeLate();
    for (int i = 0; slowdown.phase() == Phase.GROWS; i++) {
      assertThat(i).isLessThan(40);
      see(1, 64, 2, 1 + 0.1 * i, 10);
    }
    assertThat(slowdown.phase()).isEqualTo(Phase.REFUSED);
    assertThat(size).isBetween(20, 32);
    see(1, 64, 2, 3, 0);
    assertThat(slowdown.decides()).isFalse();
  }

  @Test
  void goesBackAfterADeadlineInWhichNothingEnds() {
    seeCalm();
    see(5, 32, 0, 0, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.GROWS);
    see(14, 64, 0, 0, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.GROWS);
    see(2, 64, 0, 0, 10);
    assertThat(slowdown.phase()).isIn(Phase.HANGS, Phase.NONE);
    assertThat(size).isEqualTo(32);
  }

  @Test
  void isOverWhenWorkersAreFreeAgain() {
    seeLate();
    see(1, 20, 40, 0.4, 0);
    assertThat(slowdown).isEqualTo(Slowdown.NONE);
  }

  @Test
  void isNoneWithoutDeadlines() {
    deadline = 0;
    see(10, 20, 10, 0.2, 0);
    see(10, 32, 1, 0.4, 10);
    assertThat(slowdown).isEqualTo(Slowdown.NONE);
  }

  @Test
  void isNoneWhereThePoolMayHaveCrowdedWhatStandsBehind() {
    restBusy = 20;
    seeCalm();
    see(10, 32, 1, 0.4, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.NONE);
  }

  @Test
  void isNoneWhereItWasNotCalmBefore() {
    atRest = false;
    seeCalm();
    see(10, 32, 1, 0.4, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.NONE);
  }

  @Test
  void isNoneAfterAnIdleTimeSinceTheFirstTasksCannotHaveEnded() {
    seeCalm();
    see(10, 0, 0, 0, 0);
    see(3, 32, 0, 0, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.NONE);
  }

  /** Ten of those that were busy have nothing to do for a while, and so end nothing. */
  @Test
  void isNoneWhereLessCameJustBefore() {
    seeCalm();
    see(4, 2, 1, 0.2, 0);
    see(1, 32, 1, 0.2, 10);
    assertThat(slowdown.phase()).isEqualTo(Phase.NONE);
  }

  @Test
  void isNoneWhereFewTasksCouldHaveEndedByChance() {
    see(10, 2, 1, 0.2, 0);
    size = 2;
    see(4, 2, 0, 0, 3);
    assertThat(slowdown.phase()).isEqualTo(Phase.NONE);
  }
}
