package dev.flyball.dataflow.solve;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The algorithm of Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow Software",
 * section 4, towards throughput: from one thread per node and one record per second, more records
 * until a node is too busy, then one more thread for the busiest node, and so on until the host has
 * no core left.
 *
 * <p>What the text leaves open is settled by its printed results: the configuration reported
 * includes the threads added in the last round, which did not get the rate up any more; the rate
 * reported is the last one at which no node was too busy; a fixed node's thread counts as a core.
 * {@link Planner} finds the same without steps, and exactly.
 *
 * @param network what is sized
 * @param step by how many records per second the rate grows, above 0
 */
public record Stepwise(Network network, double step) {

  private static final long STEPS_MAX = 10_000_000;

  public Stepwise {
    Require.above("step", 0, step);
  }

  /**
   * A thread that was added.
   *
   * @param rate the rate at which a node was too busy
   * @param node the node that got a thread
   * @param utilisation how busy it had been, as a share; above 1 where it was overloaded
   * @param threads of all nodes after that, in the order of the network
   */
  public record Step(double rate, String node, double utilisation, List<Integer> threads) {}

  /**
   * The end of the search.
   *
   * @param threads of each node by name, in the order of the network
   * @param rate the last rate at which no node was too busy; 0 where there was none
   * @param trace each thread that was added
   */
  public record Result(Map<String, Integer> threads, double rate, List<Step> trace) {}

  /** Runs it to its end. */
  public Result run() {
    Layout layout = new Layout(network);
    int[] threads = new int[layout.count()];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = layout.node(i).threads().min();
    }
    List<Step> trace = new ArrayList<>();
    double rate = 1;
    double carried = 0;
    for (long steps = 0; steps < STEPS_MAX; steps++) {
      Course course = Course.of(layout, rate, threads);
      int busiest = busiest(layout, course);
      double utilisation = busiest < 0 ? 0 : utilisation(course, busiest);
      if (busiest < 0 || utilisation <= layout.node(busiest).utilisationMax()) {
        carried = rate;
        rate += step;
        continue;
      }
      threads[busiest]++;
      if (!fits(layout, Course.of(layout, rate, threads), busiest)) {
        threads[busiest]--;
        break;
      }
      trace.add(new Step(rate, layout.node(busiest).name(), utilisation, inOrder(layout, threads)));
    }
    Map<String, Integer> named = new LinkedHashMap<>();
    for (Node node : network.nodes()) {
      named.put(node.name(), threads[layout.number(node.name())]);
    }
    return new Result(named, carried, trace);
  }

  private static boolean fits(Layout layout, Course course, int changed) {
    return course.times(changed).threads() <= layout.table(changed).max()
        && new ThreadSearch(layout).fits(course);
  }

  private static double utilisation(Course course, int number) {
    return course.times(number).flow() / course.times(number).totalRate();
  }

  /** The most utilised of the nodes whose threads may change; -1 where none may. */
  private static int busiest(Layout layout, Course course) {
    int busiest = -1;
    double most = -1;
    for (int i = 0; i < course.count(); i++) {
      double busy = utilisation(course, i);
      if (!layout.node(i).threads().fixed() && busy > most) {
        most = busy;
        busiest = i;
      }
    }
    return busiest;
  }

  private List<Integer> inOrder(Layout layout, int[] threads) {
    return network.nodes().stream().map(node -> threads[layout.number(node.name())]).toList();
  }
}
