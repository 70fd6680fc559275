package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.Row.Stretch;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.BarChart;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The pictures of a board: bars for each row, and lines over time where something happens in it.
 *
 * @param board the figures
 */
record ServerRacePictures(ServerRaceBoard board) {

  private static final Axis GOODPUT = Axis.of("answered in time", "% of what was offered");
  private static final Axis TIME = Axis.of("time", "s");
  private static final int LINES_MAX = 12;
  private static final Duration STEP = Duration.ofMillis(500);

  /** Adds them to a page. */
  Findings addTo(Findings findings) {
    Findings more = findings;
    for (Row row : board.rows()) {
      more = more.with(bars(row));
      if (row.event().isPresent()) {
        more = more.with(lines(row));
      }
    }
    return more;
  }

  private Picture bars(Row row) {
    List<Stretch> stretches = row.stretches(board.length());
    String[] names =
        stretches.stream()
            .map(stretch -> stretches.size() == 1 ? "goodput" : part(stretch))
            .toArray(String[]::new);
    BarChart chart = BarChart.of("Goodput: " + row.name(), GOODPUT, names);
    chart =
        chart.with(ServerRaceFindings.BEST, stretches.stream().mapToDouble(board::best).toArray());
    for (String server : board.servers()) {
      double[] values =
          stretches.stream().mapToDouble(stretch -> board.goodput(stretch, server)).toArray();
      chart = chart.with(server, values);
    }
    return new Picture(chart, row.words() + ".");
  }

  private static String part(Stretch stretch) {
    return stretch.name().substring(stretch.name().lastIndexOf(' ') + 1);
  }

  private Picture lines(Row row) {
    LineChart chart = LineChart.of("Goodput over time: " + row.name(), TIME, GOODPUT);
    for (String server : board.servers().stream().limit(LINES_MAX).toList()) {
      ServerRun last =
          board.runs().stream()
              .filter(run -> run.row().equals(row) && run.server().equals(server))
              .reduce((one, later) -> later)
              .orElse(null);
      if (last != null) {
        chart = chart.with(new Series(server, points(last), false));
      }
    }
    return new Picture(
        chart,
        String.format(
            Locale.ROOT,
            "The last round, in steps of half a second; from %.1f to %.1f s %s.",
            row.eventFromNanos(board.length()) / 1e9,
            row.eventToNanos(board.length()) / 1e9,
            row.event().orElseThrow().words()));
  }

  private static List<Point> points(ServerRun run) {
    List<Point> points = new ArrayList<>();
    List<Double> steps = run.overTime(STEP);
    for (int step = 0; step < steps.size(); step++) {
      points.add(new Point((step + 0.5) * STEP.toNanos() / 1e9, 100 * steps.get(step)));
    }
    return points;
  }
}
