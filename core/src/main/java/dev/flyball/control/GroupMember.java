package dev.flyball.control;

import dev.flyball.control.Partition.Claim;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.part.CpuCapacity;
import dev.flyball.policy.part.OwnLoad;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * A governed target in a {@link PoolGroup}: what it was seen to do, wants, and was given.
 *
 * <p>Guarded by the group's monitor, except for the waits, which any thread may count.
 */
final class GroupMember implements Governor.Share {

  /** Queues and busy workers are not read at the same moment, so that a part is always its own. */
  static final double OWN_LEAST = 0.02;

  private static final double BETA = 3;
  private static final double WAITS = 0.01; // of the busy time
  private static final long WAITS_KEPT_NANOS = 60_000_000_000L;
  private static final long WANT_KEPT_NANOS = 1_000_000_000;
  private static final double MEMORY_NANOS = 10e9;
  private static final double ALL_BUSY = 0.9;
  private static final long SHORT_KEPT_NANOS = 500_000_000;
  private static final double WORTH_SECONDS = 0.75;
  private static final double LATELY_SECONDS = 30;
  private static final double MUCH = 1.3;

  private final PoolGroup group;
  final Governor governor;
  double weight;
  int granted;
  int carried = Integer.MAX_VALUE; // by its share of the processors
  OwnLoad load = OwnLoad.UNKNOWN;
  CpuCapacity cpu = CpuCapacity.of(BETA);
  double machineCores;

  private int wanted;
  private int withheld; // wanted before the policy stayed where it was
  private long withheldNanos;
  private int wantedMost; // in the last second
  private long wantedMostNanos;
  private long waiting;
  private long endNanos;
  private boolean lacksWorkers;
  private int size; // when it was seen last
  private double changesLately;
  private double queuedMean;
  double busyMean;
  private double busyNanos;
  HeldBack heldBack = HeldBack.NOTHING;

  /** The time that its tasks have waited for other members since the last look. */
  private final Map<GroupMember, LongAdder> waits = new ConcurrentHashMap<>();

  private final Map<GroupMember, Waited> waited = new HashMap<>();
  final Set<GroupMember> waitsAsSaid = new HashSet<>();

  /** How much it has waited for a member lately, and when that was much for the last time. */
  private record Waited(double nanos, OptionalLong muchAtNanos) {}

  GroupMember(PoolGroup group, Governor governor, double weight) {
    this.group = group;
    this.governor = governor;
    this.weight = weight;
  }

  String name() {
    return governor.name();
  }

  /** When it was seen last. */
  long endNanos() {
    return endNanos;
  }

  /** How many tasks waited in its queue then. */
  long waiting() {
    return waiting;
  }

  @Override
  public Advice within(Observation seen, Advice advice) {
    return group.within(this, seen, advice);
  }

  @Override
  public Observation alone(Observation seen) {
    return group.alone(this, seen);
  }

  @Override
  public double worthSeconds(Observation alone, Advice advice) {
    return group.worthSeconds(this, alone, advice);
  }

  /**
   * What a change in a row has to be worth, in worker-seconds: {@value #WORTH_SECONDS} s of all
   * workers for each change of late, which is forgotten with a time constant of 30 s.
   *
   * <p>Each change of one pool is a change of load for the others, and nearly all of them follow
   * chance: by one worker, while no task waits. The first ones are made at once, so that a pool
   * that has begun at any size soon has its own. What is urgent is always made at once: growth by
   * three tenths for tasks that wait, or for a size that is tried; and shrinking for which the
   * policy has another reason than the load, such as a size that it tries, or what stands behind
   * and is overloaded.
   *
   * <p>Worked: 20 workers, four changes of late: 60 worker-seconds, and 34 of them 17 s later. If
   * 18 are advised for so long, two less, that is made then; if 10 are, after 5 s.
   *
   * <p>Assumes that a policy that tries sizes names its regime, as the default one does. For a
   * policy that names none, all changes are made at once. Fails, but for worker time, where a load
   * falls again and again for a few seconds: the size then stays.
   */
  double worthSeconds(Observation alone, Advice advice, Regime regime) {
    int size = alone.size().workersTarget();
    boolean forLoad = regime == Regime.DEMAND;
    boolean byMuch = advice.workers() >= MUCH * size;
    boolean waits = alone.size().queuedAtEnd() > 0;
    boolean urgent = advice.workers() > size ? byMuch && (waits || !forLoad) : !forLoad;
    return urgent ? 0 : WORTH_SECONDS * changesLately * size;
  }

  @Override
  public void overridden(Observation seen) {
    group.overridden(this, seen);
  }

  @Override
  public void closed() {
    group.leave(this);
  }

  /** Counts the time that its tasks wait for another member; called by any thread. */
  void waitedFor(GroupMember awaited, long nanos) {
    waits.computeIfAbsent(awaited, unseen -> new LongAdder()).add(nanos);
  }

