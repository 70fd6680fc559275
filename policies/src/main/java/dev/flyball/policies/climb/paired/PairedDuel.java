package dev.flyball.policies.climb.paired;

import dev.flyball.policy.Reason;
import java.util.Optional;

/**
 * Two sizes compared in turns: home, away, home, away, home.
 *
 * <p>Each sample away is set against the mean of the two at home around it, so a drift that both
 * share is in neither's favour. It is over as soon as the difference is clear, or after so many
 * pairs; what is still in doubt then is a tie.
 *
 * @param home the size to go back to
 * @param away the size that is tried
 * @param before the last sample at home
 * @param tried the sample away that waits for the next one at home
 * @param throughput the differences in throughput, away over home
 * @param response the differences in response time, away over home
 * @param expected the deviation of one pair that is expected from counting and from noise
 */
record PairedDuel(
    int home,
    int away,
    Optional<PairedSample> before,
    Optional<PairedSample> tried,
    PairedDifference throughput,
    PairedDifference response,
    double expected) {

  /** The result of the comparison. */
  enum Outcome {
    /** Not over yet. */
    OPEN("open"),
    /** Away is worth its place. */
    BETTER("better"),
    /** No difference that counts. */
    EQUAL("no difference"),
    /** Away costs throughput, but not so much that what lies behind it is ruled out. */
    WORSE("worse"),
    /** Away costs so much that what lies behind it is ruled out. */
    MUCH_WORSE("much worse");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** The deviation of one pair's logarithm that noise alone is expected to bring. */
  private static final double NOISE = 0.05;

  /** The same for response times, which come from samples of the tasks in the system. */
  private static final double RESPONSE_NOISE = 0.2;

  /** Two standard errors are no chance; five deviations not even in one pair. */
  private static final double ERRORS = 2;

  private static final double ERRORS_AT_ONCE = 5;
  private static final double RULED_OUT = -0.15;

  static PairedDuel between(int home, int away) {
    return new PairedDuel(
        home,
        away,
        Optional.empty(),
        Optional.empty(),
        PairedDifference.NONE,
        PairedDifference.NONE,
        NOISE);
  }

  /** The size to have next. */
  int size() {
    return before.isPresent() && tried.isEmpty() ? away : home;
  }

  /** With a sample at {@link #size()}. */
  PairedDuel with(PairedSample sample) {
    if (size() == away) {
      return new PairedDuel(
          home, away, before, Optional.of(sample), throughput, response, expected);
    }
    if (before.isEmpty() || tried.isEmpty()) {
      return new PairedDuel(
          home, away, Optional.of(sample), Optional.empty(), throughput, response, expected);
    }
    return paired(before.get(), tried.get(), sample);
  }

  private PairedDuel paired(PairedSample first, PairedSample middle, PairedSample last) {
    double gain = (middle.gainOver(first) + middle.gainOver(last)) / 2;
    double slower = (middle.slownessOver(first) + middle.slownessOver(last)) / 2;
    double counting = 1 / middle.tasks() + 0.5 / Math.min(first.tasks(), last.tasks());
    return new PairedDuel(
        home,
        away,
        Optional.of(last),
        Optional.empty(),
        throughput.with(gain),
        response.with(slower),
        StrictMath.sqrt(NOISE * NOISE + counting)); // counting: the variance of Poisson's logarithm
  }

  /** The same home against another size, from the beginning. */
  PairedDuel against(int other) {
    return new PairedDuel(
        home,
        other,
        before,
        Optional.empty(),
        PairedDifference.NONE,
        PairedDifference.NONE,
        expected);
  }

  /** The pair that has just begun is dropped: the target was not itself. */
  PairedDuel disturbed() {
    return new PairedDuel(
        home, away, Optional.empty(), Optional.empty(), throughput, response, expected);
  }

  /**
   * What came out, in the larger size's favour only where it is worth it.
   *
   * @param worth the gain that a larger size must bring, and the loss that a smaller may, as a
   *     share
   * @param patience by what share responses may be slower at a smaller size
   * @param pairsMax after how many pairs it is over at the latest
   */
  Outcome outcome(double worth, double patience, int pairsMax) {
    double gain = throughput.mean();
    double doubt = doubtIn(throughput, expected);
    if (throughput.pairs() == 0) {
      return Outcome.OPEN;
    }
    double needed = away > home ? worth : 0;
    if (gain > needed && gain > doubt) {
      return Outcome.BETTER;
    }
    if (gain < -worth && gain < -doubt) {
      return lost(gain);
    }
    boolean clearlyNone = throughput.pairs() > 1 && Math.abs(gain) + doubt < worth;
    if (!clearlyNone && throughput.pairs() < pairsMax) {
      return Outcome.OPEN;
    }
    return gain < -worth ? lost(gain) : byResponse(StrictMath.log1p(patience));
  }

  private Outcome byResponse(double allowed) {
    double slower = response.mean();
    double doubt = doubtIn(response, RESPONSE_NOISE);
    if (Math.abs(slower) <= Math.max(allowed, doubt)) {
      return Outcome.EQUAL;
    }
    return slower < 0 ? Outcome.BETTER : Outcome.WORSE;
  }

  /** In words: {@code 8 with 4, +12.3 % in 2 pairs}. */
  Reason words() {
    Reason sizes = Reason.of("%d with %d", away, home);
    return throughput.pairs() == 0
        ? sizes
        : Reason.of(
            "%s, %+.1f %% in %d pairs",
            sizes, 100 * StrictMath.expm1(throughput.mean()), throughput.pairs());
  }

  private static Outcome lost(double gain) {
    return gain < RULED_OUT ? Outcome.MUCH_WORSE : Outcome.WORSE;
  }

  private static double doubtIn(PairedDifference difference, double expected) {
    double errors = difference.pairs() > 1 ? ERRORS : ERRORS_AT_ONCE;
    return errors * difference.error(expected);
  }
}
