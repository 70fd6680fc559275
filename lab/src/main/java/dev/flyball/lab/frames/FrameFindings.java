package dev.flyball.lab.frames;

import dev.flyball.lab.frames.AnimationWindow.Alone;
import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Photograph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.sim.race.Aggregate;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * The measurements so far, run by run, and what is said of them: tables, pictures, figures, and the
 * printed figures beside them. Belongs to the experiment's thread.
 */
final class FrameFindings {

  private final FrameExperiment experiment;
  private final Map<Load, Map<String, List<FrameRun>>> runs = new EnumMap<>(Load.class);
  private Alone alone = Alone.UNKNOWN;
  private Neighbours neighbours = Neighbours.UNKNOWN;
  private Optional<Photograph> photograph = Optional.empty();

  FrameFindings(FrameExperiment experiment) {
    this.experiment = experiment;
  }

  /** What the window draws with nothing beside it. */
  void alone(Alone measured) {
    alone = measured;
  }

  /** What others took from the machine in some time; the worst of them counts. */
  void neighbours(Neighbours others) {
    neighbours = neighbours.orMore(others);
  }

  void photograph(BufferedImage image) {
    photograph =
        Optional.of(
            new Photograph(
                "The window",
                base64(image),
                image.getWidth(),
                image.getHeight(),
                "The window while our pool works beside it, as the screen showed it."));
  }

