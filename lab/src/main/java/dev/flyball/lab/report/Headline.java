package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of a run, for whoever reads nothing else of it.
 *
 * @param verdict the result, in one sentence that the tables bear out
 * @param more what belongs to the verdict, in a sentence or a few; or empty
 * @param doubts why the figures are not to be trusted, a line each, without a full stop
 */
public record Headline(String verdict, String more, List<String> doubts) {

  /** What is said before the doubts. */
  public static final String DOUBTED = "Do not rely on these figures:";

  /** What is said of a run that did not get to its end. */
  public static final String ENDED_EARLY = "the run was ended early; what is missing was not run";

  /** So many measurements must lie beyond a quantile, or it says nothing. */
  private static final int BEYOND_MIN = 10;

  /** Of so many repetitions a median is shown, but not how far the next one may be from it. */
  private static final int REPETITIONS_MIN = 3;

  public Headline {
    Require.notBlank("verdict", verdict);
    doubts = List.copyOf(doubts);
  }

  public static Headline of(String verdict) {
    return new Headline(verdict, "", List.of());
  }

  /** This and more sentences, or none, behind the verdict. */
  public Headline and(String sentences) {
    return new Headline(verdict, joined(more, sentences), doubts);
  }

  /** This and another one: its verdict and what belongs to it come last. */
  public Headline and(Headline other) {
    return and(other.text()).doubted(other.doubts);
  }

  /** This with one more reason not to trust the figures. */
  public Headline doubted(String why) {
    return doubted(List.of(why));
  }

  /** This with more reasons, or none, not to trust the figures. */
  public Headline doubted(List<String> why) {
    return new Headline(
        verdict, more, Stream.concat(doubts.stream(), why.stream()).distinct().toList());
  }

  /** This with a reason not to trust the figures, if it is one. */
  public Headline doubtedIf(boolean holds, String why) {
    return holds ? doubted(why) : this;
  }

  /** Doubted where so many measurements are too few for a quantile of them, such as 0.95. */
  public Headline doubtedIfFew(long measurements, double quantile, String ofWhat) {
    return doubtedIf(
        measurements * (1 - quantile) < BEYOND_MIN,
        "%s %s are too few for their %sth percentile: fewer than %s lie beyond it"
            .formatted(measurements, ofWhat, Math.round(100 * quantile), BEYOND_MIN));
  }

  /** Doubted where each figure is of so few repetitions that chance may have made it. */
  public Headline doubtedIfFew(int repetitions) {
    return doubtedIf(
        repetitions < REPETITIONS_MIN,
        (repetitions == 1 ? "each figure is of one run" : "each figure is of two runs")
            + ", which says nothing of how much another one would differ");
  }

  /** The verdict and what belongs to it. */
  public String text() {
    return joined(verdict, more);
  }

  private static String joined(String before, String behind) {
    return before.isEmpty() || behind.isEmpty() ? before + behind : before + " " + behind.strip();
  }
}
