package dev.flyball.lab.peers;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import dev.flyball.policy.Dice;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.Contender.TaskLimit;
import dev.flyball.sim.scenario.Pool;
import java.util.List;

/**
 * The peers that are a library: the limits of Netflix's concurrency-limits 0.5.4, run by their own
 * classes, as contenders.
 *
 * <p>A limit is told of every task that ends: when the task started, how long it took from start to
 * end (the wait in the queue is not in it, as it is not in the library's own blocking executor),
 * how many ran when it started, and whether it failed, which counts as dropped. A task that took no
 * time counts as one nanosecond, for Vegas refuses a 0. What it answers is the pool's size.
 *
 * <p>All settings are the library's defaults, but for the initial limit and the bounds: those are
 * the pool's, as they are for every other contender. The default lower bound of AIMD and Gradient2
 * is 20, which the library itself reports as a mistake when a pool begins with fewer. What the
 * defaults mean for a pool:
 *
 * <ul>
 *   <li>AIMD takes a task that lasts over 5 s for a dropped one, and then gives up a tenth of its
 *       limit. So a healthy pool of tasks that simply are that long is driven down to its minimum
 *       ("the timeout is the longest a task may last" is its assumption). Where nothing fails and
 *       nothing lasts so long it only grows, as long as half of its limit is in use.
 *   <li>Vegas and Gradient2 read a longer service time as a queue behind the workers. Tasks of
 *       kinds of different length look the same to them.
 *   <li>None of the three looks at the pool's queue.
 * </ul>
 */
public final class Peers {

  private Peers() {}

  /**
   * All of them, by the names {@code netflix-aimd}, {@code netflix-vegas}, {@code
   * netflix-gradient2}.
   */
  public static List<Contender> all() {
    return List.of(
        Contender.of(
            "netflix-aimd", (pool, plan, host, seed) -> new Sizer.PerTask(told(aimd(plan)))),
        Contender.of(
            "netflix-vegas", (pool, plan, host, seed) -> new Sizer.PerTask(vegas(plan, seed))),
        Contender.of(
            "netflix-gradient2",
            (pool, plan, host, seed) -> new Sizer.PerTask(told(gradient2(plan)))));
  }

  private static AIMDLimit aimd(Pool plan) {
    return AIMDLimit.newBuilder()
        .initialLimit(plan.initial())
        .minLimit(plan.limits().min())
        .maxLimit(plan.limits().max())
        .build();
  }

  private static VegasPeer vegas(Pool plan, long seed) {
    return new VegasPeer(plan.initial(), plan.limits().max(), new Dice(seed));
  }

  private static Gradient2Limit gradient2(Pool plan) {
    return Gradient2Limit.newBuilder()
        .initialLimit(plan.initial())
        .minLimit(plan.limits().min())
        .maxConcurrency(plan.limits().max())
        .build();
  }

  private static TaskLimit told(Limit limit) {
    return (startNanos, serviceNanos, inFlight, failed) -> {
      limit.onSample(startNanos, Math.max(1, serviceNanos), inFlight, failed);
      return limit.getLimit();
    };
  }
}
