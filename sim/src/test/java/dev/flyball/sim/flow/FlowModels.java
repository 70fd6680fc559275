package dev.flyball.sim.flow;

import static dev.flyball.sim.flow.FlowTheoryTest.digits;
import static dev.flyball.sim.flow.Networks.roomy;

import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Route.Branch;
import dev.flyball.sim.QueueingTheory;
import dev.flyball.sim.QueueingTheory.Bounded;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Networks of which theory knows the figures. */
final class FlowModels {

  private static final double RATE = 100;

  private FlowModels() {}

  /** A network, the rate of its source, and what theory says of it. */
  record Model(String name, Networks networks, double rate, List<Claim> claims) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** One figure of a network. */
  record Claim(String quantity, double theory, ToDoubleFunction<FlowOutcome> measured) {}

  static Stream<Model> models() {
    return Stream.of(
        oneThread(),
        severalThreads(),
        bounded(),
        constantService(),
        lognormalService(),
        tandem(),
        splitAndMerge(),
        copies(),
        forkAndJoin(),
        blockedTandem(0.9, 1),
        blockedTandem(2, 3));
  }

  private static Model oneThread() {
    double slack = 1 / 0.01 / 0.8 - RATE; // a response time is exponential with this rate
    double rate = RATE + slack;
    return new Model(
        "M/M/1, load 0.8",
        Networks.chain(roomy("a", rate)),
        RATE,
        List.of(
            waitMean("a", QueueingTheory.waitMean(RATE, 1 / rate, 1)),
            number("a", QueueingTheory.numberMean(RATE, 1 / rate, 1)),
            utilisation("a", 0.8),
            quantile("median of the response [ms]", 0.5, slack, r -> r.response().p50Seconds()),
            quantile("its 95 % quantile [ms]", 0.95, slack, r -> r.response().p95Seconds()),
            quantile("its 99 % quantile [ms]", 0.99, slack, r -> r.response().p99Seconds())));
  }

  private static Model severalThreads() {
    return new Model(
        "M/M/4, load 0.8",
        Networks.chain(roomy("a", 31.25)).with("a", 4),
        RATE,
        List.of(
            waitMean("a", QueueingTheory.waitMean(RATE, 0.032, 4)),
            number("a", QueueingTheory.numberMean(RATE, 0.032, 4)),
            responseMean(QueueingTheory.waitMean(RATE, 0.032, 4) + 0.032)));
  }

  private static Model bounded() {
    Bounded theory = Bounded.of(RATE, 0.024, 2, 6);
    return new Model(
        "M/M/2/6, load 1.2, the new ones lost",
        Networks.chain(Node.of("a", 1 / 0.024).withQueue(4, Overflow.DROP_NEW)).with("a", 2),
        RATE,
        List.of(
            new Claim("share lost", theory.blocking(), run -> run.node("a").lostShare()),
            throughput("a", RATE * (1 - theory.blocking())),
            number("a", theory.numberMean()),
            waitMean("a", theory.waitMean())));
  }

  private static Model constantService() {
    return new Model(
        "M/D/1, load 0.8",
        Networks.chain(Networks.constant("a", 0.008)),
        RATE,
        List.of(waitMean("a", QueueingTheory.singleWorkerWaitMean(RATE, 0.008, 0))));
  }

  private static Model lognormalService() {
    return new Model(
        "M/G/1, lognormal variation 2, load 0.6",
        Networks.chain(roomy("a", 1 / 0.006).withService(2, 1)),
        RATE,
        List.of(waitMean("a", QueueingTheory.singleWorkerWaitMean(RATE, 0.006, 2))));
  }

  /** What leaves M/M/k is Poisson again, so each node is as if alone (Burke 1956, Jackson 1957). */
  private static Model tandem() {
    double a = QueueingTheory.waitMean(RATE, 0.006, 1);
    double b = QueueingTheory.waitMean(RATE, 0.024, 3);
    double c = QueueingTheory.waitMean(RATE, 0.014, 2);
    return new Model(
        "M/M/1 to M/M/3 to M/M/2",
        Networks.chain(roomy("a", 1 / 0.006), roomy("b", 1 / 0.024), roomy("c", 1 / 0.014))
            .with("b", 3)
            .with("c", 2),
        RATE,
        List.of(
            waitMean("a", a),
            waitMean("b", b),
            waitMean("c", c),
            throughput("c", RATE),
            responseMean(a + b + c + 0.006 + 0.024 + 0.014)));
  }

