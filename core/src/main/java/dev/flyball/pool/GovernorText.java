package dev.flyball.pool;

import dev.flyball.control.Governor;
import java.util.Locale;
import java.util.Optional;

/** What the line that describes a target says of its governor. */
final class GovernorText {

  private GovernorText() {}

  /** What it allows and last advised, to be appended to a line; empty where nobody governs. */
  static String of(Optional<Governor> governor) {
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
