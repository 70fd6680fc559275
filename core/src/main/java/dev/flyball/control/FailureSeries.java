package dev.flyball.control;

import dev.flyball.base.LogPause;
import java.util.Optional;

/**
 * Failures of one kind that follow each other, and what the log says of them: the first of a
 * series, or where that came soon after another line, a later one ({@link LogPause}).
 *
 * <p>Guarded by its owner.
 */
final class FailureSeries {

  private final LogPause pause = new LogPause();
  private boolean failing;
  private boolean said;
  private long unsaid;

  /** It works again. */
  void end() {
    failing = false;
  }

  /**
   * Another failure.
   *
   * @param nowNanos when, on the owner's clock
   * @return what the line for the log ends with; empty if none is to be written
   */
  Optional<String> failed(long nowNanos) {
    if (!failing) {
      failing = true;
      said = false;
      unsaid++;
    }
    if (said || !pause.isOver(nowNanos)) {
      return Optional.empty();
    }
    pause.begin(nowNanos);
    String more = unsaid == 1 ? "" : "; it has begun " + unsaid + " times since this was last said";
    said = true;
    unsaid = 0;
    return Optional.of(more);
  }
}
