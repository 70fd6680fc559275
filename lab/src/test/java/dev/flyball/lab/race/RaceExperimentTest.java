package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.HtmlReport;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.RandomScenarios;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is told of a race: names others read, one row per run, a page with its pictures. */
class RaceExperimentTest {

  private static Findings findings(int seeds, String... scenarios) {
    return RaceExperiment.of(
            RaceExperiment.Bench.VIRTUAL,
            List.of(scenarios).stream().map(Scenarios::named).toList(),
            Contenders.of(List.of("littles-law", "request-rate")),
            seeds,
            "./flyball race")
        .run(Runnable::run, Laps.Listener.NONE);
  }

  @Test
  void theFiguresHaveARowForEachRunAndTheBoards() {
    JsonNode json = JsonMapper.shared().readTree(findings(2, "cpu-bound").figures().json());
    assertThat(json.get("scenario").asString()).isEqualTo("cpu-bound");
    assertThat(json.get("bench").asString()).isEqualTo("virtual");
    assertThat(json.get("complete").asBoolean()).isTrue();
    assertThat(json.get("rows").size()).isEqualTo(2 * 6);
    JsonNode oracle = json.get("rows").get(0);
    assertThat(oracle.get("policy").asString()).isEqualTo("oracle");
    assertThat(oracle.get("scenario").asString()).isEqualTo("cpu-bound");
    assertThat(oracle.get("costSeconds").asDouble()).isPositive();
    assertThat(oracle.get("sizes").get(0).get(0).get("workers").asInt()).isEqualTo(2);
    JsonNode board = json.get("boards").get(0);
    assertThat(board.get("rows").get(0).get("regret").asDouble()).isEqualTo(1);
    assertThat(board.get("rows").get(3).get("role").asString()).isEqualTo("reference");
    assertThat(json.get("overall").size()).isEqualTo(6);
    assertThat(json.get("overall").get(0).get("asked").asString()).isEqualTo("never");
    assertThat(board.get("rows").get(1).get("asked").asString()).isEqualTo("every 1 s");
  }

  @Test
  void theCsvHasALineForEachRun() {
    List<String> lines = findings(1, "cpu-bound").figures().csv().lines().toList();
    assertThat(lines).hasSize(1 + 6);
    assertThat(lines.get(0)).startsWith("bench,policy,seed,").contains("scenario", "costSeconds");
    assertThat(lines.get(1)).startsWith("virtual,oracle,1,").contains(",cpu-bound,");
    assertThat(lines)
        .extracting(line -> line.chars().filter(c -> c == ',').count())
        .containsOnly(lines.get(0).chars().filter(c -> c == ',').count());
  }

  @Test
  void aPageOfOneScenarioAndOneOfTwoSayFirstWhoWon() {
    Findings one = findings(1, "cpu-bound");
    assertThat(one.page().headline().text())
        .contains("littles-law came nearest", "one seed", "cores 1.00")
        .doesNotContain("geometric");
    assertThat(pictures(one)).isEqualTo(3);
    Findings two = findings(1, "cpu-bound", "half-core");
    assertThat(two.page().headline().text()).startsWith("Over 2 scenarios and one seed each,");
    assertThat(pictures(two)).isEqualTo(6);
  }

  /** On real threads other sizes may be best, and whoever has them is not near to the oracle. */
  @Test
  void whoeverIsCheaperThanTheOracleIsNotCalledNearToIt() {
    Race.Bench bench =
        (scenario, seed, contender) ->
            VirtualBench.run(
                scenario,
                seed,
                contender instanceof Oracle ? Contender.fixed("oracle", 1) : contender);
    Race race =
        new Race(
            List.of(Scenarios.named("cpu-bound")),
            Contenders.of(List.of("littles-law")),
            1,
            bench,
            Aggregate.MEDIAN);
    Findings findings =
        new RaceExperiment(
                race,
                RaceExperiment.Bench.REAL,
                false,
                "command",
                List.of("cpu-bound, littles-law, seed 1: others used 1.5 of 2 cores"))
            .run(Runnable::run, Laps.Listener.NONE);
    assertThat(findings.page().headline().verdict())
        .startsWith("littles-law did better than the sizes that were best in virtual time: ")
        .doesNotContain("nearest");
    assertThat(HtmlReport.of(findings.page()))
        .containsSubsequence(
            "<h1>Race on real threads: cpu-bound</h1>",
            "class=\"banner\"",
            "others used 1.5 of 2 cores.",
            "each figure is of one run",
            "class=\"verdict\"",
            "<tr class=\"marked\"><th scope=\"row\">littles-law");
  }

  private static Findings drawn(int count, Executor executor) {
    return RaceExperiment.drawn(
            LongStream.rangeClosed(1, count).mapToObj(RandomScenarios::of).toList(),
            Contenders.of(List.of("littles-law", "request-rate")),
            "./flyball race")
        .run(executor, Laps.Listener.NONE);
  }

