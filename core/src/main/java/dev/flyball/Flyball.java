package dev.flyball;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.expose.FlightRecorder;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.standard.FlyballPolicy;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.LimiterBuilder;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.Permits;
import dev.flyball.pool.PermitsBuilder;
import dev.flyball.pool.PoolBuilder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The way in.
 *
 * <pre>{@code
 * ExecutorService orders = Flyball.pool("orders");
 * orders.execute(() -> handle(order));
 * }</pre>
 *
 * <p>For more say, describe the pool first:
 *
 * <pre>{@code
 * AdaptivePool orders =
 *     Flyball.start(
 *         AdaptivePool.named("orders").limits(2, 200).queueCapacity(10_000));
 * orders.execute("invoice", () -> handle(order));
 * }</pre>
 *
 * <p>For virtual threads there is {@link #limit(String)}, and where the work is called and not
 * handed over, {@link #permits(String)}.
 */
public final class Flyball {

  private static final List<Governor> GOVERNORS = new CopyOnWriteArrayList<>();

  private Flyball() {}

  /**
   * A running pool that sizes itself, in place of one with a number in it.
   *
   * <p>Governed by {@linkplain FlyballPolicy#standard() the standard policy}, which looks when it
   * sees fit: ten times a second while there are tasks, seldom while there are none. Visible over
   * JMX as {@code dev.flyball:type=Pool,name="..."} and in the flight recorder; its queue has no
   * bound. Shut it down when it is no longer needed.
   *
   * @param name tells pools apart: in thread names, messages, JMX
   * @throws IllegalStateException when a pool of that name is already open
   */
  public static AdaptivePool pool(String name) {
    return start(AdaptivePool.named(name));
  }

  /**
   * Makes the pool that is described, visible over JMX and, where it is governed, in the flight
   * recorder.
   *
   * @throws IllegalStateException when a pool of that name is already open
   */
  public static AdaptivePool start(PoolBuilder plan) {
    AdaptivePool pool = plan.build();
    show(pool, pool::shutdownNow);
    return pool;
  }

  /**
   * A running executor with a new virtual thread for each task (an ordinary one before Java 21) and
   * a limit on the tasks that run at once, which follows its load; the others wait in a queue
   * without a bound.
   *
   * <p>Governed and visible as {@link #pool(String)}.
   *
   * @param name tells it apart: in thread names, messages, JMX
   * @throws IllegalStateException when something of that name is already open
   */
  public static Limiter limit(String name) {
    return start(Limiter.named(name));
  }

  /**
   * Makes the limiter that is described, visible over JMX and, where it is governed, in the flight
   * recorder.
   *
   * @throws IllegalStateException when something of that name is already open
   */
  public static Limiter start(LimiterBuilder plan) {
    Limiter limiter = plan.build();
    show(limiter, limiter::shutdownNow);
    return limiter;
  }

  /**
   * Permits to take and give back, whose number follows what is asked of them: a semaphore without
   * a number in it.
   *
   * <p>Governed and visible as {@link #pool(String)}, until they are closed.
   *
   * @param name tells them apart: in messages, JMX
   * @throws IllegalStateException when something of that name is already open
   */
  public static Permits permits(String name) {
    return start(Permits.named(name));
  }

  /**
   * Makes the permits that are described, visible over JMX and, where they are governed, in the
   * flight recorder, until they are closed.
   *
   * @throws IllegalStateException when something of that name is already open
   */
  public static Permits start(PermitsBuilder plan) {
    Permits permits = plan.build();
    show(permits, permits::close);
    return permits;
  }

  private static void show(ManagedTarget target, Runnable end) {
    try {
      PoolMonitor.register(target);
    } catch (RuntimeException e) {
      end.run();
      throw e;
    }
    target.governor().ifPresent(FlightRecorder::record);
  }

  /**
   * Starts governing a target of any kind by {@linkplain FlyballPolicy#standard() the standard
   * policy}.
   *
   * @param name tells governors apart
   * @param target what is to be sized, as {@code pool.control()}; close the governor to let go of
   *     it
   * @throws IllegalStateException when another governor drives the target
   */
  public static Governor govern(String name, Resizable target) {
    return govern(name, target, FlyballPolicy.standard());
  }

  /**
   * Starts governing a target of any kind by the given policy, as often as that wants to be asked;
   * once a second where it does not say.
   *
   * @throws IllegalStateException when another governor drives the target
   */
  public static Governor govern(String name, Resizable target, SizingPolicy policy) {
    Governor governor = Governor.of(name, target, policy).build();
    governor.start();
    FlightRecorder.record(governor);
    GOVERNORS.add(governor);
    governor.onClose(() -> GOVERNORS.remove(governor));
    return governor;
  }

  /** The pools that were opened here and have not terminated, by name. */
  public static List<AdaptivePool> pools() {
    return PoolMonitor.pools();
  }

  /** The pools, limiters and permits that were opened here and have not terminated, by name. */
  public static List<ManagedTarget> targets() {
    return PoolMonitor.targets();
  }

  /** The governors that were started here and are not closed, in the order of their start. */
  public static List<Governor> governors() {
    return List.copyOf(GOVERNORS);
  }
}
