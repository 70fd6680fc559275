package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve.Measured;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import dev.flyball.dataflow.network.RateCurve.Scalability;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where a plan's limits are reached exactly, or are not the network's own. */
class PlannerTest {

  private static Goal mean(double seconds) {
    return new Goal.Latency(seconds, OptionalDouble.empty());
  }

  /** A client that waits ten seconds for each answer, and needs no processor meanwhile. */
  private static Network waiting(Goal goal, double perSecond, Threads threads) {
    Node client = Node.of("client", 0.1).withService(1, 0).withThreads(threads);
    Host host = Host.of(8).withRule(Host.CoreRule.CPU_TIME);
    return Network.chain(host, goal, Source.to("client", perSecond), List.of(client));
  }

  /** One thread of 100/s, 100/s come: its queue has an end, so it keeps up and has a time. */
  @Test
  void aNodeThatDropsKeepsUpAtALoadOfExactlyOne() {
    Node node = Node.of("meter", 100).withQueue(10, Overflow.DROP_NEW).withUtilisationMax(1);
    Network network = Network.chain(Host.of(4), mean(1), Source.to("meter", 100), List.of(node));
    assertThat(Planner.plan(network.withGoal(new Goal.Consolidation())).threads())
        .isEqualTo(Map.of("meter", 1));
    Plan plan = Planner.plan(network);
    assertThat(plan.feasible()).isTrue();
    assertThat(plan.responseSeconds().orElseThrow()).isLessThan(1);
    assertThat(plan.threads()).isEqualTo(Map.of("meter", 1));
  }

  /** 21 / 0.7 is a little more than 30 where numbers are rounded, and 0.7 * 30 is 21. */
  @Test
  void threadsThatAreAsBusyAsTheyMayBeAreEnough() {
    Node node = Node.of("meter", 10).withUtilisationMax(0.7);
    for (Goal goal : List.of(new Goal.Consolidation(), mean(10))) {
      Network network = Network.chain(Host.of(8), goal, Source.to("meter", 21), List.of(node));
      assertThat(Planner.plan(network).threads()).as(goal.text()).isEqualTo(Map.of("meter", 3));
    }
  }

  /** 12,500 threads would do, which is more than are looked at. */
  @Test
  void provesNothingByThreadsThatItDoesNotLookAt() {
    assertThat(Planner.assess(waiting(mean(20), 1000, Threads.ANY), Map.of("client", 12_500), 1000))
        .extracting(Plan::feasible)
        .isEqualTo(true);
    for (Goal goal : List.of(new Goal.Throughput(), new Goal.Consolidation(), mean(20))) {
      assertThat(Planner.plan(waiting(goal, 1000, Threads.ANY)).proven()).as(goal.text()).isFalse();
      Threads few = new Threads(1, 4000, false);
      assertThat(Planner.plan(waiting(goal, 1000, few)).proven()).as(goal.text()).isTrue();
    }
  }

  /** Ten threads are the fastest, so no more need to be looked at. */
  @Test
  void provesWhatALawThatFallsAgainCannotDo() {
    Node node = Node.of("store", 1).withRate(new Scalability(100, 0, 0.01)).withService(1, 0);
    Host host = Host.of(8).withRule(Host.CoreRule.CPU_TIME);
    Source source = Source.to("store", 1000);
    for (Goal goal : List.of(new Goal.Throughput(), new Goal.Consolidation(), mean(20))) {
      Plan plan = Planner.plan(Network.chain(host, goal, source, List.of(node)));
      assertThat(plan.proven()).as(goal.text()).isTrue();
    }
  }

  @Test
  void givesANodeTheThreadsThatItMustHaveHoweverMany() {
    Threads many = new Threads(5000, Integer.MAX_VALUE, false);
    Plan plan = Planner.plan(waiting(new Goal.Consolidation(), 10, many));
    assertThat(plan.because()).isEmpty();
    assertThat(plan.threads()).isEqualTo(Map.of("client", 5000));
    assertThat(plan.proven()).isTrue();
  }

  /** Two threads here and one there are too many for two cores; the node is not to blame. */
  @Test
  void saysThatTheCoresAreTooFewForTheFewestThreads() {
    Node two = Node.of("reader", 100).withThreads(new Threads(2, 2, false));
    Network network =
        Network.chain(
            Host.of(2),
            new Goal.Consolidation(),
            Source.to("reader", 10),
            List.of(two, Node.of("writer", 100)));
    assertThat(Planner.plan(network).because())
        .contains(
            "no rate can be carried: the fewest threads are too many for the cores of the host");
  }

  /**
   * One even thread before a busy node sends it fewer bursts than four would: with more threads of
   * its own the whole takes longer.
   */
  @Test
  void namesNoBestTimeWhereThreadsMatterToThoseBehind() {
    Node even = Node.of("even", 50).withService(0.1, 1);
    Node busy = Node.of("busy", 37).withThreads(Threads.fixed(1)).withUtilisationMax(1);
    Network network =
        Network.chain(Host.of(5), mean(0.001), Source.to("even", 35), List.of(even, busy));
    Plan plan = Planner.plan(network);
    Plan shorter = Planner.assess(network, Map.of("even", 1, "busy", 1), 35);
    assertThat(shorter.responseSeconds().orElseThrow())
        .isLessThan(plan.responseSeconds().orElseThrow());
    assertThat(plan.because())
        .hasValue(
            "the response time must be at most 0.00100000 s but no threads that the host has keep"
                + " it");
    assertThat(plan.proven()).isTrue();
  }

  /** Two threads do no more than one, and three do four times as much. */
  @Test
  void namesTheShortestTimeAlsoBehindThreadsThatShortenNothing() {
    Measured dip = new Measured(List.of(new Point(1, 10), new Point(2, 10), new Point(3, 40)));
    Node node = Node.of("client", 1).withRate(dip);
    Network network = Network.chain(Host.of(4), mean(0.05), Source.to("client", 7), List.of(node));
    double shortest =
        IntStream.rangeClosed(1, 4)
            .mapToObj(threads -> Planner.assess(network, Map.of("client", threads), 7))
            .mapToDouble(plan -> plan.responseSeconds().orElseThrow())
            .min()
            .orElseThrow();
    Plan plan = Planner.plan(network);
    assertThat(plan.feasible()).isFalse();
    assertThat(plan.responseSeconds()).hasValue(shortest);
    assertThat(plan.because().orElseThrow())
        .endsWith(String.format(Locale.ROOT, "the best is %.6g s with any threads", shortest));
  }
}
