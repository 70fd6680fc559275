package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.sim.QueueingTheory.Bounded;
import dev.flyball.sim.QueueingTheory.Impatient;
import dev.flyball.sim.QueueingTheory.Repair;
import dev.flyball.sim.race.shedding.HalfDeadline;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bench in virtual time agrees with queueing theory: over 20 seeds the truth is within the
 * interval of 99 % confidence, and what chance has no part in is exact.
 *
 * <p>Every run begins with nobody in the system. What that takes from a mean falls with the run's
 * length, the interval only with its root; the lengths are such that it is lost in the interval.
 * The rows are the table of {@code docs/simulator.md}, which has to have them.
 */
final class TheoryTest {

  private static final long SEED = 1;
  private static final double RATE = 100;
  private static final long SECONDS = 500;
  private static final Path PAGE = Path.of("..", "docs", "simulator.md");

  /** A system, what theory says of it, and how a run tells. */
  record Model(String name, PoolScenario pool, UnaryOperator<Contender> rule, List<Claim> claims) {

    Model(String name, PoolScenario pool, List<Claim> claims) {
      this(name, pool, UnaryOperator.identity(), claims);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** One figure of a system. */
  record Claim(String quantity, double theory, ToDoubleFunction<Outcome> measured) {}

  @ParameterizedTest
  @MethodSource("models")
  void isWithinTheIntervalAroundTwentyRuns(Model model) throws IOException {
    List<Outcome> runs = runs(model);
    List<String> rows = new ArrayList<>();
    List<String> outside = new ArrayList<>();
    for (Claim claim : model.claims()) {
      Estimate estimate =
          Estimate.of(runs.stream().map(run -> claim.measured().applyAsDouble(run)).toList());
      String row = row(model.name(), claim, estimate);
      rows.add(row);
      if (!estimate.includes(claim.theory())) {
        outside.add(row);
      }
    }
    assertThat(outside).isEmpty();
    assertThat(Files.readString(PAGE)).as("the table of %s", PAGE).contains(rows);
  }

  /** Each model has seeds of its own, so that one unlucky load does not touch all of them. */
  private static List<Outcome> runs(Model model) {
    long first = Dice.stream(SEED, model.name().hashCode()).nextLong();
    return LongStream.range(first, first + Estimate.RUNS)
        .mapToObj(seed -> model.pool().run(seed, model.rule()))
        .toList();
  }

  static Stream<Model> models() {
    return Stream.of(
        oneWorker(),
        severalWorkers(),
        boundedRoom(),
        rejecting(),
        halfDeadline(),
        constantService(),
        lognormalService(),
        machinesAndRepairers(),
        sharedProcessor("M/M/1-PS, load 0.7", exponential(7), 1),
        sharedProcessor("M/D/1-PS, load 0.7", constant(7), 1),
        sharedProcessor(
            "M/G/1-PS, lognormal cv 2, load 0.7", new TimeDistribution.Lognormal(7 * MILLI, 2), 2),
        twoSharedProcessors(),
        serversBehind(),
        collapse());
  }

  private static Model oneWorker() {
    return new Model(
        "M/M/1, load 0.8",
        PoolScenario.of(poisson(), waiting(exponential(8)), 1, 2 * SECONDS),
        List.of(
            number(QueueingTheory.numberMean(RATE, 0.008, 1)),
            waitMean(QueueingTheory.waitMean(RATE, 0.008, 1))));
  }

  private static Model severalWorkers() {
    return new Model(
        "M/M/8, load 0.8",
        PoolScenario.of(poisson(), waiting(exponential(64)), 8, SECONDS),
        List.of(
            number(QueueingTheory.numberMean(RATE, 0.064, 8)),
            waitMean(QueueingTheory.waitMean(RATE, 0.064, 8))));
  }

  private static Model boundedRoom() {
    Bounded theory = Bounded.of(RATE, 0.04, 4, 10);
    return new Model(
        "M/M/4/10, load 1.0",
        PoolScenario.of(poisson(), waiting(exponential(40)), 4, SECONDS).room(6),
        List.of(
            new Claim("share turned away", theory.blocking(), TheoryTest::blockingOf),
            number(theory.numberMean()),
            waitMean(theory.waitMean())));
  }

  /** Erlang's loss. */
  private static Model rejecting() {
    double blocking = Bounded.of(RATE, 0.26, 20, 20).blocking();
    return new Model(
        "M/M/20/20, load 1.3, a limit that rejects",
        PoolScenario.of(poisson(), waiting(exponential(260)), 20, SECONDS),
        limit -> Contender.rejecting("limit", limit),
        List.of(new Claim("share turned away", blocking, TheoryTest::blockingOf)));
  }

  /** Of the usual deadline, one second. */
  private static Model halfDeadline() {
    Impatient theory = Impatient.of(RATE, 0.088, 8, 0.5, 1);
    return new Model(
        "M/M/8, load 1.1, turned away after 500 ms",
        PoolScenario.of(poisson(), waiting(exponential(88)), 8, SECONDS),
        sizes -> Contender.admitting("half", new HalfDeadline(), sizes),
        List.of(
            new Claim("share turned away", theory.lost(), TheoryTest::lostOf),
            new Claim("share done within 1 s", theory.good(), TheoryTest::goodOf)));
  }

  private static double lostOf(Outcome run) {
    return (double) run.pools().get(0).lost() / run.offered();
  }

  private static double goodOf(Outcome run) {
    return run.pools().get(0).account().good() / run.offered();
  }

  private static Model constantService() {
    return new Model(
        "M/D/1, load 0.8",
        PoolScenario.of(poisson(), waiting(constant(8)), 1, SECONDS),
        List.of(waitMean(QueueingTheory.singleWorkerWaitMean(RATE, 0.008, 0))));
  }

  private static Model lognormalService() {
    TimeDistribution distribution = new TimeDistribution.Lognormal(7 * MILLI, 1.5);
    return new Model(
        "M/G/1, lognormal cv 1.5, load 0.7",
        PoolScenario.of(poisson(), waiting(distribution), 1, 2 * SECONDS),
        List.of(
            waitMean(QueueingTheory.singleWorkerWaitMean(RATE, 0.007, distribution.variation()))));
  }

  private static Model machinesAndRepairers() {
    Repair theory = Repair.of(20, 1, 0.2, 3);
    return new Model(
        "20 clients, think 1 s, 3 workers of 0.2 s",
        PoolScenario.of(
            new Source.Closed(20, exponential(1000)), waiting(exponential(200)), 3, 3000),
        List.of(
            new Claim("throughput [1/s]", theory.throughput(), TheoryTest::throughputOf),
            number(theory.numberMean())));
  }

  private static Model sharedProcessor(String name, TimeDistribution distribution, long factor) {
    return new Model(
        name,
        PoolScenario.of(poisson(), computing(distribution), 1000, factor * SECONDS).cores(1),
        List.of(response(QueueingTheory.sharedResponseMean(RATE, 0.007))));
  }

  private static Model twoSharedProcessors() {
    return new Model(
        "M/M/2-PS, load 0.75",
        PoolScenario.of(poisson(), computing(exponential(15)), 1000, SECONDS).cores(2),
        List.of(number(QueueingTheory.numberMean(RATE, 0.015, 2))));
  }

  private static Model serversBehind() {
    return new Model(
        "M/M/4 behind 1000 workers, load 0.8",
        PoolScenario.of(poisson(), calling(exponential(32)), 1000, SECONDS)
            .behind(new Behind.Servers("behind", 4)),
        List.of(number(QueueingTheory.numberMean(RATE, 0.032, 4))));
  }

  /** Always twelve at once: each is done at the rate of the law for twelve. */
  private static Model collapse() {
    Behind.Collapse law = Behind.Collapse.peakingAt("behind", 8, 0.05);
    return new Model(
        "12 clients without pause, collapse above 8",
        PoolScenario.of(
                new Source.Closed(12, TimeDistribution.NONE), calling(exponential(20)), 12, SECONDS)
            .behind(law),
        List.of(
            new Claim("throughput [1/s]", 12 * law.speed(12) / 0.02, TheoryTest::throughputOf)));
  }

  @Test
  void collapseIsExactWhereChanceHasNoPart() {
    Behind.Collapse law = Behind.Collapse.peakingAt("behind", 8, 0.05);
    Outcome run =
        PoolScenario.of(
                new Source.Closed(12, TimeDistribution.NONE), calling(constant(20)), 12, SECONDS)
            .behind(law)
            .run(1);
    assertThat(throughputOf(run) * SECONDS)
        .isCloseTo(12 * law.speed(12) / 0.02 * SECONDS, within(12.0));
  }

  @Test
  void aLockLetsThroughOneTaskPerSection() {
    Kind kind =
        Kind.only("kind", new Step.Wait(constant(10)), new Step.Call("behind", constant(4)));
    Outcome run =
        PoolScenario.of(new Source.Closed(8, TimeDistribution.NONE), kind, 8, SECONDS)
            .behind(new Behind.Lock("behind"))
            .run(1);
    assertThat(throughputOf(run) * SECONDS).isCloseTo(SECONDS / 0.004, within(8.0));
  }

  @Test
  void aRateLimitLetsThroughItsRate() {
    Outcome run =
        PoolScenario.of(poisson(), calling(constant(1)), 1000, SECONDS)
            .behind(new Behind.RateLimit("behind", 80))
            .run(1);
    assertThat(throughputOf(run) * SECONDS).isCloseTo(80 * SECONDS, within(80.0));
  }

  private static final long MILLI = 1_000_000;

  private static TimeDistribution exponential(long millis) {
    return new TimeDistribution.Exponential(millis * MILLI);
  }

  private static TimeDistribution constant(long millis) {
    return new TimeDistribution.Constant(millis * MILLI);
  }

  private static Source poisson() {
    return new Source.Open(Arrivals.poisson(RATE));
  }

  private static Kind waiting(TimeDistribution distribution) {
    return Kind.only("kind", new Step.Wait(distribution));
  }

  private static Kind computing(TimeDistribution distribution) {
    return Kind.only("kind", new Step.Cpu(distribution));
  }

  private static Kind calling(TimeDistribution distribution) {
    return Kind.only("kind", new Step.Call("behind", distribution));
  }

  private static Claim number(double theory) {
    return new Claim(
        "mean number", theory, run -> (double) run.pools().get(0).inSystemNanos() / run.endNanos());
  }

  private static Claim waitMean(double theory) {
    return new Claim(
        "mean wait [ms]",
        theory * 1000,
        run -> run.pools().get(0).whole().meanWaitSeconds().orElseThrow() * 1000);
  }

  private static Claim response(double theory) {
    return new Claim(
        "mean response [ms]",
        theory * 1000,
        run -> run.pools().get(0).whole().meanResponseSeconds().orElseThrow() * 1000);
  }

  private static double blockingOf(Outcome run) {
    return (double) run.pools().get(0).whole().flow().rejected() / run.offered();
  }

  private static double throughputOf(Outcome run) {
    return run.pools().get(0).completedInLength() / (run.lengthNanos() / 1e9);
  }

  private static String row(String model, Claim claim, Estimate estimate) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s ± %s | %s |",
        model,
        claim.quantity(),
        digits(claim.theory(), 4),
        digits(estimate.mean(), 4),
        digits(estimate.halfWidth(), 2),
        estimate.includes(claim.theory()) ? "yes" : "NO");
  }

  private static String digits(double value, int precision) {
    return new BigDecimal(value).round(new MathContext(precision)).toPlainString();
  }
}
