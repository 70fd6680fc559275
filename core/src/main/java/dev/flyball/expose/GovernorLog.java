package dev.flyball.expose;

import dev.flyball.base.OneLine;
import dev.flyball.control.Decision;
import dev.flyball.control.DecisionListener;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.Verdict.Level;
import dev.flyball.policy.Observation;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.part.Windows;
import java.util.Optional;

/**
 * The bridge to the program's log ({@link System.Logger}): says that a governor has begun, and each
 * state of its pool that lasts, such as one that is hung or at its limit. A handful of lines, not a
 * journal; a governor itself logs what fails.
 *
 * <p>Trouble is logged as a warning, all else as information. The {@linkplain Verdict verdict} is
 * made of the governor's own windows, of about five seconds together, so it costs the pool nothing.
 */
public final class GovernorLog {

  private static final System.Logger LOG = System.getLogger(GovernorLog.class.getName());

  private static final long WINDOW_NANOS = 5_000_000_000L;

  private GovernorLog() {}

  /** Logs that this governor has begun, and what lasts from now on. */
  public static void write(Governor governor) {
    String how = governor.mode() == Mode.ADVISE_ONLY ? "advises" : "governs";
    String policy = Policies.nameOf(governor.policy());
    log(
        System.Logger.Level.INFO,
        governor,
        how + " from now on, by " + policy + ", " + governor.limits() + " workers");
    governor.addListener(new Listening(governor));
  }

  private static void log(System.Logger.Level level, Governor governor, String text) {
    LOG.log(level, () -> "governor '" + OneLine.of(governor.name()) + "': " + text);
  }

  /** A governor calls it for one decision at a time. */
  private static final class Listening implements DecisionListener {

    private final Governor governor;
    private final LastingVerdict lasting = new LastingVerdict();
    private Optional<Observation> collected = Optional.empty();

    Listening(Governor governor) {
      this.governor = governor;
    }

    @Override
    public void decided(Decision decision) {
      decision.seen().ifPresent(this::collect);
    }

    private void collect(Observation seen) {
      Observation whole = collected.map(before -> Windows.joined(before, seen)).orElse(seen);
      boolean isLong = whole.window().lengthNanos() >= WINDOW_NANOS;
      collected = isLong ? Optional.empty() : Optional.of(whole);
      if (isLong) {
        lasting
            .next(
                Verdict.of(governor, whole), whole.window().startNanos(), whole.window().endNanos())
            .ifPresent(line -> log(levelOf(line.level()), governor, line.text()));
      }
    }

    private static System.Logger.Level levelOf(Level level) {
      return level == Level.TROUBLE ? System.Logger.Level.WARNING : System.Logger.Level.INFO;
    }
  }
}
