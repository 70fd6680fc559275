package dev.flyball.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** What holds for arrivals of any seed. {@code -Dseed=} replays one. */
class ArrivalsPropertyTest {

  private static final long SECOND = 1_000_000_000L;

  /** How many standard deviations a figure may be off: one in 10^9 runs is beyond. */
  private static final double SIGMAS = 6;

  private long seed;

  @BeforeEach
  void chooseSeed(RepetitionInfo repetition) {
    seed = Long.getLong("seed", System.nanoTime() + repetition.getCurrentRepetition());
    System.out.println("seed " + seed);
  }

  private List<Long> until(Arrivals arrivals, long endNanos) {
    LongSupplier times = arrivals.times(seed);
    List<Long> all = new ArrayList<>();
    for (long at = times.getAsLong(); at < endNanos; at = times.getAsLong()) {
      all.add(at);
    }
    return all;
  }

  @RepeatedTest(5)
  void poissonHasItsRate() {
    assertThat((double) until(Arrivals.poisson(50), 1_000 * SECOND).size())
        .isCloseTo(50_000, within(SIGMAS * Math.sqrt(50_000)));
  }

  @RepeatedTest(5)
  void sineHasItsMeanOverWholeWaves() {
    Arrivals sine = Arrivals.sine(50, 0.9, Duration.ofSeconds(20));
    assertThat((double) until(sine, 1_000 * SECOND).size())
        .isCloseTo(50_000, within(SIGMAS * Math.sqrt(50_000)));
  }

  @RepeatedTest(1)
  void sineTurnsAtTheEighthsOfItsWaves() {
    assertThat(Arrivals.sine(50, 0.9, Duration.ofSeconds(8)).turnsNanos(seed, 10 * SECOND))
        .containsExactly(
            SECOND,
            2 * SECOND,
            3 * SECOND,
            4 * SECOND,
            5 * SECOND,
            6 * SECOND,
            7 * SECOND,
            8 * SECOND,
            9 * SECOND);
  }

  /**
   * The mean over many spells is that of low and high: with n spells, exponentially long, the
   * spells' own deviation is about (high - low) / sqrt(6 n), which outweighs that of the arrivals.
   */
  @RepeatedTest(5)
  void periodicRandomHasTheMeanOfItsRates() {
    Arrivals random = Arrivals.periodicRandom(10, 90, Duration.ofSeconds(1));
    double perSecond = until(random, 10_000 * SECOND).size() / 10_000.0;
    assertThat(perSecond).isCloseTo(50, within(SIGMAS * 80 / Math.sqrt(6 * 10_000)));
  }

  @RepeatedTest(5)
  void periodicRandomJumpsWhereItsTurnsAre() {
    Arrivals random = Arrivals.periodicRandom(1_000, 9_000, Duration.ofSeconds(10));
    long length = 300 * SECOND;
    List<Long> turns = random.turnsNanos(seed, length);
    assertSteadyBetween(turns, until(random, length));
    assertThat(turns).isSorted().allMatch(turn -> turn > 0 && turn < length);
    assertThat((double) turns.size()).isCloseTo(30, within(SIGMAS * Math.sqrt(30)));
  }

  /** Both halves of every stretch between two turns hold as many arrivals, but for chance. */
  private static void assertSteadyBetween(List<Long> turns, List<Long> arrivals) {
    for (int i = 1; i < turns.size(); i++) {
      long from = turns.get(i - 1);
      long to = turns.get(i);
      long middle = (from + to) / 2;
      long first = arrivals.stream().filter(at -> at > from && at <= middle).count();
      long second = arrivals.stream().filter(at -> at > middle && at <= to).count();
      assertThat((double) first).isCloseTo(second, within(SIGMAS * Math.sqrt(first + second) + 2));
    }
  }

  @RepeatedTest(5)
  void burstsHaveTheirRatesBetweenTheirTurns() {
    Arrivals bursts = Arrivals.bursts(0, 2_000, Duration.ofSeconds(5), Duration.ofSeconds(2));
    long length = 200 * SECOND;
    List<Long> turns = bursts.turnsNanos(seed, length);
    List<Long> arrivals = until(bursts, length);
    for (int i = 1; i < turns.size(); i++) {
      long from = turns.get(i - 1);
      long to = turns.get(i);
      double expected = i % 2 == 0 ? 0 : 2_000 * (to - from) / 1e9;
      assertThat((double) arrivals.stream().filter(at -> at > from && at <= to).count())
          .isCloseTo(expected, within(SIGMAS * Math.sqrt(expected) + 1));
    }
    assertThat(arrivals).allMatch(at -> turns.isEmpty() || at >= turns.get(0));
  }

  @RepeatedTest(5)
  void sameSeedSameTimes() {
    for (Arrivals arrivals : patterns()) {
      assertThat(until(arrivals, 20 * SECOND)).isEqualTo(until(arrivals, 20 * SECOND)).isSorted();
      assertThat(arrivals.turnsNanos(seed, 20 * SECOND))
          .isEqualTo(arrivals.turnsNanos(seed, 20 * SECOND));
    }
  }

  @RepeatedTest(3)
  void aRateThatNobodyCanFollowHasNoTurns() {
    Duration milli = Duration.ofMillis(1);
    assertThat(Arrivals.sine(10, 0.5, milli).turnsNanos(seed, 60 * SECOND)).isEmpty();
    assertThat(Arrivals.periodicRandom(1, 9, milli).turnsNanos(seed, 60 * SECOND)).isEmpty();
    assertThat(Arrivals.bursts(1, 9, milli, milli).turnsNanos(seed, 60 * SECOND)).isEmpty();
    assertThat(Arrivals.sine(10, 0.5, milli).turnsNanos(seed, SECOND / 10))
        .hasSizeBetween(700, Arrivals.TURNS_MAX);
  }

  @RepeatedTest(5)
  void turnsOfAShorterLookAreTheBeginningOfThoseOfALonger() {
    for (Arrivals arrivals : patterns()) {
      List<Long> longer = arrivals.turnsNanos(seed, 40 * SECOND);
      assertThat(arrivals.turnsNanos(seed, 20 * SECOND))
          .isEqualTo(longer.stream().filter(turn -> turn < 20 * SECOND).toList());
    }
  }

  private static List<Arrivals> patterns() {
    return List.of(
        Arrivals.poisson(100),
        Arrivals.constant(100),
        Arrivals.sine(100, 1, Duration.ofSeconds(3)),
        Arrivals.bursts(10, 200, Duration.ofSeconds(2), Duration.ofSeconds(1)),
        Arrivals.periodicRandom(0, 100, Duration.ofSeconds(2)),
        Arrivals.atOnce(100),
        Arrivals.none());
  }

  @RepeatedTest(1)
  void anotherSeedIsAnotherWalk() {
    Arrivals random = Arrivals.periodicRandom(1, 9, Duration.ofSeconds(1));
    assertThat(random.turnsNanos(seed, 60 * SECOND))
        .isNotEqualTo(random.turnsNanos(seed + 1, 60 * SECOND));
  }

  @RepeatedTest(1)
  void wrongRatesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arrivals.periodicRandom(-1, 9, Duration.ofSeconds(1)))
        .withMessage("lowPerSecond must be a finite number of at least 0.0 but was -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arrivals.periodicRandom(10, 9, Duration.ofSeconds(1)))
        .withMessage("highPerSecond must be a finite number of at least 10.0 but was 9.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arrivals.periodicRandom(1, 9, Duration.ZERO))
        .withMessage("every must be positive but was PT0S");
  }
}
