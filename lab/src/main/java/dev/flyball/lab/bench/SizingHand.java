package dev.flyball.lab.bench;

import dev.flyball.control.Governor;
import dev.flyball.lab.harness.Subject;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.Contender.TaskLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sizes of one pool during a run: sets those that no governor sets, and writes all of them
 * down.
 *
 * <p>Safe for use by several threads; one monitor guards everything.
 */
final class SizingHand {

  private final Subject pool;
  private final Limits limits;
  private final RunClock clock;
  private final Optional<TaskLimit> limit;
  private final List<SizeAt> sizes = new ArrayList<>();

  /**
   * Makes a sizer.
   *
   * @param limit receives every task that ends, if there is one
   */
  SizingHand(Subject pool, int initial, Limits limits, Optional<TaskLimit> limit, RunClock clock) {
    this.pool = pool;
    this.limits = limits;
    this.clock = clock;
    this.limit = limit;
    sizes.add(new SizeAt(0, initial));
    pool.governor()
        .ifPresent(governor ->
            governor.addListener(decision -> {
              if (decision.changed()) {
                note(decision.to());
              }
            }));
  }

  private synchronized void note(int workers) {
    sizes.add(new SizeAt(clock.nanos(), workers));
  }

  /** Sets a size, should it be another. */
  synchronized void set(int workers) {
    if (workers != sizes.get(sizes.size() - 1).workers()) {
      pool.resize(workers);
      note(workers);
    }
  }

  /** Passes on that a task has ended. */
  void ended(long startNanos, long serviceNanos, int inFlight, boolean failed) {
    if (limit.isPresent()) {
      synchronized (this) {
        set(limits.clamp(limit.get().ended(startNanos, serviceNanos, inFlight, failed)));
      }
    }
  }

  synchronized List<SizeAt> sizes() {
    return List.copyOf(sizes);
  }

  /** Why the size is what it is. */
  String why() {
    return pool.governor().flatMap(Governor::lastAdvice).map(Advice::why).orElse("");
  }
}
