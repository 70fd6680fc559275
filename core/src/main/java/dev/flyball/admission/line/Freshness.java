package dev.flyball.admission.line;

import dev.flyball.measure.KindProfile;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The share of a kind's service time that is still believed.
 *
 * <p><b>Why.</b> A rule that turns away what takes too long never sees it again, and would go by
 * what was measured in the worst minute for ever. So once tasks of a kind are turned away and none
 * of them ends, its time is believed less and less, until one is let in and measured.
 *
 * <p>A time is believed for {@value #BELIEVED_NANOS} ns from the first that is turned away, or for
 * half as long as such a task takes. Then it decays, by a factor of e in as long again. What is not
 * believed any more stays out of the average when more tasks end, in which its weight is 7/8 after
 * one of them, as the average of {@link KindProfile} has it.
 *
 * <p>Not thread-safe. No clock: every call is told the time.
 */
final class Freshness {

  private static final double BELIEVED_NANOS = 0.2e9;
  private static final double SERVICE_TIMES = 0.5;
  private static final double KEPT_PER_TASK = 7.0 / 8;

  /** Kinds beyond are believed as they are. */
  private static final int KINDS_MAX = 1000;

  private static final class Last {
    private int records;

    /** Whether one was turned away since the last one ended, and when the first of them was. */
    private boolean turnedAway;

    private long turnedAwayNanos;

    /** Of the average, what was not believed any more when it was seen. */
    private double staleNanos;
  }

  private final Map<KindProfile, Last> kinds = new LinkedHashMap<>();

  /** A task of the kind was turned away. */
  void turnedAway(KindProfile kind, long nowNanos) {
    Last last = last(kind);
    if (last != null && !last.turnedAway) {
      last.turnedAway = true;
      last.turnedAwayNanos = nowNanos;
    }
  }

  /** The share that is believed now, from 0 to 1. */
  double of(KindProfile kind, long nowNanos) {
    Last last = last(kind);
    if (last == null) {
      return 1;
    }
    double recent = Math.max(1, kind.recentNanos());
    int more = kind.records() - last.records;
    if (more != 0) {
      double stale = recent - recent * believedShare(last, recent, nowNanos);
      last.staleNanos = stale * StrictMath.pow(KEPT_PER_TASK, Math.abs(more));
      last.records += more;
      last.turnedAway = false;
    }
    return believedShare(last, recent, nowNanos);
  }

  private @Nullable Last last(KindProfile kind) {
    Last last = kinds.get(kind);
    if (last == null && kinds.size() < KINDS_MAX) {
      last = new Last();
      last.records = kind.records();
      kinds.put(kind, last);
    }
    return last;
  }

  private static double believedShare(Last last, double recent, long nowNanos) {
    double fresh = Math.max(0, 1 - last.staleNanos / recent);
    double believed = Math.max(BELIEVED_NANOS, SERVICE_TIMES * recent);
    double age = last.turnedAway ? (double) nowNanos - last.turnedAwayNanos : 0;
    return age <= believed ? fresh : fresh * StrictMath.exp((believed - age) / believed);
  }
}
