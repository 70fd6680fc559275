package dev.flyball.pool;

import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.policy.Observation;
import dev.flyball.pool.adopt.Claims;
import dev.flyball.pool.adopt.ForeignPools;
import dev.flyball.pool.adopt.PolledMeter;
import dev.flyball.pool.adopt.Poller;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.SaturationAlarm;
import dev.flyball.pool.base.State;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import dev.flyball.pool.govern.GovernorText;
import dev.flyball.pool.govern.SizeControl;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool of another library or program that is governed where it stands: a {@link
 * java.util.concurrent.ThreadPoolExecutor}, a connection pool, the threads of a server.
 *
 * <pre>{@code
 * AdoptedPool mail = Flyball.govern("mail", executor);
 * ...
 * mail.close(); // it is as it was found
 * }</pre>
 *
 * <p>Nothing changes for who uses the pool: it keeps its queue, its handlers, its owner. Its size
 * is governed as if it were ours, and it is seen with ours over JMX, in the flight recorder and on
 * the dashboard.
 *
 * <p><b>Figures.</b> It is polled, up to a hundred times a second, at a cost of half a percent of a
 * processor for all such pools together. What is averaged over time comes from these readings;
 * service times and waits are means. Not known are quantiles, kinds of tasks and failures, which
 * count as none; and the use of the processors where the threads are not known. A pool of threads
 * is then grown to no more than four for each processor, unless limits are set.
 *
 * <p><b>Ends</b> when it is closed, or when the pool's owner has ended the pool. What was found is
 * put back then, but for what others have set since. Until then it is governed, whether or not this
 * object is kept.
 *
 * <p>Any thread may call any method.
 */
public final class AdoptedPool implements ManagedTarget, AutoCloseable {

  private static final int THREADS_READ = 64;
  private static final int THREADS_READ_LEAST = 8;
  private static final double THREADS_BLIND = 4;

  private final String name;
  private final ForeignPool pool;
  private final boolean limited;
  private final int sizeFound;
  private final SafeLog log;
  private final Lifecycle life;
  private final PolledMeter meter;
  private final PoolFigures figures;
  private final SizeControl control;
  private final Optional<Governor> governor;
  private final Polling polling = new Polling();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable SaturationAlarm shortage;
  private volatile boolean blind;

  /** Held while the pool is resized or given back. */
  private final Object sizing = new Object();

  private boolean givenBack; // guarded by sizing

  /** Polls it. */
  private final class Polling implements Runnable {

    // Of the polling thread, from the first poll on.
    private boolean failing;
    private long rejectedSeen;

    @Override
    public void run() {
      try {
        if (pool.isEnded()) {
          close();
          return;
        }
        PoolReading now = look();
        boolean waits = now.queued() > 0 && now.busy() >= now.size();
        SaturationAlarm alarm = shortage;
        if (alarm != null && (waits || now.rejected() > rejectedSeen)) {
          alarm.run();
        }
        rejectedSeen = now.rejected();
        failing = false;
      } catch (Throwable e) {
        if (!failing) {
          failing = true;
          log.log(System.Logger.Level.WARNING, "cannot be read", e);
        }
      }
    }
  }

  AdoptedPool(AdoptionBuilder plan) {
    this.name = plan.name;
    this.limited = plan.governing.hasLimits();
    this.pool = ForeignPools.adopt(plan.pool);
    try {
      String owner = pool.kind() + " '" + name + "'";
      this.log = new SafeLog(AdoptedPool.class, owner);
      this.life = new Lifecycle(log, this);
      PoolReading found = pool.read();
      this.sizeFound = found.size();
      polling.rejectedSeen = found.rejected();
      this.meter = new PolledMeter(found, System.nanoTime());
      this.figures = new PoolFigures(this::totals, new TreeMap<>());
      this.control =
          new SizeControl(
              owner,
              figures::observe,
              this::resize,
              alarm -> shortage = alarm,
              Optional::empty,
              this::room,
              waits -> {},
              () -> false,
              pool::resizeCost);
      this.governor = plan.governing.governor(name, control, pool.sizeMin());
      governor.ifPresent(Governor::start);
      Poller.SHARED.add(polling); // last: from now on it may be closed
    } catch (Throwable e) {
      restoreAfter(e);
      throw e;
    }
  }

