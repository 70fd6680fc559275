package dev.flyball.dataflow.network;

import dev.flyball.base.Require;
import java.util.List;

/**
 * The total rate of a node's threads, in records per second, as a function of their number: its
 * <em>total</em> rate when no thread ever lacks work.
 */
public sealed interface RateCurve {

  /** The maximum of a law, which holds for any number of threads. */
  int UNBOUNDED = Integer.MAX_VALUE;

  /**
   * The total rate of so many threads, in records per second.
   *
   * @param threads from 1 to {@link #threadsMax}
   */
  double perSecond(int threads);

  /** The largest number of threads for which the rate is known. */
  default int threadsMax() {
    return UNBOUNDED;
  }

  /** The same curve with all rates times a factor. */
  RateCurve times(double factor);

  /** The curve of threads that do not delay each other: n threads are n times as fast as one. */
  record Linear(double perThread) implements RateCurve {
    public Linear {
      Require.above("rate", 0, perThread);
    }

    @Override
    public double perSecond(int threads) {
      return threads * perThread;
    }

    @Override
    public RateCurve times(double factor) {
      return new Linear(factor * perThread);
    }
  }

  /**
   * The universal scalability law of Gunther: {@code g N / (1 + a (N - 1) + b N (N - 1))}. With b =
   * 0 it saturates at {@code g / a}; with b &gt; 0 it falls again beyond {@code sqrt((1 - a) / b)}
   * threads.
   *
   * @param perThread g, the rate of one thread alone
   * @param contention a, the part of the work that only one can do at a time, from 0 to 1
   * @param coherence b, what each thread costs each other one, 0 or more
   */
  record Scalability(double perThread, double contention, double coherence) implements RateCurve {
    public Scalability {
      Require.above("rate", 0, perThread);
      Require.between("contention", 0, 1, contention);
      Require.finiteAtLeast("coherence", 0, coherence);
    }

    @Override
    public double perSecond(int threads) {
      double others = threads - 1.0;
      return threads * perThread / (1 + contention * others + coherence * threads * others);
    }

    @Override
    public RateCurve times(double factor) {
      return new Scalability(factor * perThread, contention, coherence);
    }
  }

  /**
   * A measured curve: straight lines between the points, from the origin to the first; beyond the
   * last one its rate up to half as many threads again, and nothing is known of more.
   *
   * @param points at least one, in the order of their threads
   */
  record Measured(List<Point> points) implements RateCurve {

    /** The factor beyond the largest tried number up to which a curve is believed. */
    public static final double TRUST = 1.5;

    /**
     * A measured total rate.
     *
     * @param threads the number of threads, at least 1
     * @param perSecond their total rate, above 0
     */
    public record Point(int threads, double perSecond) {
      public Point {
        Require.atLeast("threads", 1, threads);
        Require.above("rate", 0, perSecond);
      }
    }

    public Measured {
      points = List.copyOf(points);
      Require.atLeast("number of points", 1, points.size());
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i).threads() <= points.get(i - 1).threads()) {
          throw new IllegalArgumentException(
              "threads of a point must be above those of the one before ("
                  + points.get(i - 1).threads()
                  + ") but was "
                  + points.get(i).threads());
        }
      }
    }

    @Override
    public double perSecond(int threads) {
      int beforeThreads = 0;
      double before = 0;
      for (Point point : points) {
        if (threads == point.threads()) {
          return point.perSecond(); // not what is left of it after rounding
        }
        if (threads < point.threads()) {
          double part = (double) (threads - beforeThreads) / (point.threads() - beforeThreads);
          return before + part * (point.perSecond() - before);
        }
        beforeThreads = point.threads();
        before = point.perSecond();
      }
      return before;
    }

    @Override
    public int threadsMax() {
      return (int) Math.floor(TRUST * points.get(points.size() - 1).threads());
    }

    @Override
    public RateCurve times(double factor) {
      return new Measured(
          points.stream().map(p -> new Point(p.threads(), factor * p.perSecond())).toList());
    }
  }
}
