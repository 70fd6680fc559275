package dev.flyball;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.expose.FlightRecorder;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.policy.Policies;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;

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
 *     Flyball.open(
 *         AdaptivePool.named("orders").governed().limits(2, 200).queueCapacity(10_000));
 * orders.execute("invoice", () -> handle(order));
 * }</pre>
 */
public final class Flyball {

  private Flyball() {}

  /**
   * A running pool that sizes itself, in place of one with a number in it.
   *
   * <p>Governed by {@linkplain Policies#standard() the standard policy}, which looks when it sees
   * fit: ten times a second while there are tasks, seldom while there are none. Visible over JMX as
   * {@code dev.flyball:type=Pool,name="..."} and in the flight recorder; its queue has no bound.
   * Shut it down when it is no longer needed.
   *
   * @param name tells pools apart: in thread names, messages, JMX
   * @throws IllegalStateException when a pool of that name is already open
   */
  public static AdaptivePool pool(String name) {
    return open(AdaptivePool.named(name).governed());
  }

  /**
   * Makes the pool that is described, visible over JMX and, where it is governed, in the flight
   * recorder.
   *
   * @throws IllegalStateException when a pool of that name is already open
   */
  public static AdaptivePool open(PoolBuilder plan) {
    AdaptivePool pool = plan.build();
    try {
      PoolMonitor.register(pool);
    } catch (RuntimeException e) {
      pool.shutdownNow();
      throw e;
    }
    pool.governor().ifPresent(FlightRecorder::record);
    return pool;
  }

  /**
   * Starts governing a target of any kind by {@linkplain Policies#standard() the standard policy}.
   *
   * @param name tells governors apart
   * @param target what is to be sized; close the governor to let go of it
   */
  public static Governor govern(String name, Resizable target) {
    return govern(name, target, Policies.standard());
  }

  /**
   * Starts governing a target of any kind by the given policy, as often as that wants to be asked;
   * once a second where it does not say.
   */
  public static Governor govern(String name, Resizable target, SizingPolicy policy) {
    Governor governor = Governor.of(name, target, policy).build();
    FlightRecorder.record(governor);
    return governor.start();
  }
}