  private void restoreAfter(Throwable failure) {
    try {
      restore();
    } catch (Throwable e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Begins a builder that adopts a pool.
   *
   * @param name its name in messages and JMX
   * @param pool of a kind that an adapter knows, or a {@link ForeignPool}
   */
  public static AdoptionBuilder named(String name, Object pool) {
    return new AdoptionBuilder(name, Objects.requireNonNull(pool, "pool must not be null"));
  }

  // ---- Figures

  private PoolReading look() {
    synchronized (polling) {
      PoolReading now = pool.read();
      meter.note(now, System.nanoTime());
      return now;
    }
  }

  private MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    int threads = THREADS_READ / Math.max(1, Poller.SHARED.size());
    ForeignPool.Processor used = pool.processor(Math.max(THREADS_READ_LEAST, threads));
    blind = !limited && used.cpuNanos().isEmpty();
    look();
    return meter.totals(used, host);
  }

  private Optional<Resizable.Room> room() {
    if (blind && pool.hasThreads()) {
      int each = (int) Math.ceil(THREADS_BLIND * HostMeter.read().cores());
      return Optional.of(
          new Resizable.Room(
              Math.min(pool.sizeMax(), Math.max(sizeFound, each)),
              "the processor time of its threads is not known"));
    }
    return pool.sizeMax() == Integer.MAX_VALUE
        ? Optional.empty()
        : Optional.of(new Resizable.Room(pool.sizeMax(), "the largest size that it can have"));
  }

  @Override
  public Observation lifetime() {
    return figures.lifetime();
  }

  /** Empty: its owner's tasks are not timed one by one. */
  @Override
  public Optional<TaskTimes> taskTimes() {
    return Optional.empty();
  }

  @Override
  public Supplier<Observation> windows() {
    return figures.windows();
  }

  // ---- What it is

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<Governor> governor() {
    return governor;
  }

  @Override
  public Resizable control() {
    return control.takenBy("whoever called control()");
  }

  @Override
  public int workersTarget() {
    return meter.last().size();
  }

  @Override
  public int workersCurrent() {
    return meter.last().workers();
  }

  @Override
  public int queued() {
    return meter.last().queued();
  }

  @Override
  public OptionalInt queueCapacity() {
    return pool.queueCapacity();
  }

  /** Nothing: who gets in is decided by the pool. */
  @Override
  public ShedTotals shedTotals() {
    return ShedTotals.NONE;
  }

  /** Does nothing: who gets in is decided by the pool. */
  @Override
  public void onShed(ShedListener listener) {
    Objects.requireNonNull(listener, "listener must not be null");
  }

  @Override
  public void onTermination(Runnable action) {
    life.onTermination(action);
  }

  // ---- Its end

  /**
   * Ends governing, and puts back what was found. The pool itself goes on. A further call does
   * nothing.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Poller.SHARED.remove(polling);
    attempt(() -> governor.ifPresent(Governor::close), "has an action at its end that failed");
    attempt(this::restore, "could not be put back as it was found");
    life.advance(State.SHUTDOWN);
    life.terminateIf(() -> true);
  }

  /** Does nothing once it is given back: a caller of {@link #control} may still hold that. */
  private void resize(int workers) {
    synchronized (sizing) {
      if (!givenBack) {
        pool.resize(workers);
      }
    }
  }

  private void restore() {
    synchronized (sizing) {
      givenBack = true;
      try {
        pool.restore();
      } finally {
        Claims.release(pool);
      }
    }
  }

  /** Whatever foreign code throws, all else that is to be done at the end is done. */
  private void attempt(Runnable step, String otherwise) {
    try {
      step.run();
    } catch (Throwable e) {
      log.log(System.Logger.Level.WARNING, otherwise, e);
    }
  }

  /** The pool in one line, with every number that explains what is done. */
  @Override
  public String toString() {
    PoolReading now = meter.last();
    return String.format(
            Locale.ROOT,
            "%s '%s': %d workers asked for, %d alive, %d busy, %d queued",
            pool.kind(),
            name,
            now.size(),
            now.workers(),
            now.busy(),
            now.queued())
        + GovernorText.of(governor);
  }
}
