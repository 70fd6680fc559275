package dev.flyball.lab.flow;

import dev.flyball.control.Clock;
import dev.flyball.dataflow.measure.Estimate;
import dev.flyball.dataflow.measure.MeasuredNode;
import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RateSweep;
import dev.flyball.dataflow.measure.RateTrial;
import dev.flyball.dataflow.measure.SweepPlan;
import dev.flyball.dataflow.measure.ThreadsReading;
import dev.flyball.lab.flow.MeasuredFlow.Found;
import dev.flyball.lab.flow.tasks.NodeWorkText;
import dev.flyball.lab.flow.tasks.WorkSite;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Nodes measured one after another, each alone on the machine.
 *
 * <p>For one thread. What was found so far stays when a node fails or the thread is interrupted.
 */
public final class FlowMeasurement {

  private final List<NodeWorkText> nodes;
  private final SweepPlan plan;
  private final HostFacts host;
  private final Consumer<String> says;
  private final List<Found> found = new ArrayList<>();

  /**
   * A measurement that has not begun.
   *
   * @param nodes the nodes, in the order in which records pass them
   * @param plan how each is measured
   * @param host the machine
   * @param says is told of what was found, in lines
   */
  public FlowMeasurement(
      List<NodeWorkText> nodes, SweepPlan plan, HostFacts host, Consumer<String> says) {
    this.nodes = List.copyOf(nodes);
    this.plan = plan;
    this.host = host;
    this.says = says;
  }

  /**
   * Measures.
   *
   * @throws InterruptedException when the thread is interrupted
   * @throws IllegalStateException when a node's work cannot be set up
   * @throws dev.flyball.dataflow.measure.TrialFailedException when it fails
   */
  public void run(WorkSite site) throws InterruptedException {
    for (NodeWorkText node : nodes) {
      says.accept(node.name() + ": " + node.work().text());
      try (NodeTasks tasks = open(node, site)) {
        measure(node, tasks);
      }
    }
  }

  private static NodeTasks open(NodeWorkText node, WorkSite site) throws InterruptedException {
    try {
      return node.work().open(site);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(
          "node '" + node.name() + "' cannot be set up: " + e.getMessage(), e);
    }
  }

  private void measure(NodeWorkText node, NodeTasks tasks) throws InterruptedException {
    RateTrial trial = RateTrial.of(node.name(), tasks, plan.warmUp(), plan.measured());
    RateSweep sweep = new RateSweep(node.name(), plan, trial::run, Clock.SYSTEM);
    try {
      sweep.run(reading -> says.accept("  " + line(reading)));
    } finally {
      sweep
          .rates()
          .ifPresent(rates -> {
            MeasuredNode measured = MeasuredNode.of(rates, host.cores(), plan.precision());
            found.add(new Found(node, measured));
            measured.remarks().forEach(remark -> says.accept("  " + remark));
          });
    }
  }

  private static String line(ThreadsReading reading) {
    Estimate rate = reading.perSecond();
    String precision =
        rate.relative().stream()
            .mapToObj(share -> String.format(Locale.ROOT, " +- %.1f %%", 100 * share))
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        "%d %s: %s/s%s (%d %s)",
        reading.threads(),
        reading.threads() == 1 ? "thread" : "threads",
        NumberFormat.text(rate.mean()),
        precision,
        rate.repetitions(),
        rate.repetitions() == 1 ? "trial" : "trials");
  }

  /** What was found; empty before the first trial that counts. */
  public Optional<MeasuredFlow> found() {
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(new MeasuredFlow(host, found, found.size() == nodes.size()));
  }
}
