package dev.flyball.pool;

import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.TaskOptions;
import dev.flyball.base.Durations;
import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.State;
import dev.flyball.pool.govern.GovernorText;
import dev.flyball.pool.govern.SizeControl;
import dev.flyball.pool.permit.PermitQueue;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * A number of permits that measures itself and can be changed at any time: a semaphore that reports
 * how long callers wait for its permits and hold them.
 *
 * <pre>{@code
 * Permits db = Permits.named("db").atMost(20).build();
 * db.acquire();
 * try {
 *   query();
 * } finally {
 *   db.release();
 * }
 * }</pre>
 *
 * <p><b>Order.</b> Strictly that of arrival. A permit that becomes free goes to the thread that has
 * waited longest; no call, {@link #tryAcquire()} included, takes one past the waiting threads.
 *
 * <p>Threads that say more of their task, by {@link #acquire(TaskOptions)}, are served by its
 * importance and deadline, and may be turned away: see {@link PermitsBuilder#admission}.
 *
 * <p><b>Shrinking</b> returns at once and takes no permit from its holder. If more permits are held
 * than exist, released permits disappear until the number is right again, and {@link #available()}
 * is below 0 until then. <b>Growing</b> hands the new permits to waiting threads.
 *
 * <p><b>Releasing.</b> A release ends the hold that the same thread began last. A release by a
 * thread that holds nothing ends a hold of the thread that has held one for longest. So another
 * thread may release a permit, as with a semaphore; counts and sums are the same either way, and
 * only the quantiles become a little less exact. A release while no thread holds a permit is a
 * mistake and throws. Where the work of several permits goes on in other threads, {@link #detach}
 * names the permit.
 *
 * <p><b>A thread that holds a permit and asks for another</b> may wait for ever, if all permits are
 * held by such threads. Nothing is granted beyond the number, which users count on. The log, {@link
 * #toString()} and each decision of the governor say how many permits are held so; a governor that
 * sees nothing move adds permits.
 *
 * <p><b>Figures.</b> They are those of {@link AdaptivePool}: the arrival is the acquiring call, the
 * start is when the thread gets the permit, the end is its release. A thread that gives up waiting,
 * or is interrupted, counts as withdrawn; a call that finds no permit and does not wait counts as
 * rejected.
 *
 * <p><b>Threads.</b> Any thread may call any method. What happens before a release happens before
 * the acquiring of a permit after it.
 */
public final class Permits implements ManagedTarget, AutoCloseable {

  private final String name;
  private final Lifecycle life;
  private final PermitQueue queue;
  private final KindProfiles kinds = new KindProfiles();
  private final PoolFigures figures;
  final SizeControl control;
  private final Optional<Governor> governor;

  Permits(PermitsBuilder plan) {
    this.name = plan.name;
    String owner = "permits '" + plan.name + "'";
    SafeLog log = new SafeLog(Permits.class, owner);
    this.life = new Lifecycle(log, this);
    this.queue = new PermitQueue(plan.governing.firstSize(plan.limit), owner, log, plan.admission);
    this.figures = new PoolFigures(queue::totals, plan.signals);
    this.control =
        new SizeControl(
            owner,
            figures::observe,
            queue::resize,
            queue::onSaturation,
            this::note,
            Optional::empty,
            queue::onWait,
            queue::isHeldHere,
            () -> ResizeCost.FREE);
    this.governor = plan.governing.governor(plan.name, control);
    governor.ifPresent(Governor::start);
  }

  /** Begins a builder of permits; the name appears in messages and reports. */
  public static PermitsBuilder named(String name) {
    return new PermitsBuilder(name);
  }

  // ---- Permits

  /**
   * Takes a permit, and waits until there is one.
   *
   * @throws InterruptedException when the thread is interrupted first; it has no permit then
   */
  public void acquire() throws InterruptedException {
    queue.acquire(kinds.unnamed(), TaskOptions.NONE, Long.MAX_VALUE);
  }

  /**
   * Takes a permit for a task of which more is said: its kind, its importance, until when its
   * result is wanted. Waits until there is one, or until the rule for who gets in turns the thread
   * away: at once, or later, at its deadline at the latest. While the thread has the permit, {@link
   * dev.flyball.admission.Deadline#current()} is its deadline.
   *
   * @throws dev.flyball.admission.TaskShedException when it is turned away; it has no permit then
   * @throws InterruptedException when the thread is interrupted first; it has no permit then
   */
  public void acquire(TaskOptions options) throws InterruptedException {
    queue.acquire(kinds.of(kind(options)), options, Long.MAX_VALUE);
  }

  /** Takes a permit for such a task if one is free and no thread waits for one. */
  public boolean tryAcquire(TaskOptions options) {
    return queue.tryAcquire(kinds.of(kind(options)), options);
  }

  private static String kind(TaskOptions options) {
    return Objects.requireNonNull(options, "options must not be null").kind();
  }

  /** Takes a permit if one is free and no thread waits for one. */
  public boolean tryAcquire() {
    return queue.tryAcquire(kinds.unnamed(), TaskOptions.NONE);
  }

  /**
   * Takes a permit, and waits for one but not longer than given.
   *
   * @param waitMax the longest wait, positive
   * @return whether the thread has a permit
   * @throws InterruptedException when the thread is interrupted first; it has no permit then
   */
  public boolean tryAcquire(Duration waitMax) throws InterruptedException {
    Objects.requireNonNull(waitMax, "waitMax must not be null");
    return queue.acquire(kinds.unnamed(), TaskOptions.NONE, Durations.nanos("waitMax", waitMax));
  }

  /**
   * Releases a permit.
   *
   * @throws IllegalStateException when no permit is held
   */
  public void release() {
    if (!queue.release()) {
      throw new IllegalStateException("release must follow an acquire but none is held of " + this);
    }
  }

  /**
   * Detaches the permit that this thread has taken last, for work that goes on without the thread,
   * such as of an asynchronous request. The thread goes on as if it had never had it, also as to
   * its deadline.
   *
   * @return releases this very permit, in any thread; once: further calls do nothing
   * @throws IllegalStateException when the thread holds none
   */
  public Runnable detach() {
    return queue
        .detach()
        .orElseThrow(() ->
            new IllegalStateException(
                "detach must follow an acquire in the same thread but it holds none of " + this));
  }

  /** Permits that could be taken now; below 0 while more are held than exist. */
  public int available() {
    PermitQueue.Standing now = queue.standing();
    return now.limit() - now.held();
  }

  /** Held permits. */
  public int held() {
    return queue.standing().held();
  }

  // ---- Size and end

  /**
   * {@inheritDoc}
   *
   * <p>Here {@code workers} are the permits.
   */
  @Override
  public Resizable control() {
    return control.takenBy("whoever called control()");
  }

  @Override
  public void onTermination(Runnable action) {
    life.onTermination(action);
  }

  /**
   * Ends governing and showing the permits. They can still be acquired and released, in the last
   * number: threads that hold or wait for one need not know of this call.
   */
  @Override
  public void close() {
    life.advance(State.SHUTDOWN);
    governor.ifPresent(Governor::close);
    life.terminateIf(() -> true);
  }

  // ---- Figures

  @Override
  public Observation lifetime() {
    return figures.lifetime();
  }

  @Override
  public Optional<TaskTimes> taskTimes() {
    return Optional.of(figures.taskTimes());
  }

  @Override
  public Supplier<Observation> windows() {
    return figures.windows();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<Governor> governor() {
    return governor;
  }

  /** The requested number of permits. */
  @Override
  public int workersTarget() {
    return queue.standing().limit();
  }

  /** The existing permits: the requested number, or more while more are still held. */
  @Override
  public int workersCurrent() {
    PermitQueue.Standing now = queue.standing();
    return Math.max(now.limit(), now.held());
  }

  @Override
  public ShedTotals shedTotals() {
    return queue.shedTotals();
  }

  @Override
  public void onShed(ShedListener listener) {
    queue.onShed(listener);
  }

  /** Threads that wait for a permit. */
  @Override
  public int queued() {
    return queue.standing().waiting();
  }

  /** There is none: as many threads may wait as there are. */
  @Override
  public OptionalInt queueCapacity() {
    return OptionalInt.of(Integer.MAX_VALUE);
  }

  /** That holders wait for one another, which no release may end. */
  private Optional<Reason> note() {
    PermitQueue.Standing now = queue.standing();
    return now.heldByWaiting() == 0
        ? Optional.empty()
        : Optional.of(
            Reason.by(
                "own-waits",
                "%{heldByWaiting}d of %{held}d permits are held by threads that wait for another"
                    + " one",
                now.heldByWaiting(),
                now.held()));
  }

  /** The permits in one line, with every number that explains what they do. */
  @Override
  public String toString() {
    PermitQueue.Standing now = queue.standing();
    return String.format(
            Locale.ROOT,
            "permits '%s': %d, of them %d held, %d threads waiting",
            name,
            now.limit(),
            now.held(),
            now.waiting())
        + note().map(note -> "; " + note).orElse("")
        + queue.shedText()
        + GovernorText.of(governor);
  }
}
