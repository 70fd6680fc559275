package dev.flyball.control;

import dev.flyball.base.Require;
import dev.flyball.control.Partition.Claim;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.part.CpuCapacity;
import dev.flyball.policy.part.OwnLoad;
import dev.flyball.policy.part.SharedCores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * A number of workers that several governed targets share, for programs in which several pools (web
 * requests, messages, a database's connections) live on one machine.
 *
 * <pre>{@code
 * PoolGroup shop = PoolGroup.of("shop", 60);
 * shop.add(web.governor().orElseThrow(), 2); // weight 2: counts twice where workers are scarce
 * shop.add(messages.governor().orElseThrow());
 * }</pre>
 *
 * <p><b>How is it designed, and why?</b> Each member has a governor and a policy of its own, as
 * without a group. So it grows, is bounded by its processors or by what stands behind it, is pinned
 * and explained as ever. The group only says how much of an advice can be had. While all members
 * together want no more than the total, it changes nothing. Otherwise {@link Partition} divides the
 * total, and the group adds what it decided to the reason.
 *
 * <p>Two things a policy cannot know of its own pool alone:
 *
 * <ul>
 *   <li><b>Members that wait for members.</b> A web task that waits for a connection keeps a web
 *       worker busy, and the longer the fewer connections there are. A group that took this for the
 *       load of the web pool would give it the workers that the connections lack. So the time that
 *       a task of one member waits for another is measured where it waits ({@link
 *       Resizable#onWait}) and not counted as load; and members that others wait for come first.
 *   <li><b>The processors.</b> Each policy bounds its pool as if all processors were its own. If
 *       the tasks of all members together need more than there are, each member gets its need or
 *       its share of them by weight, whichever is less, and no more workers than those carry.
 * </ul>
 *
 * <p><b>Pools in a row.</b> Requests wait for jobs, and those for connections. Three more things no
 * policy sees of its own pool: a pool behind others sees only as much work as they let through, so
 * it is told what comes to the first ({@link HeldBack}), and all grow at once instead of one after
 * the other; where tasks wait for one whose workers are all busy, those before it have no queue of
 * their own, and no more than their load needs, since more would only wait there; and {@link
 * #limiting} names it. A task in the queue of one keeps a worker of each one before it. So many of
 * their busy workers are no load of theirs, which counts tell of pools that say nothing else.
 *
 * <p><b>Guarantees.</b> A member is not grown beyond what the others leave of the total, so the
 * sizes asked for sum to no more than the total once each member has been looked at. Every member
 * has one worker, or the least of its limits. What was set by hand (pinned, overridden, limits)
 * holds, even beyond the total; the others then get what is left. Shrinking takes no worker from a
 * running task, so more workers may exist until those tasks have ended.
 *
 * <p><b>Assumes</b> that its members' policies say what their pools need; and that waits for other
 * members are seen, which are those for permits and for the results of tasks. A wait for a foreign
 * pool or lock, or through a {@code CompletableFuture}, is not seen: it counts as load of the
 * waiting member, which then starves the awaited one unless {@link #waitsFor} is said. The same
 * holds for tasks that wait in a thread that is not the member's, such as requests behind a servlet
 * filter that have waited in a pool's queue: they run in a thread of the container. Members that
 * wait for one another in a circle have no first one; if all workers of the circle wait, nothing
 * moves any more, as with any pools of bounded size, and the total forbids to help by more workers.
 *
 * <p><b>Threads.</b> Any thread may call any method. The group has no thread of its own: each
 * member's governor asks it when it decides, under the governor's monitor and then the group's. The
 * group calls no governor that takes a monitor while it holds its own.
 */
public final class PoolGroup implements AutoCloseable {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** Queues and busy workers are not read at the same moment, so that a part is always its own. */
  private static final double OWN_LEAST = 0.02;

  private final String name;

  // Guarded by this.
  private final List<Member> members = new ArrayList<>();
  private int total;
  private boolean closed;
  private Optional<Partition> last = Optional.empty();

  /** Read without a lock by threads that have waited. */
  private volatile List<Member> present = List.of();

  private PoolGroup(String name, int total) {
    this.name = Require.notBlank("name", name);
    this.total = Require.atLeast("total", 1, total);
  }

  /**
   * Makes a group without members.
   *
   * @param name the group's name, for reasons and messages
   * @param total the maximum number of workers of all members together
   */
  public static PoolGroup of(String name, int total) {
    return new PoolGroup(name, total);
  }

  /**
   * Makes a group without members and without a total: for pools in a row, each of which waits for
   * the next one. Each gets what it needs.
   */
  public static PoolGroup of(String name) {
    return of(name, UNLIMITED);
  }

  // ---- Members

  /** Adds a member of weight 1. */
  public PoolGroup add(Governor governor) {
    return add(governor, 1);
  }

  /**
   * Adds a member. It leaves when its governor is closed.
   *
   * @param governor the member's governor, whose name is that of the member
   * @param weight how much the member counts where workers are scarce, above 0; 1 is neutral
   * @throws IllegalArgumentException when there is a member of that name, or the total is less than
   *     what all members must have
   * @throws IllegalStateException when the governor or the group is closed, or the governor is in a
   *     group already
   */
  public PoolGroup add(Governor governor, double weight) {
    Objects.requireNonNull(governor, "governor must not be null");
    Partition.requireWeight(governor.name(), weight);
    Member member = new Member(this, governor, weight);
    if (!governor.join(member)) {
      throw new IllegalStateException(
          "governor '" + governor.name() + "' must be open and in no group but is not");
    }
    try {
      enter(member);
    } catch (RuntimeException e) {
      governor.leaveGroup();
      throw e;
    }
    try {
      governor.target().onWait(nanos -> waited(member, nanos));
    } catch (RuntimeException e) { // the target was released meanwhile
      leave(member);
      throw e;
    }
    if (governor.isClosed()) { // meanwhile
      leave(member);
    }
    return this;
  }

  private synchronized void enter(Member member) {
    if (closed) {
      throw new IllegalStateException("group '" + name + "' is closed");
    }
    requireFits(member.governor);
    members.add(member);
    present = List.copyOf(members);
  }

  private void requireFits(Governor governor) {
    int least = governor.limits().min();
    for (Member member : members) {
      if (member.name().equals(governor.name())) {
        throw new IllegalArgumentException(
            "names of members must differ but '" + governor.name() + "' came twice");
      }
      least = Math.addExact(least, member.least());
    }
    if (least > total) {
      throw new IllegalArgumentException(
          "total must be at least what all members must have (" + least + ") but was " + total);
    }
  }

  /** Removes a member, which is governed alone from now on; does nothing where it is none. */
  public void remove(Governor governor) {
    Objects.requireNonNull(governor, "governor must not be null");
    for (Member member : present) {
      if (member.governor.equals(governor)) {
        leave(member);
      }
    }
  }

  private void leave(Member member) {
    synchronized (this) {
      if (!members.remove(member)) {
        return; // it has left, and may be in another group
      }
      present = List.copyOf(members);
      members.forEach(other -> other.forget(member));
    }
    try {
      member.governor.target().onWait(Resizable.IGNORE_WAITS);
    } catch (RuntimeException e) {
      // it is released, and calls the group no more
    }
    member.governor.leaveGroup();
    member.governor.bringForward(); // what was withheld can be had now
  }

  /** Changes how much a member counts where workers are scarce; see {@link #add}. */
  public synchronized void weight(String member, double weight) {
    Partition.requireWeight(member, weight);
    member(member).weight = weight;
  }

  /**
   * Says that tasks of one member wait for another, where that is not seen: for a foreign
   * connection pool, a remote call. The other one then comes first where workers are scarce.
   */
  public synchronized void waitsFor(String member, String awaited) {
    Member other = member(awaited);
    if (member.equals(awaited)) {
      throw new IllegalArgumentException(
          "awaited must be another member than '" + member + "' but was the same");
    }
    member(member).waitsAsSaid.add(other);
  }

  private Member member(String wanted) {
    return members.stream()
        .filter(member -> member.name().equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "member must be one of " + members() + " but was '" + wanted + "'"));
  }

  /** The names of the members, in the order in which they were added. */
  public List<String> members() {
    return present.stream().map(Member::name).toList();
  }

  // ---- The total

  /** The maximum number of workers of all members together; the largest integer for no bound. */
  public synchronized int total() {
    return total;
  }

  /** Changes it; members that have to shrink do so at their next look, which is brought forward. */
  public void total(int workers) {
    synchronized (this) {
      int least = members.stream().mapToInt(Member::least).sum();
      total = Require.atLeast("total", Math.max(1, least), workers);
    }
    present.forEach(member -> member.governor.bringForward());
  }

  /** The last division of the total; empty before the first. */
  public synchronized Optional<Partition> last() {
    return last;
  }

  /**
   * The member that limits the others now, by name: it waits for others or they for it, its workers
   * are all busy, and tasks wait for them. Of several the last in the row; empty for none.
   */
  public synchronized Optional<String> limiting() {
    long now = members.stream().mapToLong(member -> member.endNanos).max().orElse(0);
    return members.stream()
        .filter(member -> member.isShort(now) && isInRow(member))
        .findFirst()
        .map(member -> limiting(member, now).orElse(member).name());
  }

  // ---- What members and waiting threads tell

  /** The current thread had to wait for that member. */
  private void waited(Member awaited, long nanos) {
    for (Member member : present) {
      if (member != awaited && member.governor.worksHere()) {
        member.waitedFor(awaited, nanos);
      }
    }
  }

  /** What a member may have of an advice now. */
  private synchronized Advice within(Member member, Observation seen, Advice alone) {
    int index = members.indexOf(member);
    if (index < 0) {
      return alone;
    }
    member.noticed(seen);
    member.wants(alone.workers());
    Optional<Member> limiting =
        member.waiting > 0 ? limiting(member, member.endNanos) : Optional.empty();
    Advice advice =
        limiting.map(other -> alone.changed(alone.workers(), other.limits())).orElse(alone);
    Partition now = divided();
    last = Optional.of(now);
    if (member.isHeldByHand()) {
      member.granted = 0;
      return advice;
    }
    int part = now.parts().get(index);
    int size = seen.size().workersTarget();
    int wanted = member.wantedNow(size);
    int granted = Math.min(wanted, Math.min(part, Math.max(size, left(member))));
    member.granted = granted;
    if (granted < Math.min(part, wanted)) {
      askToShrink(now);
    }
    return granted == advice.workers()
        ? advice
        : advice.changed(
            granted,
            Reason.by(
                "group",
                "group '%s' gives %{granted}d of %{wanted}d now: %{total}d workers for a load of"
                    + " %{load}.1f in %{members}d pools",
                name,
                granted,
                wanted,
                total,
                now.load(),
                members.size()));
  }

  /**
   * A window of a member as if it were alone: without the tasks that keep its workers busy while
   * they wait behind it; with what it would be offered if those before it held nothing back; and
   * without a queue where one behind it is short. What waits then waits for that one, and whatever
   * size were tried here would prove nothing. Where the total does not suffice, what each gets is
   * the total's matter, and windows stay as they are.
   */
  private synchronized Observation alone(Member member, Observation seen) {
    HeldBack before =
        members.stream()
            .filter(caller -> isCaller(caller, member))
            .map(caller -> caller.heldBack)
            .reduce(HeldBack::orLess)
            .orElse(HeldBack.NOTHING);
    member.heldBack = member.heldBack.with(seen, before);
    if (last.isPresent() && last.get().isScarce()) {
      return seen;
    }
    long now = seen.window().endNanos();
    Observation own = withoutWaiting(seen, waitingBehind(member, now));
    Observation offered = before.matters() ? before.offered(own) : own;
    boolean waitsBehind = limiting(member, now).isPresent();
    return waitsBehind ? offered.toBuilder().queued(0, 0).build() : offered;
  }

  /**
   * Tasks that keep workers of a member busy while they wait in the queues of those behind it,
   * averaged: those in the queue of the next one, and those that its own workers wait with.
   */
  private double waitingBehind(Member member, long nowNanos) {
    return members.stream().mapToDouble(next -> waitingFor(next, member, nowNanos)).sum();
  }

  /** Those of them that wait for one member; of a queue that several wait in, its share. */
  private double waitingFor(Member next, Member member, long nowNanos) {
    if (!isNext(member, next)) {
      return 0;
    }
    double callers =
        members.stream()
            .filter(other -> isNext(other, next))
            .mapToDouble(other -> other.busyMean)
            .sum();
    double share = callers > 0 ? member.busyMean / callers : 1;
    return share * (next.queued(nowNanos) + waitingBehind(next, nowNanos));
  }

  /** The same for those that have never told how long they wait. */
  private double waitingUntold(Member member, long nowNanos) {
    return members.stream()
        .filter(next -> !member.hasTold(next))
        .mapToDouble(next -> waitingFor(next, member, nowNanos))
        .sum();
  }

  /** Whether a member waits for another one itself, and not through a third. */
  private boolean isNext(Member member, Member other) {
    return isCaller(member, other)
        && members.stream().noneMatch(third -> isBehind(member, third) && isCaller(third, other));
  }

  private boolean isCaller(Member member, Member other) {
    return member.waitsFor(other) && isBehind(member, other);
  }

  /** A window in which so many of the busy workers had been free. */
  private static Observation withoutWaiting(Observation seen, double waiting) {
    double busy = seen.size().busyMean();
    if (waiting <= 0 || busy <= 0) {
      return seen;
    }
    double own = Math.max(OWN_LEAST, 1 - waiting / busy);
    return seen.toBuilder()
        .busy(own * busy)
        .serviceNanos(Math.round(own * seen.times().serviceNanosSum()))
        .build();
  }

  /**
   * The member that limits another one: that one waits for it, or for one that does, and it is
   * short of workers. Of several the last in the row.
   */
  private Optional<Member> limiting(Member of, long nowNanos) {
    return members.stream()
        .filter(other -> other.isShort(nowNanos) && isBehind(of, other))
        .findFirst()
        .map(other -> limiting(other, nowNanos).orElse(other));
  }

  private boolean isInRow(Member member) {
    return members.stream().anyMatch(other -> member.waitsFor(other) || other.waitsFor(member));
  }

  private boolean isBehind(Member member, Member other) {
    return member != other
        && reaches(member, other, new HashSet<>())
        && !reaches(other, member, new HashSet<>());
  }

  /** Of a pool in a row; where there is a total it is divided anew at once. */
  private synchronized double priceSeconds(Member member, int from, int to) {
    return total == UNLIMITED && isInRow(member)
        ? member.price.seconds(from, to, member.governor.nanoTime())
        : 0;
  }

  private synchronized void changed(Member member) {
    member.price.changed(member.governor.nanoTime());
  }

  private synchronized void overridden(Member member, Observation seen) {
    if (members.contains(member)) {
      member.noticed(seen);
      member.granted = 0;
    }
  }

  private Partition divided() {
    boundByCores();
    List<Claim> claims = new ArrayList<>();
    for (Member member : members) {
      claims.add(member.claim(total, callersOf(member)));
    }
    return Partition.of(total, claims);
  }

  /** Has no member want more workers than its share of the processors carries. */
  private void boundByCores() {
    List<Member> computing =
        members.stream().filter(member -> member.load.cores().isPresent()).toList();
    List<Double> needs =
        computing.stream().map(member -> member.load.cores().getAsDouble()).toList();
    List<Double> weights = computing.stream().map(member -> member.weight).toList();
    double cores = computing.stream().mapToDouble(member -> member.machineCores).max().orElse(0);
    boolean scarce = needs.stream().mapToDouble(Double::doubleValue).sum() > cores;
    List<Double> shares = SharedCores.of(cores, needs, weights);
    members.forEach(member -> member.carried = Integer.MAX_VALUE);
    for (int i = 0; scarce && i < computing.size(); i++) {
      Member member = computing.get(i);
      member.carried = member.cpu.workersMax(shares.get(i)).orElse(Integer.MAX_VALUE);
    }
  }

  /** How many members wait for this one, directly or through others, that it does not wait for. */
  private int callersOf(Member awaited) {
    return (int) members.stream().filter(member -> isBehind(member, awaited)).count();
  }

  private boolean reaches(Member from, Member to, Set<Member> passed) {
    if (!passed.add(from)) {
      return false;
    }
    return members.stream()
        .anyMatch(next -> from.waitsFor(next) && (next == to || reaches(next, to, passed)));
  }

  /** What the others leave of the total. */
  private int left(Member of) {
    long taken = 0;
    for (Member member : members) {
      taken += member == of ? 0 : member.taken();
    }
    return (int) Math.max(0, total - taken);
  }

  private void askToShrink(Partition now) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).taken() > now.parts().get(i)) {
        members.get(i).governor.bringForward();
      }
    }
  }

  // ---- End

  /** Removes all members, each of which is governed alone from now on. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    present.forEach(this::leave);
  }

  /** The group in one line: how the total was divided last, and which member limits. */
  @Override
  public synchronized String toString() {
    String divided = last.map(Partition::why).orElse(total + ", not divided yet");
    String limits = limiting().map(member -> "; '" + member + "' limits").orElse("");
    return "group '" + name + "': " + (total == UNLIMITED ? members() : divided) + limits;
  }

  /** A governed target in a group. Guarded by the group, except for {@code waits}. */
  private static final class Member implements Governor.Share {

    private static final double BETA = 3;
    private static final double WAITS = 0.01; // of the busy time
    private static final long WAITS_KEPT_NANOS = 60_000_000_000L;
    private static final long WANT_KEPT_NANOS = 1_000_000_000;
    private static final double MEMORY_NANOS = 10e9;
    private static final double ALL_BUSY = 0.9;
    private static final long SHORT_KEPT_NANOS = 500_000_000;

    final PoolGroup group;
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
    private double queuedMean;
    final ChangePrice price = new ChangePrice();
    double busyMean;
    private double busyNanos;
    HeldBack heldBack = HeldBack.NOTHING;

    /** The time that its tasks have waited for other members since the last look. */
    private final Map<Member, LongAdder> waits = new ConcurrentHashMap<>();

    private final Map<Member, Waited> waited = new HashMap<>();
    final Set<Member> waitsAsSaid = new HashSet<>();

    /** How much it has waited for a member lately, and when that was much for the last time. */
    private record Waited(double nanos, OptionalLong muchAtNanos) {}

    Member(PoolGroup group, Governor governor, double weight) {
      this.group = group;
      this.governor = governor;
      this.weight = weight;
    }

    String name() {
      return governor.name();
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
    public double priceSeconds(int from, int to) {
      return group.priceSeconds(this, from, to);
    }

    @Override
    public void changed() {
      group.changed(this);
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
    void waitedFor(Member awaited, long nanos) {
      waits.computeIfAbsent(awaited, unseen -> new LongAdder()).add(nanos);
    }

    void noticed(Observation seen) {
      endNanos = seen.window().endNanos();
      double kept = StrictMath.exp(-seen.window().lengthNanos() / MEMORY_NANOS);
      busyNanos = busyNanos * kept + seen.busyNanos();
      waits.keySet().retainAll(group.members); // a thread may have waited for one that has left
      double all = 0;
      for (Map.Entry<Member, LongAdder> wait : waits.entrySet()) {
        long nanos = wait.getValue().sumThenReset();
        all += nanos;
        waited.merge(
            wait.getKey(),
            after(0, nanos, OptionalLong.empty()),
            (before, now) -> after(before.nanos() * kept, nanos, before.muchAtNanos()));
      }
      double untold = group.waitingUntold(this, endNanos) * seen.window().lengthNanos();
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
      return stays
          ? governor.limits().clamp(Math.min(Math.max(wanted, withheld), carried))
          : wanted;
    }

    private Waited after(double before, long nanos, OptionalLong muchBefore) {
      double sum = before + nanos;
      return new Waited(sum, sum > WAITS * busyNanos ? OptionalLong.of(endNanos) : muchBefore);
    }

    /** Whether it waits for another member, or has in the last minute. */
    boolean waitsFor(Member other) {
      Waited its = waited.get(other);
      boolean isSeen =
          its != null
              && its.muchAtNanos().isPresent()
              && endNanos - its.muchAtNanos().getAsLong() < WAITS_KEPT_NANOS;
      return isSeen || waitsAsSaid.contains(other);
    }

    /** Whether its waits for another member were ever seen where they were. */
    boolean hasTold(Member other) {
      return waited.containsKey(other);
    }

    void forget(Member gone) {
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
}
