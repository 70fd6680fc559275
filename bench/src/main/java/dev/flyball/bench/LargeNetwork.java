package dev.flyball.bench;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Networks of 200 nodes on 1024 cores: each node gets 1000 records per second, or a part of them,
 * and needs 0.3 to 5.3 of its threads for them, if they do not get in each other's way.
 */
public final class LargeNetwork {

  private static final int NODES = 200;
  private static final int CORES = 1024;
  private static final double RATE = 1000;
  private static final long SEED = 7;

  /** The wiring of the nodes. */
  public enum Shape {
    /** Each node sends all to the next. */
    CHAIN,
    /** Each node sends all to two others. */
    TREE,
    /** Each node is sent a part of what an earlier one does, half of them of what two do. */
    GRAPH
  }

  /** The growth of total rates with threads. */
  public enum Curve {
    LINEAR,
    SATURATING,
    RETROGRADE,
    MEASURED
  }

  private final Dice dice = new Dice(SEED);
  private final double[] visits = new double[NODES];
  private final List<Route> routes = new ArrayList<>();

  private LargeNetwork(Shape shape) {
    visits[0] = 1;
    for (int i = 1; i < NODES; i++) {
      switch (shape) {
        case CHAIN -> send(i - 1, i, 1);
        case TREE -> send((i - 1) / 2, i, 1);
        case GRAPH -> {
          send(dice.below(i), i, 0.3 + 0.7 * dice.nextDouble());
          if (dice.below(2) == 0) {
            send(dice.below(i), i, 0.3);
          }
        }
      }
    }
  }

  private void send(int from, int to, double share) {
    visits[to] += share * visits[from];
    routes.add(new Route(name(from), Route.Fan.COPY, List.of(new Route.Branch(name(to), share))));
  }

  private static String name(int number) {
    return "n" + number;
  }

  /**
   * One of them.
   *
   * @param variation of gaps and services
   */
  static Network of(Shape shape, Curve curve, Goal goal, double variation) {
    return new LargeNetwork(shape).network(curve, goal, variation);
  }

  private Network network(Curve curve, Goal goal, double variation) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      double perThread = RATE * visits[i] / (0.3 + 5 * dice.nextDouble());
      nodes.add(Node.of(name(i), 1).withRate(curve(curve, perThread)).withService(variation, 1));
    }
    Source source = new Source("in", name(0), OptionalDouble.of(RATE), variation);
    return new Network("large", Host.of(CORES), goal, List.of(source), nodes, routes);
  }

  private RateCurve curve(Curve curve, double perThread) {
    return switch (curve) {
      case LINEAR -> new RateCurve.Linear(perThread);
      case SATURATING -> new RateCurve.Scalability(perThread, 0.02 * dice.nextDouble(), 0);
      case RETROGRADE -> new RateCurve.Scalability(perThread, 0.02, 0.001 * dice.nextDouble());
      case MEASURED -> measured(perThread);
    };
  }

  /** Up and down by a tenth, as measurements are. */
  private RateCurve measured(double perThread) {
    List<Point> points = new ArrayList<>();
    for (int threads = 1; threads <= 64; threads += 1 + dice.below(6)) {
      double threadsWorth = StrictMath.pow(threads, 0.9) * (0.9 + 0.2 * dice.nextDouble());
      points.add(new Point(threads, perThread * threadsWorth));
    }
    return new RateCurve.Measured(points);
  }
}
