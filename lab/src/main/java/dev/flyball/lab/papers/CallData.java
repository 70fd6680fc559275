package dev.flyball.lab.papers;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program of Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow Software":
 * Decoder to Converter, and what that makes to the Serializer and to the Feeder; and the rates and
 * hosts of its tables.
 */
final class CallData {

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
