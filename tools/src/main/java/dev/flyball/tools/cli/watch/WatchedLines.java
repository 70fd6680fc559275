package dev.flyball.tools.cli.watch;

import dev.flyball.dashboard.WatchedProgram;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.Verdict.Level;
import dev.flyball.expose.view.WindowFigures;
import dev.flyball.lab.report.text.TextWidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pools of a watched program as lines of text, the worst first: the verdict that the page has,
 * and its figures. What is not known is said to be not known.
 */
final class WatchedLines {

  private static final String INDENT = "    ";

  private WatchedLines() {}

  /**
   * A pool as it was seen.
   *
   * @param view empty where nothing was seen of it yet
   * @param verdict what matters most about it
   */
  record Seen(String name, Optional<PoolView> view, Verdict verdict) {}

  /**
   * The lines, each cut to so many columns.
   *
   * @param place what the program is called where its name is not known
   * @param problem why it cannot be seen now; empty where it can
   */
  static List<String> of(
      String place, WatchedProgram program, String problem, List<Seen> pools, int columns) {
    List<String> lines = new ArrayList<>();
    String now = problem.isEmpty() ? trouble(pools) : "not seen now: " + problem;
    lines.add(called(place, program) + ": " + TextWidth.printable(now));
    pools.stream()
        .sorted(Comparator.comparing((Seen pool) -> pool.verdict().level()))
        .forEach(pool -> lines.addAll(of(pool)));
    return lines.stream().map(line -> TextWidth.cut(line, columns)).toList();
  }

  private static String trouble(List<Seen> pools) {
    long many = pools.stream().filter(pool -> pool.verdict().level() == Level.TROUBLE).count();
    if (pools.isEmpty()) {
      return "no pool is open";
    }
    String all = pools.size() + (pools.size() == 1 ? " pool" : " pools");
    return many == 0 ? all + ", none in trouble" : many + " of " + all + " in trouble";
  }

  private static String called(String place, WatchedProgram program) {
    String process = program.process() == 0 ? "" : "process " + program.process();
    String host = program.host().isEmpty() ? "" : "on " + TextWidth.printable(program.host());
    String where = (process + " " + host).strip();
    String name = program.name().isEmpty() && !place.equals(process) ? place : program.name();
    return Stream.of(TextWidth.printable(name), where)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static List<String> of(Seen pool) {
    Verdict verdict = pool.verdict();
    String mark =
        switch (verdict.level()) {
          case TROUBLE -> "!!  ";
          case ATTENTION -> "!   ";
          case FINE -> INDENT;
        };
    List<String> lines = new ArrayList<>();
    lines.add(mark + TextWidth.printable(pool.name()) + ": " + verdict.word());
    lines.add(INDENT + TextWidth.printable(verdict.sentence()));
    pool.view().ifPresent(view -> lines.add(INDENT + figures(view)));
    return lines;
  }

  private static String figures(PoolView view) {
    WindowFigures seen = view.figures();
    int most = view.steering().limitMax();
    String limit = most == 0 || most == Integer.MAX_VALUE ? "" : " of at most " + most;
    double offered = seen.arrivedPerSecond() + seen.rejectedPerSecond();
    double away = Math.max(seen.rejectedPerSecond(), seen.shedPerSecond());
    return String.join(
        ", ",
        seen.workersTarget() + (seen.workersTarget() == 1 ? " worker" : " workers") + limit,
        said("%.1f busy", seen.busy(), "busy"),
        seen.queued() + " waiting",
        said("%.1f/s offered", offered, "offered"),
        said("%.1f/s turned away", away, "turned away"),
        said("%.1f/s fail", seen.failedPerSecond(), "failures"),
        said("95 %% in %.1f ms", seen.responseMillisP95(), "response times"));
  }

  /** The figure, or that it is not known. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency
  private static String said(String format, double figure, String otherwise) {
    return Double.isNaN(figure)
        ? otherwise + " not known"
        : String.format(Locale.ROOT, format, figure);
  }
}
