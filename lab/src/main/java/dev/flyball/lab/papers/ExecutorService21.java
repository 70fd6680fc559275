package dev.flyball.lab.papers;

import dev.flyball.base.Require;
import dev.flyball.lab.frames.Display;
import dev.flyball.lab.frames.FrameExperiment;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.harness.Neighbours.Look;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.tasks.Prediction;
import dev.flyball.lab.tasks.TaskBench;
import dev.flyball.lab.tasks.UnderUse;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The experiments of Zhang, Su and Wang, "Self-adapting ExecutorService implementation": prediction
 * (Figures 2 and 3), the frame rate of a window (Figure 5), and under-use (Figure 6).
 *
 * @param parts which of {@link #PARTS}, in their order
 * @param runs how often each executor runs each load; 0 for each part's own number
 * @param seed what the loads grow from
 * @param scale how long the loads are, 1 for the lengths of each part
 */
public record ExecutorService21(List<String> parts, int runs, long seed, double scale) {

  private static final String PREDICTION = "prediction";
  private static final String FRAMES = "frames";
  private static final String UNDER_USE = "under-use";

  /** What there is, in the order of the publication. */
  public static final List<String> PARTS = List.of(PREDICTION, FRAMES, UNDER_USE);

  private static final long LOOK_MILLIS = 2000;
  private static final int PREDICTION_RUNS = 10;
  private static final int FRAMES_RUNS = 1;
  private static final int UNDER_USE_RUNS = 3;

  public ExecutorService21 {
    parts = List.copyOf(parts);
    for (String part : parts) {
      if (!PARTS.contains(part)) {
        throw new IllegalArgumentException(
            "part must be one of " + String.join(", ", PARTS) + " but was '" + part + "'");
      }
    }
    Require.atLeast("runs", 0, runs);
    Require.above("scale", 0, scale);
  }

  /** Why not all of these parts can be run here, and what to do about it; empty where they can. */
  public Optional<String> missing() {
    return parts.contains(FRAMES) ? Display.missing() : Optional.empty();
  }

  /**
   * Runs the parts, one after the other, until all are done or the thread is interrupted.
   *
   * @throws IllegalStateException when something is {@link #missing()}
   */
  public Findings run(Progress progress) {
    if (missing().isPresent()) {
      throw new IllegalStateException(missing().get());
    }
    double loadBefore = loadAverage();
    Neighbours before = neighbours(progress);
    progress.prepares("calibrating");
    TaskBench bench = TaskBench.here();
    List<Chapter> chapters = new ArrayList<>();
    for (String part : PARTS) {
      if (parts.contains(part) && !Thread.currentThread().isInterrupted()) {
        chapters.add(chapter(part, bench, progress::prepares));
      }
    }
    return findings(chapters, loadBefore, before.orMore(neighbours(progress)));
  }

  /** The neighbours while nothing of this runs; unknown when interrupted. */
  private static Neighbours neighbours(Progress progress) {
    if (Thread.currentThread().isInterrupted()) {
      return Neighbours.UNKNOWN;
    }
    progress.prepares("looking at what else this machine does (2 s)");
    Look began = Look.now();
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      return Neighbours.since(began);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Neighbours.UNKNOWN;
    }
  }

  /** Threads of the whole machine that want a processor, over the last minute; below 0: unknown. */
  private static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private Chapter chapter(String part, TaskBench bench, Consumer<String> progress) {
    return switch (part) {
      case PREDICTION -> new Prediction(runsOr(PREDICTION_RUNS), seed, scale).run(bench, progress);
      case UNDER_USE -> new UnderUse(runsOr(UNDER_USE_RUNS), seed, scale).run(bench, progress);
      default -> FrameExperiment.of(runsOr(FRAMES_RUNS), scale).run(progress);
    };
  }

  private int runsOr(int usual) {
    return runs == 0 ? usual : runs;
  }

  private Findings findings(List<Chapter> chapters, double loadBefore, Neighbours others) {
    Headline headline =
        chapters.stream()
            .map(Chapter::headline)
            .reduce(Headline::and)
            .orElse(Headline.of("Ended before anything was measured."))
            .doubtedIf(Thread.currentThread().isInterrupted(), Headline.ENDED_EARLY)
            .doubtedIf(
                others.areTooBusy(),
                Neighbours.tooBusy("before or after it others used " + others.text()));
    Findings findings =
        new Findings(
                RunReport.of("executorservice21", "real", List.of()),
                Report.of(
                    "Zhang, Su and Wang, self-adapting executors: " + String.join(", ", parts),
                    headline))
            .figure("loadAverageBefore", loadBefore)
            .figure("loadAverageAfter", loadAverage())
            .figure("othersCores", others.cores().orElse(Double.NaN))
            .figure("tooBusy", others.areTooBusy());
    for (Chapter chapter : chapters) {
      findings = findings.figure(chapter.name(), chapter.figures());
      for (Section section : chapter.sections()) {
        findings = findings.with(section);
      }
    }
    return findings.measuredBy(
        command(),
        Facts.of("How it was measured")
            .and("runs", runs == 0 ? "each part's own number" : String.valueOf(runs))
            .and("seed", seed)
            .and("scale", String.valueOf(scale))
            .and(
                "load average of the machine",
                String.format(Locale.ROOT, "%.1f before, %.1f after", loadBefore, loadAverage()))
            .and("others on the machine, before or after", others.text())
            .and("the publication's machine", "Ryzen 7 1700, 16 threads; 4 cores in Figure 6"));
  }

  private String command() {
    return "./flyball paper executorservice21 --only %s%s --seed %s --scale %s"
        .formatted(String.join(",", parts), runs == 0 ? "" : " --runs " + runs, seed, scale);
  }
}
