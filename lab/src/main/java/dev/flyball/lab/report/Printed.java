package dev.flyball.lab.report;

import dev.flyball.base.Require;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;

/**
 * Figures that a publication printed beside the figures that were measured here, each with its
 * verdict.
 *
 * @param title the section's heading
 * @param source where the printed figures stand
 * @param claims the figures, in the order of the publication
 */
public record Printed(String title, String source, List<Claim> claims) implements Section {

  /** A claim's figures, in files and on terminals. */
  public static final Figures<Claim> FIGURES =
      Figures.of(
          Figure.text("what", "figure", Claim::what),
          Figure.inFiles("unit", Claim::unit),
          Figure.<Claim>inFiles("printed", Claim::printed).shownAs("printed", Claim::printedShown),
          Figure.<Claim>inFiles("measured", Claim::measured)
              .shownAs("measured", Claim::measuredShown),
          Figure.<Claim>inFiles("verdict", claim -> claim.verdict().words())
              .shownAs("verdict", claim -> claim.verdict().words()),
          Figure.inFiles("why", Claim::why),
          Figure.inFiles("tolerance", Claim::tolerance));

  public Printed {
    Require.notBlank("title", title);
    Require.notBlank("source", source);
    claims = List.copyOf(claims);
  }

  public static Printed of(String title, String source) {
    return new Printed(title, source, List.of());
  }

  /** These claims and one more behind them. */
  public Printed and(Claim claim) {
    List<Claim> more = new ArrayList<>(claims);
    more.add(claim);
    return new Printed(title, source, more);
  }

  /** How many claims have this verdict. */
  public long count(Verdict verdict) {
    return claims.stream().filter(claim -> claim.verdict() == verdict).count();
  }

  /** The claims as the {@code printed} field of a {@link RunReport}. */
  public List<JsonFields> extra() {
    return claims.stream().map(Claim::json).toList();
  }

