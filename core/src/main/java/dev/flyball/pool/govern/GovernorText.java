package dev.flyball.pool.govern;

import dev.flyball.control.Governor;
import java.util.Locale;
import java.util.Optional;

/** The part about the governor in the line that describes a target. */
public final class GovernorText {

  private GovernorText() {}

  /** Its limits and last advice, to be appended to a line; empty for an ungoverned target. */
  public static String of(Optional<Governor> governor) {
    return governor.map(GovernorText::of).orElse("");
  }

  private static String of(Governor governor) {
    return ", limits "
        + governor.limits()
        + governor
            .lastAdvice()
            .map(advice ->
                String.format(
                    Locale.ROOT,
                    ", last advice %d workers %.1f s ago (%s)",
                    advice.workers(),
                    governor.lastAdviceAge().orElseThrow().toNanos() / 1e9,
                    advice.why()))
            .orElse(", no advice yet");
  }
}
