package dev.flyball.lab.frames;

import dev.flyball.lab.frames.AnimationWindow.AnimatedPanel;
import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.report.Section.Photograph;
import dev.flyball.sim.race.Aggregate;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import javax.imageio.ImageIO;

/** The measurements so far, run by run; belongs to the experiment's thread. */
final class FrameResults {

  private final FrameExperiment experiment;
  private final Map<Load, Map<String, List<FrameRun>>> runs = new LinkedHashMap<>();
  private double aloneFramesPerSecond = Double.NaN;
  private double frameMillis = Double.NaN;
  private int balls;
  private Optional<Photograph> photograph = Optional.empty();

  FrameResults(FrameExperiment experiment) {
    this.experiment = experiment;
    for (Load load : Load.values()) {
      runs.put(load, new LinkedHashMap<>());
    }
  }

  FrameExperiment experiment() {
    return experiment;
  }

  /** Measures the window with nothing beside it. */
  void alone(AnimationWindow window, long millis) throws InterruptedException {
    AnimatedPanel panel = window.panel();
    long beganFrames = panel.frames();
    long beganCpuNanos = panel.cpuNanosSum();
    long beganNanos = System.nanoTime();
    TimeUnit.MILLISECONDS.sleep(millis);
    long frames = panel.frames() - beganFrames;
    alone(
        frames * 1e9 / (System.nanoTime() - beganNanos),
        frames == 0 ? Double.NaN : (panel.cpuNanosSum() - beganCpuNanos) / 1e6 / frames,
        panel.balls());
  }

  /** What the window draws with nothing beside it. */
  void alone(double framesPerSecond, double cpuMillisPerFrame, int ballsDrawn) {
    aloneFramesPerSecond = framesPerSecond;
    frameMillis = cpuMillisPerFrame;
    balls = ballsDrawn;
  }

  double aloneFramesPerSecond() {
    return aloneFramesPerSecond;
  }

  /** Whether the window alone draws the frames that are to be kept, and so can be judged. */
  boolean isComparable() {
    return aloneFramesPerSecond >= framesMin();
  }

  /** CPU time of the event thread for a frame, in milliseconds. */
  double frameMillis() {
    return frameMillis;
  }

  int balls() {
    return balls;
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

  Optional<Photograph> photograph() {
    return photograph;
  }

  void add(Load load, FrameRun run) {
    of(load).computeIfAbsent(run.contender(), name -> new ArrayList<>()).add(run);
  }

  /** The runs of a load, by the pool's name, in the order in which they were first run. */
  Map<String, List<FrameRun>> of(Load load) {
    return runs.computeIfAbsent(load, none -> new LinkedHashMap<>());
  }

  double seconds(Load load, String contender) {
    return median(load, contender, FrameRun::seconds);
  }

  double framesPerSecond(Load load, String contender) {
    return median(load, contender, FrameRun::framesPerSecond);
  }

  /** The middle of a pool's runs; NaN where there is none. */
  double median(Load load, String contender, ToDoubleFunction<FrameRun> figure) {
    List<FrameRun> all = of(load).getOrDefault(contender, List.of());
    return all.isEmpty() ? Double.NaN : Aggregate.MEDIAN.of(all, figure);
  }

  /** The fewest frames per second that are kept ones. */
  double framesMin() {
    return (1 - FrameExperiment.TOLERANCE) * experiment.targetPerSecond();
  }

  /** The fixed pool that was done first of those that kept the target; empty where none did. */
  Optional<String> bestFixed(Load load) {
    return of(load).keySet().stream()
        .filter(FrameResults::isFixed)
        .filter(name -> framesPerSecond(load, name) >= framesMin())
        .min((a, b) -> Double.compare(seconds(load, a), seconds(load, b)));
  }

  /** Why there is no best fixed pool, where there is none. */
  String whyNoBest(Load load) {
    boolean measured = of(load).keySet().stream().anyMatch(FrameResults::isFixed);
    return measured
        ? "no fixed size kept the frames: the machine had too much else to do"
        : "no fixed size was measured";
  }

  private static boolean isFixed(String name) {
    return name.startsWith("fixed, ");
  }

  /** How many times as long as the best fixed pool a pool took; empty where there is no best. */
  OptionalDouble timesBestFixed(Load load, String contender) {
    double seconds = seconds(load, contender);
    Optional<String> best = bestFixed(load);
    return best.isEmpty() || Double.isNaN(seconds)
        ? OptionalDouble.empty()
        : OptionalDouble.of(seconds / seconds(load, best.get()));
  }

  /** The size that our policy found: the middle of the later half of its runs; 0 for none. */
  int found(Load load) {
    return (int) median(load, experiment.ours(), FrameRun::askedInSecondHalf);
  }
}
