package dev.flyball.lab.bench;

import dev.flyball.lab.bench.RealBench.RealRun;
import dev.flyball.lab.bench.RealScenario.ClientSide;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One scenario on both benches.
 *
 * @param scenario what was run
 * @param virtual what came of it in virtual time
 * @param real what came of it in real time
 * @param tries how often the real run was made, until there was one to be trusted
 */
record BothRuns(Scenario scenario, Outcome virtual, RealRun real, int tries) {

  static final double THROUGHPUT_ALLOWED = 0.05;
  static final double P95_ALLOWED = 0.15;
  static final double WORKERS_ALLOWED = 0.10;

  /** Its pools. */
  List<InPool> pools() {
    return IntStream.range(0, scenario.pools().size())
        .mapToObj(pool ->
            new InPool(
                this,
                scenario.pools().size() == 1
                    ? scenario.name()
                    : scenario.name() + "/" + scenario.pools().get(pool).name(),
                virtual.pools().get(pool),
                real.outcome().pools().get(pool),
                real.clients().get(pool)))
        .toList();
  }

  /** Whether every figure of every pool agrees. */
  boolean holds() {
    return pools().stream().flatMap(in -> in.compared().stream()).allMatch(Compared::holds);
  }

  /**
   * One pool on both benches.
   *
   * @param name what tables call it: the scenario, and the pool where there are several
   * @param client the senders' side of the real one
   */
  record InPool(
      BothRuns run, String name, PoolOutcome virtual, PoolOutcome real, ClientSide client) {

    /** The figures that are to agree. */
    List<Compared> compared() {
      return List.of(
          compared("throughput", "1/s", THROUGHPUT_ALLOWED, this::throughput),
          compared("response p95", "ms", P95_ALLOWED, InPool::p95Millis),
          compared("workers mean", "", WORKERS_ALLOWED, it -> it.whole().size().workersMean()));
    }

    private Compared compared(
        String figure, String unit, double allowed, ToDoubleFunction<PoolOutcome> of) {
      return new Compared(
          name, figure, unit, of.applyAsDouble(virtual), of.applyAsDouble(real), allowed);
    }

    /** Tasks ended per second while tasks arrived. */
    private double throughput(PoolOutcome outcome) {
      return outcome.completedInLength() / (run.scenario.lengthNanos() / 1e9);
    }

    private static double p95Millis(PoolOutcome outcome) {
      return Spread.of(outcome.whole().times().responseQuantiles()).p95();
    }

    /** The rows of the machine-readable report, virtual then real. */
    Stream<RunRow> rows() {
      return Stream.of(
          row(run.virtual, virtual, "virtual").build(),
          row(run.real.outcome(), real, "real")
              .extra("sendLagMillisP99", client.lag().p99Nanos() / 1e6)
              .extra("responseFromIntendedMillisP95", client.response().p95Nanos() / 1e6)
              .extra("tries", run.tries)
              .extra("distrust", run.real.distrust().orElse(""))
              .build());
    }

    private RunRow.Builder row(Outcome outcome, PoolOutcome figures, String bench) {
      return RunRow.builder(outcome.contender(), outcome.seed())
          .offered(figures.offered())
          .completed(figures.succeeded())
          .failed(figures.whole().flow().failed())
          .throughputPerSecond(throughput(figures))
          .responseMillis(Spread.of(figures.whole().times().responseQuantiles()))
          .waitMillis(Spread.of(figures.whole().times().waitQuantiles()))
          .workersMean(figures.whole().size().workersMean())
          .workersMax(figures.workersMax())
          .workerSeconds(figures.workerNanos() / 1e9)
          .resizes(figures.resizes())
          .extra("scenario", name)
          .extra("bench", bench)
          .extra("unfinished", figures.unfinished())
          .extra("rejected", figures.whole().flow().rejected())
          .extra("busyMean", figures.whole().size().busyMean())
          .extra("busyCores", outcome.hostBusyCores())
          .extra("endSeconds", outcome.endNanos() / 1e9);
    }
  }

  /**
   * One figure of one pool, from both benches.
   *
   * @param pool what tables call the pool
   * @param figure what it is
   * @param unit its unit, or empty
   * @param virtual the figure in virtual time
   * @param real the figure in real time
   * @param allowed the distance at which they still agree, as a share of the virtual figure
   */
  record Compared(
      String pool, String figure, String unit, double virtual, double real, double allowed) {

    static final Figures<Compared> FIGURES =
        Figures.of(
            Figure.<Compared>text("figure", "figure", Compared::figure)
                .shownAs(it -> it.unit.isEmpty() ? it.figure : it.figure + ", " + it.unit),
            Figure.inFiles("unit", Compared::unit),
            Figure.<Compared>number("virtual", "virtual", "", Compared::virtual)
                .shownAs(it -> NumberFormat.text(it.virtual)),
            Figure.<Compared>number("real", "real", "", Compared::real)
                .shownAs(it -> NumberFormat.text(it.real)),
            Figure.<Compared>number(
                    "differencePercent", "difference", "", it -> 100 * it.difference())
                .shownAs(Compared::differenceShown),
            Figure.<Compared>number("allowedPercent", "allowed", "", it -> 100 * it.allowed)
                .shownAs(it -> String.format(Locale.ROOT, "%.0f %%", 100 * it.allowed)),
            Figure.<Compared>inFiles("agrees", Compared::holds)
                .shownAs("agrees", it -> it.holds() ? "yes" : "no"));

    private String differenceShown() {
      return Double.isNaN(difference())
          ? NumberFormat.UNKNOWN
          : String.format(Locale.ROOT, "%+.1f %%", 100 * difference());
    }

    /**
     * The distance as a share of the virtual figure; above 0 when the real one is larger, NaN where
     * there is no such share.
     */
    double difference() {
      if (virtual == 0) {
        return real == 0 ? 0 : Double.NaN;
      }
      return (real - virtual) / virtual;
    }

    /** Whether the two agree; they do where both benches have nothing to tell. */
    boolean holds() {
      boolean nothing = Double.isNaN(virtual) && Double.isNaN(real);
      return nothing || Math.abs(difference()) <= allowed;
    }
  }
}
