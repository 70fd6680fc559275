package dev.flyball.dataflow.expose;

import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.pipeline.PipelineTotals;
import dev.flyball.dataflow.pipeline.StageTotals;
import java.util.ArrayList;
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
 * @param mode GOVERN or ADVISE_ONLY
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
   * @param number counts the governor's decisions, from 1
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
        governor.advisesOnly() ? "ADVISE_ONLY" : "GOVERN",
        governor.journal().last().map(FlowDecision::why).orElse(""),
        governor.failures(),
        now.stages().stream().map(StageView::of).toList(),
        changes(governor, System.nanoTime()));
  }

  private static List<ChangeView> changes(FlowGovernor governor, long nowNanos) {
    List<FlowDecision> decisions = governor.journal().decisions();
    List<ChangeView> changes = new ArrayList<>();
    for (int i = decisions.size() - 1; i >= 0 && changes.size() < CHANGES_MAX; i--) {
      changes(decisions.get(i), nowNanos).forEach(changes::add);
    }
    return changes.subList(0, Math.min(CHANGES_MAX, changes.size()));
  }

  private static Stream<ChangeView> changes(FlowDecision decision, long nowNanos) {
    double agoSeconds = (nowNanos - decision.atNanos()) / 1e9;
    return decision.changes().stream()
        .map(change ->
            new ChangeView(
                decision.number(),
                agoSeconds,
                change.stage(),
                change.from(),
                change.to(),
                change.why()));
  }
}
