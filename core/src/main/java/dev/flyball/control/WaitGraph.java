package dev.flyball.control;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which members of a {@link PoolGroup} wait for which, and what follows from it: how many tasks
 * wait behind a member, and which member limits another.
 *
 * <p>Guarded by the group's monitor, as the members are.
 */
final class WaitGraph {

  private final List<GroupMember> members;

  /** Follows a list of members, which may change. */
  WaitGraph(List<GroupMember> members) {
    this.members = members;
  }

  List<GroupMember> members() {
    return members;
  }

  /**
   * The member that limits others now: it waits for others or they for it, and it is short of
   * workers. Of several the last in the row.
   */
  Optional<GroupMember> limiting(long nowNanos) {
    return members.stream()
        .filter(member -> member.isShort(nowNanos) && isInRow(member))
        .findFirst()
        .map(member -> limiting(member, nowNanos).orElse(member));
  }

  /**
   * Tasks that keep workers of a member busy while they wait in the queues of those behind it,
   * averaged: those in the queue of the next one, and those that its own workers wait with.
   */
  double behind(GroupMember member, long nowNanos) {
    return members.stream().mapToDouble(next -> waitingFor(next, member, nowNanos)).sum();
  }

  /** Those of them that wait for one member; of a queue that several wait in, its share. */
  private double waitingFor(GroupMember next, GroupMember member, long nowNanos) {
    if (!isNext(member, next)) {
      return 0;
    }
    double callers =
        members.stream()
            .filter(other -> isNext(other, next))
            .mapToDouble(other -> other.busyMean)
            .sum();
    double share = callers > 0 ? member.busyMean / callers : 1;
    return share * (next.queued(nowNanos) + behind(next, nowNanos));
  }

  /** The same for those that have never told how long they wait. */
  double untold(GroupMember member, long nowNanos) {
    return members.stream()
        .filter(next -> !member.hasTold(next))
        .mapToDouble(next -> waitingFor(next, member, nowNanos))
        .sum();
  }

  /** Whether a member waits for another one itself, and not through a third. */
  private boolean isNext(GroupMember member, GroupMember other) {
    return isCaller(member, other)
        && members.stream().noneMatch(third -> isBehind(member, third) && isCaller(third, other));
  }

  /** Whether a member waits for another one that does not wait for it in turn. */
  boolean isCaller(GroupMember member, GroupMember other) {
    return member.waitsFor(other) && isBehind(member, other);
  }

  /**
   * The member that limits another one: that one waits for it, or for one that does, and it is
   * short of workers. Of several the last in the row.
   */
  Optional<GroupMember> limiting(GroupMember of, long nowNanos) {
    return members.stream()
        .filter(other -> other.isShort(nowNanos) && isBehind(of, other))
        .findFirst()
        .map(other -> limiting(other, nowNanos).orElse(other));
  }

  /** Whether a member waits for others, or they for it. */
  boolean isInRow(GroupMember member) {
    return members.stream().anyMatch(other -> member.waitsFor(other) || other.waitsFor(member));
  }

  private boolean isBehind(GroupMember member, GroupMember other) {
    return member != other
        && reaches(member, other, new HashSet<>())
        && !reaches(other, member, new HashSet<>());
  }

  /** How many members wait for this one, directly or through others, that it does not wait for. */
  int callersOf(GroupMember awaited) {
    return (int) members.stream().filter(member -> isBehind(member, awaited)).count();
  }

  private boolean reaches(GroupMember from, GroupMember to, Set<GroupMember> passed) {
    if (!passed.add(from)) {
      return false;
    }
    return members.stream()
        .anyMatch(next -> from.waitsFor(next) && (next == to || reaches(next, to, passed)));
  }
}