  /**
   * How many of the claims hold, as the beginning of a sentence: of figures with their tolerance,
   * of statements, and how many cannot be compared.
   */
  public String tally() {
    List<String> parts = new ArrayList<>();
    for (String tolerance : claims.stream().map(Claim::tolerance).distinct().toList()) {
      List<Claim> all =
          claims.stream()
              .filter(claim -> claim.tolerance().equals(tolerance))
              .filter(claim -> claim.verdict() != Verdict.NOT_COMPARABLE)
              .toList();
      if (!all.isEmpty()) {
        parts.add(tally(all, tolerance));
      }
    }
    long others = count(Verdict.NOT_COMPARABLE);
    if (others > 0) {
      parts.add(
          parts.isEmpty()
              ? "none of " + others + " printed figures and statements can be compared"
              : others + " cannot be compared");
    }
    String text = parts.isEmpty() ? "nothing printed was measured" : String.join("; ", parts);
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static String tally(List<Claim> all, String tolerance) {
    long well = all.stream().filter(claim -> claim.verdict().isGood()).count();
    String share = well + " of " + all.size();
    return tolerance.isEmpty()
        ? share + (all.size() == 1 ? " printed statement holds" : " printed statements hold")
        : share
            + (all.size() == 1 ? " printed figure is" : " printed figures are")
            + " reproduced, "
            + tolerance;
  }

  /**
   * The verdict on a printed figure or statement. A figure is reproduced within a tolerance, a
   * statement holds.
   */
  public enum Verdict {
    REPRODUCED("✓"),
    NOT_REPRODUCED("✗"),
    HOLDS("✓"),
    DOES_NOT_HOLD("✗"),
    NOT_COMPARABLE("○");

    private final String mark;

    Verdict(String mark) {
      this.mark = mark;
    }

    boolean isGood() {
      return this == REPRODUCED || this == HOLDS;
    }

    String mark() {
      return mark;
    }

    String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * One printed figure or statement.
   *
   * @param what what the figure is, or what is claimed
   * @param unit the figure's unit, or empty
   * @param printed the figure that was printed; NaN for a statement without one
   * @param measured the figure that was measured; NaN where it could not be
   * @param verdict whether it was reproduced, or holds
   * @param tolerance how far a figure may be from the printed one, as in "within 25 % of the
   *     printed"; empty for a statement
   * @param why the rule by which that was decided, or what stood in the way
   * @param printedWords what was printed, where that is no number; else empty
   * @param measuredWords what was measured, where that is no number; else empty
   */
  public record Claim(
      String what,
      String unit,
      double printed,
      double measured,
      Verdict verdict,
      String tolerance,
      String why,
      String printedWords,
      String measuredWords) {

    public Claim {
      Require.notBlank("what", what);
      Require.notBlank("why", why);
    }

    /** A claim whose figures, as far as it has any, are numbers. */
    private Claim(
        String what,
        String unit,
        double printed,
        double measured,
        Verdict verdict,
        String tolerance,
        String why) {
      this(what, unit, printed, measured, verdict, tolerance, why, "", "");
    }

    /** Figures that are not numbers, such as the threads of several nodes; or as good as equal. */
    public static Claim inWords(
        String what, String printed, String measured, boolean same, String tolerance, String why) {
      Verdict verdict = same ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED;
      return new Claim(
          what, "", Double.NaN, Double.NaN, verdict, tolerance, why, printed, measured);
    }

    /**
     * A statement with figures, that holds here if a rule does; without a verdict where nothing was
     * measured.
     */
    public static Claim statement(
        String what,
        String unit,
        double printed,
        double measured,
        DoublePredicate rule,
        String why) {
      return Double.isNaN(measured)
          ? new Claim(what, unit, printed, measured, Verdict.NOT_COMPARABLE, "", "not measured")
          : new Claim(what, unit, printed, measured, held(rule.test(measured)), "", why);
    }

    /** A statement without a figure, that holds here or not. */
    public static Claim statement(String what, boolean holds, String why) {
      return new Claim(what, "", Double.NaN, Double.NaN, held(holds), "", why);
    }

    private static Verdict held(boolean holds) {
      return holds ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD;
    }

    /**
     * A figure that is reproduced if it lies within a share of the printed one; without a verdict
     * where nothing was measured.
     *
     * @param share the allowed distance as a share of the printed figure, such as 0.2
     */
    public static Claim within(
        double share, String what, String unit, double printed, double measured) {
      String tolerance = "within " + NumberFormat.text(100 * share) + " % of the printed";
      if (Double.isNaN(measured)) {
        return new Claim(
            what, unit, printed, measured, Verdict.NOT_COMPARABLE, tolerance, "not measured");
      }
      boolean near = Math.abs(measured - printed) <= share * Math.abs(printed);
      Verdict verdict = near ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED;
      return new Claim(
          what, unit, printed, measured, verdict, tolerance, "reproduced if " + tolerance);
    }

    /** The same figures, from which nothing follows. */
    public Claim notComparable(String whyNot) {
      return new Claim(
          what,
          unit,
          printed,
          measured,
          Verdict.NOT_COMPARABLE,
          tolerance,
          whyNot,
          printedWords,
          measuredWords);
    }

    /** What was printed, with its unit, as it is shown. */
    String printedShown() {
      return printedWords.isEmpty() ? withUnit(printed) : printedWords;
    }

    /** What was measured, with its unit, as it is shown. */
    String measuredShown() {
      return measuredWords.isEmpty() ? withUnit(measured) : measuredWords;
    }

    private String withUnit(double figure) {
      String text = NumberFormat.text(figure);
      return Double.isNaN(figure) || unit.isEmpty() ? text : text + " " + unit;
    }

    private JsonFields json() {
      JsonFields fields = FIGURES.json(this);
      return printedWords.isEmpty()
          ? fields
          : fields.and("printedWords", printedWords).and("measuredWords", measuredWords);
    }
  }
}
