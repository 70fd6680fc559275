package dev.flyball.lab.report;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The figures of one policy in one run; a figure that is not known is empty, never 0.
 *
 * @param policy the policy's name
 * @param seed what the run's chance grew from
 * @param offered tasks that arrived
 * @param completed tasks that ended well
 * @param failed tasks that ended with an error
 * @param throughputPerSecond completed tasks per second of the run
 * @param responseMillis from arrival to end
 * @param waitMillis from arrival to start
 * @param workersMean workers alive, averaged over the run's time
 * @param workersMax the most workers alive at once
 * @param workerSeconds the sum of the workers' lifetimes, which is what the pool cost
 * @param resizes how often the number of workers was changed
 * @param extra what else this run measured
 */
public record RunRow(
    String policy,
    long seed,
    OptionalLong offered,
    OptionalLong completed,
    OptionalLong failed,
    OptionalDouble throughputPerSecond,
    Spread responseMillis,
    Spread waitMillis,
    OptionalDouble workersMean,
    OptionalLong workersMax,
    OptionalDouble workerSeconds,
    OptionalLong resizes,
    JsonFields extra) {

  private static final Set<String> TAKEN =
      Set.of(
          "policy",
          "seed",
          "offered",
          "completed",
          "failed",
          "throughputPerSecond",
          "responseMillis",
          "waitMillis",
          "workersMean",
          "workersMax",
          "workerSeconds",
          "resizes");

  public RunRow {
    Require.notBlank("policy", policy);
    Require.countOrUnknown("offered", offered);
    Require.countOrUnknown("completed", completed);
    Require.countOrUnknown("failed", failed);
    Require.amountOrUnknown("throughputPerSecond", throughputPerSecond);
    Require.amountOrUnknown("workersMean", workersMean);
    Require.countOrUnknown("workersMax", workersMax);
    Require.amountOrUnknown("workerSeconds", workerSeconds);
    Require.countOrUnknown("resizes", resizes);
    for (String name : extra.values().keySet()) {
      if (TAKEN.contains(name)) {
        throw new IllegalArgumentException(
            "extra must not have a field every row has but had '" + name + "'");
      }
    }
  }

  /** A row in which nothing is known yet. */
  public static Builder builder(String policy, long seed) {
    return new Builder(policy, seed);
  }

  /**
   * A builder of a row; a figure that is not set is unknown, and NaN says the same. For one thread.
   */
  public static final class Builder {

    private final String policy;
    private final long seed;
    private OptionalLong offered = OptionalLong.empty();
    private OptionalLong completed = OptionalLong.empty();
    private OptionalLong failed = OptionalLong.empty();
    private OptionalDouble throughputPerSecond = OptionalDouble.empty();
    private Spread responseMillis = Spread.UNKNOWN;
    private Spread waitMillis = Spread.UNKNOWN;
    private OptionalDouble workersMean = OptionalDouble.empty();
    private OptionalLong workersMax = OptionalLong.empty();
    private OptionalDouble workerSeconds = OptionalDouble.empty();
    private OptionalLong resizes = OptionalLong.empty();
    private JsonFields extra = JsonFields.NONE;

    private Builder(String policy, long seed) {
      this.policy = policy;
      this.seed = seed;
    }

    public Builder offered(long tasks) {
      offered = OptionalLong.of(tasks);
      return this;
    }

    public Builder completed(long tasks) {
      completed = OptionalLong.of(tasks);
      return this;
    }

    public Builder failed(long tasks) {
      failed = OptionalLong.of(tasks);
      return this;
    }

    public Builder throughputPerSecond(double tasksPerSecond) {
      throughputPerSecond = Require.unlessNaN(tasksPerSecond);
      return this;
    }

    public Builder responseMillis(Spread response) {
      responseMillis = response;
      return this;
    }

    public Builder waitMillis(Spread wait) {
      waitMillis = wait;
      return this;
    }

    public Builder workersMean(double workers) {
      workersMean = Require.unlessNaN(workers);
      return this;
    }

    public Builder workersMax(long workers) {
      workersMax = OptionalLong.of(workers);
      return this;
    }

    public Builder workerSeconds(double seconds) {
      workerSeconds = Require.unlessNaN(seconds);
      return this;
    }

    public Builder resizes(long times) {
      resizes = OptionalLong.of(times);
      return this;
    }

    /** One more named value at the row's end; {@link JsonFields} says which values there may be. */
    public Builder extra(String name, Object value) {
      extra = extra.and(name, value);
      return this;
    }

    public RunRow build() {
      return new RunRow(
          policy,
          seed,
          offered,
          completed,
          failed,
          throughputPerSecond,
          responseMillis,
          waitMillis,
          workersMean,
          workersMax,
          workerSeconds,
          resizes,
          extra);
    }
  }
}
