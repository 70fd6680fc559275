package dev.flyball.admission.line;

import dev.flyball.admission.Admission;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The turns of the tenants: tags of start-time fair queueing (Goyal, Vin, Cheng 1996).
 *
 * <p>A tag is given when a task comes. Tasks that leave without having started have used nothing;
 * so once none of a tenant's waits any more, its next turn comes after what has started.
 *
 * <p>Bounded: of the tenants that have come least lately the history is forgotten, once there are
 * more than a thousand and more than twice as many as tasks wait.
 *
 * <p>Not thread-safe.
 */
final class Tenants {

  private static final int TENANTS_KEPT = 1000;

  /** Of one tenant. */
  private static final class Turn {
    private double finishTag; // of the task that came last
    private double usedTag; // the last finish tag of those that have started
    private int waiting;
  }

  /** The one that has come least lately before the others. */
  private final Map<String, Turn> turns = new LinkedHashMap<>(16, 0.75f, true);

  private double virtualTime;

  /** When the next task of a tenant may start, in virtual time. */
  double startTag(String tenant) {
    Turn turn = turns.get(tenant);
    return turn == null ? virtualTime : Math.max(virtualTime, turn.finishTag);
  }

  /**
   * A task of a tenant waits.
   *
   * @param waiting how many do
   */
  void waits(Place<?> place, Admission rule, int waiting) {
    String tenant = place.who.tenant();
    place.finishTag = place.startTag + Math.max(1, place.workNanos) / shareOf(tenant, rule);
    Turn turn = turns.computeIfAbsent(tenant, unused -> new Turn());
    turn.finishTag = place.finishTag;
    turn.waiting++;
    Iterator<String> eldest = turns.keySet().iterator();
    while (turns.size() > TENANTS_KEPT && turns.size() / 2 > waiting) {
      eldest.next();
      eldest.remove();
    }
  }

  /** A share that is none counts as 1: a rule that is wrong must not harm the pool. */
  private static double shareOf(String tenant, Admission rule) {
    double share = rule.shareOf(tenant);
    return share > 0 && share < Double.POSITIVE_INFINITY ? share : 1;
  }

  /** How many have a history. */
  int known() {
    return turns.size();
  }

  /** A task that waited starts. */
  void starts(Place<?> place) {
    virtualTime = Math.max(virtualTime, place.startTag);
    Turn turn = left(place);
    if (turn != null) {
      turn.usedTag = Math.max(turn.usedTag, place.finishTag);
    }
  }

  /** A task that waited leaves without having started. */
  void leaves(Place<?> place) {
    Turn turn = left(place);
    if (turn != null && turn.waiting <= 0) {
      turn.finishTag = turn.usedTag;
    }
  }

  /** Of the tenant of a task that waits no more; null where it was forgotten. */
  private @Nullable Turn left(Place<?> place) {
    Turn turn = turns.get(place.who.tenant());
    if (turn != null) {
      turn.waiting--;
    }
    return turn;
  }

  /** No task waits. */
  void rest() {
    if (virtualTime > 0 || !turns.isEmpty()) {
      turns.clear();
      virtualTime = 0;
    }
  }
}
