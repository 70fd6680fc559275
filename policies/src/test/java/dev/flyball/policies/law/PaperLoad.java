package dev.flyball.policies.law;

import dev.flyball.base.Dice;
import java.util.ArrayList;
import java.util.List;

/** Arrivals for the virtual pool: when, and of which kind. */
public final class PaperLoad {

  /**
   * A task.
   *
   * @param arrivalNanos when it arrives
   * @param kind the index of its kind
   * @param serviceNanos how long it keeps a worker
   */
  record Task(long arrivalNanos, int kind, long serviceNanos) {}

  /** The mean service time of the mix of Table 1, in seconds. */
  static final double MEAN_SERVICE_SECONDS = 1.144;

  private static final double[] SHARES_CUMULATED = {0.2, 0.4, 0.9, 1.0};
  private static final long[] SERVICE_MILLIS = {300, 400, 2000, 40};

  private PaperLoad() {}

  /** Poisson arrivals of the four kinds of Bahadur et al. 2022, Table 1. */
  public static List<Task> poisson(double perSecond, double seconds, long seed) {
    Dice random = new Dice(seed);
    List<Task> tasks = new ArrayList<>();
    double now = random.nextExponential(1 / perSecond);
    while (now < seconds) {
      double share = random.nextDouble();
      int kind = 0;
      while (share >= SHARES_CUMULATED[kind]) {
        kind++;
      }
      tasks.add(new Task((long) (now * 1e9), kind, SERVICE_MILLIS[kind] * 1_000_000));
      now += random.nextExponential(1 / perSecond);
    }
    return tasks;
  }
}
