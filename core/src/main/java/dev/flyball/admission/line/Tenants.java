package dev.flyball.admission.line;

import dev.flyball.admission.Admission;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The turns of the tenants: tags of start-time fair queueing (Goyal, Vin, Cheng 1996).
 *
 * <p>Bounded: of the tenants that have come least lately the history is forgotten, once there are
 * more than a thousand and more than twice as many as tasks wait.
 *
 * <p>Not thread-safe.
 */
final class Tenants {

  private static final int TENANTS_KEPT = 1000;

  private final Map<String, Double> finishTags = new LinkedHashMap<>();
  private double virtualTime;

  /** When the next task of a tenant may start, in virtual time. */
  double startTag(String tenant) {
    return Math.max(virtualTime, finishTags.getOrDefault(tenant, 0.0));
  }

  /**
   * A task of a tenant waits.
   *
   * @param waiting how many do
   */
  void waits(Place<?> place, Admission rule, int waiting) {
    String tenant = place.who.tenant();
    double finishTag = place.startTag + Math.max(1, place.workNanos) / shareOf(tenant, rule);
    finishTags.remove(tenant); // to have come last
    finishTags.put(tenant, finishTag);
    Iterator<String> eldest = finishTags.keySet().iterator();
    while (finishTags.size() > TENANTS_KEPT && finishTags.size() / 2 > waiting) {
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
    return finishTags.size();
  }

  void starts(Place<?> place) {
    virtualTime = Math.max(virtualTime, place.startTag);
  }

  /** No task waits. */
  void rest() {
    if (virtualTime > 0 || !finishTags.isEmpty()) {
      finishTags.clear();
      virtualTime = 0;
    }
  }
}
