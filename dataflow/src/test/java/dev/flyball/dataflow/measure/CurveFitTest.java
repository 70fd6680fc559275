package dev.flyball.dataflow.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurveFitTest {

  /** Hlavacs and Nussbaumer, Table 7: the Feeder on host Goedel, total rates. */
  static final List<Point> GOEDEL =
      List.of(point(1, 105), point(2, 158), point(3, 243), point(4, 280), point(5, 350));

  /** Table 3: the Feeder on host Zerberus, total rates. */
  static final List<Point> ZERBERUS =
      List.of(
          point(1, 66), point(2, 88), point(4, 136), point(10, 70), point(20, 100), point(61, 122));

  private static Point point(int threads, double perSecond) {
    return new Point(threads, perSecond);
  }

  @Test
  void theFeederOfGoedelIsMildlySerialised() {
    CurveFit fit = CurveFit.of(GOEDEL);
    RateCurve.Scalability law = (RateCurve.Scalability) fit.curve();
    assertThat(law.perThread()).isCloseTo(91.6, within(0.05));
    assertThat(law.contention()).isCloseTo(0.084, within(0.0005));
    assertThat(law.coherence()).isCloseTo(0, within(1e-6));
    assertThat(fit.r2().orElseThrow()).isCloseTo(0.985, within(0.0005));
    assertThat(fit.leftOut()).isEmpty();
    assertThat(fit.threadsMax()).isEqualTo(7);
    assertThat(fit.text())
        .contains("scalability law", "91.55/s", "contention 0.0839", "coherence 0.00", "R2 0.985");
  }

  @Test
  void theFeederOfZerberusFollowsNoLaw() {
    CurveFit fit = CurveFit.of(ZERBERUS);
    ScalabilityFit law = ScalabilityFit.of(ZERBERUS);
    assertThat(law.curve().perThread()).isCloseTo(74.6, within(0.05));
    assertThat(law.curve().contention()).isCloseTo(0.68, within(0.005));
    assertThat(law.r2()).isCloseTo(0.25, within(0.005));
    assertThat(fit.r2().orElseThrow()).isEqualTo(law.r2());
    assertThat(fit.curve()).isEqualTo(new RateCurve.Measured(ZERBERUS));
    assertThat(fit.threadsMax()).isEqualTo(91);
    assertThat(fit.text()).contains("measured points", "R2 0.2");
  }

  /**
   * A client that sends its records in batches: from one thread to the next a leap, then a line.
   */
  @Test
  void aLawThatIsFarOffAtOneThreadIsNotBelieved() {
    List<Point> batching =
        List.of(point(1, 72.8), point(2, 590), point(4, 1180), point(8, 2330), point(16, 4400));
    ScalabilityFit law = ScalabilityFit.of(batching);
    assertThat(law.r2()).isGreaterThan(0.97);
    assertThat(law.worst()).isGreaterThan(2);
    CurveFit fit = CurveFit.of(batching);
    assertThat(fit.curve()).isEqualTo(new RateCurve.Measured(batching));
    assertThat(fit.text()).contains("measured points", "wrong by at most");
    assertThat(CurveFit.of(GOEDEL).worst().orElseThrow()).isCloseTo(0.128, within(0.001));
  }

  @Test
  void aLawIsFoundAgain() {
    for (RateCurve.Scalability law :
        List.of(
            new RateCurve.Scalability(1000, 0, 0),
            new RateCurve.Scalability(2061, 0.3, 0),
            new RateCurve.Scalability(10, 0.05, 0.02),
            new RateCurve.Scalability(5e6, 0.01, 1e-4))) {
      CurveFit fit = CurveFit.of(pointsOf(law, 1, 2, 4, 8, 16, 32));
      RateCurve.Scalability found = (RateCurve.Scalability) fit.curve();
      assertThat(found.perThread()).isCloseTo(law.perThread(), within(1e-4 * law.perThread()));
      assertThat(found.contention()).isCloseTo(law.contention(), within(1e-4));
      assertThat(found.coherence()).isCloseTo(law.coherence(), within(1e-5));
      assertThat(fit.threadsMax()).isEqualTo(48);
    }
  }

  /** A law holds what it says between the points, whatever a few percent of noise do to it. */
  @Test
  void noiseDoesNotBendTheCurve() {
    RateCurve.Scalability law = new RateCurve.Scalability(500, 0.1, 0.001);
    for (int seed = 1; seed <= 50; seed++) {
      Dice dice = new Dice(seed);
      List<Point> exact =
          seed % 2 == 0 ? pointsOf(law, 1, 2, 4, 8, 16) : pointsOf(law, 1, 2, 3, 4, 6, 8, 16);
      List<Point> noisy =
          exact.stream()
              .map(p -> point(p.threads(), p.perSecond() * (1 + 0.02 * dice.nextNormal())))
              .toList();
      RateCurve curve = CurveFit.of(noisy).curve();
      for (int threads = 1; threads <= 16; threads++) {
        assertThat(curve.perSecond(threads))
            .as("seed %d, %d threads", seed, threads)
            .isCloseTo(law.perSecond(threads), within(0.1 * law.perSecond(threads)));
      }
    }
  }

  @Test
  void onePointThatFitsNothingIsLeftOut() {
    RateCurve.Scalability law = new RateCurve.Scalability(100, 0.05, 0);
    List<Point> points = new ArrayList<>(pointsOf(law, 1, 2, 4, 8, 16, 32));
    points.set(3, point(8, 150));
    CurveFit fit = CurveFit.of(points);
    assertThat(fit.leftOut()).hasValue(8);
    assertThat(fit.curve().perSecond(8)).isCloseTo(law.perSecond(8), within(1.0));
    assertThat(fit.text()).contains("without 8 threads");
  }

  @Test
  void threeNumbersOfThreadsAreNoLaw() {
    List<Point> three = GOEDEL.subList(0, 3);
    CurveFit fit = CurveFit.of(three);
    assertThat(fit.curve()).isEqualTo(new RateCurve.Measured(three));
    assertThat(fit.r2()).isEmpty();
    assertThat(fit.threadsMax()).isEqualTo(4);
  }

  @Test
  void aRateThatNeverChangesIsAllContention() {
    CurveFit fit = CurveFit.of(List.of(point(1, 50), point(2, 50), point(4, 50), point(8, 50)));
    RateCurve.Scalability law = (RateCurve.Scalability) fit.curve();
    assertThat(law.contention()).isEqualTo(1);
    assertThat(law.perSecond(8)).isCloseTo(50, within(1e-6));
  }

  private static List<Point> pointsOf(RateCurve law, int... threads) {
    List<Point> points = new ArrayList<>();
    for (int count : threads) {
      points.add(point(count, law.perSecond(count)));
    }
    return points;
  }
}
