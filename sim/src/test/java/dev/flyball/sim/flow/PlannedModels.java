package dev.flyball.sim.flow;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Route.Branch;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Networks that are planned, and what their plans say of them. */
final class PlannedModels {

  private static final double RATE = 100;
  private static final Host HOST = Host.of(64);

  private PlannedModels() {}

  /** A network, its plan, and whether its response time is one of the figures. */
  record Model(String name, Network network, Plan plan, boolean withResponse) {
    static Model of(String name, Network network) {
      return new Model(name, network, Planner.plan(network), true);
    }

    Model withoutResponse() {
      return new Model(name, network, plan, false);
    }

    /** What of the plan may be compared. */
    List<Figure> figures() {
      List<Figure> figures = new ArrayList<>();
      plan.nodes().forEach(part -> figures.addAll(figuresOf(part)));
      if (withResponse) {
        double seconds = plan.responseSeconds().orElseThrow();
        figures.add(new Figure("response", seconds, seconds, r -> r.response().meanSeconds()));
      }
      plan.quantileSeconds()
          .ifPresent(p95 ->
              figures.add(new Figure("95 % quantile", p95, p95, r -> r.response().p95Seconds())));
      return figures;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A figure of a plan.
   *
   * @param measure what an error is measured by: the figure itself, but a wait by the time in the
   *     node, for a thousandth of a service time that doubles is of no account
   */
  record Figure(
      String quantity, double planned, double measure, ToDoubleFunction<FlowOutcome> simulated) {}

  private static List<Figure> figuresOf(Plan.Part part) {
    String name = part.name();
    double leaving = part.arrivalsPerSecond() - part.lossPerSecond();
    double wait = part.waitSeconds().orElseThrow();
    double service = part.threads() / part.capacityPerSecond();
    List<Figure> figures = new ArrayList<>();
    figures.add(
        new Figure(
            "throughput of " + name, leaving, leaving, r -> r.node(name).throughputPerSecond()));
    figures.add(
        new Figure(
            "utilisation of " + name,
            part.utilisation(),
            part.utilisation(),
            r -> r.node(name).utilisation()));
    figures.add(
        new Figure("wait at " + name, wait, wait + service, r -> r.node(name).waitMeanSeconds()));
    if (part.overflowPerSecond() > 0 && part.overflow() != Overflow.BLOCK) {
      figures.add(overflow(part));
    }
    return figures;
  }

  private static Figure overflow(Plan.Part part) {
    String name = part.name();
    double share = part.overflowPerSecond() / part.arrivalsPerSecond();
    return new Figure(
        "share of " + name + " that overflows",
        share,
        share,
        r -> (double) (r.node(name).lost() + r.node(name).spilled()) / r.node(name).arrived());
  }

  // ---- Those of which the formulas are exact

  static Stream<Model> markovian() {
    return Stream.of(
        Model.of("tandem of several threads", chain(node("a", 60), node("b", 20), node("c", 300))),
        Model.of("split and merged", splitAndMerged()),
        Model.of("copied to two", copied()).withoutResponse(),
        Model.of("two sources that meet", meeting()),
        Model.of("curves that bend", chain(node("a", bent()), node("b", measured()))),
        Model.of("lost at the door", losing(RATE, 50, 4, Threads.fixed(2))).withoutResponse(),
        Model.of("far too much", losing(RATE, 20, 4, Threads.fixed(2))).withoutResponse(),
        Model.of("a short queue", losing(RATE, 30, 3, Threads.ANY)).withoutResponse(),
        Model.of("put aside", chain(node("a", 30).withQueue(2, Overflow.SPILL), node("b", 70))),
        Model.of("the most that goes", zerberus()),
        Model.of("in time", chain(node("a", 60), node("b", 20)).withGoal(latency(0.08, false))),
        Model.of("a quantile in time", chain(node("a", 120)).withGoal(latency(0.2, true))));
  }

  private static Network splitAndMerged() {
    Route split =
        new Route("a", Route.Fan.SPLIT, List.of(new Branch("b", 0.3), new Branch("c", 0.7)));
    return wired(
        List.of(node("a", 45), node("b", 15), node("c", 95), node("d", 33)),
        split,
        Route.copy("b", "d"),
        Route.copy("c", "d"));
  }

  private static Network copied() {
    return wired(List.of(node("a", 130), node("b", 70), node("c", 18)), Route.copy("a", "b", "c"));
  }

  private static Network meeting() {
    List<Source> sources = List.of(source("first", "a", 70, 1), source("second", "b", 30, 1));
    return new Network(
        "meeting",
        HOST,
        new Goal.Consolidation(),
        sources,
        List.of(node("a", 50), node("b", 50), node("c", 25)),
        List.of(Route.copy("a", "c"), Route.copy("b", "c")));
  }

  private static RateCurve bent() {
    return new RateCurve.Scalability(60, 0.1, 0.01);
  }

  private static RateCurve measured() {
    return new RateCurve.Measured(
        List.of(new Point(1, 30), new Point(2, 70), new Point(4, 110), new Point(8, 150)));
  }

  private static Network losing(double rate, double perThread, int room, Threads threads) {
    Node first = node("a", perThread).withQueue(room, Overflow.DROP_NEW).withThreads(threads);
    return chain(first.withUtilisationMax(0.9)).withSources(List.of(source("in", "a", rate, 1)));
  }

  /** The publication's network without its feeder, on eight cores. */
  private static Network zerberus() {
    return wired(
            List.of(node("decoder", 98), node("converter", 104), node("serializer", 20)),
            Route.copy("decoder", "converter"),
            Route.copy("converter", "serializer"))
        .withGoal(new Goal.Throughput())
        .withHost(Host.of(12));
  }

  private static Goal latency(double seconds, boolean quantile) {
    return new Goal.Latency(seconds, quantile ? OptionalDouble.of(0.95) : OptionalDouble.empty());
  }

  // ---- Those of which they are not

  /** Three nodes alike in a row; arrivals and services of every variability. */
  static Stream<Model> tandems() {
    List<Model> models = new ArrayList<>();
    for (double arrivals : new double[] {0.25, 1, 4}) {
      for (double services : new double[] {0, 0.25, 4}) {
        models.add(tandem(arrivals, services, 1));
        models.add(tandem(arrivals, services, 4));
      }
    }
    return models.stream();
  }

  private static Model tandem(double arrivals, double services, int threads) {
    List<Node> nodes =
        Stream.of("a", "b", "c")
            .map(name -> node(name, RATE / 0.75 / threads).withService(services, 1))
            .toList();
    Network network =
        Network.chain(HOST, new Goal.Consolidation(), source("in", "a", RATE, arrivals), nodes);
    return Model.of(
        "gaps " + arrivals + ", services " + services + ", threads " + threads, network);
  }

  /** What is no tandem, with other variability. */
  static Stream<Model> others() {
    return Stream.of(
        Model.of("forked and joined", forkedAndJoined()),
        Model.of("split, other services", withServices(splitAndMerged(), 0.25)),
        Model.of("meeting, other services", withServices(meeting(), 4)),
        Model.of("the most, even services", withServices(zerberus(), 0.25)),
        Model.of("what a losing node leaves", leftOver(Overflow.DROP_NEW)).withoutResponse(),
        Model.of("the oldest lost", leftOver(Overflow.DROP_OLD)).withoutResponse());
  }

  private static Network forkedAndJoined() {
    return wired(
        List.of(node("a", 130), node("b", 70), node("c", 18), node("d", 90)),
        Route.copy("a", "b", "c"),
        Route.copy("b", "d"),
        Route.copy("c", "d"));
  }

  private static Network withServices(Network network, double variation) {
    Network changed = network;
    for (Node node : network.nodes()) {
      changed = changed.with(node.withService(variation, 1));
    }
    return changed;
  }

  private static Network leftOver(Overflow overflow) {
    Node losing = node("a", 50).withQueue(4, overflow).withThreads(Threads.fixed(2));
    return chain(losing, node("b", 30));
  }

  // ---- What they are made of

  private static Node node(String name, double perSecond) {
    return Node.of(name, perSecond).withQueue(1 << 20, Overflow.BLOCK);
  }

  private static Node node(String name, RateCurve curve) {
    return node(name, 1).withRate(curve);
  }

  private static Source source(String name, String to, double rate, double variation) {
    return new Source(name, to, OptionalDouble.of(rate), variation);
  }

  private static Network chain(Node... nodes) {
    return Network.chain(
        HOST, new Goal.Consolidation(), source("in", nodes[0].name(), RATE, 1), List.of(nodes));
  }

  private static Network wired(List<Node> nodes, Route... routes) {
    return new Network(
        "wired",
        HOST,
        new Goal.Consolidation(),
        List.of(source("in", nodes.get(0).name(), RATE, 1)),
        nodes,
        List.of(routes));
  }
}
