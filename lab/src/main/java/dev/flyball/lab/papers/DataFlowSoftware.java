package dev.flyball.lab.papers;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import dev.flyball.dataflow.solve.Stepwise;
import dev.flyball.lab.papers.DataFlowSoftware.CallData.Rates;
import dev.flyball.lab.report.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow Software", Tables 2 to 12,
 * calculated again: nothing here is measured, so it takes a moment.
 */
public final class DataFlowSoftware {

  private DataFlowSoftware() {}

  /**
   * A configuration of Table 11 or 12.
   *
   * @param name where it stands
   * @param printed the threads that were printed, in the order of the nodes
   * @param printedRate the rate that was printed for it; NaN where none was
   * @param network the network that it is for
   * @param plan what {@link Planner} finds
   * @param stepwise what the published algorithm finds, with steps of one record per second
   */
  record Configuration(
      String name,
      List<Integer> printed,
      double printedRate,
      Network network,
      Plan plan,
      Stepwise.Result stepwise) {

    List<Integer> threads() {
      return plan.nodes().stream().map(Plan.Part::threads).toList();
    }

    boolean same() {
      return threads().equals(printed);
    }

    boolean sameByStep() {
      return List.copyOf(stepwise.threads().values()).equals(printed);
    }
  }

  /**
   * A column of utilisations.
   *
   * @param table the number of the table
   * @param name which column
   * @param printed in percent, in the order of the nodes
   * @param plan what the formula gives
   * @param why what the difference is, where there is one
   */
  record Utilisations(int table, String name, List<Double> printed, Plan plan, String why) {

    double ours(int node) {
      return 100 * plan.part(CallData.NODES.get(node)).utilisation();
    }

    /** Whether all are as printed, to the digits that were printed. */
    boolean same() {
      for (int node = 0; node < printed.size(); node++) {
        if (Math.abs(ours(node) - printed.get(node)) > 0.01) {
          return false;
        }
      }
      return true;
    }
  }

  /** Total rates of a node for several numbers of threads, as they were measured there. */
  record Feeder(int table, String host, List<Integer> threads, List<Double> perSecond) {}

  static final List<Feeder> FEEDERS =
      List.of(
          new Feeder(
              3,
              "Zerberus",
              List.of(1, 2, 4, 10, 20, 61),
              List.of(66.0, 88.0, 136.0, 70.0, 100.0, 122.0)),
          new Feeder(
              7, "Goedel", List.of(1, 2, 3, 4, 5), List.of(105.0, 158.0, 243.0, 280.0, 350.0)));

  /** All experiments. */
  public static Findings run() {
    return new DataFlowSoftwareFindings(configurations(), utilisations()).findings();
  }

