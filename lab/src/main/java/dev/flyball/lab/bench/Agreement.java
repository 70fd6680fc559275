package dev.flyball.lab.bench;

import dev.flyball.base.Require;
import dev.flyball.lab.bench.BothRuns.Compared;
import dev.flyball.lab.bench.BothRuns.InPool;
import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.lab.bench.RealBench.RealRun;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.harness.HostCalibration.Accuracy;
import dev.flyball.lab.papers.Progress;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.measure.HostMeter;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The comparison of the two benches: the same scenarios, the same tasks, the same policy, once in
 * virtual and once in real time.
 *
 * <p>A simulator proves determinism, not truth. This shows the worth of its figures: whether
 * throughput, the 95th percentile of the response time and the mean number of workers agree with a
 * real pool on this machine.
 *
 * @param scenarios the scenarios
 * @param policy the policy that sizes the pools, as {@code name(parameter=value,...)}
 * @param entryPoint how tasks get to the real pool
 * @param tries the maximum number of attempts at a real run that is not to be trusted
 * @param command the command line that repeats it
 */
public record Agreement(
    List<Scenario> scenarios, String policy, EntryPoint entryPoint, int tries, String command) {

  /** The catalogue's scenarios for two cores that are compared unless others are named. */
  public static final List<String> USUAL =
      List.of(
          "cpu-bound",
          "io-bound",
          "mixed",
          "table-1",
          "step-up",
          "sine",
          "closed-10",
          "downstream-slows",
          "heavy-tail",
          "bursts");

  private static final String EXPLANATION =
      "Both benches run the same tasks, drawn by the same dice, under the same policy. Throughput"
          + " is counted while tasks arrive, response times from the moment the pool takes a task,"
          + " workers are averaged up to the end of the last task. A real run is not to be trusted"
          + " when tasks were handed over late, or when other processes were busy.";

  private static final Figures<Compared> POOL =
      Figures.of(Figure.text("scenario", "scenario", Compared::pool));

  private static final Figures<Compared> IN_FILES =
      POOL.and(Figures.of(Figure.inFiles("compared", Compared.FIGURES::json)));

  private static final Figures<InPool> CIRCUMSTANCES =
      Figures.of(
          Figure.text("", "scenario", InPool::name),
          of("handed over late, p99", "ms", in -> in.client().lag().p99Nanos() / 1e6),
          of("p95 from the intended time", "ms", in -> in.client().response().p95Nanos() / 1e6),
          of("busy cores of this process", "", in -> in.run().real().outcome().hostBusyCores()),
          of("virtual busy cores", "", in -> in.run().virtual().hostBusyCores()),
          Figure.count("", "tries", in -> in.run().tries()),
          Figure.text(
              "", "not to be trusted because", in -> in.run().real().distrust().orElse("")));

  private static Figure<InPool> of(String title, String unit, ToDoubleFunction<InPool> of) {
    return Figure.number("", title, unit, of);
  }

  private static final Figures<Accuracy> STEPS =
      Figures.of(
          Figure.text("step", "step", Accuracy::what),
          Figure.<Accuracy>number("wantedNanos", "wanted", "us", Accuracy::wantedNanos).times(1e-3),
          Figure.<Accuracy>number("meanNanos", "took", "us", Accuracy::meanNanos).times(1e-3),
          Figure.<Accuracy>number("", "difference", "", Accuracy::error).percent());

  public Agreement {
    scenarios = List.copyOf(scenarios);
    Require.atLeast("number of scenarios", 1, scenarios.size());
    Require.atLeast("tries", 1, tries);
    Contender.policy(policy); // a wrong one is to be known at once
    scenarios.forEach(scenario -> RealBench.refuse(scenario, entryPoint));
  }

  /** The scenario for a host with as many cores as this machine has. */
  public static Scenario onThisMachine(Scenario scenario) {
    Host host = scenario.host();
    Host here =
        new Host(
            HostMeter.read().cores(),
            host.switchNanos(),
            host.sliceNanos(),
            host.memoryBytes(),
            host.memoryPerWorkerBytes());
    return RealBench.on(here, scenario, scenario.lengthNanos());
  }

  /**
   * Runs all scenarios on both benches, one after the other. When the calling thread is interrupted
   * it ends with those that were run, and the thread's interrupt is set again.
   */
  public Findings run(Progress progress) throws IOException {
    progress.prepares("measuring the machine");
    List<Accuracy> accuracy = HostCalibration.here().accuracy();
    SwitchCost switchCost = SwitchCost.UNKNOWN;
    List<BothRuns> runs = new ArrayList<>();
    try {
      switchCost = SwitchCost.measure();
      for (Scenario scenario : scenarios) {
        runs.add(both(scenario, runs.size() + 1, progress));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return findings(accuracy, switchCost, runs);
  }

  private BothRuns both(Scenario scenario, int number, Progress progress)
      throws IOException, InterruptedException {
    Contender contender = Contender.policy(policy);
    Outcome virtual = VirtualBench.watch(scenario, scenario.seed(), contender);
    for (int attempt = 1; ; attempt++) {
      progress.prepares(
          "%s of %s: %s, %s s%s"
              .formatted(
                  number,
                  scenarios.size(),
                  scenario.name(),
                  Math.round(scenario.lengthNanos() / 1e9),
                  attempt == 1 ? "" : ", once more"));
      RealRun real = RealBench.run(scenario, scenario.seed(), contender, entryPoint);
      real.distrust().ifPresent(why -> progress.prepares("  not to be trusted: " + why));
      if (real.distrust().isEmpty() || attempt == tries) {
        return new BothRuns(scenario, virtual, real, attempt);
      }
    }
  }

  // ---- What was found

  private Findings findings(List<Accuracy> accuracy, SwitchCost switchCost, List<BothRuns> runs) {
    List<InPool> pools = runs.stream().flatMap(run -> run.pools().stream()).toList();
    List<Compared> lines = pools.stream().flatMap(in -> in.compared().stream()).toList();
    List<Section> page =
        new ArrayList<>(
            List.of(
                POOL.and(Compared.FIGURES)
                    .table("Virtual beside real", lines, line -> !line.holds()),
                CIRCUMSTANCES.table("How the real runs went", pools),
                new Paragraph(EXPLANATION)));
    pools.forEach(in -> page.add(picture(in)));
    boolean complete = runs.size() == scenarios.size();
    return new Findings(
            RunReport.of("agreement", "both", pools.stream().flatMap(InPool::rows).toList()),
            new Report(title(), headline(runs, complete), page))
        .figure("agreement", IN_FILES.json(lines))
        .table("accuracy", "Steps on this machine", STEPS, accuracy)
        .figure("sliceNanos", switchCost.sliceNanos())
        .figure("switchNanos", switchCost.switchNanos())
        .figure("complete", complete)
        .measuredBy(
            command,
            Facts.of("How it was measured")
                .and("policy", policy)
                .and("scenarios", inWords())
                .and("seed", "each scenario's own")
                .and(
                    "tasks get to the pool",
                    entryPoint == EntryPoint.HTTP
                        ? "over HTTP on loopback"
                        : "from a thread of the process")
                .and(
                    "a thread that shares a core computes for",
                    nanos(switchCost.sliceNanos(), 1e6, "ms"))
                .and("a switch costs", nanos(switchCost.switchNanos(), 1e3, "us")));
  }

  private String inWords() {
    return scenarios.stream()
        .map(scenario ->
            "%s, %s s, seed %s"
                .formatted(
                    scenario.name(),
                    NumberFormat.text(scenario.lengthNanos() / 1e9),
                    scenario.seed()))
        .collect(Collectors.joining("; "));
  }

  private static String nanos(double nanos, double per, String unit) {
    return Double.isNaN(nanos) ? "unknown" : NumberFormat.text(nanos / per) + " " + unit;
  }

  private String title() {
    return "Virtual time beside real time: "
        + (scenarios.size() == 1 ? scenarios.get(0).name() : scenarios.size() + " scenarios")
        + " under "
        + policy;
  }

  private static Headline headline(List<BothRuns> runs, boolean complete) {
    if (runs.isEmpty()) {
      return Headline.of("Nothing was compared.").doubted(Headline.ENDED_EARLY);
    }
    String agree =
        ("On %s of %s scenarios the two benches agree: throughput within %s %%, p95 within"
                + " %s %%, mean workers within %s %%.")
            .formatted(
                runs.stream().filter(BothRuns::holds).count(),
                runs.size(),
                Math.round(100 * BothRuns.THROUGHPUT_ALLOWED),
                Math.round(100 * BothRuns.P95_ALLOWED),
                Math.round(100 * BothRuns.WORKERS_ALLOWED));
    return Headline.of(agree)
        .doubtedIf(!complete, Headline.ENDED_EARLY)
        .doubted(
            runs.stream()
                .flatMap(run ->
                    run.real().distrust().stream().map(why -> run.scenario().name() + ": " + why))
                .toList());
  }

  private static Picture picture(InPool in) {
    LineChart chart =
        LineChart.of(
            in.name(),
            Axis.of("time", "s"),
            Axis.of("workers", ""),
            workers("virtual", in.virtual()),
            workers("real", in.real()));
    return new Picture(chart, "Workers that exist, in virtual and in real time.");
  }

  private static Series workers(String name, PoolOutcome outcome) {
    return Series.of(
        name,
        outcome.samples().stream()
            .map(sample -> new Point(sample.atNanos() / 1e9, sample.workersMean()))
            .toList());
  }
}
