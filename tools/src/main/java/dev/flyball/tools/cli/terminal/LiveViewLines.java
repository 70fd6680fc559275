package dev.flyball.tools.cli.terminal;

import dev.flyball.lab.report.text.TextWidth;
import dev.flyball.lab.report.text.TextWidth.TextSparkline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A {@link Frame} laid out as lines of text.
 *
 * <p>Every figure has a field of its own width, and fields flow into as many lines as they need: on
 * one terminal every frame has the same lines with the same figures at the same places.
 */
final class LiveViewLines {

  private static final int LABEL_COLUMNS = 10;
  private static final int NARROWEST_BAR = 10;
  private static final int WIDEST_BAR = 40;
  private static final int LONG_ADVICE_COLUMNS = 140;
  private static final int MOST_ADVICE_LINES = 5;
  private static final String GAP = "  ";

  private final Terminal terminal;

  LiveViewLines(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The lines of a frame, none wider than the terminal and fewer than it has rows. */
  List<String> of(Frame frame, List<? extends Frame> history) {
    List<String> lines = new ArrayList<>();
    lines.add(progress(frame));
    frame.rows().forEach(row -> flow(lines, row));
    advice(lines, frame);
    for (int i = 0; i < frame.traces().size(); i++) {
      int trace = i;
      List<Double> values = history.stream().map(seen -> seen.traces().get(trace).value()).toList();
      lines.add(history(frame.traces().get(i).label(), values));
    }
    return fitted(lines);
  }

  private String progress(Frame frame) {
    String clock = clock(frame);
    int left = terminal.columns() - clock.length() - GAP.length();
    String name = TextWidth.cut(TextWidth.printable(frame.pool()), Math.max(1, left));
    String line = TextWidth.padded(name, LABEL_COLUMNS - GAP.length()) + GAP + clock;
    if (frame.totalSeconds() <= 0) {
      return line;
    }
    int room = Math.min(WIDEST_BAR, terminal.columns() - TextWidth.columns(line) - GAP.length());
    return room < NARROWEST_BAR ? line : line + GAP + bar(frame, room);
  }

  private String bar(Frame frame, int columns) {
    double share = Math.min(1, (double) frame.elapsedSeconds() / frame.totalSeconds());
    int done = (int) Math.round(share * columns);
    String full = terminal.unicode() ? "━" : "=";
    String empty = terminal.unicode() ? "╌" : "-";
    return full.repeat(done) + empty.repeat(columns - done);
  }

  /** Fields behind a label, on a further line where they do not fit. */
  private void flow(List<String> lines, Frame.Row row) {
    StringBuilder line = new StringBuilder(label(row.label()));
    boolean first = true;
    for (Frame.Field figure : row.fields()) {
      String field = field(figure);
      boolean full = line.length() + GAP.length() + field.length() > terminal.columns();
      if (!first && full) {
        lines.add(line.toString());
        line = new StringBuilder(label(""));
        first = true;
      }
      line.append(first ? "" : GAP).append(field);
      first = false;
    }
    lines.add(line.toString());
  }

  /** The advice and its reason, on as many lines as a long reason needs, however long this is. */
  private void advice(List<String> lines, Frame frame) {
    int room = Math.max(1, terminal.columns() - LABEL_COLUMNS);
    int most = Math.min(MOST_ADVICE_LINES, (LONG_ADVICE_COLUMNS + room - 1) / room);
    String left = frame.advice() + ": " + TextWidth.printable(frame.why());
    for (int i = 0; i < most; i++) {
      String line = i == most - 1 ? shortened(left, room) : broken(left, room);
      lines.add(label(i == 0 ? "advice" : "") + line);
      left = left.substring(Math.min(left.length(), line.length())).strip();
    }
  }

  private String shortened(String text, int columns) {
    if (TextWidth.columns(text) <= columns) {
      return text;
    }
    String dots = terminal.unicode() ? "…" : "...";
    return TextWidth.cut(text, Math.max(0, columns - dots.length())) + dots;
  }

  /** As much of the text as fits, up to the last blank if there is one. */
  private static String broken(String text, int columns) {
    String cut = TextWidth.cut(text, columns);
    int blank = cut.lastIndexOf(' ');
    return cut.length() == text.length() || blank <= 0 ? cut : cut.substring(0, blank);
  }

  private String history(String label, List<Double> values) {
    List<Double> known = values.stream().filter(value -> !value.isNaN()).toList();
    double low = known.stream().mapToDouble(value -> value).min().orElse(0);
    double high = known.stream().mapToDouble(value -> value).max().orElse(0);
    String range = whole(low) + (terminal.unicode() ? "…" : "..") + whole(high);
    int room = terminal.columns() - LABEL_COLUMNS - GAP.length() - range.length();
    return label(label)
        + TextSparkline.of(values, Math.max(0, room), terminal.unicode())
        + GAP
        + range;
  }

  private List<String> fitted(List<String> lines) {
    return lines.stream()
        .limit(Math.max(1, terminal.rows() - 1))
        .map(line -> terminal.unicode() ? line : line.replaceAll("[^ -~]", "?"))
        .map(line -> TextWidth.cut(line.stripTrailing(), terminal.columns()))
        .toList();
  }

  private static String label(String label) {
    return TextWidth.padded(label, LABEL_COLUMNS);
  }

  private static String field(Frame.Field field) {
    String text = TextWidth.indented(field.text(), field.columns());
    return field.name().isEmpty() ? text : field.name() + " " + text;
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static String clock(Frame frame) {
    String elapsed = clock(frame.elapsedSeconds());
    return frame.totalSeconds() <= 0 ? elapsed : elapsed + " of " + clock(frame.totalSeconds());
  }

  private static String clock(long seconds) {
    return String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60);
  }
}
