package dev.flyball.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KneeCurveTest {

  private static final int BATCHES = 40;

  /** Sizes and what they get done, each seen in so many batches. */
  private static KneeCurve curve(int batches, double... sizesAndThroughputs) {
    List<KneeReading> readings = new ArrayList<>();
    for (int i = 0; i < sizesAndThroughputs.length; i += 2) {
      readings.add(
          KneeReadingTest.exact(sizesAndThroughputs[i], sizesAndThroughputs[i + 1], batches));
    }
    return new KneeCurve(readings);
  }

  @Test
  void ofAPlateauTheKneeIsWhereItBegins() {
    KneeCurve plateau = curve(BATCHES, 8, 80, 16, 160, 32, 160, 64, 160);
    assertThat(plateau.knee(0.03)).isCloseTo(15.5, within(0.1)); // 16 * 0.97, by half an error
    assertThat(plateau.levelsOff()).isTrue();
  }

  @Test
  void betweenTwoSizesItIsWhereTheLineFromTheOriginGetsThere() {
    KneeCurve plateau = curve(BATCHES, 12, 120, 48, 160);
    assertThat(plateau.knee(0.03)).isCloseTo(15.5, within(0.1));
  }

  @Test
  void ofAHumpItIsBelowTheTop() {
    KneeCurve hump = curve(BATCHES, 10, 95, 20, 160, 40, 200, 80, 150, 160, 90);
    assertThat(hump.knee(0.03)).isBetween(20.0, 40.0);
    assertThat(hump.best().orElseThrow().workers()).isEqualTo(40);
    assertThat(hump.levelsOff()).isTrue();
  }

  @Test
  void whileItRisesNothingIsLevel() {
    KneeCurve rising = curve(BATCHES, 4, 40, 8, 80, 16, 155);
    assertThat(rising.levelsOff()).isFalse();
    assertThat(rising.scalesFrom(8)).isTrue();
    assertThat(rising.knee(0.03)).isGreaterThan(14);
  }

  @Test
  void oneLuckyReadingMovesItLittle() {
    KneeCurve known = curve(BATCHES, 8, 80, 16, 160, 32, 160);
    List<KneeReading> readings = new ArrayList<>(known.readings());
    readings.add(KneeReadingTest.exact(64, 200, 2)); // 25 % more, in two batches
    KneeCurve lucky = new KneeCurve(readings);
    assertThat(lucky.knee(0.03)).isLessThan(20);
    readings.set(3, KneeReadingTest.exact(64, 200, BATCHES)); // and when it is no luck
    assertThat(new KneeCurve(readings).knee(0.03)).isGreaterThan(32);
  }

  @Test
  void nothingKnownIsOneWorker() {
    assertThat(KneeCurve.UNKNOWN.knee(0.03)).isEqualTo(1);
    assertThat(KneeCurve.UNKNOWN.levelsOff()).isFalse();
    assertThat(curve(1, 8, 80).told()).isEmpty(); // a single batch says nothing
  }

  @Test
  void oneStrangeBatchIsDoubtedAndTwoInARowAreAnotherWorld() {
    KneeCurve known = curve(BATCHES, 8, 80, 16, 160);
    KneeCurve doubting = known.with(16, 0.3, 1);
    assertThat(doubting.at(16).orElseThrow().slowness()).isEqualTo(0.1);
    assertThat(doubting.with(16, 0.1, 2).at(16).orElseThrow().strange()).isZero();
    KneeCurve another = known.with(8, 0.3, 1).with(8, 0.3, 2);
    assertThat(another.readings()).hasSize(1);
    assertThat(another.at(8).orElseThrow().slowness()).isEqualTo(0.3);
    assertThat(known.with(16, 0.03, 1).with(16, 0.03, 2).readings()).hasSize(1); // faster
  }

  @Test
  void theLargestSizeGettingSlowerIsNoNewsOfTheOthers() {
    KneeCurve known = curve(BATCHES, 8, 80, 16, 160);
    KneeCurve collapsing = known.with(16, 0.3, 1).with(16, 0.3, 2);
    assertThat(collapsing.readings()).hasSize(2);
    assertThat(collapsing.at(8)).isEqualTo(known.at(8));
    assertThat(collapsing.at(16).orElseThrow().slowness()).isEqualTo(0.3);
  }

  @Test
  void whatIsOldIsForgottenUnlessItWasMeasuredLong() {
    KneeCurve known = curve(BATCHES, 8, 80);
    assertThat(known.fresh(60_000_000_000L).readings()).hasSize(1);
    assertThat(known.fresh(60_000_000_001L).readings()).isEmpty();
    KneeCurve longer = known.with(8, 0.1, 30_000_000_000L);
    assertThat(longer.fresh(330_000_000_000L).readings()).hasSize(1);
    assertThat(longer.fresh(330_000_000_001L).readings()).isEmpty();
  }

  @Test
  void aSizeNearbyIsTheSameSize() {
    KneeCurve known = curve(BATCHES, 100, 1000).with(104, 0.1, 1);
    assertThat(known.readings()).hasSize(1);
    assertThat(known.batchesAt(104)).isEqualTo(BATCHES + 1);
    assertThat(known.with(120, 0.12, 1).readings()).hasSize(2);
  }
}
