package dev.flyball.adapters.eventloop;

import dev.flyball.base.Require;
import dev.flyball.control.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A meter of how promptly an event loop runs its tasks.
 *
 * <pre>{@code
 * EventLoopMeter awt = EventLoopMeter.on(EventQueue::invokeLater);
 * AdaptivePool.named("reports").signal(Signals.EVENT_LOOP_LAG_MILLIS, awt::lagMillis)
 * }</pre>
 *
 * <p>A loop is anything that takes a task and runs it later in its own thread: the event queue of
 * AWT, {@code Platform::runLater} of JavaFX, an event loop of Netty, the selector thread of a
 * server.
 *
 * <p>How: the meter submits a probe, an empty task, to the loop at a fixed pace, by default 60 a
 * second; never a second one while one waits. The <b>lag</b> is the time from submitting it until
 * it runs. A <b>turn</b> is a probe that ran. A loop that is free makes as many turns as the pace,
 * a loop that is kept from running makes fewer, and a stuck loop makes none. So turns are the
 * frames that a window of this loop had room for, whether it wanted them or not.
 *
 * <p>Both look back on one second, so any number of readers may ask at any time. In the first
 * second, and for a loop that accepts no tasks (none any more, or none yet, as JavaFX before it has
 * started), they are unknown: NaN. A loop that accepts a task and silently drops it looks like a
 * blocked one: no turn, and a lag that grows.
 *
 * <p>Costs one daemon thread, which wakes at the pace, and as many empty tasks for the loop. That
 * does not matter to a pool that computes, but keeps a sleeping machine awake: close the meter when
 * it is not needed.
 *
 * <p><b>Threads.</b> Any thread may call any method. The one probe passes from the ticking thread
 * to the loop and back, under this monitor.
 */
public final class EventLoopMeter implements AutoCloseable {

  /** The default number of probes per second: as often as most displays show a frame. */
  public static final double USUAL_PACE = 60;

  private static final double PACE_MAX = 1000;

  private final Executor loop;
  private final long periodNanos;
  private final Clock clock;
  private final long beganNanos;
  private final RecentTimes turns;

  // Guarded by this.
  private boolean underWay;
  private boolean refused;
  private long handedOverNanos;

  /** The thread that keeps the pace; shut down at once where a test does it. */
  private final ScheduledExecutorService ticking =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "flyball-event-loop-meter");
        thread.setDaemon(true);
        return thread;
      });

  EventLoopMeter(Executor loop, double pacePerSecond, Clock clock) {
    Require.above("pacePerSecond", 0, pacePerSecond);
    Require.between("pacePerSecond", 0, PACE_MAX, pacePerSecond);
    this.loop = loop;
    this.periodNanos = Math.max(1, Math.round(1e9 / pacePerSecond));
    this.clock = clock;
    this.beganNanos = clock.nanoTime();
    this.turns = new RecentTimes((int) Math.ceil(2 * pacePerSecond));
  }

  /** Begins to measure a loop with 60 probes a second. */
  public static EventLoopMeter on(Executor loop) {
    return on(loop, USUAL_PACE);
  }

  /**
   * Begins to measure a loop.
   *
   * @param loop submits a task to the loop; returns at once; an exception means that the loop
   *     accepts none
   * @param pacePerSecond the number of probes per second, above 0 and at most 1000
   */
  public static EventLoopMeter on(Executor loop, double pacePerSecond) {
    EventLoopMeter meter = new EventLoopMeter(loop, pacePerSecond, Clock.SYSTEM);
    Future<?> unused = // ends with the meter, and a tick lets nothing through
        meter.ticking.scheduleAtFixedRate(meter::tick, 0, meter.periodNanos, TimeUnit.NANOSECONDS);
    return meter;
  }

  /** Hands the probe over, unless it is under way, or was handed over just now. */
  void tick() {
    if (!takeProbe(clock.nanoTime())) {
      return;
    }
    try {
      loop.execute(this::turn);
    } catch (RuntimeException e) {
      // Whatever a loop says instead of RejectedExecutionException; thrown on, it ended the
      // ticking.
      refused();
    }
  }

  private synchronized boolean takeProbe(long nowNanos) {
    // Ticks that were late come all at once; a loop is not to be asked faster than the pace.
    boolean justNow = handedOverNanos != 0 && nowNanos - handedOverNanos < periodNanos / 2;
    if (underWay || justNow) {
      return false;
    }
    underWay = true;
    handedOverNanos = nowNanos;
    return true;
  }

  private synchronized void refused() {
    underWay = false;
    refused = true;
  }

  private synchronized void turn() {
    long nowNanos = clock.nanoTime();
    turns.add(nowNanos, nowNanos - handedOverNanos);
    underWay = false;
    refused = false;
  }

  /**
   * The longest wait of a task for the loop in the last second, including a task that still waits,
   * in milliseconds; NaN if unknown.
   */
  public synchronized double lagMillis() {
    long nowNanos = clock.nanoTime();
    if (unknown(nowNanos)) {
      return Double.NaN;
    }
    long waitingNanos = underWay ? nowNanos - handedOverNanos : 0;
    return Math.max(waitingNanos, turns.longestNanos(nowNanos)) / 1e6;
  }

  /** The number of turns of the loop in the last second, at most the pace; NaN if unknown. */
  public synchronized double turnsPerSecond() {
    long nowNanos = clock.nanoTime();
    return unknown(nowNanos) ? Double.NaN : turns.countIn(nowNanos);
  }

  private boolean unknown(long nowNanos) {
    return refused || ticking.isShutdown() || nowNanos - beganNanos < RecentTimes.WINDOW_NANOS;
  }

  /** Stops measuring; from now on every figure is unknown. */
  @Override
  public void close() {
    ticking.shutdownNow();
  }
}
