package dev.flyball.lab.frames;

import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Printed.Verdict;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

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
    Figures<String> figures =
        Figures.of(
            Figure.text(
                "",
                "pool",
                name ->
                    results.bestFixed(load).filter(name::equals).isPresent()
                        ? name + " (best fixed)"
                        : name),
            Figure.number("", "time", "s", name -> results.seconds(load, name)),
            Figure.number("", "frames", "1/s", name -> results.framesPerSecond(load, name)),
            median(load, "time with the frames wanted", this::share).percent(),
            median(load, "size in the first half of the tasks", FrameRun::askedInFirstHalf),
            median(load, "size in the second half of the tasks", FrameRun::askedInSecondHalf),
            Figure.number(
                "",
                "times the best fixed",
                "",
                name -> results.timesBestFixed(load, name).orElse(Double.NaN)));
    return figures.table("Medians, " + load.words(), List.copyOf(results.of(load).keySet()));
  }

  private Figure<String> median(Load load, String title, ToDoubleFunction<FrameRun> of) {
    return Figure.number("", title, "", name -> results.median(load, name, of));
  }

  private double share(FrameRun run) {
    return run.shareAtLeast(results.framesMin());
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
    Figures<FrameRun> figures =
        Figures.of(
            Figure.inFiles("pool", FrameRun::contender),
            Figure.inFiles("seconds", FrameRun::seconds),
            Figure.inFiles("framesPerSecond", FrameRun::framesPerSecond),
            Figure.inFiles("shareOfLooksWithFrames", this::share),
            Figure.inFiles("sizeFirstHalf", FrameRun::askedInFirstHalf),
            Figure.inFiles("sizeSecondHalf", FrameRun::askedInSecondHalf),
            Figure.inFiles(
                "workersMax",
                run -> run.samples().stream().mapToInt(FrameSample::workers).max().orElse(0)));
    return Stream.of(Load.values())
        .flatMap(load ->
            results.of(load).values().stream()
                .flatMap(List::stream)
                .map(run -> figures.addTo(JsonFields.of("load", load.words()), run)))
        .toList();
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

  /**
   * The printed figures of the experiment with the window, beside those measured.
   *
   * @param results what was measured
   */
  record FrameClaims(FrameResults results) {

    private static final double CACHED_FRAMES = 32;
    private static final double OUR_FRAMES = 58;
    private static final double CACHED_SECONDS = 117.5;
    private static final double OUR_SECONDS = 126.3;
    private static final double FIXED_SECONDS = 123.7;

    /** "Well below the target". */
    private static final double WELL_BELOW = 0.9;

    /** The most that the frames may cost. */
    private static final double TIMES_MAX = 1.08;

    Printed printed() {
      String ours = results.experiment().ours();
      String published = results.experiment().published();
      Printed printed =
          Printed.of(
              "Printed beside measured",
              "Zhang, Su and Wang, Fig. 5: 100 tasks on 16 processors, cached, theirs, fixed at 55");
      return printed
          .and(cached())
          .and(frames("the policy as published", Load.COMPUTING, published))
          .and(times("the policy as published", Load.COMPUTING, published))
          .and(frames("ours", Load.COMPUTING, ours))
          .and(times("ours", Load.COMPUTING, ours))
          .and(frames("ours", Load.CHANGING, ours))
          .and(times("ours", Load.CHANGING, ours))
          .and(cachedTime());
    }

    private Claim cached() {
      double most = WELL_BELOW * results.experiment().targetPerSecond();
      return claim(
          "cached: frames fall well below the target",
          "1/s",
          CACHED_FRAMES,
          results.framesPerSecond(Load.COMPUTING, FrameExperiment.CACHED),
          frames -> frames < most,
          "reproduced if below " + NumberFormat.text(most));
    }

    private Claim frames(String who, Load load, String contender) {
      return claim(
          who + ": frames kept, " + load.words(),
          "1/s",
          printed(load, OUR_FRAMES),
          results.framesPerSecond(load, contender),
          frames -> frames >= results.framesMin(),
          "reproduced if at least "
              + NumberFormat.text(results.framesMin())
              + ", 97 % of the target");
    }

    private Claim times(String who, Load load, String contender) {
      double times = results.timesBestFixed(load, contender).orElse(Double.NaN);
      return claim(
          who + ": time / time of the best fixed size that keeps the frames, " + load.words(),
          "",
          printed(load, OUR_SECONDS / FIXED_SECONDS),
          times,
          figure -> figure <= TIMES_MAX,
          Double.isNaN(times)
              ? results.whyNoBest(load)
              : "reproduced if at most " + NumberFormat.text(TIMES_MAX));
    }

    private static double printed(Load load, double figure) {
      return load == Load.COMPUTING ? figure : Double.NaN;
    }

    private Claim cachedTime() {
      return claim(
          "cached: time / time of the best fixed size that keeps the frames",
          "",
          CACHED_SECONDS / FIXED_SECONDS,
          results.timesBestFixed(Load.COMPUTING, FrameExperiment.CACHED).orElse(Double.NaN),
          times -> times <= TIMES_MAX,
          "reproduced if no slower than " + NumberFormat.text(TIMES_MAX) + " times the best fixed");
    }

    private Claim claim(
        String what,
        String unit,
        double printed,
        double measured,
        DoublePredicate rule,
        String why) {
      Verdict verdict =
          Double.isNaN(measured) || !results.isComparable()
              ? Verdict.NOT_COMPARABLE
              : rule.test(measured) ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED;
      String reason = results.isComparable() ? why : tooFewAlone();
      return new Claim(what, unit, printed, measured, verdict, reason);
    }

    private String tooFewAlone() {
      return "the window alone draws "
          + NumberFormat.text(results.aloneFramesPerSecond())
          + " frames per second, which says nothing of the pools";
    }
  }
}
