package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import java.util.List;

/** The networks of the publication. */
final class Published {

  private Published() {}

  /** Decoder, Converter, then Serializer and Feeder side by side; the rate of a thread of each. */
  static Network network(double cores, boolean fixedFeeder, double... rates) {
    Node feeder = Node.of("feeder", rates[3]);
    if (fixedFeeder) {
      feeder = feeder.withThreads(Threads.fixed(1)).withQueue(1_000_000, Overflow.DROP_NEW);
    }
    return new Network(
        "call-data",
        Host.of(cores),
        new Goal.Throughput(),
        List.of(Source.to("decoder")),
        List.of(
            Node.of("decoder", rates[0]),
            Node.of("converter", rates[1]),
            Node.of("serializer", rates[2]),
            feeder),
        List.of(
            Route.copy("decoder", "converter"), Route.copy("converter", "serializer", "feeder")));
  }

  static List<Integer> threads(Plan plan) {
    return plan.nodes().stream().map(Plan.Part::threads).toList();
  }
}
