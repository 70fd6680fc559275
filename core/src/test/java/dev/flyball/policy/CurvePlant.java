package dev.flyball.policy;

import dev.flyball.base.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;

/**
 * A saturated target whose throughput is a known function of its size: a plant with a known optimum
 * (Hellerstein, Morrison, Eilebrecht 2009; the "simple cost functions" of Trub 2021).
 *
 * <p>Every window all workers are busy and tasks wait, so the throughput X says what the size N is
 * worth, and each task takes N / X. Noise multiplies X by 1 + noise * z with z of mean 0 and
 * deviation 1, never below a tenth.
 *
 * @param curve throughput per second for a size
 * @param noise the relative deviation of one window's throughput
 * @param windowSeconds the length of a window
 * @param connections clients that are there at any time; no size can have more in service
 */
public record CurvePlant(
    DoubleUnaryOperator curve, double noise, double windowSeconds, int connections) {

  /**
   * Known sizes and their throughputs, both ascending in size; smaller sizes lie on the line
   * through the origin, larger ones are worth what the largest is.
   */
  public record Table(List<Double> sizes, List<Double> throughputs) {

    public static Table of(double... sizesAndThroughputs) {
      List<Double> sizes = new ArrayList<>();
      List<Double> throughputs = new ArrayList<>();
      for (int i = 0; i < sizesAndThroughputs.length; i += 2) {
        sizes.add(sizesAndThroughputs[i]);
        throughputs.add(sizesAndThroughputs[i + 1]);
      }
      return new Table(sizes, throughputs);
    }

    /** Straight lines between the points. */
    public double linear(double size) {
      int i = segment(size);
      if (i < 0) {
        return outside(size);
      }
      return throughputs.get(i) + secant(i) * (size - sizes.get(i));
    }

    /** A smooth curve through the points that has no tops of its own (Fritsch and Butland). */
    public double spline(double size) {
      int i = segment(size);
      if (i < 0) {
        return outside(size);
      }
      double width = sizes.get(i + 1) - sizes.get(i);
      double t = (size - sizes.get(i)) / width;
      double t2 = t * t;
      double t3 = t2 * t;
      return (2 * t3 - 3 * t2 + 1) * throughputs.get(i)
          + (t3 - 2 * t2 + t) * width * slope(i)
          + (3 * t2 - 2 * t3) * throughputs.get(i + 1)
          + (t3 - t2) * width * slope(i + 1);
    }

    /** The points between which the size lies; -1 for none. */
    private int segment(double size) {
      int last = sizes.size() - 1;
      if (size < sizes.get(0) || size >= sizes.get(last)) {
        return -1;
      }
      int i = 0;
      while (size >= sizes.get(i + 1)) {
        i++;
      }
      return i;
    }

    private double outside(double size) {
      return size < sizes.get(0)
          ? throughputs.get(0) * size / sizes.get(0)
          : throughputs.get(throughputs.size() - 1);
    }

    private double secant(int i) {
      return (throughputs.get(i + 1) - throughputs.get(i)) / (sizes.get(i + 1) - sizes.get(i));
    }

    private double slope(int i) {
      if (i == 0 || i == sizes.size() - 1) {
        return i == 0 ? secant(0) : secant(i - 1);
      }
      double left = secant(i - 1);
      double right = secant(i);
      return left * right <= 0 ? 0 : 2 * left * right / (left + right);
    }
  }

  /** The first pattern of the article: rises, has its top at 24, falls. */
  public static final Table RISING_THEN_FALLING =
      Table.of(
          1, 500, 4, 1900, 8, 3500, 16, 5600, 24, 6000, 48, 5400, 96, 4300, 256, 2600, 1024, 1400);

  /** The second pattern: rises up to a knee at 32 and is flat from there on. */
  public static final Table RISING_THEN_FLAT =
      Table.of(1, 250, 8, 2000, 16, 4000, 32, 8000, 1024, 8000);

  /** The sizes that a policy chose, window by window, from a start. */
  public List<Integer> run(SizingPolicy policy, int start, int windows, long seed) {
    return run(policy, start, windows, seed, window -> curve);
  }

  /** The same where the curve may be another one in each window. */
  public List<Integer> run(
      SizingPolicy policy,
      int start,
      int windows,
      long seed,
      IntFunction<DoubleUnaryOperator> curveOf) {
    Dice dice = new Dice(seed);
    return Life.sizes(
        policy,
        start,
        windows,
        (window, size) -> {
          double factor = noise == 0 ? 1 : Math.max(0.1, 1 + noise * dice.nextNormal());
          return seen(size, curveOf.apply(window).applyAsDouble(size) * factor, window);
        });
  }

  private Observation seen(int size, double throughput, int window) {
    long tasks = Math.round(throughput * windowSeconds);
    int busy = Math.min(size, connections);
    long queued = Math.max(0, connections - busy);
    return Seen.idle()
        .at(window * windowSeconds, windowSeconds)
        .workers(size)
        .busy(busy)
        .flow(tasks, tasks, tasks)
        .service(busy * windowSeconds)
        .waits(queued * windowSeconds)
        .queue(queued, queued)
        .build();
  }
}
