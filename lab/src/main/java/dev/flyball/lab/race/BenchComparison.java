package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.number;
import static dev.flyball.lab.report.text.NumberFormat.text;

import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.Ranking.Standing;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * One race on both benches: the same scenarios, contenders and seeds, first in virtual time, then
 * on real threads, and whether the first come in the same order.
 *
 * @param virtual the race in virtual time, its figures medians
 * @param real the race on real threads, its figures medians, too
 */
public record BenchComparison(RaceExperiment virtual, RaceExperiment real) {

  /** The scenarios that are run unless others are named; none of them keeps two cores busy. */
  public static final List<String> SCENARIOS =
      List.of(
          "io-bound",
          "mixed",
          "table-1",
          "step-up",
          "step-down",
          "sine",
          "bursts",
          "closed-10",
          "downstream-slows",
          "downstream-hangs",
          "downstream-collapses");

  /** The default contenders; the multiples of the cores always take part. */
  public static final List<String> CONTENDERS =
      List.of(
          Policies.STANDARD,
          "always(workers=64)",
          "jdk-cached",
          Peers.named("netflix-gradient2").shippedRow(),
          Peers.named("hill-climb").shippedRow());

  private static final String EXPLANATION =
      ("Both benches run the same tasks of the same seeds; every figure is the median over the"
              + " seeds. The order of the first three is the same when no two of those who are among"
              + " the first three on either bench change places: one costs more than %s %% less"
              + " than the other here, and more than %s %% more there. Costs that are nearer to"
              + " each other count as a tie, which goes with any order.")
          .formatted(Math.round(100 * BothBoards.TIE), Math.round(100 * BothBoards.TIE));

  /**
   * A race on both benches.
   *
   * @throws IllegalArgumentException when two scenarios or two contenders have one name, or when a
   *     scenario cannot be run on real threads here
   */
  public static BenchComparison of(
      List<Scenario> scenarios, List<Contender> contenders, int seeds, String command) {
    return new BenchComparison(
        RaceExperiment.virtual(scenarios, contenders, seeds, Aggregate.MEDIAN, command),
        RaceExperiment.real(scenarios, contenders, seeds, command));
  }

  /** How long the real half takes at least. */
  public Duration leastTime() {
    return real.leastTime().orElseThrow();
  }

  /**
   * Runs both races, and says what was found; where the calling thread is interrupted, what has not
   * ended is left out, saying so.
   *
   * @param many runs its tasks in other threads, as many as there are processors
   * @param one runs its tasks in one other thread
   * @param inVirtualTime told how far the race in virtual time has got
   * @param onRealThreads told how far the race on real threads has got
   */
  public Findings run(
      Executor many, Executor one, Laps.Listener inVirtualTime, Laps.Listener onRealThreads) {
    RaceResult virtually = Laps.run(virtual.race(), many, inVirtualTime);
    RaceResult really =
        virtually.complete()
            ? Laps.run(real.race(), one, onRealThreads)
            : new RaceResult(real.race(), List.of());
    return findings(virtually, really);
  }

  /** What was found: whether the benches agree on who is first. */
  Findings findings(RaceResult virtually, RaceResult really) {
    List<BothBoards> boards = BothBoards.of(virtually, really);
    Ranking here = ranking(virtually, boards);
    Ranking there = ranking(really, boards);
    boolean complete = virtually.complete() && really.complete();
    String formula = Board.regret(Aggregate.MEDIAN);
    RunReport figures =
        RunReport.of(
                "race",
                "both",
                Stream.concat(rows(virtually, Bench.VIRTUAL), rows(really, Bench.REAL)).toList())
            .with("formula", List.of(formula, Ranking.FORMULA))
            .with("tie", BothBoards.TIE)
            .with("overallVirtual", RaceFigures.ofStanding(virtual.race()).json(here.standings()))
            .with("overallReal", RaceFigures.ofStanding(real.race()).json(there.standings()))
            .with("boards", BothBoards.FIGURES.json(boards))
            .with("complete", complete);
    List<Section> page = new ArrayList<>();
    if (!boards.isEmpty()) {
      page.add(
          BothBoards.FIGURES.table(
              "The first three (regret)", boards, board -> !board.swaps().isEmpty()));
      page.add(new Paragraph(EXPLANATION));
      page.add(overall(there).table("All " + there.boards() + " scenarios", here.standings()));
    }
    page.add(new Paragraph(formula + ". " + Ranking.FORMULA + "."));
    page.addAll(real.ofRealRuns());
    for (BothBoards both : boards) {
      page.add(both.ofRow().table(both.scenario() + " (virtual / real)", both.rows()));
      really.boards().stream()
          .filter(board -> board.scenario().name().equals(both.scenario()))
          .forEach(board -> page.addAll(RacePictures.of(real, really, board)));
    }
    Headline headline =
        (boards.isEmpty()
                ? Headline.of("No scenario was run to its end on both benches.")
                : headline(boards, here, there))
            .doubtedIf(!complete, Headline.ENDED_EARLY)
            .doubted(real.warnings())
            .doubtedIfFew(real.race().seeds());
    String title =
        "Race in virtual time and on real threads: " + RaceExperiment.scenarios(real.race(), false);
    return new Findings(figures, new Report(title, headline, page))
        .measuredBy(
            real.command(),
            Facts.of("How it was run")
                .and("scenarios", boards.size() + " of " + real.race().scenarios().size())
                .and("lengths", RaceExperiment.lengths(real.race()))
                .and("seeds, one for each run", real.race().seeds())
                .and(
                    "real runs",
                    really.laps().size() + ", everybody's first, then everybody's second")
                .and("of which are not to be trusted", real.warnings().size()));
  }

  private static Ranking ranking(RaceResult result, List<BothBoards> both) {
    List<String> names = both.stream().map(BothBoards::scenario).toList();
    return Ranking.of(
        result.boards().stream().filter(board -> names.contains(board.scenario().name())).toList());
  }

  private static Stream<RunRow> rows(RaceResult result, Bench bench) {
    return result.laps().stream()
        .map(lap -> RaceFigures.row(lap, true).extra("bench", bench.word()).build());
  }

  /** The figures of a contender over all scenarios, in virtual time and on real threads. */
  private static Figures<Standing> overall(Ranking real) {
    return Figures.of(
        RaceFigures.policy(Standing::name, Standing::role),
        number("", "regret, virtual", 2, Standing::regret),
        number("", "regret, real", 2, virtual -> real.standing(virtual.name()).regret()),
        number("", "worst, virtual", 2, Standing::worstRegret),
        number("", "worst, real", 2, virtual -> real.standing(virtual.name()).worstRegret()));
  }

  private static Headline headline(List<BothBoards> boards, Ranking virtual, Ranking real) {
    return Headline.of(
            ("In %s of %s scenarios the first three come in the same order in virtual time and on"
                    + " real threads.")
                .formatted(
                    boards.stream().filter(board -> board.swaps().isEmpty()).count(),
                    boards.size()))
        .and(
            ("Over all of them the cheapest contender is %s in virtual time and %s on real threads;"
                    + " costs within %s %% of each other count as the same.")
                .formatted(leader(virtual), leader(real), Math.round(100 * BothBoards.TIE)));
  }

  private static String leader(Ranking ranking) {
    return ranking.standings().stream()
        .filter(standing -> standing.role() == Board.Role.CONTENDER)
        .findFirst()
        .map(first -> first.name() + " (" + text(first.regret(), 2) + " times the oracle's cost)")
        .orElse("nobody");
  }
}
