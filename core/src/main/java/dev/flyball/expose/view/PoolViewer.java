package dev.flyball.expose.view;

import dev.flyball.admission.ShedTotals;
import dev.flyball.base.OneLine;
import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Governor;
import dev.flyball.measure.WindowReader;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.ManagedTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A viewer of a pool, a limiter, permits, or any other governed target: each view covers a window
 * that begins where the previous view's window ended.
 *
 * <p>A viewer takes nothing from the governor's windows, or from those of other viewers. Only the
 * governor can cut windows of a foreign target, so a viewer of such a target shows the governor's
 * last window. A window is at least 20 milliseconds long, since the rates of a shorter one mean
 * nothing: an earlier call gets the previous window again, with its number.
 *
 * <p><b>Threads.</b> Any thread may call; the windows are cut in the order of the calls.
 */
public final class PoolViewer {

  private static final System.Logger LOG = System.getLogger(PoolViewer.class.getName());

  /** More decisions than this are never handed over at once; the oldest are left out. */
  private static final int ENTRIES_MAX = 200;

  private static final long WINDOW_NANOS_MIN = 20_000_000;

  private final String name;
  private final String identity;
  private final Supplier<Optional<Observation>> windows;
  private final Optional<Governor> governor;
  private final ShedWindows sheds;
  private final Supplier<OptionalInt> queueCapacity;
  private final boolean failuresKnown;

  // Guarded by this.
  private Optional<Named> named = Optional.empty();
  private Optional<Decision> before = Optional.empty();
  private Optional<Observation> shown = Optional.empty();
  private long window;
  private boolean mute;

  /** The name of all policies of a class; finding it takes longer than all the rest. */
  private record Named(Class<?> type, String name) {}

  private PoolViewer(
      String name,
      String identity,
      Supplier<Optional<Observation>> windows,
      Optional<Governor> governor,
      Supplier<ShedTotals> shed,
      Supplier<OptionalInt> queueCapacity,
      boolean failuresKnown) {
    this.name = name;
    this.identity = identity;
    this.windows = windows;
    this.governor = governor;
    this.sheds = new ShedWindows(shed);
    this.queueCapacity = queueCapacity;
    this.failuresKnown = failuresKnown;
  }

  /**
   * A viewer of a pool, a limiter or permits.
   *
   * @throws IllegalStateException when the pool was built without its sensors
   */
  public static PoolViewer of(ManagedTarget pool) {
    return of(pool, UUID.randomUUID().toString());
  }

  /** A viewer of a pool that all its viewers know by that identity. */
  static PoolViewer of(ManagedTarget pool, String identity) {
    return new PoolViewer(
        pool.name(),
        identity,
        new PoolWindows(pool),
        pool.governor(),
        pool::shedTotals,
        pool::queueCapacity,
        knowsFailures(pool));
  }

  private static boolean knowsFailures(ManagedTarget pool) {
    return !(pool instanceof AdoptedPool);
  }

  /**
   * The verdict on a target as it was seen in a window of the caller's own.
   *
   * @param seen the window
   */
  public static Verdict verdict(ManagedTarget target, Observation seen) {
    return Verdict.of(
        WindowFigures.of(seen, target.queueCapacity(), knowsFailures(target)),
        target.governor().map(it -> PoolView.Steering.of(it, "")).orElse(PoolView.Steering.NONE));
  }

  /** A viewer of what a governor sizes. */
  public static PoolViewer of(Governor governor) {
    return new PoolViewer(
        governor.name(),
        UUID.randomUUID().toString(),
        governor::lastSeen,
        Optional.of(governor),
        () -> ShedTotals.NONE,
        OptionalInt::empty,
        true);
  }

  /** The windows of one viewer of a pool: the last that was long enough. */
  private static final class PoolWindows implements Supplier<Optional<Observation>> {

    private final Supplier<Observation> windows;
    private long endNanos;
    private Optional<Observation> last = Optional.empty();

    PoolWindows(ManagedTarget pool) {
      Supplier<Observation> own = pool.windows();
      this.windows = own instanceof WindowReader reader ? () -> reader.get(SharedHost::read) : own;
      var unused = windows.get(); // a first window from another reading would lack what it had
      this.endNanos = System.nanoTime();
    }

    @Override
    public Optional<Observation> get() {
      if (System.nanoTime() - endNanos >= WINDOW_NANOS_MIN) {
        last = Optional.of(windows.get());
        endNanos = System.nanoTime();
      }
      return last;
    }
  }

  /**
   * What there is to see now, with the decisions since the view before; empty while nothing was
   * ever observed.
   */
  public synchronized Optional<PoolView> view() {
    Optional<Observation> now = windows.get();
    if (!isShown(now)) {
      window++;
      shown = now;
      now.ifPresent(seen -> sheds.next(seen.window().seconds()));
    }
    return now.map(seen ->
        new PoolView(
            name,
            identity,
            window,
            WindowFigures.of(seen, queueCapacity.get(), failuresKnown),
            governor
                .map(it -> PoolView.Steering.of(it, policyName(it.policy())))
                .orElse(PoolView.Steering.NONE),
            governor.map(this::entries).orElse(List.of()),
            sheds.rows(),
            governor.map(it -> learned(it.policy())).orElse(List.of())));
  }

  /** What a policy that cannot tell has learned is not known; all else of its pool is shown. */
  private List<PoolView.Learned> learned(SizingPolicy policy) {
    try {
      List<PoolView.Learned> all = policy.learned().stream().map(PoolView.Learned::of).toList();
      mute = false;
      return all;
    } catch (RuntimeException | Error e) {
      if (!mute) {
        mute = true;
        LOG.log(
            System.Logger.Level.WARNING,
            "'" + OneLine.of(name) + "': its policy cannot tell what it has learned",
            e);
      }
      return List.of();
    }
  }

  /** Whether it is the very window of the view before. */
  @SuppressWarnings("ReferenceEquality") // two windows may be equal
  private boolean isShown(Optional<Observation> now) {
    return now.isPresent() == shown.isPresent() && (now.isEmpty() || now.get() == shown.get());
  }

  private String policyName(SizingPolicy policy) {
    Class<?> type = Policies.innermost(policy).getClass();
    if (named.isEmpty() || named.get().type() != type) {
      named = Optional.of(new Named(type, Policies.nameOf(policy)));
    }
    return named.get().name();
  }

  /**
   * The decisions that tell something: a governor decides ten times a second, and mostly that all
   * stays as it is.
   */
  private List<PoolView.Entry> entries(Governor it) {
    List<PoolView.Entry> entries = new ArrayList<>();
    for (Decision decision : it.journal().after(before.map(Decision::number).orElse(0L))) {
      if (tells(decision, before)) {
        entries.add(entry(it, decision));
      }
      before = Optional.of(decision);
    }
    return entries.subList(Math.max(0, entries.size() - ENTRIES_MAX), entries.size());
  }

  /**
   * Whether the decision was made by hand, or differs in size, path or advice from the one before.
   */
  private static boolean tells(Decision decision, Optional<Decision> before) {
    return decision.changed()
        || decision.cause() == Cause.SWITCHED
        || decision.cause() == Cause.LIMITS
        || before.isEmpty()
        || before.get().cause() != decision.cause()
        || !before.get().advised().equals(decision.advised());
  }

  private static PoolView.Entry entry(Governor it, Decision decision) {
    return new PoolView.Entry(
        decision.number(),
        it.ageOf(decision).toNanos() / 1e9,
        decision.cause().name(),
        decision.from(),
        decision.to(),
        decision.advised().orElse(0),
        decision.why());
  }
}
