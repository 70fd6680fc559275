package dev.flyball.lab.frames;

import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Printed.Verdict;
import java.util.OptionalDouble;

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
    double frames = results.framesPerSecond(Load.COMPUTING, FrameExperiment.CACHED);
    double most = WELL_BELOW * results.experiment().targetPerSecond();
    return claim(
        "cached: frames fall well below the target",
        "1/s",
        OptionalDouble.of(CACHED_FRAMES),
        OptionalDouble.of(frames),
        frames < most,
        "reproduced if below " + NumberFormat.text(most));
  }

  private Claim frames(String who, Load load, String contender) {
    double frames = results.framesPerSecond(load, contender);
    return claim(
        who + ": frames kept, " + load.words(),
        "1/s",
        printed(load, OUR_FRAMES),
        OptionalDouble.of(frames),
        frames >= results.framesMin(),
        "reproduced if at least "
            + NumberFormat.text(results.framesMin())
            + ", 97 % of the target");
  }

  private Claim times(String who, Load load, String contender) {
    OptionalDouble times = results.timesBestFixed(load, contender);
    return claim(
        who + ": time / time of the best fixed size that keeps the frames, " + load.words(),
        "",
        printed(load, OUR_SECONDS / FIXED_SECONDS),
        times,
        times.isPresent() && times.getAsDouble() <= TIMES_MAX,
        times.isPresent()
            ? "reproduced if at most " + NumberFormat.text(TIMES_MAX)
            : results.whyNoBest(load));
  }

  /** The source has tasks that are all equal, and no figure for others. */
  private static OptionalDouble printed(Load load, double figure) {
    return load == Load.COMPUTING ? OptionalDouble.of(figure) : OptionalDouble.empty();
  }

  private Claim cachedTime() {
    return claim(
        "cached: time / time of the best fixed size that keeps the frames",
        "",
        OptionalDouble.of(CACHED_SECONDS / FIXED_SECONDS),
        results.timesBestFixed(Load.COMPUTING, FrameExperiment.CACHED),
        results.timesBestFixed(Load.COMPUTING, FrameExperiment.CACHED).stream()
            .anyMatch(times -> times <= TIMES_MAX),
        "reproduced if no slower than " + NumberFormat.text(TIMES_MAX) + " times the best fixed");
  }

  private Claim claim(
      String what,
      String unit,
      OptionalDouble printed,
      OptionalDouble measured,
      boolean holds,
      String why) {
    boolean known = measured.isPresent() && !Double.isNaN(measured.getAsDouble());
    Verdict verdict = holds ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED;
    return new Claim(
        what,
        unit,
        printed,
        known ? measured : OptionalDouble.empty(),
        known && results.isComparable() ? verdict : Verdict.NOT_COMPARABLE,
        results.isComparable() ? why : tooFewAlone());
  }

  private String tooFewAlone() {
    return "the window alone draws "
        + NumberFormat.text(results.aloneFramesPerSecond())
        + " frames per second, which says nothing of the pools";
  }
}
