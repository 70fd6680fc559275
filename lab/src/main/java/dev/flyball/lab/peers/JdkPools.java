package dev.flyball.lab.peers;

import dev.flyball.lab.bench.RealBench.BringsPool;
import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Pool;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pools of the JDK as contenders: on the real bench they run the tasks themselves, in virtual
 * time a pool with the same rule does.
 *
 * <ul>
 *   <li>{@code jdk-cached} is {@link Executors#newCachedThreadPool(ThreadFactory)}, whose idle
 *       threads stay for as long as the scenario's pool says (a cached pool's own minute, in nearly
 *       all named scenarios). In virtual time it is a pool as large as the scenario's limit, whose
 *       idle workers end after that time, the longest idle first. The rule is the same: a cached
 *       pool too hands a task to the thread that went idle last, and starts one if none is idle.
 *       The two differ where the limit is reached. The virtual pool then lets tasks wait, or
 *       rejects them if the queue is bounded; the real one has no limit and no queue, and goes on
 *       starting threads.
 *   <li>{@code jdk-fixed(workers=N)} is {@link Executors#newFixedThreadPool(int, ThreadFactory)}.
 *       In virtual time it has N workers like the reference rows: started when tasks wait, gone
 *       after the idle time. The real pool starts a thread for each of the first N tasks even if a
 *       thread is idle, keeps all of them, and lets any number of tasks wait.
 * </ul>
 */
public final class JdkPools {

  private static final String CACHED = "jdk-cached";
  private static final Pattern FIXED = Pattern.compile("jdk-fixed\\(workers=([1-9]\\d{0,5})\\)");

  private JdkPools() {}

  /** The pool of this name, {@code jdk-cached} or {@code jdk-fixed(workers=N)}. */
  public static Optional<Contender> named(String name) {
    if (name.equals(CACHED)) {
      return Optional.of(new JdkPool(CACHED, plan -> plan.limits().max(), JdkPools::cached));
    }
    Matcher fixed = FIXED.matcher(name);
    return fixed.matches()
        ? Optional.of(fixed(name, Integer.parseInt(fixed.group(1))))
        : Optional.empty();
  }

  private static Contender fixed(String name, int workers) {
    ToIntFunction<Pool> size = plan -> plan.limits().clamp(workers);
    return new JdkPool(
        name,
        size,
        (plan, threads) -> Executors.newFixedThreadPool(size.applyAsInt(plan), threads));
  }

  private static ExecutorService cached(Pool plan, ThreadFactory threads) {
    ExecutorService pool = Executors.newCachedThreadPool(threads);
    ((ThreadPoolExecutor) pool).setKeepAliveTime(plan.idleNanos(), TimeUnit.NANOSECONDS);
    return pool;
  }

  /**
   * One of them.
   *
   * @param name its name
   * @param size how many workers a pool in virtual time has for it
   * @param making makes the real one
   */
  private record JdkPool(
      String name,
      ToIntFunction<Pool> size,
      BiFunction<Pool, ThreadFactory, ExecutorService> making)
      implements BringsPool {

    @Override
    public Sizer sizer(int pool, Pool plan, Host host, long seed) {
      return Sizer.Planned.always(size.applyAsInt(plan));
    }

    @Override
    public ExecutorService pool(Pool plan, ThreadFactory threads) {
      return making.apply(plan, threads);
    }
  }
}
