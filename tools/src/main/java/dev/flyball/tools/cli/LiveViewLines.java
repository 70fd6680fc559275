package dev.flyball.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A {@link LiveFrame} laid out as lines of text.
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
  List<String> of(LiveFrame frame, List<LiveFrame> history) {
    List<String> lines = new ArrayList<>();
    lines.add(progress(frame));
    flow(
        lines,
        "rate",
        field("offered", perSecond(frame.offeredPerSecond()), 9),
        field("completed", perSecond(frame.completedPerSecond()), 9));
    flow(
        lines,
        "workers",
        field("asked", String.valueOf(frame.workersAsked()), 4),
        field("alive", String.valueOf(frame.workersAlive()), 4),
        field("busy", number(frame.busy()), 6),
        field("queued", String.valueOf(frame.queued()), 6));
    flow(
        lines,
        "time",
        field("wait", millis(frame.waitMillis()), 10),
        field("response p95", millis(frame.responseP95Millis()), 10));
    advice(lines, frame);
    List<Double> workers = history.stream().map(seen -> (double) seen.workersAlive()).toList();
    List<Double> offered = history.stream().map(LiveFrame::offeredPerSecond).toList();
    lines.add(history("workers", workers));
    lines.add(history("arrivals", offered));
    return fitted(lines);
  }

  /** The frame as one line for a file, {@code name=value} and so easy to search. */
  static String plain(LiveFrame frame) {
    return String.format(
        Locale.ROOT,
        "t=%ds pool=%s offered=%.1f/s completed=%.1f/s workers=%d/%d busy=%.1f queued=%d"
            + " wait=%s p95=%s advice=%d why=\"%s\"",
        frame.elapsedSeconds(),
        TextWidth.printable(frame.pool()),
        frame.offeredPerSecond(),
        frame.completedPerSecond(),
        frame.workersAlive(),
        frame.workersAsked(),
        frame.busy(),
        frame.queued(),
        millis(frame.waitMillis()).replace(" ", ""),
        millis(frame.responseP95Millis()).replace(" ", ""),
        frame.advice(),
        TextWidth.printable(frame.why()).replace('"', '\''));
  }

  private String progress(LiveFrame frame) {
    String clock = clock(frame.elapsedSeconds()) + " of " + clock(frame.totalSeconds());
    int left = terminal.columns() - clock.length() - GAP.length();
    String name = TextWidth.cut(TextWidth.printable(frame.pool()), Math.max(1, left));
    String line = TextWidth.padded(name, LABEL_COLUMNS - GAP.length()) + GAP + clock;
    int room = Math.min(WIDEST_BAR, terminal.columns() - TextWidth.columns(line) - GAP.length());
    return room < NARROWEST_BAR ? line : line + GAP + bar(frame, room);
  }

  private String bar(LiveFrame frame, int columns) {
    double share =
        frame.totalSeconds() <= 0
            ? 1
            : Math.min(1, (double) frame.elapsedSeconds() / frame.totalSeconds());
    int done = (int) Math.round(share * columns);
    String full = terminal.unicode() ? "━" : "=";
    String empty = terminal.unicode() ? "╌" : "-";
    return full.repeat(done) + empty.repeat(columns - done);
  }

  /** Fields behind a label, on a further line where they do not fit. */
  private void flow(List<String> lines, String label, String... fields) {
    StringBuilder line = new StringBuilder(label(label));
    boolean first = true;
    for (String field : fields) {
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
  private void advice(List<String> lines, LiveFrame frame) {
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
    double low = values.stream().mapToDouble(value -> value).min().orElse(0);
    double high = values.stream().mapToDouble(value -> value).max().orElse(0);
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

  private static String field(String name, String value, int columns) {
    return name + " " + TextWidth.indented(value, columns);
  }

  private static String perSecond(double rate) {
    return number(rate) + "/s";
  }

  private static String millis(OptionalDouble millis) {
    return millis.isPresent() ? number(millis.getAsDouble()) + " ms" : "-";
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static String clock(long seconds) {
    return String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60);
  }
}
