package dev.flyball.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.tuning.GovernedRun.Convergence;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Where a governed run ended, when it had found that, and what it lost until then. */
class GovernedRunTest {

  /** A run of so many seconds at 100 transactions per second and group, with these changes. */
  private static GovernedRun run(int start, int seconds, int... timesAndSizes) {
    List<Move> moves = new ArrayList<>();
    int size = start;
    int next = 0;
    List<ServerSecond> load = new ArrayList<>();
    for (int second = 1; second <= seconds; second++) {
      int before = size;
      load.add(
          new ServerSecond(
              second, 1, 100L * size, 100L * size, 0, ServerSecond.Latency.UNKNOWN, size));
      if (next < timesAndSizes.length && timesAndSizes[next] == second) {
        size = timesAndSizes[next + 1];
        next += 2;
      }
      moves.add(
          new Move(second, OptionalDouble.empty(), OptionalInt.of(size), before, size, "because"));
    }
    return new GovernedRun("made-up", start, 0, new ServerStretch(load), moves, false);
  }

  @Test
  void theEndIsTheSizeHeldLongestInTheLastThird() {
    assertThat(run(2, 60, 10, 16, 59, 32).opt()).isEqualTo(16);
    assertThat(run(2, 60, 10, 16, 45, 4).opt()).isEqualTo(4);
    assertThat(run(2, 60).opt()).isEqualTo(2);
  }

  @Test
  void ofTwoSizesHeldEquallyLongTheSmallerIsTheEnd() {
    assertThat(run(2, 60, 10, 16, 50, 4).opt()).isEqualTo(4);
    assertThat(run(2, 60, 10, 4, 50, 16).opt()).isEqualTo(4);
  }

  @Test
  void aRunThatClimbsHasConvergedWhenItIsThere() {
    GovernedRun run = run(2, 60, 5, 4, 10, 8, 15, 16);

    Convergence found = run.convergence().orElseThrow();

    assertThat(found.afterSeconds()).isEqualTo(15);
    assertThat(found.windows()).isEqualTo(15);
  }

  @Test
  void aRunThatStaysWhereItBeganHasConvergedAtOnce() {
    Convergence found = run(16, 60).convergence().orElseThrow();

    assertThat(found.afterSeconds()).isZero();
    assertThat(found.windows()).isZero();
  }

  @Test
  void passingThroughTheEndOnTheWayElsewhereIsNotYetConverged() {
    GovernedRun run = run(2, 90, 5, 16, 8, 64, 30, 16);

    assertThat(run.convergence().orElseThrow().afterSeconds()).isEqualTo(30);
  }

  @Test
  void lookingElsewhereNowAndThenIsNoLossOfTheWay() {
    GovernedRun run = run(2, 60, 10, 16, 20, 32, 22, 16, 40, 8, 42, 16);

    assertThat(run.convergence().orElseThrow().afterSeconds()).isEqualTo(10);
  }

  @Test
  void comparingByTurnsIsNoLossOfTheWayEither() {
    GovernedRun run = run(2, 40, 5, 16, 10, 32, 15, 16, 20, 32, 25, 16, 30, 32, 35, 16);

    assertThat(run.opt()).isEqualTo(16);
    assertThat(run.convergence().orElseThrow().afterSeconds()).isEqualTo(5);
  }

  @Test
  void aRunThatArrivesJustBeforeItsEndHasFoundNothing() {
    assertThat(run(2, 60, 50, 16).opt()).isEqualTo(2);
    assertThat(run(2, 60, 48, 16).opt()).isEqualTo(16);
    assertThat(run(2, 60, 48, 16).convergence()).isEmpty();
  }

  @Test
  void whatIsLostIsTheBestMinusWhatWasReachedUntilThen() {
    GovernedRun run = run(2, 60, 5, 4, 10, 16);

    // 5 s of 1600 - 200, 5 s of 1600 - 400; nothing of what comes after
    assertThat(run.lostTransactions(1600)).isEqualTo(5 * 1400 + 5 * 1200);
    assertThat(run.end().transactionsPerSecond()).isCloseTo(1600, within(0.001));
  }

  @Test
  void aCurveSaysWhatTheSizesOnTheWayCost() {
    Sweep curve =
        new Sweep(2, List.of(fixed(1, 100), fixed(2, 200), fixed(8, 600), fixed(16, 800)));
    GovernedRun run = run(2, 60, 5, 4, 10, 16);

    // 5 s with a quarter of the best, 5 s half way from 200 to 600, which is half of the best
    assertThat(run.lostSecondsBy(curve)).isCloseTo(5 * 0.75 + 5 * 0.5, within(1e-9));
    assertThat(curve.shareOfBest(100)).isEqualTo(1);
    assertThat(curve.shareOfBest(1)).isEqualTo(0.125);
  }

  private static SizeFigures fixed(int groups, long perSecond) {
    ServerSecond second =
        new ServerSecond(1, 1, perSecond, perSecond, 0, ServerSecond.Latency.UNKNOWN, groups);
    return new SizeFigures(groups, List.of(new ServerStretch(List.of(second))));
  }

  @Test
  void aRunIsCutAtAMomentIntoTwo() {
    GovernedRun run = run(2, 90, 10, 4, 30, 16);

    assertThat(run.until(30).opt()).isEqualTo(4);
    assertThat(run.from(30).start()).isEqualTo(16);
    assertThat(run.from(29.5).start()).isEqualTo(4);
    assertThat(run.from(30).lengthSeconds()).isEqualTo(60);
  }

  @Test
  void comparingTheSameTwoSizesIsNothingNew() {
    GovernedRun run = run(2, 90, 10, 4, 20, 2, 40, 4, 45, 2, 50, 8, 60, 1);

    assertThat(run.leftItsSizesAfter(42, 30)).hasValue(50);
    assertThat(run.leftItsSizesAfter(55, 40)).hasValue(60);
    assertThat(run.leftItsSizesAfter(61, 30)).isEmpty();
  }

  @Test
  void timeIsSharedBetweenTheSizes() {
    assertThat(run(2, 60, 10, 4, 30, 16).held(5, 40))
        .containsEntry(2, 5.0)
        .containsEntry(4, 20.0)
        .containsEntry(16, 10.0);
  }
}
