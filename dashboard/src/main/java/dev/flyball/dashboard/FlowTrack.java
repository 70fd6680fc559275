package dev.flyball.dashboard;

import dev.flyball.dataflow.expose.FlowView;
import dev.flyball.dataflow.expose.FlowView.StageView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A pipeline that is watched: what it did between the last two views of it.
 *
 * <p>One thread looks, any thread reads the state.
 */
final class FlowTrack {

  private static final System.Logger LOG = System.getLogger(FlowTrack.class.getName());

  private final WatchedFlow flow;
  private final String name;

  // Belong to the polling thread.
  private Optional<FlowView> before = Optional.empty();
  private boolean failing;

  private volatile Optional<FlowState> state = Optional.empty();

  /**
   * A pipeline that is watched.
   *
   * @param name what it is shown and acted upon by; other than the names of all others
   */
  FlowTrack(WatchedFlow flow, String name) {
    this.flow = flow;
    this.name = name;
  }

  /**
   * A pipeline in a frame.
   *
   * @param state what it is doing
   * @param mode GOVERN or ADVISE_ONLY
   * @param why what the last decision rests on
   * @param changes the last changes of threads, newest first
   */
  record FlowState(
      String name,
      String state,
      String mode,
      String why,
      long failures,
      List<StageState> stages,
      List<FlowChange> changes) {}

  /**
   * A stage of it.
   *
   * @param retriedPerSecond further attempts at records that had failed
   * @param utilisation the part of its threads' time spent on work, from 0 to 1
   * @param blocked the part of their time spent waiting for room behind, from 0 to 1
   * @param waitMillis how long a record waited in the queue; NaN when none was done
   * @param out records per second to each stage that it sends to
   */
  record StageState(
      String name,
      int threadsAsked,
      int threadsAlive,
      int queued,
      int queueCapacity,
      double arrivedPerSecond,
      double donePerSecond,
      double failedPerSecond,
      double retriedPerSecond,
      double utilisation,
      double blocked,
      double waitMillis,
      Map<String, Double> out) {}

  /** A change of a stage's threads. */
  record FlowChange(long number, long timeMillis, String stage, int from, int to, String why) {}

  WatchedFlow flow() {
    return flow;
  }

  Optional<FlowState> state() {
    return state;
  }

  /**
   * Polls the pipeline. A failed poll affects no other; the first of a series is logged.
   *
   * @throws Unreachable when the place where it is cannot be reached
   */
  void look(long nowMillis) {
    try {
      take(flow.view(), nowMillis);
      failing = false;
    } catch (Unreachable e) {
      throw e;
    } catch (RuntimeException | Error e) {
      if (!failing) {
        LOG.log(
            System.Logger.Level.WARNING, "dashboard: a look at pipeline " + name + " failed", e);
      }
      failing = true;
    }
  }

  private void take(FlowView now, long nowMillis) {
    Optional<FlowView> earlier = before.filter(it -> it.identity().equals(now.identity()));
    long nanos = now.atNanos() - earlier.map(FlowView::atNanos).orElse(now.atNanos());
    if (earlier.isPresent() && nanos <= 0) {
      return;
    }
    before = Optional.of(now);
    if (earlier.isPresent()) {
      state = Optional.of(state(earlier.get(), now, nanos / 1e9, nowMillis));
    }
  }

  private FlowState state(FlowView earlier, FlowView now, double seconds, long nowMillis) {
    List<StageState> stages = new ArrayList<>();
    for (int i = 0; i < Math.min(earlier.stages().size(), now.stages().size()); i++) {
      stages.add(stage(earlier.stages().get(i), now.stages().get(i), seconds));
    }
    List<FlowChange> changes =
        now.changes().stream()
            .map(change ->
                new FlowChange(
                    change.number(),
                    nowMillis - Math.round(change.agoSeconds() * 1000),
                    change.stage(),
                    change.from(),
                    change.to(),
                    change.why()))
            .toList();
    return new FlowState(name, now.state(), now.mode(), now.why(), now.failures(), stages, changes);
  }

  private static StageState stage(StageView earlier, StageView now, double seconds) {
    long done = now.done() - earlier.done();
    double threadNanos = now.threadNanos() - earlier.threadNanos();
    Map<String, Double> out = new TreeMap<>();
    now.out().forEach(sent -> out.put(sent.to(), sent.records() / seconds));
    earlier.out().forEach(sent -> out.merge(sent.to(), -sent.records() / seconds, Double::sum));
    return new StageState(
        now.name(),
        now.threadsAsked(),
        now.threadsAlive(),
        now.queued(),
        now.queueCapacity(),
        (now.arrived() - earlier.arrived()) / seconds,
        done / seconds,
        (now.failed() - earlier.failed()) / seconds,
        (now.retried() - earlier.retried()) / seconds,
        share(now.busyNanos() - earlier.busyNanos(), threadNanos),
        share(now.blockedNanos() - earlier.blockedNanos(), threadNanos),
        done == 0 ? Double.NaN : (now.queueWaitNanos() - earlier.queueWaitNanos()) / 1e6 / done,
        out);
  }

  private static double share(long part, double wholeNanos) {
    return wholeNanos <= 0 ? 0 : part / wholeNanos;
  }
}
