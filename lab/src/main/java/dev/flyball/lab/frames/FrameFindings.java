package dev.flyball.lab.frames;

import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.papers.Provenance;
import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Photograph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What the experiment with the window found, as figures and as a page.
 *
 * @param results what was measured
 */
record FrameFindings(FrameResults results) {

  private static final String REMARKS =
      "A frame costs the event thread CPU time on purpose: on few cores an animation that costs"
          + " next to nothing is never disturbed. No thread has another priority than it is born"
          + " with. The screen of a virtual display takes processor time of its own. A machine that"
          + " others use at the same time takes frames from every pool.";

  Findings findings() {
    FrameExperiment experiment = results.experiment();
    String command =
        String.format(
            Locale.ROOT,
            "./flyball frames --measure --tasks %d --task-millis %d --frame-millis %s --target %s"
                + " --rounds %d",
            experiment.tasks(),
            experiment.taskTime().toMillis(),
            Figures.text(experiment.frameTime().toNanos() / 1e6),
            Figures.text(experiment.targetPerSecond()),
            experiment.rounds());
    Printed printed = new FrameClaims(results).printed();
    RunReport figures =
        RunReport.of("frames", "real", rows())
            .with("printed", printed.extra())
            .with("aloneFramesPerSecond", results.aloneFramesPerSecond())
            .with("frameMillis", results.frameMillis());
    Report page = page(printed);
    return new Findings(
        Provenance.addTo(figures, command), Provenance.addTo(page, parameters(), command));
  }

  private Report page(Printed printed) {
    Report page =
        Report.of("Frames per second beside background tasks", summary())
            .with(table(Load.COMPUTING))
            .with(table(Load.CHANGING))
            .with(printed);
    for (Photograph photograph : results.photograph().stream().toList()) {
      page = page.with(photograph);
    }
    for (Load load : Load.values()) {
      page =
          page.with(
                  picture(
                      "Frames, " + load.words(),
                      Axis.of("frames", "1/s"),
                      load,
                      FrameSample::framesPerSecond))
              .with(
                  picture(
                      "Workers, " + load.words(), Axis.of("workers", ""), load, s -> s.workers()));
    }
    return page.with(new Paragraph(REMARKS));
  }

  private String summary() {
    FrameExperiment experiment = results.experiment();
    OptionalDouble times = results.timesBestFixed(Load.COMPUTING, experiment.ours());
    String cost =
        times.isPresent()
            ? "which took " + Figures.text(times) + " times as long as the best fixed size"
            : "but no fixed size kept the frames: the machine had too much else to do";
    return String.format(
        Locale.ROOT,
        "Beside %d tasks the window drew %s frames per second with a thread for each task, and %s"
            + " with the pool that follows its frames, %s.",
        experiment.tasks(),
        Figures.text(results.framesPerSecond(Load.COMPUTING, FrameExperiment.CACHED)),
        Figures.text(results.framesPerSecond(Load.COMPUTING, experiment.ours())),
        cost);
  }

  private Table table(Load load) {
    Table table =
        Table.of(
            "Medians, " + load.words(),
            Column.text("pool"),
            Column.number("time", "s"),
            Column.number("frames", "1/s"),
            Column.number("looks with the frames wanted", "%"),
            Column.number("size in the first half"),
            Column.number("size in the second half"),
            Column.number("times the best fixed"));
    for (String name : results.of(load).keySet()) {
      table =
          table.row(
              name
                  + (results.bestFixed(load).filter(name::equals).isPresent()
                      ? " (best fixed)"
                      : ""),
              results.seconds(load, name),
              results.framesPerSecond(load, name),
              100 * results.median(load, name, run -> run.shareAtLeast(results.framesMin())),
              results.median(load, name, run -> run.medianAsked(0, 0.5)),
              results.median(load, name, run -> run.medianAsked(0.5, 1)),
              results.timesBestFixed(load, name));
    }
    return table;
  }

  private Picture picture(
      String title, Axis axis, Load load, ToDoubleFunction<FrameSample> figure) {
    LineChart chart = LineChart.of(title, Axis.of("time", "s"), axis);
    FrameExperiment experiment = results.experiment();
    for (String name : List.of(FrameExperiment.CACHED, experiment.published(), experiment.ours())) {
      List<FrameRun> runs = results.of(load).getOrDefault(name, List.of());
      if (!runs.isEmpty()) {
        chart = chart.with(Series.of(name, points(runs.get(0), figure)));
      }
    }
    return new Picture(chart, "The first run of each; a look every half second.");
  }

  private static List<Point> points(FrameRun run, ToDoubleFunction<FrameSample> figure) {
    return run.samples().stream()
        .map(look -> new Point(look.atSeconds(), figure.applyAsDouble(look)))
        .toList();
  }

  private List<RunRow> rows() {
    List<RunRow> rows = new ArrayList<>();
    for (Load load : Load.values()) {
      results.of(load).values().forEach(runs -> runs.forEach(run -> rows.add(row(load, run))));
    }
    return rows;
  }

  private RunRow row(Load load, FrameRun run) {
    int tasks = results.experiment().tasks();
    return RunRow.builder(run.contender(), 0)
        .offered(tasks)
        .completed(tasks)
        .throughputPerSecond(tasks / run.seconds())
        .workersMax(run.samples().stream().mapToInt(FrameSample::workers).max().orElse(0))
        .extra("load", load.words())
        .extra("seconds", run.seconds())
        .extra("framesPerSecond", run.framesPerSecond())
        .extra("shareOfLooksWithFrames", run.shareAtLeast(results.framesMin()))
        .extra("sizeFirstHalf", run.medianAsked(0, 0.5))
        .extra("sizeSecondHalf", run.medianAsked(0.5, 1))
        .build();
  }

  private Facts parameters() {
    FrameExperiment experiment = results.experiment();
    return Facts.of("How it was measured")
        .and("tasks", experiment.tasks() + " at once")
        .and("a task alone", experiment.taskTime().toMillis() + " ms")
        .and("frames to keep", Figures.text(experiment.targetPerSecond()) + " per second")
        .and(
            "the window alone", Figures.text(results.aloneFramesPerSecond()) + " frames per second")
        .and(
            "a frame",
            Figures.text(results.frameMillis())
                + " ms CPU of the event thread, "
                + results.balls()
                + " balls")
        .and("rounds", experiment.rounds());
  }
}
