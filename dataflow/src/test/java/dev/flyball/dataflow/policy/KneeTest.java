package dev.flyball.dataflow.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Linear;
import dev.flyball.dataflow.network.RateCurve.Measured;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against stages that are fastest at one number of threads, which the policy has to find. */
class KneeTest {

  private static final int MOST = 100;

  /**
   * Others with {@code -Dknees.seed=N -Dknees=N}; the worst of more than these may be below the
   * bar.
   */
  private static final int KNEES = Integer.getInteger("knees", 100);

  private static final long SEED = Long.getLong("knees.seed", 26);
  private static final int WINDOWS = 60;

  /** Each thread does so many records up to the knee; beyond, all together do less. */
  static RateCurve knee(double perThread, int knee, double drop, double power) {
    List<Measured.Point> points = new ArrayList<>();
    for (int threads = 1; threads <= 4 * MOST; threads++) {
      double most = perThread * Math.min(threads, knee);
      double slower = (1 - drop) * StrictMath.pow((double) knee / threads, power);
      points.add(new Measured.Point(threads, threads <= knee ? most : most * slower));
    }
    return new Measured(points);
  }

  private static double most(RateCurve curve) {
    double most = 0;
    for (int threads = 1; threads <= MOST; threads++) {
      most = Math.max(most, curve.perSecond(threads));
    }
    return most;
  }

  private static double reached(RateCurve curve, int threads, double noise, long seed) {
    FluidPipeline pipeline =
        new FluidPipeline(FlowSettings.DEFAULT, MOST, noise, seed)
            .stage("decoder", new Linear(4000), 1, 1)
            .stage("feeder", curve, 1, threads)
            .demand(1e6)
            .run(WINDOWS);
    double sum = 0;
    for (int i = 0; i < 40; i++) {
      pipeline.run(1);
      sum += pipeline.carries(pipeline.threads);
    }
    return sum / 40 / most(curve);
  }

  /**
   * The mean of the windows 60 to 100, in which what gained nothing is tried again, as a share of
   * what the best number of threads does; of 100 knees that are drawn. Mild ones lose less than a
   * tenth at the knee, and little beyond; with 10 % of noise in each window they are hardly to be
   * seen, as four windows leave 5 %.
   */
  @ParameterizedTest
  @CsvSource({
    "0,    false, 0.3, 2,   0.985, 0.98, 0.9",
    "0.02, false, 0.3, 2,   0.98,  0.96, 0.9",
    "0.1,  false, 0.3, 2,   0.95,  0.88, 0.7",
    "0,    true,  0.3, 2,   0.985, 0.98, 0.9",
    "0.02, true,  0.3, 2,   0.98,  0.96, 0.9",
    "0.1,  true,  0.3, 2,   0.95,  0.88, 0.7",
    "0,    false, 0.1, 0.5, 0.985, 0.98, 0.9",
    "0.02, false, 0.1, 0.5, 0.98,  0.96, 0.9",
    "0.1,  false, 0.1, 0.5, 0.93,  0.86, 0.8",
  })
  void findsThePeakWithinAMinute(
      double noise,
      boolean fromAbove,
      double dropMost,
      double powerMost,
      double onAverage,
      double ofNineInTen,
      double ofAll) {
    Dice dice = new Dice(SEED);
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < KNEES; i++) {
      int knee = 2 + (int) (58 * dice.nextDouble());
      double perThread = 10 + 90 * dice.nextDouble();
      double drop = dropMost * dice.nextDouble();
      double power = powerMost * dice.nextDouble();
      int start = fromAbove ? 1 + (int) (Math.min(90, 3 * knee) * dice.nextDouble()) : 1;
      double end = reached(knee(perThread, knee, drop, power), start, noise, i);
      all.add(end);
    }
    Collections.sort(all);
    double mean = all.stream().mapToDouble(d -> d).average().orElseThrow();
    String told =
        String.format(
            Locale.ROOT,
            "mean %.4f, 95 of 100 reach %.4f, the worst %.4f",
            mean,
            all.get(KNEES / 20),
            all.get(0));
    assertThat(mean).as(told).isGreaterThan(onAverage);
    assertThat(all.get(KNEES / 10)).as(told).isGreaterThan(ofNineInTen);
    assertThat(all.get(0)).as(told).isGreaterThan(ofAll);
  }
}
