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
          Figure.inFiles("why", Claim::why));

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

  /** The verdict on a printed figure. */
  public enum Verdict {
    REPRODUCED("✓"),
    NOT_REPRODUCED("✗"),
    NOT_COMPARABLE("○");

    private final String mark;

    Verdict(String mark) {
      this.mark = mark;
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
   * @param verdict whether it was reproduced
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
      String why,
      String printedWords,
      String measuredWords) {

    public Claim {
      Require.notBlank("what", what);
      Require.notBlank("why", why);
    }

    /** A claim whose figures, as far as it has any, are numbers. */
    public Claim(
        String what, String unit, double printed, double measured, Verdict verdict, String why) {
      this(what, unit, printed, measured, verdict, why, "", "");
    }

    /** A claim whose figures are not numbers, such as the threads of several nodes. */
    public static Claim inWords(
        String what, String printed, String measured, Verdict verdict, String why) {
      return new Claim(what, "", Double.NaN, Double.NaN, verdict, why, printed, measured);
    }

    /** A figure that is reproduced if a rule holds for it; what was not measured has no verdict. */
    public static Claim measured(
        String what,
        String unit,
        double printed,
        double measured,
        DoublePredicate rule,
        String why) {
      return Double.isNaN(measured)
          ? new Claim(what, unit, printed, measured, Verdict.NOT_COMPARABLE, "not measured")
          : new Claim(what, unit, printed, measured, verdict(rule.test(measured)), why);
    }

    /**
     * A figure that is reproduced if it lies within a share of the printed one.
     *
     * @param share the allowed distance as a share of the printed figure, such as 0.2
     */
    public static Claim within(
        double share, String what, String unit, double printed, double measured) {
      return measured(
          what,
          unit,
          printed,
          measured,
          figure -> Math.abs(figure - printed) <= share * Math.abs(printed),
          "reproduced if within " + NumberFormat.text(100 * share) + " % of the printed figure");
    }

    /** A statement without a figure, that holds here or not. */
    public static Claim statement(String what, boolean holds, String why) {
      return new Claim(what, "", Double.NaN, Double.NaN, verdict(holds), why);
    }

    private static Verdict verdict(boolean holds) {
      return holds ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED;
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
