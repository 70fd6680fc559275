package dev.flyball;

import dev.flyball.base.Require;
import dev.flyball.control.Governor;
import dev.flyball.control.PoolGroup;
import dev.flyball.control.Resizable;
import dev.flyball.expose.FlightRecorder;
import dev.flyball.expose.GovernorLog;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.standard.FlyballPolicy;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.AdoptionBuilder;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.LimiterBuilder;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.Permits;
import dev.flyball.pool.PermitsBuilder;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.pool.ScheduledPool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The entry point: starts pools, limiters and permits that size themselves, and lists them.
 *
 * <pre>{@code
 * ExecutorService orders = Flyball.pool("orders");
 * orders.execute(() -> handle(order));
 * }</pre>
 *
 * <p>A builder sets more:
 *
 * <pre>{@code
 * AdaptivePool orders =
 *     Flyball.start(
 *         AdaptivePool.named("orders").limits(2, 200).queueCapacity(10_000));
 * orders.execute("invoice", () -> handle(order));
 * }</pre>
 *
 * <p>Use {@link #limit(String)} for virtual threads, and {@link #permits(String)} where the
 * caller's own thread does the work.
 */
public final class Flyball {

  private static final List<Governor> GOVERNORS = new CopyOnWriteArrayList<>();

  private Flyball() {}

  /**
   * Starts a pool that sizes itself; it replaces a pool with a fixed number of threads.
   *
   * <p>{@linkplain FlyballPolicy#standard() The standard policy} governs it. The policy chooses its
   * own poll interval: ten times a second while there are tasks, seldom while there are none. The
   * pool is visible over JMX as {@code dev.flyball:type=Pool,name="..."} and in the flight
   * recorder. Its queue is unbounded. Shut the pool down when it is no longer needed; one that was
   * dropped is collected some time after its tasks have ended, and keeps its name until then. It
   * keeps the process while it has tasks, and not while it is idle.
   *
   * @param name the pool's name in thread names, messages and JMX
   * @throws IllegalStateException when a pool of that name is already open
   */
  public static AdaptivePool pool(String name) {
    return start(AdaptivePool.named(name));
  }

  /**
   * Starts the pool that a builder describes. It is visible over JMX and, if it is governed, in the
   * flight recorder.
   *
   * @throws IllegalStateException when a pool of that name is already open
   */
  public static AdaptivePool start(PoolBuilder plan) {
    AdaptivePool pool = plan.build();
    show(pool, pool::shutdownNow);
    return pool;
  }

  /**
   * Starts a pool that sizes itself and runs tasks after a delay or periodically; it replaces a
   * {@link java.util.concurrent.ScheduledThreadPoolExecutor}. For a pool or limiter with settings
   * of its own, use {@link ScheduledPool#over(AdaptivePool)}.
   *
   * <p>Governed and visible like {@link #pool(String)}.
   *
   * @param name the pool's name in thread names, messages and JMX
   * @throws IllegalStateException when a pool of that name is already open
   */
  public static ScheduledPool scheduled(String name) {
    return ScheduledPool.over(pool(name));
  }

  /**
   * Starts an executor that runs each task in a new virtual thread (a platform thread before Java
   * 21) and limits how many tasks run at once. The limit follows the load; further tasks wait in an
   * unbounded queue.
   *
   * <p>Governed and visible like {@link #pool(String)}.
   *
   * @param name the limiter's name in thread names, messages and JMX
   * @throws IllegalStateException when a target of that name is already open
   */
  public static Limiter limit(String name) {
    return start(Limiter.named(name));
  }

  /**
   * Starts the limiter that a builder describes. It is visible over JMX and, if it is governed, in
   * the flight recorder.
   *
   * @throws IllegalStateException when a target of that name is already open
   */
  public static Limiter start(LimiterBuilder plan) {
    Limiter limiter = plan.build();
    show(limiter, limiter::shutdownNow);
    return limiter;
  }

  /**
   * Starts permits to acquire and release: a semaphore whose number of permits follows the demand.
   *
   * <p>Governed and visible like {@link #pool(String)}, until they are closed.
   *
   * @param name the permits' name in messages and JMX
   * @throws IllegalStateException when a target of that name is already open
   */
  public static Permits permits(String name) {
    return start(Permits.named(name));
  }

  /**
   * Starts the permits that a builder describes. They are visible over JMX and, if they are
   * governed, in the flight recorder, until they are closed.
   *
   * @throws IllegalStateException when a target of that name is already open
   */
  public static Permits start(PermitsBuilder plan) {
    Permits permits = plan.build();
    show(permits, permits::close);
    return permits;
  }

  /**
   * Has several governed pools, limiters and permits share a number of workers: together they never
   * ask for more. Those that others wait for come first where workers are scarce; {@link
   * PoolGroup#weight} favours one. Closing the group ends that.
   *
   * @param name the group's name in reasons and messages
   * @param total the maximum number of workers of all of them together
   * @param targets the first members; a group takes more, of any kind, by {@link PoolGroup#add}
   * @throws IllegalArgumentException when a target has no governor, two have the same name, or the
   *     total is less than all of them must have
   * @throws IllegalStateException when a target is in another group, or closed
   */
  public static PoolGroup group(String name, int total, ManagedTarget... targets) {
    return filled(PoolGroup.of(name, total), targets, group -> {});
  }

  /**
   * Has governed pools in a row be sized as one: tasks of each wait for the next, such as requests
   * for jobs and those for connections. The last one is sized for what comes to the first, not only
   * for what gets through; the one that limits is named, {@link PoolGroup#limiting}, and those
   * before it are not grown for it. There is no total. Closing the group ends that.
   *
   * @param name the group's name in reasons and messages
   * @param inOrder at least two, the first one that whose tasks wait for all others
   * @throws IllegalArgumentException when there are fewer, a target has no governor, or two have
   *     the same name
   * @throws IllegalStateException when a target is in another group, or closed
   */
  public static PoolGroup chain(String name, ManagedTarget... inOrder) {
    Require.atLeast("pools in a row", 2, inOrder.length);
    return filled(
        PoolGroup.of(name),
        inOrder,
        group -> {
          for (int i = 1; i < inOrder.length; i++) {
            group.waitsFor(inOrder[i - 1].name(), inOrder[i].name());
          }
        });
  }

  private static PoolGroup filled(
      PoolGroup group, ManagedTarget[] targets, Consumer<PoolGroup> then) {
    try {
      for (ManagedTarget target : targets) {
        group.add(
            target
                .governor()
                .orElseThrow(() ->
                    new IllegalArgumentException(
                        "members must be governed but '" + target.name() + "' is not")));
      }
      then.accept(group);
    } catch (RuntimeException e) {
      group.close();
      throw e;
    }
    return group;
  }

  /**
   * Governs a pool of another library or program where it stands, such as a {@link
   * java.util.concurrent.ThreadPoolExecutor}, with the default policy. Visible like {@link
   * #pool(String)}, until it is closed, or the pool has ended.
   *
   * @param name its name in messages and JMX
   * @param pool of a kind that an adapter knows; {@code flyball-adapters} has more than the JDK's
   * @throws IllegalArgumentException when no adapter knows it, or it cannot be governed
   * @throws IllegalStateException when a target of that name is already open
   */
  public static AdoptedPool govern(String name, Object pool) {
    return start(AdoptedPool.named(name, pool));
  }

  /**
   * Adopts the pool that a builder describes. Visible like {@link #pool(String)}, until it is
   * closed, or the pool has ended.
   *
   * @throws IllegalArgumentException when no adapter knows it, or it cannot be governed
   * @throws IllegalStateException when a target of that name is already open
   */
  public static AdoptedPool start(AdoptionBuilder plan) {
    AdoptedPool adopted = plan.build();
    show(adopted, adopted::close);
    return adopted;
  }

  /**
   * Makes a target visible that was built alone, as {@link #start(PoolBuilder)} does with those
   * that it builds: here, over JMX and, if it is governed, in the flight recorder and the log,
   * until it has ended.
   *
   * @throws IllegalStateException when a target of that name is already open, or when a pool was
   *     built without its sensors
   */
  public static void show(ManagedTarget target) {
    PoolMonitor.register(target);
    FlightRecorder.record(target);
    target.governor().ifPresent(Flyball::tell);
  }

  private static void show(ManagedTarget target, Runnable end) {
    try {
      show(target);
    } catch (RuntimeException e) {
      end.run();
      throw e;
    }
  }

  /**
   * Starts a governor for a target of any kind, with {@linkplain FlyballPolicy#standard() the
   * standard policy}.
   *
   * @param name the governor's name
   * @param target the target to size, such as {@code pool.control()}; closing the governor releases
   *     it
   * @throws IllegalStateException when another governor drives the target
   */
  public static Governor govern(String name, Resizable target) {
    return govern(name, target, FlyballPolicy.standard());
  }

  /**
   * Starts a governor for a target of any kind, with the given policy. The policy chooses the poll
   * interval; the default is one second.
   *
   * @throws IllegalStateException when another governor drives the target
   */
  public static Governor govern(String name, Resizable target, SizingPolicy policy) {
    Governor governor = Governor.of(name, target, policy).build();
    governor.start();
    tell(governor);
    GOVERNORS.add(governor);
    governor.onClose(() -> GOVERNORS.remove(governor));
    return governor;
  }

  private static void tell(Governor governor) {
    FlightRecorder.record(governor);
    GovernorLog.write(governor);
  }

  /** The open pools that have not terminated, by name. */
  public static List<AdaptivePool> pools() {
    return PoolMonitor.pools();
  }

  /** The open pools, limiters and permits that have not terminated, by name. */
  public static List<ManagedTarget> targets() {
    return PoolMonitor.targets();
  }

  /** The governors that were started here and are not closed, in the order of their start. */
  public static List<Governor> governors() {
    return List.copyOf(GOVERNORS);
  }
}
