package dev.flyball.adapters.eventloop;

import dev.flyball.base.Require;
import dev.flyball.control.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A meter of how promptly an event loop runs what is handed to it.
 *
 * <pre>{@code
 * EventLoopMeter awt = EventLoopMeter.advise(EventQueue::invokeLater);
 * AdaptivePool.named("reports").signal(Signals.EVENT_LOOP_LAG_MILLIS, awt::lagMillis)
 * }</pre>
 *
 * <p>A loop is anything that takes a task and runs it later in its own thread: the event queue of
 * AWT, {@code Platform::runLater} of JavaFX, an event loop of Netty, the selector thread of a
 * server.
 *
 * <p>How: a probe, an empty task, is handed to the loop at a fixed pace, 60 a second unless said;
 * never a second one while one waits. The <b>lag</b> is the time from handing it over until it
 * runs. A <b>turn</b> is a probe that ran: a loop that comes round as often as it is asked makes as
 * many turns as the pace, one that is kept from running makes fewer, and one that is stuck makes
 * none. So turns are the frames that a window of this loop had room for, whether it wanted them or
 * not.
 *
 * <p>Both look back on one second, so any number of readers may ask at any time. In the first
 * second, and of a loop that takes no tasks (none any more, or none yet, as JavaFX before it has
 * started), they are not known: NaN. A loop that takes a task and silently drops it cannot be told
 * from one that is blocked: no turn, and a lag that grows.
 *
 * <p>Costs one daemon thread, which wakes at the pace, and as many empty tasks for the loop; it
 * does not matter to a pool that computes, but keeps a sleeping machine awake: close it when it is
 * not needed.
 *
 * <p><b>Threads.</b> Any thread may call any method. The one probe passes from the ticking thread
 * to the loop and back, under this monitor.
 */
public final class EventLoopMeter implements AutoCloseable {

  /**
   * How often the loop is asked unless said, per second: as often as most displays show a frame.
   */
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

  /** Begins to measure a loop, asking it 60 times a second. */
  public static EventLoopMeter on(Executor loop) {
    return on(loop, USUAL_PACE);
  }

  /**
   * Begins to measure a loop.
   *
   * @param loop hands a task to the loop; returns at once; what it throws means that it takes none
   * @param pacePerSecond how often the loop is asked, above 0 and at most 1000
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
   * How long a task waited for the loop at worst in the last second, the one counted that waits
   * still, in milliseconds; NaN where it is not known.
   */
  public synchronized double lagMillis() {
    long nowNanos = clock.nanoTime();
    if (unknown(nowNanos)) {
      return Double.NaN;
    }
    long waitingNanos = underWay ? nowNanos - handedOverNanos : 0;
    return Math.max(waitingNanos, turns.longestNanos(nowNanos)) / 1e6;
  }

  /**
   * How many turns the loop made in the last second, at most the pace; NaN where it is not known.
   */
  public synchronized double turnsPerSecond() {
    long nowNanos = clock.nanoTime();
    return unknown(nowNanos) ? Double.NaN : turns.countIn(nowNanos);
  }

  private boolean unknown(long nowNanos) {
    return refused || ticking.isShutdown() || nowNanos - beganNanos < RecentTimes.WINDOW_NANOS;
  }

  /** Stops measuring; from now on nothing is known. */
  @Override
  public void close() {
    ticking.shutdownNow();
  }
}
