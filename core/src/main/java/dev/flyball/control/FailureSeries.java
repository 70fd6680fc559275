package dev.flyball.control;

import dev.flyball.base.LogPause;
import dev.flyball.base.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * Failures of one kind that follow each other. The log has the first of a series, or where that
 * came soon after another line, a later one ({@link LogPause}).
 *
 * <p>Safe for threads: its own monitor guards what it knows, and is not held while it logs.
 */
final class FailureSeries {

  private static final System.Logger LOG = System.getLogger(Governor.class.getName());

  private final LogPause pause = new LogPause();
  private boolean failing;
  private boolean said;
  private long unsaid;

  /** It works again. */
  synchronized void end() {
    failing = false;
  }

  /**
   * Another failure.
   *
   * @param governor the name of the governor that met it
   * @param what is the matter, for the log
   * @param nowNanos when, on the owner's clock
   */
  void failed(String governor, String what, Throwable e, long nowNanos) {
    String more = toSay(nowNanos);
    if (more != null) {
      log(governor, what + more, e);
    }
  }

  /** Logs one failure of a governor; throws nothing, so that a log that fails stops none. */
  static void log(String governor, String what, Throwable e) {
    try {
      LOG.log(System.Logger.Level.WARNING, "governor '" + OneLine.of(governor) + "': " + what, e);
    } catch (Throwable inLog) {
      // no other way to report it is left
    }
  }

  /** What the line for the log ends with; null if none is to be written. */
  private synchronized @Nullable String toSay(long nowNanos) {
    if (!failing) {
      failing = true;
      said = false;
      unsaid++;
    }
    if (said || !pause.isOver(nowNanos)) {
      return null;
    }
    pause.begin(nowNanos);
    String more = unsaid == 1 ? "" : "; it has begun " + unsaid + " times since this was last said";
    said = true;
    unsaid = 0;
    return more;
  }
}