  @Test
  void ofScenariosThatWereDrawnTheDistributionIsTold() {
    Findings findings = drawn(3, Runnable::run);
    JsonNode json = JsonMapper.shared().readTree(findings.figures().json());
    assertThat(json.get("rows").size()).isEqualTo(3 * 6);
    assertThat(json.get("overall").size()).isEqualTo(6);
    assertThat(json.get("boards")).isNull();
    assertThat(json.get("scenarios").get(2).get("seed").asLong()).isEqualTo(3);
    assertThat(json.get("scenarios").get(2).get("rows").size()).isEqualTo(6);
    JsonNode best = json.get("distribution").get(1);
    assertThat(best.get("regret").asDouble())
        .isEqualTo(json.get("overall").get(1).get("regret").asDouble());
    assertThat(best.get("worstRegret").asDouble())
        .isEqualTo(best.get("regretP99").asDouble())
        .isGreaterThanOrEqualTo(best.get("regretMedian").asDouble());
    assertThat(best.get("worstScenario").asString())
        .isEqualTo("random-" + best.get("worstSeed").asLong());
    assertThat(findings.page().sections().get(0))
        .isInstanceOfSatisfying(
            Table.class, table -> assertThat(table.title()).startsWith("3 drawn scenarios"));
    assertThat(pictures(findings)).isEqualTo(1);
  }

  @Test
  void aDrawHasTheSameBytesHoweverParallelItIs() {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Findings alone = drawn(4, Runnable::run);
      Findings parallel = drawn(4, threads);
      assertThat(parallel.figures().json()).isEqualTo(alone.figures().json());
      assertThat(parallel.figures().csv()).isEqualTo(alone.figures().csv());
      assertThat(HtmlReport.of(parallel.page())).isEqualTo(HtmlReport.of(alone.page()));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aSingleDrawHasABoardAsAnyScenarioHas() {
    JsonNode json = JsonMapper.shared().readTree(drawn(1, Runnable::run).figures().json());
    assertThat(json.get("scenario").asString()).isEqualTo("random-1");
    assertThat(json.get("boards").size()).isEqualTo(1);
  }

  @Test
  void theOrdersUnderOtherPricesStandBehindAllElse() {
    Findings findings = findings(1, "cpu-bound", "half-core");
    JsonNode json = JsonMapper.shared().readTree(findings.figures().json());
    assertThat(json.propertyNames()).endsWith("command", "orders");
    JsonNode orders = json.get("orders");
    assertThat(orders.size()).isEqualTo(6);
    assertThat(orders.get(1).get("price").asDouble()).isEqualTo(0.03);
    assertThat(orders.get(3).get("lossSeconds").asDouble()).isEqualTo(2);
    assertThat(orders.get(4).get("figure").asString()).isEqualTo("responseP99Ratio");
    assertThat(orders.get(0).get("policies").get(0).get("value").asDouble())
        .isEqualTo(json.get("overall").get(1).get("regret").asDouble());
    assertThat(findings.page().sections().get(1))
        .isInstanceOfSatisfying(
            Table.class,
            table ->
                assertThat(table.columns())
                    .extracting(Column::heading)
                    .containsExactly(
                        "policy",
                        "standard",
                        "worker 0.03",
                        "worker 0.3",
                        "loss 2 s",
                        "p99",
                        "goodput, %"));
  }

  @Test
  void aBoardsRowsHaveTheirNewFiguresBehindTheOld() {
    JsonNode json = JsonMapper.shared().readTree(findings(1, "cpu-bound").figures().json());
    JsonNode row = json.get("boards").get(0).get("rows").get(0);
    assertThat(row.propertyNames())
        .containsExactly(
            "policy",
            "role",
            "regret",
            "completedShare",
            "throughputRatio",
            "responseMeanRatio",
            "responseP95Ratio",
            "responseP99Ratio",
            "workerSecondsRatio",
            "settleSeconds",
            "overshoot",
            "resizes",
            "asked",
            "avoidableRatio",
            "goodShare",
            "lostTasks");
  }

  @Test
  void everyPeerTakesPartTwiceAndTheDefaultPolicyOnce() {
    assertThat(Contenders.all())
        .extracting(contender -> contender.name())
        .startsWith("flyball")
        .contains("littles-law (as shipped)", "littles-law (best)")
        .contains("netflix-vegas (as shipped)", "netflix-vegas (best)")
        .doesNotHaveDuplicates()
        .hasSize(1 + 2 * Peers.all().size());
  }

  @Test
  void aScenarioThatCannotBeRealIsRefusedBeforeAnythingIsRun() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            RaceExperiment.of(
                RaceExperiment.Bench.REAL,
                List.of(Scenarios.named("core-lost")),
                Contenders.of(List.of("littles-law")),
                1,
                "./flyball race"))
        .withMessageContaining("'core-lost' cannot run on the real bench");
  }

  private static long pictures(Findings findings) {
    return findings.page().sections().stream().filter(Picture.class::isInstance).count();
  }
}
