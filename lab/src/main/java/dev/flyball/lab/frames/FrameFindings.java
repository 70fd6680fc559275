package dev.flyball.lab.frames;

import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.Chapter;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The findings of the experiment with the window, as tables, pictures and figures.
 *
 * @param results what was measured
 */
record FrameFindings(FrameResults results) {

  private static final String REMARKS =
      "More frames than are wanted are not counted in any half second; the time with the frames"
          + " wanted is judged two seconds at a time. A frame costs the event thread CPU time on"
          + " purpose: on few cores an animation that costs"
          + " next to nothing is never disturbed. No thread has another priority than it is born"
          + " with. The screen of a virtual display takes processor time of its own. A machine that"
          + " others use at the same time takes frames from every pool.";

  Chapter chapter() {
    Printed printed = new FrameClaims(results).printed();
    return new Chapter("frames", summary(), sections(printed), figures(printed));
  }

  private List<Section> sections(Printed printed) {
    List<Section> sections = new ArrayList<>();
    sections.add(printed);
    sections.add(table(Load.COMPUTING));
    sections.add(table(Load.CHANGING));
    results.photograph().ifPresent(sections::add);
    for (Load load : Load.values()) {
      sections.add(
          picture(
              "Frames, " + load.words(),
              Axis.of("frames", "1/s"),
              load,
              FrameSample::framesPerSecond));
      sections.add(
          picture("Workers, " + load.words(), Axis.of("workers", ""), load, s -> s.workers()));
    }
    sections.add(new Paragraph(REMARKS));
    sections.add(conditions());
    return sections;
  }

  private JsonFields figures(Printed printed) {
    FrameExperiment experiment = results.experiment();
    return JsonFields.of("printed", printed.extra())
        .and("tasks", experiment.tasks())
        .and("taskMillis", experiment.taskTime().toNanos() / 1e6)
        .and("targetPerSecond", experiment.targetPerSecond())
        .and("frameMillis", results.frameMillis())
        .and("aloneFramesPerSecond", results.aloneFramesPerSecond())
        .and("runs", runs());
  }

  private String summary() {
    FrameExperiment experiment = results.experiment();
    OptionalDouble times = results.timesBestFixed(Load.COMPUTING, experiment.ours());
    String cost =
        times.isPresent()
            ? "which took " + NumberFormat.text(times) + " times as long as the best fixed size"
            : "but " + results.whyNoBest(Load.COMPUTING);
    return String.format(
        Locale.ROOT,
        "Beside %d tasks the window drew %s frames per second with a thread for each task, and %s"
            + " with the pool that follows its frames, %s.",
        experiment.tasks(),
        NumberFormat.text(results.framesPerSecond(Load.COMPUTING, FrameExperiment.CACHED)),
        NumberFormat.text(results.framesPerSecond(Load.COMPUTING, experiment.ours())),
        cost);
  }

  private Table table(Load load) {
    Table table =
        Table.of(
            "Medians, " + load.words(),
            Column.text("pool"),
            Column.number("time", "s"),
            Column.number("frames", "1/s"),
            Column.number("time with the frames wanted", "%"),
            Column.number("size in the first half of the tasks"),
            Column.number("size in the second half of the tasks"),
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
              results.median(load, name, FrameRun::askedInFirstHalf),
              results.median(load, name, FrameRun::askedInSecondHalf),
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

  private List<JsonFields> runs() {
    List<JsonFields> runs = new ArrayList<>();
    for (Load load : Load.values()) {
      results.of(load).values().forEach(all -> all.forEach(run -> runs.add(figures(load, run))));
    }
    return runs;
  }

  private JsonFields figures(Load load, FrameRun run) {
    return JsonFields.of("load", load.words())
        .and("pool", run.contender())
        .and("seconds", run.seconds())
        .and("framesPerSecond", run.framesPerSecond())
        .and("shareOfLooksWithFrames", run.shareAtLeast(results.framesMin()))
        .and("sizeFirstHalf", run.askedInFirstHalf())
        .and("sizeSecondHalf", run.askedInSecondHalf())
        .and("workersMax", run.samples().stream().mapToInt(FrameSample::workers).max().orElse(0));
  }

  private Facts conditions() {
    FrameExperiment experiment = results.experiment();
    return Facts.of("The window and its tasks")
        .and("tasks", experiment.tasks() + " at once")
        .and("a task alone", experiment.taskTime().toMillis() + " ms")
        .and("frames to keep", NumberFormat.text(experiment.targetPerSecond()) + " per second")
        .and(
            "the window alone",
            NumberFormat.text(results.aloneFramesPerSecond()) + " frames per second")
        .and(
            "a frame",
            NumberFormat.text(results.frameMillis())
                + " ms CPU of the event thread, "
                + results.balls()
                + " balls")
        .and("rounds", experiment.rounds());
  }
}
