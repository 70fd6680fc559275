package dev.flyball.dataflow.expose;

import dev.flyball.control.Decision;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.live.GovernedStage;
import dev.flyball.dataflow.pipeline.PipelineTotals;
import dev.flyball.dataflow.pipeline.StageTotals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A snapshot of everything that a dashboard shows of a governed pipeline. Counts are since the
 * pipeline began; two views make a window.
 *
 * <p>It consists of numbers, texts and lists of these, so it passes over JMX unchanged.
 *
 * @param name the pipeline's name
 * @param identity distinguishes it from another one of the same name, as after a restart
 * @param state the state of the pipeline, by the name of the constant
 * @param atNanos when, on the clock of that program ({@link System#nanoTime})
 * @param mode of all stages, by the name of the constant; MIXED where they differ
 * @param why the reason of the last decision; empty before the first
 * @param failures how often the policy failed, or the pipeline could not be observed or resized
 * @param stages its stages, each after those that send to it
 * @param changes the last changes of threads, newest first
 */
public record FlowView(
    String name,
    String identity,
    String state,
    long atNanos,
    String mode,
    String why,
    long failures,
    List<StageView> stages,
    List<ChangeView> changes) {

  private static final int CHANGES_MAX = 20;

  public FlowView {
    stages = List.copyOf(stages);
    changes = List.copyOf(changes);
  }

  /**
   * A stage; times are sums in nanoseconds.
   *
   * @param arrived records that arrived at the queue
   * @param done records taken out and worked on
   * @param failed of those done, ended with an exception, after their last attempt
   * @param retried further attempts at records that had failed; with those done, all attempts
   * @param busyNanos work of its threads
   * @param threadNanos the time that its threads existed
   * @param blockedNanos the time that its threads waited for room behind
   * @param queueWaitNanos the time that records waited in the queue
   * @param out records delivered to each stage that it sends to
   */
  public record StageView(
      String name,
      int threadsAsked,
      int threadsAlive,
      int queued,
      int queueCapacity,
      long arrived,
      long done,
      long failed,
      long retried,
      long busyNanos,
      long threadNanos,
      long blockedNanos,
      long queueWaitNanos,
      List<Sent> out) {

    public StageView {
      out = List.copyOf(out);
    }

    private static StageView of(StageTotals stage) {
      List<Sent> out = new ArrayList<>();
      stage.out().forEach((to, records) -> out.add(new Sent(to, records)));
      return new StageView(
          stage.stage(),
          stage.size().threadsAsked(),
          stage.size().threadsAlive(),
          stage.size().queued(),
          stage.size().queueCapacity(),
          stage.flow().arrived(),
          stage.flow().done(),
          stage.flow().failed(),
          stage.flow().retried(),
          stage.time().busyNanos(),
          stage.time().threadNanos(),
          stage.time().outputWaitNanos(),
          stage.time().queueWaitNanos(),
          out);
    }
  }

  /** The number of records that went to a stage. */
  public record Sent(String to, long records) {}

  /**
   * A change of a stage's threads.
   *
   * @param number counts the decisions of the stage's governor, from 1
   * @param agoSeconds how long ago it was decided
   */
  public record ChangeView(
      long number, double agoSeconds, String stage, int from, int to, String why) {}

  /** The present view of the pipeline that a governor drives. */
  public static FlowView of(FlowGovernor governor, String identity) {
    PipelineTotals now = governor.pipeline().observe();
    return new FlowView(
        governor.pipeline().name(),
        identity,
        now.state().name(),
        now.atNanos(),
        governor.mode().map(Mode::name).orElse("MIXED"),
        governor.journal().last().map(FlowDecision::why).orElse(""),
        governor.failures(),
        now.stages().stream().map(StageView::of).toList(),
        changes(governor));
  }

  /** The last changes of all stages, by hand or not, newest first. */
  private static List<ChangeView> changes(FlowGovernor governor) {
    return governor.stages().stream()
        .flatMap(FlowView::changes)
        .sorted(Comparator.comparingDouble(ChangeView::agoSeconds))
        .limit(CHANGES_MAX)
        .toList();
  }

  private static Stream<ChangeView> changes(GovernedStage stage) {
    Governor governor = stage.governor().orElseThrow();
    return governor.journal().decisions().stream()
        .filter(Decision::changed)
        .map(decision ->
            new ChangeView(
                decision.number(),
                governor.ageOf(decision).toNanos() / 1e9,
                stage.stage(),
                decision.from(),
                decision.to(),
                decision.why()));
  }
}
