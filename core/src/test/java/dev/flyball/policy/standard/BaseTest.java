package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Seen;
import dev.flyball.policy.standard.window.Stretch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaseTest {

  private static final double UNIT_NANOS = 10e6;

  /** A window from one second on in which ten workers did so much work, in units of 10 ms. */
  private static Stretch window(double at, double seconds, long units) {
    return Seen.idle().at(at, seconds).busy(10).flow(0, 0, units).reference(units * 0.01).stretch();
  }

  @ParameterizedTest
  @CsvSource({
    // service time, end of the window -> whether it counts; the size was asked for at 1 s
    "0,   1,   true",
    "0.5, 1.4, false",
    "0.5, 1.5, true",
    "60,  2.9, false",
    "60,  3,   true", // two seconds at most
  })
  void itCountsOnceTheTasksBegunBeforeHaveEnded(double service, double end, boolean counts) {
    Base base = Base.at(10, 1_000_000_000, service * 1e9);
    Stretch seen = window(end - 0.5, 0.5, 5);
    assertThat(base.counts(seen)).isEqualTo(counts);
    assertThat(base.with(seen, UNIT_NANOS).samples()).isEqualTo(counts ? 5 : 0);
  }

  @Test
  void itDoesNotCountWhileWorkersAreStillToLeaveUnlessTheyNeverDo() {
    Seen seen = Seen.idle().workers(5).busy(10).flow(0, 0, 5);
    Base base = Base.at(5, 0, 1e9);
    assertThat(base.with(seen.at(2, 1).stretch(), UNIT_NANOS)).isEqualTo(base);
    assertThat(base.counts(seen.at(3, 1).stretch())).as("four service times later").isTrue();
  }

  @Test
  void samplesAndTimeAreForgottenAlike() {
    Base base = new Base(10, 30, 1e9, 0, 0, 0, 0).with(window(0, 0.1, 60), UNIT_NANOS);
    double kept = Math.exp(-1);
    assertThat(base.samples()).isCloseTo(30 * kept + 60, within(1e-9));
    assertThat(base.nanos()).isCloseTo(1e9 * kept + 1e8, within(1.0));
    Base nothing = new Base(10, 30, 1e9, 0, 0, 0, 0).with(window(0, 0.1, 0), UNIT_NANOS);
    assertThat(nothing)
        .as("time without an end counts")
        .isEqualTo(new Base(10, 30, 1.1e9, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({
    // workers, samples, seconds -> enough to compare with
    "10, 4,   0.1, true",
    "10, 3.9, 0.1, false",
    "1,  2,   0.1, true", // a single worker has nothing beside it
    "1,  1.9, 0.1, false",
    "10, 1,   2,   true",
    "10, 0.9, 60,  false",
    "10, 1,   1.9, false",
  })
  void enoughIsFourSamplesOrTwoSecondsWithOne(
      int workers, double samples, double seconds, boolean enough) {
    assertThat(new Base(workers, samples, seconds * 1e9, 0, 0, 0, 0).enough()).isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource({
    // samples in 1 s, window -> work expected, in ms
    "30, 0.1, 30",
    "30, 0.3, 90",
    "30, 0.4, 0", // of a third of the time no more is known than that window says
    "3,  0.1, 0",
  })
  void whatAWindowIsExpectedToDo(double samples, double window, double millis) {
    double expected =
        new Base(10, samples, 1e9, 0, 0, 0, samples * UNIT_NANOS).expected((long) (window * 1e9));
    assertThat(expected).isCloseTo(millis * 1e6, within(1e-3));
    assertThat(Base.NONE.expected(1)).isZero();
  }

  @Test
  void theRateIsWorkPerTime() {
    assertThat(new Base(10, 30, 1e9, 0, 0, 0, 30 * UNIT_NANOS).rate())
        .isCloseTo(0.3, within(1e-12));
  }
}
