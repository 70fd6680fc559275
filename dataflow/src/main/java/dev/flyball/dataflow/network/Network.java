package dev.flyball.dataflow.network;

import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A data-flow program: records come from sources, pass nodes along routes, and go in one direction
 * only. All queues are first come, first served.
 *
 * @param name its name
 * @param host the machine that the nodes share
 * @param goal the goal of a plan
 * @param sources the sources of records, at least one; all of them have rates, or there is only one
 * @param nodes at least one, each with its own name, each reached from a source
 * @param routes the ways from node to node; without a cycle
 */
public record Network(
    String name, Host host, Goal goal, List<Source> sources, List<Node> nodes, List<Route> routes) {

  public Network {
    Require.notBlank("name", name);
    sources = List.copyOf(sources);
    nodes = List.copyOf(nodes);
    routes = List.copyOf(routes);
    Require.atLeast("number of sources", 1, sources.size());
    Require.atLeast("number of nodes", 1, nodes.size());
    requireDistinct("node", nodes.stream().map(Node::name));
    requireDistinct("source", sources.stream().map(Source::name));
    requireKnown(sources, nodes, routes);
    for (Source source : sources) {
      requireRate(goal, source, sources.size());
    }
    requireNoCycle(nodes, routes);
    for (Node node : nodes) {
      requireReached(node, sources, routes);
    }
    requireResources(host, nodes);
  }

  /** A chain: one source, and nodes of which each gets every record of the one before. */
  public static Network chain(Host host, Goal goal, Source source, List<Node> nodes) {
    List<Route> routes = new ArrayList<>();
    for (int i = 1; i < nodes.size(); i++) {
      routes.add(Route.copy(nodes.get(i - 1).name(), nodes.get(i).name()));
    }
    return new Network("chain", host, goal, List.of(source), nodes, routes);
  }

  private static void requireDistinct(String what, Stream<String> names) {
    Set<String> seen = new HashSet<>();
    names.forEach(name -> {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            what + " must have a name of its own but '" + name + "' was given twice");
      }
    });
  }

  private static void requireKnown(List<Source> sources, List<Node> nodes, List<Route> routes) {
    List<String> known = nodes.stream().map(Node::name).toList();
    Stream.of(
            sources.stream().map(Source::to),
            routes.stream().map(Route::from),
            routes.stream().flatMap(route -> route.branches().stream()).map(Route.Branch::to))
        .flatMap(names -> names)
        .filter(name -> !known.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw new IllegalArgumentException(Nearest.unknown("node", name, known));
        });
  }

  static void requireRate(Goal goal, Source source, int sources) {
    if (source.perSecond().isPresent()) {
      return;
    }
    if (!(goal instanceof Goal.Throughput)) {
      throw new IllegalArgumentException(
          "source must have a rate for the goal "
              + goal.text()
              + " but '"
              + source.name()
              + "' has none");
    }
    if (sources > 1) {
      throw new IllegalArgumentException(
          "source must have a rate where there are several (it says how they share the load) but '"
              + source.name()
              + "' has none");
    }
  }

  static void requireNoCycle(List<Node> nodes, List<Route> routes) {
    List<Node> inOrder = inOrder(nodes, routes);
    if (inOrder.size() < nodes.size()) {
      List<String> left =
          nodes.stream().filter(node -> !inOrder.contains(node)).map(Node::name).toList();
      throw new IllegalArgumentException(
          "routes must not lead back to where they come from but do among "
              + String.join(", ", left));
    }
  }

  /** Where there is no cycle, a node is reached if anything sends to it that is itself reached. */
  static void requireReached(Node node, List<Source> sources, List<Route> routes) {
    boolean isReached =
        Stream.concat(
                sources.stream().map(Source::to),
                routes.stream().flatMap(route -> route.branches().stream()).map(Route.Branch::to))
            .anyMatch(name -> name.equals(node.name()));
    if (!isReached) {
      throw new IllegalArgumentException(
          "node must be reached from a source but '" + node.name() + "' is not");
    }
  }

  private static void requireResources(Host host, List<Node> nodes) {
    List<String> known = List.copyOf(host.resources().keySet());
    for (Node node : nodes) {
      for (String used : node.uses().keySet()) {
        if (!known.contains(used)) {
          throw new IllegalArgumentException(
              "node '" + node.name() + "': " + Nearest.unknown("resource", used, known));
        }
      }
    }
  }

  /**
   * The nodes in an order in which each comes after those that send to it; among equals in the
   * order of the network. Without those of a cycle and behind it.
   */
  private static List<Node> inOrder(List<Node> nodes, List<Route> routes) {
    Map<String, Integer> awaited = new HashMap<>();
    for (Route route : routes) {
      route.branches().forEach(branch -> awaited.merge(branch.to(), 1, Integer::sum));
    }
    Queue<Node> ready = new ArrayDeque<>();
    nodes.stream().filter(node -> !awaited.containsKey(node.name())).forEach(ready::add);
    List<Node> order = new ArrayList<>();
    while (!ready.isEmpty()) {
      Node node = ready.remove();
      order.add(node);
      for (Route route : routes) {
        if (route.from().equals(node.name())) {
          for (Route.Branch branch : route.branches()) {
            if (awaited.merge(branch.to(), -1, Integer::sum) == 0) {
              nodes.stream().filter(n -> n.name().equals(branch.to())).forEach(ready::add);
            }
          }
        }
      }
    }
    return order;
  }

  /** The nodes in an order in which each comes after those that send to it. */
  public List<Node> inOrder() {
    return inOrder(nodes, routes);
  }

  /**
   * The node of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Node node(String wanted) {
    return Nearest.named("node", wanted, nodes, Node::name);
  }

  /** The network with the node of that name replaced. */
  public Network with(Node changed) {
    node(changed.name());
    List<Node> others =
        nodes.stream().map(n -> n.name().equals(changed.name()) ? changed : n).toList();
    return new Network(name, host, goal, sources, others, routes);
  }

  public Network withHost(Host newHost) {
    return new Network(name, newHost, goal, sources, nodes, routes);
  }

  public Network withGoal(Goal newGoal) {
    return new Network(name, host, newGoal, sources, nodes, routes);
  }

  public Network withSources(List<Source> newSources) {
    return new Network(name, host, goal, newSources, nodes, routes);
  }
}