  static List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>();
    int zerberus = CallData.ZERBERUS_CORES;
    int goedel = CallData.GOEDEL_CORES;
    Rates z = Rates.TABLE_10_ZERBERUS;
    Rates g = Rates.TABLE_10_GOEDEL;
    all.add(of("Table 11, Zerberus", zerberus, z, false, List.of(1, 1, 1, 61), Double.NaN));
    all.add(
        of("Table 11, Zerberus, fixed Feeder", zerberus, z, true, List.of(9, 9, 45, 1), 66_900));
    all.add(of("Table 11, Goedel", goedel, g, false, List.of(1, 1, 1, 5), 280));
    all.add(of("Table 11, Goedel, fixed Feeder", goedel, g, true, List.of(1, 2, 4, 1), 15_600));
    Rates table2 = Rates.TABLE_2;
    all.add(
        of("Table 12, 5x", zerberus, table2.withFeeder(330), false, List.of(2, 2, 9, 51), 13_400));
    all.add(
        of(
            "Table 12, 10x",
            zerberus,
            table2.withFeeder(660),
            false,
            List.of(3, 3, 14, 44),
            23_000));
    all.add(
        of(
            "Table 12, 15x",
            zerberus,
            table2.withFeeder(990),
            false,
            List.of(4, 4, 18, 38),
            29_500));
    return all;
  }

  private static Configuration of(
      String name,
      int cores,
      Rates rates,
      boolean fixed,
      List<Integer> printed,
      double printedRate) {
    Network network = CallData.network(name, cores, rates, fixed);
    return new Configuration(
        name, printed, printedRate, network, Planner.plan(network), new Stepwise(network, 1).run());
  }

  static List<Utilisations> utilisations() {
    Network zerberus = CallData.network("Zerberus", CallData.ZERBERUS_CORES, Rates.TABLE_2, false);
    Network goedel = CallData.network("Goedel", CallData.GOEDEL_CORES, Rates.TABLE_6, false);
    Network five = with(zerberus, 330);
    Network ten = with(zerberus, 660);
    Network fifteen = with(zerberus, 990);
    String another =
        "printed from another run: no printed table of rates gives it, and rates fell with more"
            + " threads";
    return List.of(
        column(2, "1-1-1-1 at 1000/s", zerberus, 1000, List.of(1, 1, 1, 1), 9.38, 8.23, 48.52, 100),
        column(
            4,
            "1-1-1-61 at 1000/s",
            zerberus,
            1000,
            List.of(1, 1, 1, 61),
            another,
            9.25,
            9.67,
            48.95,
            100),
        column(
            5, "1-1-1-1 at 2000/s", zerberus, 2000, List.of(1, 1, 1, 1), 18.77, 16.46, 97.04, 100),
        column(
            5,
            "9-9-45-1 at 66900/s",
            zerberus,
            66_900,
            List.of(9, 9, 45, 1),
            another,
            79.11,
            70.44,
            79.93,
            100),
        column(6, "1-1-1-1 at 1000/s", goedel, 1000, List.of(1, 1, 1, 1), 3.07, 3.84, 19.22, 100),
        column(8, "1-1-1-1 at 280/s", goedel, 280, List.of(1, 1, 1, 1), 0.86, 1.07, 5.38, 100),
        column(
            8, "1-1-1-5 at 280/s", goedel, 280, List.of(1, 1, 1, 5), another, 0.97, 1.41, 4.04, 80),
        column(9, "1-1-1-1 at 5200/s", goedel, 5200, List.of(1, 1, 1, 1), 15.94, 19.96, 99.96, 100),
        column(
            9,
            "1-2-4-1 at 15600/s",
            goedel,
            15_600,
            List.of(1, 2, 4, 1),
            another,
            52.10,
            75.02,
            79.89,
            100),
        column(12, "5x", five, 13_400, List.of(2, 2, 9, 51), 62.86, 55.16, 72.24, 79.62),
        column(12, "10x", ten, 23_000, List.of(3, 3, 14, 44), 71.93, 63.12, 79.71, 79.20),
        column(12, "15x", fifteen, 29_500, List.of(4, 4, 18, 38), 69.20, 60.71, 79.52, 78.42));
  }

  private static Network with(Network network, double feeder) {
    return network.with(network.node("feeder").withRate(new RateCurve.Linear(feeder)));
  }

  private static Utilisations column(
      int table,
      String name,
      Network network,
      double rate,
      List<Integer> threads,
      double... printed) {
    return column(table, name, network, rate, threads, "", printed);
  }

  private static Utilisations column(
      int table,
      String name,
      Network network,
      double rate,
      List<Integer> threads,
      String why,
      double... printed) {
    List<Double> all = new ArrayList<>();
    for (double percent : printed) {
      all.add(percent);
    }
    return new Utilisations(
        table, name, all, Planner.assess(network, CallData.threads(threads), rate), why);
  }

  /**
   * The program of Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow Software":
   * Decoder to Converter, and what that makes to the Serializer and to the Feeder; and the rates
   * and hosts of its tables.
   */
  static final class CallData {

    static final List<String> NODES = List.of("decoder", "converter", "serializer", "feeder");

    static final int ZERBERUS_CORES = 64;
    static final int GOEDEL_CORES = 8;

    /** "A very large queue"; the text says no number. */
    private static final long LARGE_QUEUE = 1_000_000;

    private CallData() {}

    /** Records per second of one thread of each node. */
    record Rates(double decoder, double converter, double serializer, double feeder) {

      static final Rates TABLE_2 = new Rates(10_658, 12_147, 2061, 66);
      static final Rates TABLE_6 = new Rates(32_617, 26_058, 5202, 105);
      static final Rates TABLE_10_ZERBERUS = new Rates(9766, 10_430, 1987, 28);
      static final Rates TABLE_10_GOEDEL = new Rates(30_055, 18_672, 6146, 94);

      Rates withFeeder(double rate) {
        return new Rates(decoder, converter, serializer, rate);
      }
    }

    /** The network on a host of so many cores. */
    static Network network(String name, int cores, Rates rates, boolean fixedFeeder) {
      Node feeder = Node.of("feeder", rates.feeder());
      if (fixedFeeder) {
        feeder = feeder.withThreads(Threads.fixed(1)).withQueue(LARGE_QUEUE, Overflow.DROP_NEW);
      }
      return new Network(
          name,
          Host.of(cores),
          new Goal.Throughput(),
          List.of(Source.to("decoder")),
          List.of(
              Node.of("decoder", rates.decoder()),
              Node.of("converter", rates.converter()),
              Node.of("serializer", rates.serializer()),
              feeder),
          List.of(
              Route.copy("decoder", "converter"), Route.copy("converter", "serializer", "feeder")));
    }

    /** Threads by name, given in the order of the nodes. */
    static Map<String, Integer> threads(List<Integer> inOrder) {
      Map<String, Integer> threads = new LinkedHashMap<>();
      for (int i = 0; i < NODES.size(); i++) {
        threads.put(NODES.get(i), inOrder.get(i));
      }
      return threads;
    }
  }
}
