package dev.flyball.lab.flow;

import dev.flyball.dataflow.measure.Estimate;
import dev.flyball.dataflow.measure.MeasuredNode;
import dev.flyball.dataflow.measure.ThreadsReading;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.NetworkWriter;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Use;
import dev.flyball.lab.flow.tasks.NodeWorkText;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The measurements of nodes and their machine: as a network, for people, and for machines.
 *
 * @param host the machine
 * @param works what each node does
 * @param nodes the nodes, as many as works
 * @param complete whether these are all nodes that were to be measured
 */
public record MeasuredFlow(
    HostFacts host, List<NodeWorkText> works, List<MeasuredNode> nodes, boolean complete) {

  private static final String DISK = "disk";
  private static final double MEGA = 1e6;

  public MeasuredFlow {
    works = List.copyOf(works);
    nodes = List.copyOf(nodes);
    if (works.size() != nodes.size()) {
      throw new IllegalArgumentException(
          "nodes must be as many as works (" + works.size() + ") but were " + nodes.size());
    }
  }

  /**
   * A chain of the nodes: each gets all records of the one before. Processors bound processor time,
   * for it is known; where nodes write to the disk they share its megabytes per second.
   */
  public Network network() {
    boolean disk =
        host.diskMegabytesPerSecond().isPresent()
            && works.stream().anyMatch(work -> work.work().diskBytes() > 0);
    SortedMap<String, Double> resources = new TreeMap<>();
    if (disk) {
      resources.put(DISK, (double) Math.round(host.diskMegabytesPerSecond().orElseThrow()));
    }
    List<Node> chain = new ArrayList<>();
    List<Route> routes = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i).node();
      double megabytes = works.get(i).work().diskBytes() / MEGA;
      chain.add(disk && megabytes > 0 ? node.using(DISK, new Use(megabytes, 0)) : node);
      if (i > 0) {
        routes.add(Route.copy(chain.get(i - 1).name(), node.name()));
      }
    }
    return new Network(
        "measured",
        new Host(host.cores(), Host.CoreRule.CPU_TIME, resources),
        new Goal.Throughput(),
        List.of(Source.to(chain.get(0).name())),
        chain,
        routes);
  }

  /** The network as a file, with what else is known as remarks. */
  public String yaml() {
    List<String> head = new ArrayList<>();
    head.add("Measured on this machine by 'flyball flow measure'.");
    head.addAll(host.lines());
    if (!complete) {
      head.add("The measurement ended early: what is here is what was known by then.");
    }
    Map<String, List<String>> remarks = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      List<String> lines = new ArrayList<>();
      lines.add(works.get(i).work().text());
      lines.addAll(nodes.get(i).remarks());
      remarks.put(nodes.get(i).node().name(), lines);
    }
    return NetworkWriter.text(network(), head, remarks);
  }

  /** A line for each number of threads of each node. */
  public Table table() {
    Table table =
        Table.of(
            "Measured rates",
            Column.text("node"),
            Column.number("threads"),
            Column.number("rate", "/s"),
            Column.number("+-", "%"),
            Column.number("curve", "/s"),
            Column.number("CPU", "us"),
            Column.number("variation"),
            Column.number("trials"));
    for (MeasuredNode measured : nodes) {
      for (ThreadsReading reading : measured.rates().readings()) {
        Estimate rate = reading.perSecond();
        table =
            table.row(
                measured.node().name(),
                reading.threads(),
                rate.mean(),
                scaled(rate.relative(), 100),
                measured.node().rate().perSecond(reading.threads()),
                scaled(reading.cpuSeconds(), MEGA),
                reading.variation(),
                rate.repetitions());
      }
    }
    return table;
  }

  private static double scaled(OptionalDouble value, double factor) {
    return value.isPresent() ? factor * value.getAsDouble() : Double.NaN;
  }

  /** All of it as figures. */
  public JsonFields figures() {
    return JsonFields.of("complete", complete)
        .and("host", host.figures())
        .and("nodes", nodes.stream().map(MeasuredFlow::figures).toList());
  }

  private static JsonFields figures(MeasuredNode measured) {
    return JsonFields.of("name", measured.node().name())
        .and("law", measured.fit().isLaw())
        .and("r2", measured.fit().r2())
        .and("cpuShare", measured.node().cpuShare())
        .and("variation", measured.node().variation())
        .and(
            "plateauThreads",
            measured.plateau().isPresent()
                ? OptionalDouble.of(measured.plateau().orElseThrow().threads())
                : OptionalDouble.empty())
        .and("remarks", measured.remarks())
        .and("readings", measured.rates().readings().stream().map(MeasuredFlow::figures).toList());
  }

  private static JsonFields figures(ThreadsReading reading) {
    Estimate rate = reading.perSecond();
    return JsonFields.of("threads", reading.threads())
        .and("perSecond", rate.mean())
        .and("halfWidth", rate.halfWidth())
        .and("trials", rate.repetitions())
        .and("cpuSeconds", reading.cpuSeconds())
        .and("variation", reading.variation());
  }
}
