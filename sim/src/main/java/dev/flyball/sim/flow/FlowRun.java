package dev.flyball.sim.flow;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import dev.flyball.sim.VirtualClock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One run of a network: its sources and nodes wired to one clock, and the records in it.
 *
 * <p>The clock's slots are in the order in which things of one moment happen: the nodes from the
 * last to the first, then the sources.
 */
final class FlowRun {

  private static final int GAPS = 0;
  private static final int SERVICE = 1;
  private static final int ROUTES = 2;
  private static final int PURPOSES = 4;

  private final Network network;
  private final long seed;
  private final VirtualClock clock = new VirtualClock();
  private final Origins origins = new Origins();
  private final Pieces pieces = new Pieces();
  private final FlowNode[] nodes; // in the network's order
  private final FlowSource[] sources;
  private final ResponseTally responses = new ResponseTally();
  private long damaged;

  FlowRun(Network network, Map<String, Integer> threads, double ratePerSecond, long seed) {
    this.network = network;
    this.seed = seed;
    this.nodes = new FlowNode[network.nodes().size()];
    this.sources = new FlowSource[network.sources().size()];
    makeNodes(threads);
    makeSources(ratePerSecond);
  }

  /** Lets records flow, then measures so long; may be called once. */
  FlowOutcome measure(long warmUpNanos, long lengthNanos) {
    runUntil(warmUpNanos);
    beginWindow();
    runUntil(VirtualClock.later(warmUpNanos, lengthNanos));
    return outcome(lengthNanos / 1e9);
  }

  private void runUntil(long untilNanos) {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = clock.step(untilNanos);
    }
  }

  private void beginWindow() {
    for (FlowSource source : sources) {
      source.beginWindow();
    }
    for (FlowNode node : nodes) {
      node.tally().beginWindow(clock.nanoTime());
    }
    responses.clear();
    damaged = 0;
  }

  private FlowOutcome outcome(double seconds) {
    List<FlowOutcome.SourceFlow> ofSources =
        List.of(sources).stream().map(source -> source.outcome(seconds)).toList();
    List<FlowOutcome.NodeFlow> ofNodes =
        List.of(nodes).stream().map(node -> node.outcome(seconds)).toList();
    return new FlowOutcome(
        seed, seconds, ofSources, ofNodes, responses.count(), damaged, responses.times());
  }

  // ---- The network, made

  private void makeNodes(Map<String, Integer> threads) {
    Map<String, FlowNode> made = new TreeMap<>();
    List<Node> inOrder = network.inOrder();
    for (int i = inOrder.size() - 1; i >= 0; i--) {
      Node node = inOrder.get(i);
      int index = network.nodes().indexOf(node);
      int count = FlowBench.threadsOf(node, threads);
      Lengths service =
          new Lengths(node.serviceSeconds(count), node.variation(), dice(SERVICE, index));
      nodes[index] = new FlowNode(this, index, node, count, service, ways(node.name(), made));
      made.put(node.name(), nodes[index]);
    }
  }

  private RoutePicker[] ways(String from, Map<String, FlowNode> made) {
    List<Route> routes = network.routes();
    return IntStream.range(0, routes.size())
        .filter(i -> routes.get(i).from().equals(from))
        .mapToObj(i -> new RoutePicker(routes.get(i), made, dice(ROUTES, i)))
        .toArray(RoutePicker[]::new);
  }

  private void makeSources(double ratePerSecond) {
    double said = 0;
    for (Source source : network.sources()) {
      said += share(source);
    }
    for (int i = 0; i < sources.length; i++) {
      Source source = network.sources().get(i);
      double gapSeconds = said / share(source) / ratePerSecond;
      Lengths gaps = new Lengths(gapSeconds, source.variation(), dice(GAPS, i));
      FlowNode to = nodes[network.nodes().indexOf(network.node(source.to()))];
      sources[i] = new FlowSource(this, i, source.name(), to, gaps);
    }
  }

  /** Where there is no rate, there is but one source. */
  private static double share(Source source) {
    return source.perSecond().orElse(1);
  }

  private Dice dice(int purpose, int index) {
    return Dice.stream(seed, (long) index * PURPOSES + purpose);
  }

  // ---- What happens

  /** A piece that had to wait outside a node has found room: its sender goes on. */
  void foundRoom(int piece) {
    int sender = pieces.sender[piece];
    if (sender < 0) {
      sources[-1 - sender].goOn();
      return;
    }
    pieces.unplaced[sender]--;
    if (pieces.unplaced[sender] == 0) {
      nodes[pieces.node[sender]].goOn(sender);
    }
  }

  /** A piece has been thrown away. */
  void lost(int piece) {
    origins.damaged[pieces.origin[piece]] = true;
    gone(piece);
  }

  /** A piece is no more; of the last one of a record, all is known. */
  void gone(int piece) {
    int origin = pieces.origin[piece];
    pieces.remove(piece);
    origins.pieces[origin]--;
    if (origins.pieces[origin] > 0) {
      return;
    }
    if (origins.damaged[origin]) {
      damaged++;
    } else {
      responses.add(clock.nanoTime() - origins.arrivedNanos[origin]);
    }
    origins.remove(origin);
  }

  /** A record has come from outside. */
  int arrival(long atNanos) {
    return piece(origins.add(atNanos));
  }

  /** One more piece of a record. */
  int piece(int origin) {
    origins.pieces[origin]++;
    return pieces.add(origin);
  }

  // ---- What nodes and sources are made of

  VirtualClock clock() {
    return clock;
  }

  Pieces pieces() {
    return pieces;
  }
}
