package dev.flyball.lab.flow;

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
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The measurements of nodes and their machine: as a network, for people, and for machines.
 *
 * @param host the machine
 * @param found what was found of each node
 * @param complete whether these are all nodes that were to be measured
 */
public record MeasuredFlow(HostFacts host, List<Found> found, boolean complete) {

  private static final String DISK = "disk";
  private static final double MEGA = 1e6;

  /**
   * A node that was measured.
   *
   * @param of the node as it was asked for
   * @param node what was measured of it
   */
  public record Found(NodeWorkText of, MeasuredNode node) {

    private double diskMegabytes() {
      return of.work().diskBytes() / MEGA;
    }

    private Node onDisk() {
      Node alone = node.node();
      return diskMegabytes() > 0 ? alone.using(DISK, new Use(diskMegabytes(), 0)) : alone;
    }

    private List<String> remarks() {
      return Stream.concat(Stream.of(of.work().text()), node.remarks().stream()).toList();
    }
  }

  public MeasuredFlow {
    found = List.copyOf(found);
  }

  /** The nodes, in the order in which records pass them. */
  public List<MeasuredNode> nodes() {
    return found.stream().map(Found::node).toList();
  }

  /**
   * A chain of the nodes: each gets all records of the one before. Processors bound processor time,
   * for it is known; where nodes write to the disk they share its megabytes per second.
   */
  public Network network() {
    SortedMap<String, Double> resources = new TreeMap<>();
    if (found.stream().anyMatch(node -> node.diskMegabytes() > 0)) {
      host.diskMegabytesPerSecond()
          .ifPresent(megabytes -> resources.put(DISK, (double) Math.round(megabytes)));
    }
    List<Node> chain =
        found.stream()
            .map(node -> resources.isEmpty() ? node.node().node() : node.onDisk())
            .toList();
    return new Network(
        "measured",
        new Host(host.cores(), Host.CoreRule.CPU_TIME, resources),
        new Goal.Throughput(),
        List.of(Source.to(chain.get(0).name())),
        chain,
        IntStream.range(1, chain.size())
            .mapToObj(i -> Route.copy(chain.get(i - 1).name(), chain.get(i).name()))
            .toList());
  }

  /** The network as a file, with what else is known as remarks. */
  public String yaml() {
    List<String> head = new ArrayList<>();
    head.add("Measured on this machine by 'flyball flow measure'.");
    head.addAll(host.lines());
    if (!complete) {
      head.add("The measurement ended early: what is here is what was known by then.");
    }
    return NetworkWriter.text(
        network(),
        head,
        found.stream().collect(Collectors.toMap(node -> node.of().name(), Found::remarks)));
  }

  private record Reading(MeasuredNode of, ThreadsReading at) {}

  private static final Figures<Reading> READINGS =
      Figures.of(
          Figure.text("", "node", reading -> reading.of().node().name()),
          Figure.count("threads", "threads", reading -> reading.at().threads()),
          Figure.number("perSecond", "rate", "/s", reading -> reading.at().perSecond().mean()),
          Figure.<Reading>optional("", "+-", "", reading -> reading.at().perSecond().relative())
              .percent(),
          Figure.inFiles("halfWidth", reading -> reading.at().perSecond().halfWidth()),
          Figure.number(
              "",
              "curve",
              "/s",
              reading -> reading.of().node().rate().perSecond(reading.at().threads())),
          Figure.<Reading>optional("cpuSeconds", "CPU", "us", reading -> reading.at().cpuSeconds())
              .times(MEGA),
          Figure.number("variation", "variation", "", reading -> reading.at().variation()),
          Figure.count("trials", "trials", reading -> reading.at().perSecond().repetitions()));

  private static final Figures<MeasuredNode> NODES =
      Figures.of(
          Figure.inFiles("name", measured -> measured.node().name()),
          Figure.inFiles("law", measured -> measured.fit().isLaw()),
          Figure.inFiles("r2", measured -> measured.fit().r2()),
          Figure.inFiles("cpuShare", measured -> measured.node().cpuShare()),
          Figure.inFiles("variation", measured -> measured.node().variation()),
          Figure.inFiles(
              "plateauThreads",
              measured ->
                  measured.plateau().map(flat -> (double) flat.threads()).orElse(Double.NaN)),
          Figure.inFiles("remarks", MeasuredNode::remarks),
          Figure.inFiles("readings", measured -> READINGS.json(readings(measured).toList())));

  private static Stream<Reading> readings(MeasuredNode measured) {
    return measured.rates().readings().stream().map(at -> new Reading(measured, at));
  }

  /** A line for each number of threads of each node. */
  public Table table() {
    return READINGS.table(
        "Measured rates", nodes().stream().flatMap(MeasuredFlow::readings).toList());
  }

  /** The figures as files have them. */
  public JsonFields figures() {
    return JsonFields.of("complete", complete)
        .and("host", host.figures())
        .and("nodes", NODES.json(nodes()));
  }
}