  void noticed(Observation seen, WaitGraph graph) {
    int nowSize = seen.size().workersTarget();
    boolean changed = size > 0 && nowSize != size;
    double left = StrictMath.exp(-seen.window().seconds() / LATELY_SECONDS);
    changesLately = changesLately * left + (changed ? 1 : 0);
    size = nowSize;
    endNanos = seen.window().endNanos();
    double kept = StrictMath.exp(-seen.window().lengthNanos() / MEMORY_NANOS);
    busyNanos = busyNanos * kept + seen.busyNanos();
    waits.keySet().retainAll(graph.members()); // a thread may have waited for one that has left
    double all = 0;
    for (Map.Entry<GroupMember, LongAdder> wait : waits.entrySet()) {
      long nanos = wait.getValue().sumThenReset();
      all += nanos;
      waited.merge(
          wait.getKey(),
          after(0, nanos, OptionalLong.empty()),
          (before, now) -> after(before.nanos() * kept, nanos, before.muchAtNanos()));
    }
    double untold = graph.untold(this, endNanos) * seen.window().lengthNanos();
    load = load.with(seen, all + Math.min(untold, (1 - OWN_LEAST) * seen.busyNanos()));
    cpu = cpu.with(seen);
    machineCores = seen.host().cores();
    waiting = seen.size().queuedAtEnd();
    queuedMean = seen.size().queuedMean();
    busyMean = seen.size().busyMean();
    boolean allBusy = seen.size().busyMean() >= ALL_BUSY * seen.size().workersTarget();
    lacksWorkers = waiting > 0 && allBusy;
  }

  private boolean isFresh(long nowNanos) {
    return nowNanos - endNanos <= SHORT_KEPT_NANOS;
  }

  /** Tasks that waited in its queue when it was seen last, averaged. */
  double queued(long nowNanos) {
    return isFresh(nowNanos) ? queuedMean : 0;
  }

  /** Whether all its workers were busy and tasks waited for them when it was seen last. */
  boolean isShort(long nowNanos) {
    return lacksWorkers && isFresh(nowNanos);
  }

  Reason limits() {
    return Reason.by(
        "group",
        "'%s' limits: all of its %{limitingWorkers}d workers are busy, %{limitingQueue}d tasks"
            + " wait",
        name(),
        governor.size(),
        waiting);
  }

  void wants(int workers) {
    wanted = workers;
    if (workers >= wantedMost || endNanos - wantedMostNanos > WANT_KEPT_NANOS) {
      wantedMost = workers;
      wantedMostNanos = endNanos;
    }
  }

  /**
   * What it wants, or wanted within the last second: a policy whose growth was withheld until the
   * others have shrunk stays where it is for a while, and would not have what it asked for.
   */
  int wantedNow(int size) {
    boolean stays = wanted == size && waiting > 0;
    if (!stays || endNanos - withheldNanos > WANT_KEPT_NANOS) {
      withheld = wanted;
      withheldNanos = endNanos;
    }
    return stays ? governor.limits().clamp(Math.min(Math.max(wanted, withheld), carried)) : wanted;
  }

  private Waited after(double before, long nanos, OptionalLong muchBefore) {
    double sum = before + nanos;
    return new Waited(sum, sum > WAITS * busyNanos ? OptionalLong.of(endNanos) : muchBefore);
  }

  /** Whether it waits for another member, or has in the last minute. */
  boolean waitsFor(GroupMember other) {
    Waited its = waited.get(other);
    boolean isSeen =
        its != null
            && its.muchAtNanos().isPresent()
            && endNanos - its.muchAtNanos().getAsLong() < WAITS_KEPT_NANOS;
    return isSeen || waitsAsSaid.contains(other);
  }

  /** Whether its waits for another member were ever seen where they were. */
  boolean hasTold(GroupMember other) {
    return waited.containsKey(other);
  }

  void forget(GroupMember gone) {
    waits.remove(gone);
    waited.remove(gone);
    waitsAsSaid.remove(gone);
  }

  /** Whether its size is not the group's to give. */
  boolean isHeldByHand() {
    return governor.mode() != Mode.GOVERN;
  }

  /** The least that it must have. */
  int least() {
    return isHeldByHand() ? Math.max(1, governor.size()) : governor.limits().min();
  }

  /** What it has, or was given and does not have yet. */
  int taken() {
    int given = isHeldByHand() ? 0 : Math.min(granted, governor.limits().max());
    return Math.max(given, governor.size());
  }

  /** What it wants now, or wanted a moment ago: a policy may want more at every second look. */
  Claim claim(int total, int callers) {
    int least = least();
    int most = isHeldByHand() ? least : Math.max(least, Math.min(wantedMost, carried));
    double erlang = Math.min(load.erlang(), most);
    int wantedNow = Math.max(least, Math.min(most, total));
    return new Claim(name(), least, erlang, wantedNow, waiting, weight, callers);
  }
}
