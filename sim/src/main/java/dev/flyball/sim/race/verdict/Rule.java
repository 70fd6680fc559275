package dev.flyball.sim.race.verdict;

/** The requirements for the judged policy, each as a figure and its bound. */
public enum Rule {
  FIRST("overall regret, as a multiple of the best peer's", 1, true),
  HALF_THE_BEST_PEER("overall regret, as a multiple of the best peer's", 0.5, true),
  NEAR_THE_BEST_PEER("regret, as a multiple of the best peer's here", 1.15, true),
  THROUGHPUT("throughput, as a multiple of the saturated oracle's", 0.97, false),
  RESPONSE_P95("95th percentile of response time, as a multiple of the oracle's", 1.10, true),
  WORKER_TIME("worker time, as a multiple of the oracle's", 1.3, true),
  INSENSITIVE("change of the overall regret, as a share", 0.25, true);

  private final String figure;
  private final double bound;
  private final boolean most;

  Rule(String figure, double bound, boolean most) {
    this.figure = figure;
    this.bound = bound;
    this.most = most;
  }

  /** What is compared, in words. */
  public String figure() {
    return figure;
  }

  /** What it may be at most, or must be at least. */
  public double bound() {
    return bound;
  }

  /** Whether the bound is the most that is allowed; else it is the least. */
  public boolean isCeiling() {
    return most;
  }

  /** The name that files and tables have for it. */
  public String word() {
    return switch (this) {
      case FIRST -> "first";
      case HALF_THE_BEST_PEER -> "half of the best";
      case NEAR_THE_BEST_PEER -> "regret";
      case THROUGHPUT -> "throughput";
      case RESPONSE_P95 -> "p95";
      case WORKER_TIME -> "worker time";
      case INSENSITIVE -> "insensitive";
    };
  }

  /** Whether a figure keeps to it; one that is not known does not. */
  boolean isKept(double value) {
    return most ? value <= bound : value >= bound;
  }
}
