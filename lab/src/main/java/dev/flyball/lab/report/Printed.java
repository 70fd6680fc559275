package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Figures that a publication printed beside the figures that were measured here, each with its
 * verdict.
 *
 * @param title the section's heading
 * @param source where the printed figures stand
 * @param claims the figures, in the order of the publication
 */
public record Printed(String title, String source, List<Claim> claims) implements Section {

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
    return claims.stream().map(Claim::extra).toList();
  }

  /** The verdict on a printed figure. */
  public enum Verdict {
    REPRODUCED("✓", "reproduced"),
    NOT_REPRODUCED("✗", "not reproduced"),
    NOT_COMPARABLE("○", "not comparable");

    private final String mark;
    private final String words;

    Verdict(String mark, String words) {
      this.mark = mark;
      this.words = words;
    }

    String mark() {
      return mark;
    }

    String words() {
      return words;
    }
  }

  /**
   * One printed figure or statement.
   *
   * @param what what the figure is, or what is claimed
   * @param unit the figure's unit, or empty
   * @param printed the figure that was printed; empty for a statement without one
   * @param measured the figure that was measured; empty where it could not be
   * @param verdict whether it was reproduced
   * @param why the rule by which that was decided, or what stood in the way
   * @param words what was printed and what was measured, where that is no number
   */
  public record Claim(
      String what,
      String unit,
      OptionalDouble printed,
      OptionalDouble measured,
      Verdict verdict,
      String why,
      Optional<Words> words) {

    public Claim {
      Require.notBlank("what", what);
      Require.notBlank("why", why);
      if (words.isPresent() && (printed.isPresent() || measured.isPresent())) {
        throw new IllegalArgumentException(
            "words must stand where there are no numbers but stood at '" + what + "'");
      }
    }

    /** A claim whose figures, as far as it has any, are numbers. */
    public Claim(
        String what,
        String unit,
        OptionalDouble printed,
        OptionalDouble measured,
        Verdict verdict,
        String why) {
      this(what, unit, printed, measured, verdict, why, Optional.empty());
    }

    /** A claim whose figures are not numbers, such as the threads of several nodes. */
    public static Claim inWords(
        String what, String printed, String measured, Verdict verdict, String why) {
      return new Claim(
          what,
          "",
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          verdict,
          why,
          Optional.of(new Words(printed, measured)));
    }

    /** What was printed, with its unit, as it is shown. */
    public String printedShown() {
      return words.map(Words::printed).orElse(withUnit(printed));
    }

    /** What was measured, with its unit, as it is shown. */
    public String measuredShown() {
      return words.map(Words::measured).orElse(withUnit(measured));
    }

    private String withUnit(OptionalDouble figure) {
      String text = NumberFormat.text(figure);
      return figure.isEmpty() || unit.isEmpty() ? text : text + " " + unit;
    }

    /**
     * A figure that is reproduced if it lies within a share of the printed one; a measurement of
     * NaN is not comparable.
     *
     * @param share the allowed distance as a share of the printed figure, such as 0.2
     */
    public static Claim within(
        double share, String what, String unit, double printed, double measured) {
      if (Double.isNaN(measured)) {
        return new Claim(
            what,
            unit,
            OptionalDouble.of(printed),
            OptionalDouble.empty(),
            Verdict.NOT_COMPARABLE,
            "not measured");
      }
      boolean near = Math.abs(measured - printed) <= share * Math.abs(printed);
      return new Claim(
          what,
          unit,
          OptionalDouble.of(printed),
          OptionalDouble.of(measured),
          near ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED,
          "reproduced if within " + NumberFormat.text(100 * share) + " % of the printed figure");
    }

    /** A statement without a figure, that holds here or not. */
    public static Claim statement(String what, boolean holds, String why) {
      return new Claim(
          what,
          "",
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          holds ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED,
          why);
    }

    private JsonFields extra() {
      JsonFields extra =
          JsonFields.of("what", what)
              .and("unit", unit)
              .and("printed", printed)
              .and("measured", measured)
              .and("verdict", verdict.words())
              .and("why", why);
      return words.isEmpty()
          ? extra
          : extra.and("printedWords", printedShown()).and("measuredWords", measuredShown());
    }
  }

  /**
   * A figure that is not a number, beside what was measured of it.
   *
   * @param printed what was printed
   * @param measured what was measured
   */
  public record Words(String printed, String measured) {

    public Words {
      Require.notBlank("printed", printed);
      Require.notBlank("measured", measured);
    }
  }
}