  private static String base64(BufferedImage image) {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", png);
    } catch (IOException e) {
      throw new UncheckedIOException("the screenshot could not be written", e);
    }
    return Base64.getEncoder().encodeToString(png.toByteArray());
  }

  void add(Load load, FrameRun run) {
    of(load).computeIfAbsent(run.contender(), name -> new ArrayList<>()).add(run);
  }

  /** The runs of a load, by the pool's name, in the order in which they were first run. */
  private Map<String, List<FrameRun>> of(Load load) {
    return runs.computeIfAbsent(load, none -> new LinkedHashMap<>());
  }

  private double seconds(Load load, String contender) {
    return median(load, contender, FrameRun::seconds);
  }

  private double framesPerSecond(Load load, String contender) {
    return median(load, contender, FrameRun::framesPerSecond);
  }

  /** The middle of a pool's runs; NaN where there is none. */
  private double median(Load load, String contender, ToDoubleFunction<FrameRun> figure) {
    List<FrameRun> all = of(load).getOrDefault(contender, List.of());
    return all.isEmpty() ? Double.NaN : Aggregate.MEDIAN.of(all, figure);
  }

  /** The fewest frames per second that are kept ones. */
  private double framesMin() {
    return (1 - FrameExperiment.TOLERANCE) * experiment.targetPerSecond();
  }

  /** The fixed pool that was done first of those that kept the target; empty where none did. */
  private Optional<String> bestFixed(Load load) {
    return fixed(load)
        .filter(name -> framesPerSecond(load, name) >= framesMin())
        .min(Comparator.comparingDouble(name -> seconds(load, name)));
  }

  /** Why there is no best fixed pool, where there is none. */
  String whyNoBest(Load load) {
    return fixed(load).findAny().isPresent()
        ? "no fixed size kept the frames: the machine had too much else to do"
        : "no fixed size was measured";
  }

  private Stream<String> fixed(Load load) {
    return of(load).keySet().stream().filter(name -> name.startsWith("fixed, "));
  }

  /** How many times as long as the best fixed pool a pool took; NaN where there is no best. */
  private double timesBestFixed(Load load, String contender) {
    return seconds(load, contender)
        / bestFixed(load).map(best -> seconds(load, best)).orElse(Double.NaN);
  }

  /** The size that our policy found: the middle of the later half of its runs; 0 for none. */
  int found(Load load) {
    return (int) median(load, experiment.ours(), FrameRun::askedInSecondHalf);
  }

  // ---- The page

  private static final String REMARKS =
      "More frames than are wanted are not counted in any half second; the time with the frames"
          + " wanted is judged two seconds at a time. A frame costs the event thread CPU time on"
          + " purpose: on few cores an animation that costs"
          + " next to nothing is never disturbed. No thread has another priority than it is born"
          + " with. The screen of a virtual display takes processor time of its own. A machine that"
          + " others use at the same time takes frames from every pool.";

  Chapter chapter() {
    Printed printed = printed();
    return new Chapter("frames", headline(printed), sections(printed), figures(printed));
  }

  private List<Section> sections(Printed printed) {
    List<Section> sections = new ArrayList<>();
    sections.add(printed);
    for (Load load : Load.values()) {
      sections.add(table(load));
    }
    photograph.ifPresent(sections::add);
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
    return JsonFields.of("printed", printed.extra())
        .and("tasks", experiment.tasks())
        .and("taskMillis", experiment.taskTime().toNanos() / 1e6)
        .and("targetPerSecond", experiment.targetPerSecond())
        .and("othersCores", neighbours.cores().orElse(Double.NaN))
        .and("tooBusy", neighbours.areTooBusy())
        .and("frameMillis", alone.cpuMillisPerFrame())
        .and("aloneFramesPerSecond", alone.framesPerSecond())
        .and("runs", runs());
  }

  private Headline headline(Printed printed) {
    double times = timesBestFixed(Load.COMPUTING, experiment.ours());
    String cost =
        Double.isNaN(times)
            ? "but " + whyNoBest(Load.COMPUTING)
            : "which took " + NumberFormat.text(times) + " times as long as the best fixed size";
    String drew =
        ("beside %s tasks the window drew %s of %s frames per second with a thread for each task, and"
                + " %s with the pool that follows its frames, %s.")
            .formatted(
                experiment.tasks(),
                NumberFormat.text(framesPerSecond(Load.COMPUTING, FrameExperiment.CACHED)),
                NumberFormat.text(experiment.targetPerSecond()),
                NumberFormat.text(framesPerSecond(Load.COMPUTING, experiment.ours())),
                cost);
    return Headline.of("Frames: " + uncapitalised(printed.tally()) + "; " + drew)
        .doubtedIf(neighbours.areTooBusy(), Neighbours.tooBusy(othersUsed()))
        .doubtedIfFew(experiment.rounds())
        .doubtedIf(
            aloneTooSlow(),
            "the window alone draws %s frames per second, fewer than are to be kept"
                .formatted(NumberFormat.text(alone.framesPerSecond())));
  }

  private static String uncapitalised(String text) {
    return Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }

  /** Whether figures say something of the pools. */
  private boolean isFair() {
    return !aloneTooSlow() && !neighbours.areTooBusy();
  }

  private boolean aloneTooSlow() {
    return alone.framesPerSecond() < framesMin();
  }

  private String othersUsed() {
    return "others used " + neighbours.text() + " during one of the runs or before them";
  }

  private Table table(Load load) {
    Figures<String> figures =
        Figures.of(
            Figure.text(
                "",
                "pool",
                name ->
                    bestFixed(load).filter(name::equals).isPresent()
                        ? name + " (best fixed)"
                        : name),
            Figure.number("", "time", "s", name -> seconds(load, name)),
            Figure.number("", "frames", "1/s", name -> framesPerSecond(load, name)),
            ofMedian(load, "time with the frames wanted", this::share).percent(),
            ofMedian(load, "size in the first half of the tasks", FrameRun::askedInFirstHalf),
            ofMedian(load, "size in the second half of the tasks", FrameRun::askedInSecondHalf),
            Figure.number("", "times the best fixed", "", name -> timesBestFixed(load, name)));
    return figures.table(
        "Medians, " + load.words(),
        List.copyOf(of(load).keySet()),
        name -> name.equals(experiment.ours()));
  }

  private Figure<String> ofMedian(Load load, String title, ToDoubleFunction<FrameRun> of) {
    return Figure.number("", title, "", name -> median(load, name, of));
  }

  private double share(FrameRun run) {
    return run.shareAtLeast(framesMin());
  }

  private Picture picture(
      String title, Axis axis, Load load, ToDoubleFunction<FrameSample> figure) {
    List<Series> lines =
        Stream.of(FrameExperiment.CACHED, experiment.published(), experiment.ours())
            .flatMap(name -> of(load).getOrDefault(name, List.of()).stream().limit(1))
            .map(run -> line(run, figure))
            .toList();
    return new Picture(
        new LineChart(title, Axis.of("time", "s"), axis, lines),
        "The first run of each; a look every half second.");
  }

  private static Series line(FrameRun run, ToDoubleFunction<FrameSample> figure) {
    return Series.of(
        run.contender(),
        run.samples().stream()
            .map(look -> new Point(look.atSeconds(), figure.applyAsDouble(look)))
            .toList());
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
            of(load).values().stream()
                .flatMap(List::stream)
                .map(run -> figures.addTo(JsonFields.of("load", load.words()), run)))
        .toList();
  }

  private Facts conditions() {
    return Facts.of("The window and its tasks")
        .and("tasks", experiment.tasks() + " at once")
        .and("a task alone", experiment.taskTime().toMillis() + " ms")
        .and("frames to keep", NumberFormat.text(experiment.targetPerSecond()) + " per second")
        .and("the window alone", NumberFormat.text(alone.framesPerSecond()) + " frames per second")
        .and(
            "a frame",
            "%s ms CPU of the event thread, %s balls"
                .formatted(NumberFormat.text(alone.cpuMillisPerFrame()), alone.balls()))
        .and("others on the machine, at worst", neighbours.text())
        .and("rounds", experiment.rounds());
  }

  // ---- The printed figures beside those measured

  /** Printed times in seconds over that of the fixed pool. */
  private static final double CACHED_TIMES = 117.5 / 123.7;

  private static final double OUR_TIMES = 126.3 / 123.7;

  /** The most that the frames may cost. */
  private static final double TIMES_MAX = 1.08;

  Printed printed() {
    String ours = experiment.ours();
    String published = experiment.published();
    return new Printed(
        "Printed beside measured",
        "Zhang, Su and Wang, Fig. 5: 100 tasks on 16 processors, cached, theirs, fixed at 55",
        List.of(
            cached(),
            frames("the policy as published", Load.COMPUTING, published, 58),
            times("the policy as published", Load.COMPUTING, published, OUR_TIMES),
            frames("ours", Load.COMPUTING, ours, 58),
            times("ours", Load.COMPUTING, ours, OUR_TIMES),
            frames("ours", Load.CHANGING, ours, Double.NaN),
            times("ours", Load.CHANGING, ours, Double.NaN),
            times("cached", Load.COMPUTING, FrameExperiment.CACHED, CACHED_TIMES)));
  }

  private Claim cached() {
    double most = 0.9 * experiment.targetPerSecond();
    return claim(
        "cached: frames fall well below the target",
        "1/s",
        32,
        framesPerSecond(Load.COMPUTING, FrameExperiment.CACHED),
        frames -> frames < most,
        "holds if below " + NumberFormat.text(most));
  }

  private Claim frames(String who, Load load, String contender, double printed) {
    return claim(
        who + " keeps the frames, " + load.words(),
        "1/s",
        printed,
        framesPerSecond(load, contender),
        frames -> frames >= framesMin(),
        "holds if at least " + NumberFormat.text(framesMin()) + ", 97 % of the target");
  }

  private Claim times(String who, Load load, String contender, double printed) {
    double times = timesBestFixed(load, contender);
    Claim claim =
        claim(
            who + " is as quick as the best fixed size that keeps the frames, " + load.words(),
            "times its time",
            printed,
            times,
            figure -> figure <= TIMES_MAX,
            "holds if at most " + NumberFormat.text(TIMES_MAX));
    return Double.isNaN(times) && isFair() ? claim.notComparable(whyNoBest(load)) : claim;
  }

  /** A claim, which is not comparable where the window alone loses frames. */
  private Claim claim(
      String what, String unit, double printed, double measured, DoublePredicate rule, String why) {
    Claim claim = Claim.statement(what, unit, printed, measured, rule, why);
    if (aloneTooSlow()) {
      return claim.notComparable(
          "the window alone draws "
              + NumberFormat.text(alone.framesPerSecond())
              + " frames per second, which says nothing of the pools");
    }
    return neighbours.areTooBusy()
        ? claim.notComparable(othersUsed() + ", which says nothing of the pools")
        : claim;
  }
}
