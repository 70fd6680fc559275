package dev.flyball.lab.frames;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.frames.AnimationWindow.Alone;
import dev.flyball.lab.frames.FrameExperiment.Load;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.lab.frames.FrameTrial.FrameContender;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Printed.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is said of runs that are given. */
class FrameClaimsTest {

  private static final FrameExperiment EXPERIMENT = FrameExperiment.of(1, 1);

  private static FrameRun run(String contender, double seconds, double framesPerSecond) {
    FrameSample look = new FrameSample(seconds, framesPerSecond, 4, 4, 100, "why");
    return new FrameRun(contender, 100, seconds, 60, List.of(look));
  }

  private static FrameFindings results(double aloneFramesPerSecond) {
    FrameFindings results = new FrameFindings(EXPERIMENT);
    results.alone(new Alone(aloneFramesPerSecond, 6, 1000));
    for (Load load : Load.values()) {
      results.add(load, run(FrameContender.cached().name(), 10, 30));
      results.add(load, run(EXPERIMENT.published(), 15, 59));
      results.add(load, run(EXPERIMENT.ours(), 10.5, 59));
    }
    return results;
  }

  private static List<Claim> claims(FrameFindings results) {
    return results.printed().claims();
  }

  @Test
  void whatHoldsIsSaidSo() {
    FrameFindings results = results(61);
    for (Load load : Load.values()) {
      results.add(load, run("fixed, 4", 10, 59));
    }
    assertThat(claims(results))
        .filteredOn(claim -> claim.what().startsWith("ours"))
        .hasSize(4)
        .allMatch(claim -> claim.verdict() == Verdict.HOLDS);
  }

  @Test
  void theSourceHasNoFigureForTasksThatChange() {
    assertThat(claims(results(61)))
        .allMatch(
            claim -> Double.isNaN(claim.printed()) == claim.what().contains(Load.CHANGING.words()));
  }

  @Test
  void aWindowThatAloneLosesFramesShowsNothing() {
    assertThat(claims(results(50)))
        .allMatch(claim -> claim.verdict() == Verdict.NOT_COMPARABLE)
        .allMatch(claim -> claim.why().startsWith("the window alone draws 50"));
  }

  @Test
  void aMachineThatOthersUseShowsNothing() {
    FrameFindings results = results(61);
    results.neighbours(new Neighbours(OptionalDouble.of(0.1), 2));
    assertThat(claims(results)).anyMatch(claim -> claim.verdict() == Verdict.HOLDS);
    results.neighbours(new Neighbours(OptionalDouble.of(0.5), 2));
    results.neighbours(new Neighbours(OptionalDouble.of(0), 2));
    assertThat(claims(results))
        .allMatch(claim -> claim.verdict() == Verdict.NOT_COMPARABLE)
        .allMatch(claim -> claim.why().startsWith("others used 0.50 of 2.0 cores"));
    assertThat(results.chapter().headline().doubts())
        .anyMatch(doubt -> doubt.startsWith("this machine was too busy"));
  }

  @Test
  void theHeadlineCountsWhatDoesNotHold() {
    FrameFindings results = results(61);
    results.add(Load.COMPUTING, run("fixed, 4", 10, 59));
    assertThat(results.chapter().headline().verdict())
        .startsWith("Frames: ")
        .containsPattern("[0-9] of [0-9] printed statements hold; [0-9] cannot be compared");
  }

  @Test
  void noneMeasuredIsNotNoneThatKeptTheFrames() {
    FrameFindings results = results(61);
    assertThat(results.whyNoBest(Load.COMPUTING)).isEqualTo("no fixed size was measured");
    results.add(Load.COMPUTING, run("fixed, 4", 10, 30));
    assertThat(results.whyNoBest(Load.COMPUTING)).startsWith("no fixed size kept the frames");
  }
}
