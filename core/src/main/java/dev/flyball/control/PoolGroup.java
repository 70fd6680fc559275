package dev.flyball.control;

import dev.flyball.base.Require;
import dev.flyball.control.Partition.Claim;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.part.SharedCores;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
 * <p><b>Pools in a row.</b> Requests wait for jobs, and those for connections. Four more things no
 * policy sees of its own pool: a pool behind others sees only as much work as they let through, so
 * it is told what comes to the first ({@link HeldBack}), and all grow at once instead of one after
 * the other; where tasks wait for one whose workers are all busy, those before it have no queue of
 * their own, and no more than their load needs, since more would only wait there; and {@link
 * #limiting} names it. A task in the queue of one keeps a worker of each one before it. So many of
 * their busy workers are no load of theirs, which counts tell of pools that say nothing else. And a
 * change that only follows chance waits until it is worth it, since each is one of load for the
 * others.
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

  private final String name;

  // Guarded by this.
  private final List<GroupMember> members = new ArrayList<>();
  private final WaitGraph waits = new WaitGraph(members);
  private int total;
  private boolean closed;
  private Optional<Partition> last = Optional.empty();

  /** Read without a lock by threads that have waited. */
  private volatile List<GroupMember> present = List.of();

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
    GroupMember member = new GroupMember(this, governor, weight);
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

  private synchronized void enter(GroupMember member) {
    if (closed) {
      throw new IllegalStateException("group '" + name + "' is closed");
    }
    requireFits(member.governor);
    members.add(member);
    present = List.copyOf(members);
  }

  private void requireFits(Governor governor) {
    int least = governor.limits().min();
    for (GroupMember member : members) {
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
    for (GroupMember member : present) {
      if (member.governor.equals(governor)) {
        leave(member);
      }
    }
  }

  void leave(GroupMember member) {
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
    GroupMember other = member(awaited);
    if (member.equals(awaited)) {
      throw new IllegalArgumentException(
          "awaited must be another member than '" + member + "' but was the same");
    }
    member(member).waitsAsSaid.add(other);
  }

  private GroupMember member(String wanted) {
    return members.stream()
        .filter(member -> member.name().equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "member must be one of " + members() + " but was '" + wanted + "'"));
  }

  /** The names of the members, in the order in which they were added. */
  public List<String> members() {
    return present.stream().map(GroupMember::name).toList();
  }

  // ---- The total

  /** The maximum number of workers of all members together; the largest integer for no bound. */
  public synchronized int total() {
    return total;
  }

  /** Changes it; members that have to shrink do so at their next look, which is brought forward. */
  public void total(int workers) {
    synchronized (this) {
      int least = members.stream().mapToInt(GroupMember::least).sum();
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
    long now = members.stream().mapToLong(GroupMember::endNanos).max().orElse(0);
    return waits.limiting(now).map(GroupMember::name);
  }

  // ---- What members and waiting threads tell

  /** The current thread had to wait for that member. */
  private void waited(GroupMember awaited, long nanos) {
    for (GroupMember member : present) {
      if (member != awaited && member.governor.worksHere()) {
        member.waitedFor(awaited, nanos);
      }
    }
  }

  /** What a member may have of an advice now. */
  synchronized Advice within(GroupMember member, Observation seen, Advice alone) {
    int index = members.indexOf(member);
    if (index < 0) {
      return alone;
    }
    member.noticed(seen, waits);
    member.wants(alone.workers());
    Optional<GroupMember> limiting =
        member.waiting() > 0 ? waits.limiting(member, member.endNanos()) : Optional.empty();
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
  synchronized Observation alone(GroupMember member, Observation seen) {
    HeldBack before =
        members.stream()
            .filter(caller -> waits.isCaller(caller, member))
            .map(caller -> caller.heldBack)
            .reduce(HeldBack::orLess)
            .orElse(HeldBack.NOTHING);
    member.heldBack = member.heldBack.with(seen, before);
    if (last.isPresent() && last.get().isScarce()) {
      return seen;
    }
    long now = seen.window().endNanos();
    Observation own = withoutWaiting(seen, waits.behind(member, now));
    Observation offered = before.matters() ? before.offered(own) : own;
    boolean waitsBehind = waits.limiting(member, now).isPresent();
    return waitsBehind ? offered.toBuilder().queued(0, 0).build() : offered;
  }

  /** A window in which so many of the busy workers had been free. */
  private static Observation withoutWaiting(Observation seen, double waiting) {
    double busy = seen.size().busyMean();
    if (waiting <= 0 || busy <= 0) {
      return seen;
    }
    double own = Math.max(GroupMember.OWN_LEAST, 1 - waiting / busy);
    return seen.toBuilder()
        .busy(own * busy)
        .serviceNanos(Math.round(own * seen.times().serviceNanosSum()))
        .build();
  }

  /**
   * What a change of a member in a row has to be worth; where a total is divided, it is divided
   * anew at once.
   */
  synchronized double worthSeconds(GroupMember member, Observation alone, Advice advice) {
    if (total != UNLIMITED || !waits.isInRow(member)) {
      return 0;
    }
    return advice
        .reason()
        .regime()
        .map(regime -> member.worthSeconds(alone, advice, regime))
        .orElse(0.0);
  }

  synchronized void overridden(GroupMember member, Observation seen) {
    if (members.contains(member)) {
      member.noticed(seen, waits);
      member.granted = 0;
    }
  }

  private Partition divided() {
    boundByCores();
    List<Claim> claims = new ArrayList<>();
    for (GroupMember member : members) {
      claims.add(member.claim(total, waits.callersOf(member)));
    }
    return Partition.of(total, claims);
  }

  /** Has no member want more workers than its share of the processors carries. */
  private void boundByCores() {
    List<GroupMember> computing =
        members.stream().filter(member -> member.load.cores().isPresent()).toList();
    List<Double> needs =
        computing.stream().map(member -> member.load.cores().getAsDouble()).toList();
    List<Double> weights = computing.stream().map(member -> member.weight).toList();
    double cores = computing.stream().mapToDouble(member -> member.machineCores).max().orElse(0);
    boolean scarce = needs.stream().mapToDouble(Double::doubleValue).sum() > cores;
    List<Double> shares = SharedCores.of(cores, needs, weights);
    members.forEach(member -> member.carried = Integer.MAX_VALUE);
    for (int i = 0; scarce && i < computing.size(); i++) {
      GroupMember member = computing.get(i);
      member.carried = member.cpu.workersMax(shares.get(i)).orElse(Integer.MAX_VALUE);
    }
  }

  /** What the others leave of the total. */
  private int left(GroupMember of) {
    long taken = 0;
    for (GroupMember member : members) {
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
}
