package dev.flyball.flink;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Route.Branch;
import dev.flyball.dataflow.network.Route.Fan;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What some readings of a job say about it: true rates, selectivities, demand.
 *
 * <p>A subtask's true rate is its records in per second of <em>busy</em> time: what it could do if
 * it never lacked work nor room. A vertex's selectivity is its records out per record in. Both from
 * counts of one epoch; the counts of neighbours are never compared, since the network buffers
 * between them fill and drain for many seconds. A source that is blocked for a share b of its time
 * would send 1/(1 - b) times as much.
 *
 * @param vertices the job graph
 * @param rates true rates per subtask, by vertex id; without sources
 * @param shares records out per record in, by vertex id
 * @param sent records per second that each source sent, by vertex id
 * @param demand records per second that each source would send, by vertex id
 */
record FlinkModel(
    List<FlinkVertex> vertices,
    Map<String, Double> rates,
    Map<String, Double> shares,
    Map<String, Double> sent,
    Map<String, Double> demand) {

  private static final double BLOCKED_MAX = 0.99;
  private static final double MILLIS = 1e3;
  private static final int RECORDS = 50;
  private static final double STRETCH_MILLIS = 14_000;
  private static final double LEAST = 1e-6;
  private static final int HALVINGS = 30;

  /** A source is not planned, so its rate binds nothing. */
  private static final double UNBOUND = 1e12;

  /**
   * What the readings of an epoch, the oldest first, say about its end. Of each vertex the shortest
   * stretch counts in which it did {@value #RECORDS} records, and which is not shorter than {@value
   * #STRETCH_MILLIS} ms: a source that is blocked sends a buffer's worth at once, and then nothing
   * for a while; and times are late by up to 5 s.
   *
   * @return empty where a vertex did nothing that can be measured
   */
  static Optional<FlinkModel> of(List<FlinkReading> epoch) {
    FlinkReading now = epoch.get(epoch.size() - 1);
    Map<String, Double> rates = new HashMap<>();
    Map<String, Double> shares = new HashMap<>();
    Map<String, Double> sent = new HashMap<>();
    Map<String, Double> demand = new HashMap<>();
    for (FlinkVertex vertex : now.vertices()) {
      FlinkCounts counts = stretch(epoch, vertex);
      if (vertex.isSource()) {
        // A source that filled all buffers before the first reading may be silent for minutes
        // since; what
        // it would send shows in all that it did since it started.
        FlinkCounts telling = counts.out() < RECORDS ? now.sinceStart(vertex.id()) : counts;
        double perSecond = perSecond(vertex, counts.out() > 0 ? counts : telling);
        if (!(perSecond > 0)) {
          return Optional.empty();
        }
        double blocked = Math.min(BLOCKED_MAX, telling.blockedMillis() / telling.millis());
        sent.put(vertex.id(), perSecond);
        demand.put(vertex.id(), Math.max(perSecond, perSecond(vertex, telling) / (1 - blocked)));
      } else if (counts.in() <= 0 || counts.busyMillis() <= 0) {
        return Optional.empty();
      } else {
        rates.put(vertex.id(), counts.in() / (counts.busyMillis() / MILLIS));
        shares.put(vertex.id(), counts.out() / counts.in());
      }
    }
    return Optional.of(new FlinkModel(now.vertices(), rates, shares, sent, demand));
  }

  private static double perSecond(FlinkVertex source, FlinkCounts counts) {
    return counts.out() * source.parallelism() / (counts.millis() / MILLIS);
  }

  private static FlinkCounts stretch(List<FlinkReading> epoch, FlinkVertex vertex) {
    FlinkReading now = epoch.get(epoch.size() - 1);
    int from = epoch.size() - 2;
    FlinkCounts counts = now.since(epoch.get(from), vertex.id());
    while (from > 0
        && ((vertex.isSource() ? counts.out() : counts.in()) < RECORDS
            || counts.millis() < STRETCH_MILLIS * vertex.parallelism())) {
      from--;
      counts = now.since(epoch.get(from), vertex.id());
    }
    return counts;
  }

  double sentSum() {
    return sent.values().stream().mapToDouble(rate -> rate).sum();
  }

  double demandSum() {
    return demand.values().stream().mapToDouble(rate -> rate).sum();
  }

  /**
   * The fewest subtasks that carry the demand within budget and slots; where these do not suffice,
   * those that carry the largest part of it. The planner knows nothing of slots, so the part is
   * searched for whose plan fits them.
   */
  Plan plan(FlinkSettings settings, int slots) {
    Plan whole = Planner.plan(network(settings, slots, 1));
    if (fits(whole, slots)) {
      return whole;
    }
    double fits = 0;
    double tooMuch = 1;
    Plan best = Planner.plan(network(settings, slots, LEAST));
    for (int i = 0; i < HALVINGS; i++) {
      double part = (fits + tooMuch) / 2;
      Plan plan = Planner.plan(network(settings, slots, part));
      if (plan.feasible() && fits(plan, slots)) {
        best = plan;
        fits = part;
      } else {
        tooMuch = part;
      }
    }
    return best;
  }

  private boolean fits(Plan plan, int slots) {
    return FlinkSlots.used(vertices, v -> plan.part(v.name()).threads()) <= slots;
  }

  /** The job as a network: a thread is a subtask, a core the budget's unit. */
  Network network(FlinkSettings settings, int slots) {
    return network(settings, slots, 1);
  }

  private Network network(FlinkSettings settings, int slots, double part) {
    List<Node> nodes = new ArrayList<>();
    List<Source> sources = new ArrayList<>();
    List<Route> routes = new ArrayList<>();
    for (FlinkVertex vertex : vertices) {
      double rate = vertex.isSource() ? UNBOUND : of(rates, vertex.id());
      int most = Math.max(1, Math.min(vertex.parallelismMax(), slots));
      Threads threads =
          vertex.isSource() ? Threads.fixed(vertex.parallelism()) : new Threads(1, most, false);
      nodes.add(
          Node.of(vertex.name(), 1)
              .withRate(new RateCurve.Linear(rate))
              .withThreads(threads)
              .withUtilisationMax(settings.utilisation()));
      if (vertex.isSource()) {
        sources.add(
            new Source(
                "outside of " + vertex.name(),
                vertex.name(),
                OptionalDouble.of(part * of(demand, vertex.id())),
                1));
      }
      route(vertex).ifPresent(routes::add);
    }
    Goal goal = new Goal.Consolidation();
    return new Network("job", Host.of(settings.budget()), goal, sources, nodes, routes);
  }

  private static double of(Map<String, Double> figures, String id) {
    return Objects.requireNonNull(figures.get(id), id);
  }

  private Optional<Route> route(FlinkVertex from) {
    double share = from.isSource() ? 1 : of(shares, from.id());
    List<Branch> branches =
        vertices.stream()
            .filter(to -> to.inputs().contains(from.id()))
            .filter(to -> share > 0)
            .map(to -> new Branch(to.name(), share))
            .toList();
    return branches.isEmpty()
        ? Optional.empty()
        : Optional.of(new Route(from.name(), Fan.COPY, branches));
  }
}
