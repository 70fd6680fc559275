package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.policy.Observation;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.Rejection;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;

/** An executor to be tortured: one that can be resized, and counts what it does. */
interface TortureTarget {

  /** A factory of executors for a plan. */
  @FunctionalInterface
  interface Maker {
    TortureTarget make(String name, RoundPlan plan, ThreadFactory threads, Rejection rejection);

    /** Makes what the plan is for. */
    static TortureTarget planned(
        String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) {
      return plan.limiter()
          ? LimiterTarget.of(name, plan, threads, rejection)
          : PoolTarget.of(name, plan, threads, rejection);
    }
  }

  /** A hand on its size: by its governor, which follows its policy again afterwards, or itself. */
  static IntConsumer handOn(ManagedTarget target) {
    return target
        .governor()
        .<IntConsumer>map(governor -> workers -> overrule(governor, workers))
        .orElseGet(() -> target.control()::resize);
  }

  private static void overrule(Governor governor, int workers) {
    try {
      governor.pin(workers);
      governor.govern();
    } catch (IllegalStateException closed) {
      if (!governor.isClosed()) {
        throw closed;
      }
    }
  }

  ExecutorService executor();

  void execute(String kind, Runnable task);

  <T> Future<T> submit(String kind, Callable<T> task);

  void resize(int workers);

  void close();

  /** Its governor, if it has one. */
  Optional<Governor> governor();

  /** Tasks that wait now. */
  int queued();

  /** Workers that exist now, or places that are taken. */
  int workersCurrent();

  /** The most workers that ever existed at one time; empty where it does not tell. */
  OptionalInt workersMax();

  /** Its figures since the beginning; empty where it has no sensors. */
  Optional<Observation> lifetime();

  /** Whether a start that fails counts as a task that came, started and failed. */
  boolean countsFailedStarts();
}
