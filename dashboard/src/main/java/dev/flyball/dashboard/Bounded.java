package dev.flyball.dashboard;

import dev.flyball.dataflow.expose.FlowView;
import dev.flyball.expose.view.PoolView;
import java.util.List;

/** Size limits for data from another program, so that it cannot fill the memory of this one. */
final class Bounded {

  static final int TEXT_LENGTH_MAX = 1000;
  private static final int ITEMS_MAX = 1000;
  private static final int SHED_ROWS_MAX = 50; // each is in every frame

  private Bounded() {}

  /** Whether a text is no longer than it may be. */
  static boolean fits(String text) {
    return text.length() <= TEXT_LENGTH_MAX;
  }

  /** No text of another program takes more room than that. */
  static String text(String text) {
    return fits(text) ? text : text.substring(0, TEXT_LENGTH_MAX) + "...";
  }

  static PoolView view(PoolView view) {
    List<PoolView.Entry> entries = view.entries();
    int left = Math.max(0, entries.size() - ITEMS_MAX);
    List<PoolView.Learned> learned = view.learned();
    return new PoolView(
        text(view.name()),
        text(view.identity()),
        view.window(),
        view.figures(),
        steering(view.steering()),
        entries.stream().skip(left).map(Bounded::entry).toList(),
        view.shed().stream().limit(SHED_ROWS_MAX).map(Bounded::shed).toList(),
        learned.subList(0, Math.min(ITEMS_MAX, learned.size())));
  }

  static FlowView view(FlowView view) {
    return new FlowView(
        text(view.name()),
        text(view.identity()),
        text(view.state()),
        view.atNanos(),
        text(view.mode()),
        text(view.why()),
        view.failures(),
        view.stages().stream().limit(ITEMS_MAX).map(Bounded::stage).toList(),
        view.changes().stream().limit(ITEMS_MAX).map(Bounded::change).toList());
  }

  private static FlowView.StageView stage(FlowView.StageView stage) {
    return new FlowView.StageView(
        text(stage.name()),
        stage.threadsAsked(),
        stage.threadsAlive(),
        stage.queued(),
        stage.queueCapacity(),
        stage.arrived(),
        stage.done(),
        stage.failed(),
        stage.retried(),
        stage.busyNanos(),
        stage.threadNanos(),
        stage.blockedNanos(),
        stage.queueWaitNanos(),
        stage.out().stream()
            .limit(ITEMS_MAX)
            .map(sent -> new FlowView.Sent(text(sent.to()), sent.records()))
            .toList());
  }

  private static FlowView.ChangeView change(FlowView.ChangeView change) {
    return new FlowView.ChangeView(
        change.number(),
        change.agoSeconds(),
        text(change.stage()),
        change.from(),
        change.to(),
        text(change.why()));
  }

  private static PoolView.Steering steering(PoolView.Steering steering) {
    return new PoolView.Steering(
        text(steering.mode()),
        text(steering.policy()),
        text(steering.regime()),
        steering.advice(),
        steering.wanted(),
        text(steering.reason()),
        steering.adviceAgeSeconds(),
        steering.limitMin(),
        steering.limitMax(),
        steering.sizeChanges(),
        steering.policyFailures(),
        steering.targetFailures());
  }

  private static PoolView.ShedRow shed(PoolView.ShedRow row) {
    return new PoolView.ShedRow(
        text(row.kind()), text(row.importance()), text(row.cause()), row.tasks(), row.perSecond());
  }

  private static PoolView.Entry entry(PoolView.Entry entry) {
    return new PoolView.Entry(
        entry.number(),
        entry.agoSeconds(),
        text(entry.cause()),
        entry.from(),
        entry.to(),
        entry.advised(),
        text(entry.why()));
  }
}
