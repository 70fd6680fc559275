package dev.flyball.policy.standard.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Observation;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The size that gets most done in time, for services whose times are known. */
class OverloadTest {

  private static final long WINDOW = 100_000_000;

  private Overload overload = Overload.NONE;
  private WorkUnit unit = WorkUnit.UNKNOWN;
  private long nowNanos;
  private Stretch stretch = Stretch.of(Observation.of(0, WINDOW).workers(1).build(), true);

  /** So many windows in which that many workers are busy, and that many tasks are shed in each. */
  private void see(DoubleUnaryOperator seconds, int workers, int windows, long shed) {
    for (int i = 0; i < windows; i++) {
      double service = seconds.applyAsDouble(workers);
      long ended = Math.round(workers * 0.1 / service);
      Observation seen =
          Observation.of(nowNanos, WINDOW)
              .workers(workers)
              .busy(workers)
              .queued(1, 1)
              .arrived(ended)
              .started(ended)
              .completed(ended)
              .rejected(shed)
              .shed(shed)
              .serviceNanos((long) (ended * service * 1e9))
              .referenceNanos((long) (ended * 2e8), OptionalDouble.of(ended * 4e16))
              .offered(ended, (long) (ended * 2e8), (long) (ended * 2e8), (long) (ended * 2e8))
              .deadlines(ended + shed, (ended + shed) * 0.2)
              .build();
      nowNanos += WINDOW;
      stretch = Stretch.of(seen, true);
      unit = unit.with(stretch);
      overload = overload.with(stretch, unit, ended == 0 ? 2e8 : service * 1e9);
    }
  }

  private static double servers(double size) {
    return 0.2 * Math.max(1, size / 20);
  }

  @Test
  void knowsNothingWithoutDeadlines() {
    assertThat(overload.sheds()).isFalse();
    assertThat(overload.bounded(500, 10, 8, 0)).isEqualTo(500);
  }

  @Test
  void saysThatNoSizeHelpsOnlyWhereTheBestSizeIsThere() {
    see(OverloadTest::servers, 8, 20, 5);
    see(OverloadTest::servers, 4, 20, 5);
    assertThat(overload.best()).isGreaterThan(8);
    assertThat(overload.why(stretch).text()).contains("more workers would get more done");
    for (int size : new int[] {8, 16, 32, 64, 40, 24, 20}) {
      see(OverloadTest::servers, size, 20, 5);
    }
    assertThat(overload.why(stretch).text()).contains("no size helps");
  }

  @Test
  void asManyAsThereAreServers() {
    for (int size : new int[] {8, 16, 32, 64, 40, 24, 16}) {
      see(OverloadTest::servers, size, 20, 5);
    }
    assertThat(overload.best()).isBetween(18.0, 24.0);
    assertThat(overload.sheds()).isTrue();
  }

  /** At its peak of 40 tasks take too long: fewer get more done in time. */
  @Test
  void fewerThanThePeakOfAServiceThatCollapses() {
    DoubleUnaryOperator law = n -> 0.2 * (1 + 0.02 * (n - 1) + 0.0006 * n * (n - 1));
    for (int size : new int[] {8, 16, 32, 64, 32, 24}) {
      see(law, size, 60, 5);
    }
    double most =
        IntStream.rangeClosed(1, 100).mapToDouble(n -> inTime(n, law)).max().orElseThrow();
    assertThat(inTime(overload.most(), law)).isGreaterThan(0.94 * most);
    assertThat(overload.best()).isLessThan(38);
  }

  /** Tasks that so many workers do within a second, per second. */
  private static double inTime(double workers, DoubleUnaryOperator seconds) {
    double service = seconds.applyAsDouble(workers);
    return workers / service * (1 - Math.exp(-Math.max(0.5, 1 - service) / service));
  }

  @Test
  void goesNoFartherThanTwiceWhatWasSeenAtSeveralSizes() {
    see(size -> 0.2, 16, 20, 5);
    assertThat(overload.most()).isBetween(18.0, 20.0);
    see(size -> 0.2, 8, 20, 5);
    see(size -> 0.2, 16, 20, 5);
    assertThat(overload.most()).isBetween(28.0, 32.5);
    assertThat(overload.bounded(500, 16, 8, 0)).isLessThanOrEqualTo(33);
  }

  @Test
  void goesOnCarefullyWhereTasksTakeMostOfTheirTime() {
    see(size -> 0.7, 16, 60, 5);
    assertThat(overload.best()).isLessThanOrEqualTo(20);
  }

  @Test
  void forgetsDeadlinesThatComeNoMore() {
    see(OverloadTest::servers, 20, 30, 5);
    Stretch without =
        Stretch.of(Observation.of(nowNanos + 11_000_000_000L, WINDOW).workers(20).build(), true);
    assertThat(overload.with(without, unit, 2e8)).isEqualTo(Overload.NONE);
  }

  /** All sizes become five times as slow: that is no reason for fewer workers. */
  @Test
  void tellsAWorldThatChangesFromItsOwnDoing() {
    for (int size : new int[] {8, 16, 24}) {
      see(ignored -> 0.04, size, 20, 0);
    }
    for (int size : new int[] {32, 24, 16, 20, 24}) {
      see(ignored -> 0.2, size, 20, 5);
    }
    assertThat(overload.best()).isGreaterThan(24);
  }

  /** A hundred a second of 0.2 s keep 20 busy; 2 sqrt(20) = 9 more are to spare. */
  @Test
  void bearsWhatComes() {
    for (int size : new int[] {8, 16, 32, 48}) {
      see(ignored -> 0.2, size, 20, 0);
    }
    assertThat(overload.bounded(5, 10, 8, 100e-9)).isBetween(28, 31);
    assertThat(overload.bounded(40, 10, 8, 100e-9)).isEqualTo(40);
  }

  @Test
  void triesOneMoreInTurnsWhileTasksAreShed() {
    for (int size : new int[] {8, 16, 32, 24, 20}) {
      see(OverloadTest::servers, size, 20, 5);
    }
    int first = overload.size(20);
    int second = overload.turned(nowNanos, 2e8).size(20);
    assertThat(Math.abs(first - second)).isBetween(1, 5);
    assertThat(overload.size(5)).isLessThanOrEqualTo(10);
  }

  @Test
  void aFewTasksShedAreNoOverload() {
    see(OverloadTest::servers, 20, 30, 0);
    see(OverloadTest::servers, 20, 1, 1);
    assertThat(overload.sheds()).isFalse();
  }

  @Test
  void goesBackToWhereFarMoreWasDoneWhenNothingEnds() {
    for (int size : new int[] {8, 12, 16, 20}) {
      see(OverloadTest::servers, size, 20, 5);
    }
    see(any -> 1e9, 60, 1, 5);
    assertThat(overload.back()).as("a window without an end may be chance").isFalse();
    see(any -> 1e9, 60, 5, 5);
    assertThat(overload.back()).isTrue();
    assertThat(overload.size(60)).isBetween(19, 21);
  }
}