  private static Model splitAndMerge() {
    Route split =
        new Route("a", Route.Fan.SPLIT, List.of(new Branch("b", 0.3), new Branch("c", 0.7)));
    double a = QueueingTheory.waitMean(RATE, 0.006, 1) + 0.006;
    double b = QueueingTheory.waitMean(0.3 * RATE, 0.02, 1);
    double c = QueueingTheory.waitMean(0.7 * RATE, 0.01, 1);
    double d = QueueingTheory.waitMean(RATE, 0.007, 1);
    return new Model(
        "a splits to b (0.3) and c, both to d",
        Networks.wired(
            List.of(roomy("a", 1 / 0.006), roomy("b", 50), roomy("c", 100), roomy("d", 1 / 0.007)),
            split,
            Route.copy("b", "d"),
            Route.copy("c", "d")),
        RATE,
        List.of(
            throughput("b", 0.3 * RATE),
            throughput("c", 0.7 * RATE),
            waitMean("b", b),
            waitMean("c", c),
            waitMean("d", d),
            responseMean(a + 0.3 * (b + 0.02) + 0.7 * (c + 0.01) + d + 0.007)));
  }

  /** A copy for each with probability 0.4 thins a Poisson stream; 1.5 copies are no such stream. */
  private static Model copies() {
    Route route =
        new Route("a", Route.Fan.COPY, List.of(new Branch("b", 0.4), new Branch("c", 1.5)));
    return new Model(
        "a copies to b (0.4) and c (1.5)",
        Networks.wired(
            List.of(roomy("a", 1 / 0.006), roomy("b", 50), roomy("c", 1 / 0.004)), route),
        RATE,
        List.of(
            throughput("b", 0.4 * RATE),
            waitMean("b", QueueingTheory.waitMean(0.4 * RATE, 0.02, 1)),
            throughput("c", 1.5 * RATE),
            utilisation("c", 0.6)));
  }

  /**
   * Both of two like branches are over after (12 - rho) / 8 response times of one, on average
   * (Nelson and Tantawi 1988, from Flatto and Hahn 1984).
   */
  private static Model forkAndJoin() {
    double before = QueueingTheory.waitMean(RATE, 0.005, 1) + 0.005;
    double branch = QueueingTheory.waitMean(RATE, 0.006, 1) + 0.006;
    return new Model(
        "a copies to b and c, M/M/1 each",
        Networks.wired(
            List.of(roomy("a", 200), roomy("b", 1 / 0.006), roomy("c", 1 / 0.006)),
            Route.copy("a", "b", "c")),
        RATE,
        List.of(responseMean(before + (12 - 0.6) / 8 * branch)));
  }

  /**
   * Two threads with room for some between them, the first never without work, blocking after
   * service: a walk on 0 to room + 2, the last state with the first thread blocked; its steps have
   * the ratio of the rates, so the shares are geometric.
   */
  private static Model blockedTandem(double ratio, int room) {
    double second = 100;
    double sum = 0;
    double share = 1;
    for (int n = 0; n <= room + 2; n++) {
      sum += share;
      share *= ratio;
    }
    double none = 1 / sum;
    double full = share / ratio / sum;
    return new Model(
        "a never idle, rate " + digits(ratio, 2) + ", blocked by b, room " + room,
        Networks.chain(
            Node.of("a", ratio * second), Node.of("b", second).withQueue(room, Overflow.BLOCK)),
        3 * ratio * second,
        List.of(
            throughput("b", second * (1 - none)),
            utilisation("b", 1 - none),
            utilisation("a", 1 - full),
            new Claim("share of a blocked", full, run -> run.node("a").blockedShare())));
  }

  private static Claim waitMean(String node, double theory) {
    return new Claim(
        "mean wait at " + node + " [ms]",
        1000 * theory,
        run -> 1000 * run.node(node).waitMeanSeconds());
  }

  private static Claim number(String node, double theory) {
    return new Claim("mean number at " + node, theory, run -> run.node(node).numberMean());
  }

  private static Claim utilisation(String node, double theory) {
    return new Claim("utilisation of " + node, theory, run -> run.node(node).utilisation());
  }

  private static Claim throughput(String node, double theory) {
    return new Claim(
        "throughput of " + node + " [1/s]", theory, run -> run.node(node).throughputPerSecond());
  }

  private static Claim responseMean(double theory) {
    return new Claim(
        "mean response [ms]", 1000 * theory, run -> 1000 * run.response().meanSeconds());
  }

  private static Claim quantile(
      String quantity, double share, double rate, ToDoubleFunction<FlowOutcome> seconds) {
    double theory = -StrictMath.log(1 - share) / rate;
    return new Claim(quantity, 1000 * theory, run -> 1000 * seconds.applyAsDouble(run));
  }
}
