package dev.flyball.tools.cli.terminal;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A frame of a live view: the state of a governed target at one moment. */
public interface Frame {

  /** How long the run has taken. */
  long elapsedSeconds();

  /** How long it will take in all; 0 where it has no end. */
  long totalSeconds();

  /** The name of what is governed. */
  String pool();

  /** What the traces belong to; another begins another history. */
  default String history() {
    return pool();
  }

  /** The figures, in rows that have the same fields in every frame. */
  List<Row> rows();

  /** How many workers the policy wants. */
  int advice();

  /** Why it wants so many. */
  String why();

  /** What is drawn as a history, the same traces in every frame. */
  List<Trace> traces();

  /** The frame as one line for a file, {@code name=value} and so easy to search. */
  String plain();

  /** Fields behind a label. */
  record Row(String label, List<Field> fields) {}

  /** One value of a figure whose history is drawn; NaN where it is not known. */
  record Trace(String label, double value) {}

  /**
   * A figure with its name, which may be empty where the figure speaks for itself.
   *
   * @param columns the width that its text never exceeds, or hardly ever
   */
  record Field(String name, String text, int columns) {

    public static Field count(String name, long count, int columns) {
      return new Field(name, String.valueOf(count), columns);
    }

    public static Field number(String name, double value, int columns) {
      return new Field(name, number(value), columns);
    }

    public static Field perSecond(String name, double rate, int columns) {
      return new Field(name, perSecond(rate), columns);
    }

    public static Field millis(String name, OptionalDouble millis, int columns) {
      return new Field(name, millis(millis), columns);
    }

    public static String perSecond(double rate) {
      return number(rate) + "/s";
    }

    public static String millis(OptionalDouble millis) {
      return millis.isPresent() ? number(millis.getAsDouble()) + " ms" : "-";
    }

    public static String number(double value) {
      return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }
  }
}
