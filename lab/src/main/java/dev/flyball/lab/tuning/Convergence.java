package dev.flyball.lab.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The moment at which a governed run had found its final size.
 *
 * <p><b>The rule.</b> It is the first moment at which the size is within reach of where the run
 * ended, and from which on it is so for at least two fifths of every stretch of time. Within reach
 * is a factor of 1.5 or one group; a stretch is a quarter of the run, from 5 to 20 seconds. A whole
 * stretch must follow, or nothing is known to have been found. Two fifths, not all, for a policy
 * that compares its size with another by turns is away half of the time; it pays with throughput,
 * which is counted, and has not lost its way.
 *
 * @param atSeconds when, on the stand's clock
 * @param afterSeconds when, since the run began
 * @param windows how many windows the governor had seen by then
 */
public record Convergence(double atSeconds, double afterSeconds, long windows) {

  private static final double REACH = 1.5;
  private static final double SHARE = 0.4;
  private static final double STRETCH_SHARE = 0.25;
  private static final double STRETCH_SECONDS_MIN = 5;
  private static final double STRETCH_SECONDS_MAX = 20;

  static Optional<Convergence> of(GovernedRun run) {
    double stretch =
        Math.min(
            STRETCH_SECONDS_MAX,
            Math.max(STRETCH_SECONDS_MIN, STRETCH_SHARE * run.lengthSeconds()));
    int opt = run.opt();
    return candidates(run).stream()
        .filter(at -> near(run.sizeAt(at), opt) && stays(run, at, opt, stretch))
        .findFirst()
        .map(at -> new Convergence(at, at - run.fromSeconds(), windows(run, at)));
  }

  private static List<Double> candidates(GovernedRun run) {
    List<Double> candidates = new ArrayList<>();
    candidates.add(run.fromSeconds());
    run.moves().stream().filter(Move::changed).map(Move::atSeconds).forEach(candidates::add);
    return candidates;
  }

  private static boolean stays(GovernedRun run, double from, int opt, double stretch) {
    if (from + stretch > run.toSeconds()) {
      return false;
    }
    for (double at = from; at + stretch <= run.toSeconds(); at++) {
      double near =
          run.held(at, at + stretch).entrySet().stream()
              .filter(held -> near(held.getKey(), opt))
              .mapToDouble(Map.Entry::getValue)
              .sum();
      if (near < SHARE * stretch) {
        return false;
      }
    }
    return true;
  }

  private static boolean near(int size, int opt) {
    int larger = Math.max(size, opt);
    int smaller = Math.min(size, opt);
    return larger - smaller <= 1 || larger <= REACH * smaller;
  }

  private static long windows(GovernedRun run, double at) {
    return run.moves().stream().filter(move -> move.atSeconds() <= at).count();
  }
}
