package dev.flyball.control;

import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.spec.Headroom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Several targets sized as one: their arrival rates and service times are added up, Little's law
 * gives the total, and the total is divided among them by demand times weight.
 *
 * <p>For programs in which several pools (web requests, messages, a database's connections) share
 * one machine. A group can bound the total, which separate governors cannot. A weight above 1 gives
 * a pool more than its share of the total. {@link Partition} says how it is divided, and names the
 * source.
 *
 * <p>The group is the only writer of its members' sizes; a member must have no governor of its own.
 * A member that cannot be observed or resized keeps its size, and the others are sized without it.
 * The first of a series of failures is logged.
 *
 * <p><b>Threads.</b> Any thread may call any method; one step runs at a time.
 */
public final class PoolGroup implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(PoolGroup.class.getName());

  /**
   * A target in a group.
   *
   * @param name the member's name
   * @param target the target to size
   * @param weight how much its demand counts when the total is divided, above 0; 1 is neutral
   */
  public record Member(String name, Resizable target, double weight) {
    /** Checks that the weight is finite and above 0. */
    public Member {
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException(
            "weight of '" + name + "' must be a finite number above 0 but was " + weight);
      }
    }
  }

  private final String name;
  private final List<Member> members;
  private final Headroom headroom;
  private final int totalMax;

  // Guarded by this.
  private Optional<Ticker> ticker = Optional.empty();
  private boolean closed;
  private boolean failing;
  private final Map<String, Integer> lastSizes = new TreeMap<>();

  private volatile Optional<Partition> last = Optional.empty();

  /**
   * Makes a group that does nothing until it is started or stepped.
   *
   * @param name the group's name
   * @param members the targets, at least one
   * @param headroom the workers kept beyond the members' total demand
   * @param totalMax the maximum number of workers of all members together, at least one each
   */
  public PoolGroup(String name, List<Member> members, Headroom headroom, int totalMax) {
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members of '" + name + "' must be at least 1 but were 0");
    }
    if (totalMax < members.size()) {
      throw new IllegalArgumentException(
          "totalMax must be at least one worker per member ("
              + members.size()
              + ") but was "
              + totalMax);
    }
    this.name = name;
    this.members = List.copyOf(members);
    this.headroom = headroom;
    this.totalMax = totalMax;
    if (members.stream().map(Member::name).distinct().count() < members.size()) {
      throw new IllegalArgumentException(
          "names of members must all differ but were "
              + members.stream().map(Member::name).toList());
    }
  }

  /**
   * Starts a daemon thread that steps once per period.
   *
   * @throws IllegalStateException when started before, or closed, or a member is driven by another
   */
  public synchronized PoolGroup start(Duration period) {
    if (closed || ticker.isPresent()) {
      throw new IllegalStateException(
          "group '" + name + "' " + (closed ? "is closed" : "was started before"));
    }
    PollInterval look = PollInterval.every(period);
    claimMembers();
    Ticker made = new Ticker("flyball-group-" + name, () -> look, this::step);
    try {
      made.start();
    } catch (Throwable e) {
      members.forEach(member -> Driven.letGo(member.target()));
      throw e;
    }
    ticker = Optional.of(made);
    return this;
  }

  private void letGo(Member member) {
    try {
      member.target().released();
    } catch (Throwable e) {
      report(member, "released", e);
    }
    Driven.letGo(member.target());
  }

  private void claimMembers() {
    List<Member> claimed = new ArrayList<>();
    try {
      for (Member member : members) {
        Driven.claim(member.target(), "group '" + name + "'");
        claimed.add(member);
      }
    } catch (IllegalStateException e) {
      claimed.forEach(member -> Driven.letGo(member.target()));
      throw e;
    }
  }

  /** Observes all members, divides the total among them, and resizes them. */
  public synchronized void step() {
    List<Member> seenMembers = new ArrayList<>();
    List<Observation> seen = new ArrayList<>();
    boolean failed = false;
    for (Member member : members) {
      try {
        seen.add(member.target().observe());
        seenMembers.add(member);
      } catch (RuntimeException e) {
        failed = true;
        report(member, "observed", e);
      }
    }
    if (!seen.isEmpty() && !closed) {
      int left = Math.max(seen.size(), totalMax - keptBy(seenMembers));
      int total = Math.min(Partition.total(seen, headroom), left);
      Partition partition =
          Partition.byWeightedDemand(
              total, seen, seenMembers.stream().map(Member::weight).toList());
      failed |= !apply(seenMembers, seen, partition);
      last = Optional.of(partition);
    }
    failing = failed;
  }

  /** The known number of workers that the members that could not be observed keep. */
  private int keptBy(List<Member> seenMembers) {
    return members.stream()
        .filter(member -> !seenMembers.contains(member))
        .mapToInt(member -> lastSizes.getOrDefault(member.name(), 1))
        .sum();
  }

  private boolean apply(List<Member> resized, List<Observation> seen, Partition partition) {
    boolean done = true;
    for (int i = 0; i < resized.size(); i++) {
      int workers = partition.parts().get(i);
      lastSizes.put(resized.get(i).name(), seen.get(i).size().workersTarget());
      if (workers == seen.get(i).size().workersTarget()) {
        continue;
      }
      try {
        resized.get(i).target().resize(workers);
        lastSizes.put(resized.get(i).name(), workers);
      } catch (RuntimeException e) {
        done = false;
        report(resized.get(i), "resized to " + workers, e);
      }
    }
    return done;
  }

  private void report(Member member, String what, Throwable e) {
    if (!failing) {
      LOG.log(
          System.Logger.Level.WARNING,
          "group '"
              + name
              + "': '"
              + member.name()
              + "' could not be "
              + what
              + ", it keeps its size",
          e);
    }
  }

  /**
   * The last division of the total, and its reason, in the order of the members that could be
   * observed.
   */
  public Optional<Partition> last() {
    return last;
  }

  /** Stops, and releases the members; the sizes stay as they are. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      ticker.ifPresent(Ticker::close);
      if (ticker.isPresent()) {
        members.forEach(this::letGo);
      }
    }
  }
}
