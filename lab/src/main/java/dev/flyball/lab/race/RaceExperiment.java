package dev.flyball.lab.race;

import static dev.flyball.lab.report.text.NumberFormat.text;

import dev.flyball.lab.bench.RealBench;
import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.lab.bench.RealBench.RealRun;
import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Distribution;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Order;
import dev.flyball.sim.race.Prices;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.Ranking.Standing;
import dev.flyball.sim.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A race, and what is reported of it afterwards.
 *
 * @param race what is run
 * @param bench where it is run
 * @param drawn whether its scenarios were drawn at random, and are many: then how each contender's
 *     regrets are spread over them is reported, and else a board for each, with pictures of it
 * @param command the command line that repeats it
 * @param warnings why some of its runs are not to be trusted, a line each; grows while it is run
 */
public record RaceExperiment(
    Race race, Bench bench, boolean drawn, String command, List<String> warnings) {

  static final String NO_BOARD = "No scenario was run to its end.";
  private static final String OTHER_PRICES =
      "Under other prices a regret is over the cheapest run under those prices; the oracle's sizes"
          + " are those that were best under the standard prices. p99: over the oracle's, the"
          + " geometric mean, a dash where no task of a scenario ended. goodput: tasks that ended"
          + " well within their pool's deadline.";
  private static final String KEPT =
      "./flyball scenarios --random SEED > random-SEED.yaml keeps a drawn scenario, to read, to race"
          + " alone and to change.";
  private static final int LISTED_MAX = 6;

  /** A regret that is shown as less than 1. */
  private static final double BELOW_ORACLE = 0.995;

  /** The bench of a race. */
  public enum Bench {
    /** In virtual time, as many runs at once as there are processors; figures are means. */
    VIRTUAL,
    /**
     * Real threads, one run after the other: first one run of each contender, then the second of
     * each; figures are medians. The oracle's sizes are those of virtual time.
     */
    REAL;

    /** The word that files and options have for it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A race on a bench.
   *
   * @throws IllegalArgumentException when two scenarios or two contenders have one name, or when a
   *     scenario cannot be run on the bench
   */
  public static RaceExperiment of(
      Bench bench,
      List<Scenario> scenarios,
      List<Contender> contenders,
      int seeds,
      String command) {
    return bench == Bench.VIRTUAL
        ? virtual(scenarios, contenders, seeds, Aggregate.MEAN, command)
        : real(scenarios, contenders, seeds, command);
  }

  /**
   * A race in virtual time of scenarios that were drawn, each run once; of several, the
   * distribution is reported.
   *
   * @throws IllegalArgumentException when two contenders have one name
   */
  public static RaceExperiment drawn(
      List<Scenario> scenarios, List<Contender> contenders, String command) {
    Race race = Race.virtual(scenarios, contenders, 1);
    return new RaceExperiment(race, Bench.VIRTUAL, scenarios.size() > 1, command, List.of());
  }

  static RaceExperiment virtual(
      List<Scenario> scenarios,
      List<Contender> contenders,
      int seeds,
      Aggregate aggregate,
      String command) {
    Race race = new Race(scenarios, contenders, seeds, VirtualBench::run, aggregate);
    return new RaceExperiment(race, Bench.VIRTUAL, false, command, List.of());
  }

  static RaceExperiment real(
      List<Scenario> scenarios, List<Contender> contenders, int seeds, String command) {
    scenarios.forEach(scenario -> RealBench.refuse(scenario, EntryPoint.IN_PROCESS));
    RealLaps laps = new RealLaps();
    Race race = new Race(scenarios, contenders, seeds, laps, Aggregate.MEDIAN);
    return new RaceExperiment(race, Bench.REAL, false, command, laps.warnings);
  }

  /**
   * How long the race takes at least: known in real time only, where it is long. Laps that leave
   * tasks behind last longer.
   */
  public Optional<Duration> leastTime() {
    long perSeed = race.lapsPerSeed();
    long nanos =
        race.scenarios().stream()
            .mapToLong(scenario ->
                RealBench.leastNanos(scenario) + (race.seeds() - 1) * scenario.lengthNanos())
            .sum();
    return bench == Bench.REAL ? Optional.of(Duration.ofNanos(perSeed * nanos)) : Optional.empty();
  }

  /**
   * Runs the race on an executor that runs its tasks in other threads, and says what was found;
   * where the calling thread is interrupted, what has not ended is left out, saying so.
   */
  public Findings run(Executor executor, Laps.Listener listener) {
    UnaryOperator<Lap> kept = drawn ? Lap::withoutHistory : UnaryOperator.identity();
    return findings(Laps.run(race, executor, listener, kept));
  }

  // ---- What was found: the overall order, and a board with pictures for each scenario

  private Findings findings(RaceResult result) {
    List<Board> boards = result.boards();
    Ranking ranking = Ranking.of(boards);
    List<Order> orders = Order.all(result);
    List<Distribution> distributions = drawn ? Distribution.of(boards) : List.of();
    boolean single = race.scenarios().size() == 1;
    String name = single ? race.scenarios().get(0).name() : "race";
    RunReport run =
        RunReport.of(
                name,
                bench.word(),
                result.laps().stream().map(lap -> RaceFigures.row(lap, !drawn).build()).toList())
            .with("formula", List.of(Board.regret(race.aggregate()), Ranking.FORMULA))
            .with("price", Prices.STANDARD.worker())
            .with("lossSeconds", Prices.STANDARD.lossSeconds())
            .with("overall", RaceFigures.ofStanding(race).json(ranking.standings()));
    RunReport figures =
        drawn
            ? run.with("distribution", RaceFigures.OF_DISTRIBUTION.json(distributions))
                .with("scenarios", RaceFigures.OF_DRAWN_SCENARIO.json(boards))
            : run.with("boards", RaceFigures.ofBoard(race).json(boards));
    List<Section> page = new ArrayList<>();
    if (boards.size() > 1) {
      page.add(drawn ? RaceFigures.distributions(distributions) : overall(ranking));
      page.add(RaceFigures.orders(orders));
      page.add(new Paragraph(Ranking.FORMULA + "."));
      page.add(new Paragraph(OTHER_PRICES));
    }
    page.add(new Paragraph(Board.regret(race.aggregate()) + "."));
    page.addAll(ofRealRuns());
    if (!drawn) {
      boards.forEach(board -> page.addAll(sections(board, result)));
    } else if (!boards.isEmpty()) {
      page.add(RacePictures.ofRegrets(distributions));
      page.add(new Paragraph(KEPT));
    }
    Headline headline =
        headline(boards, ranking)
            .doubtedIf(!result.complete(), Headline.ENDED_EARLY)
            .doubted(warnings);
    Findings findings =
        new Findings(
            figures.with("complete", result.complete()),
            new Report(
                title(),
                bench == Bench.REAL ? headline.doubtedIfFew(race.seeds()) : headline,
                page));
    Facts facts = facts(result, boards.size());
    return (bench == Bench.VIRTUAL
            ? findings.simulatedBy(command, facts)
            : findings.measuredBy(command, facts))
        .figure("orders", RaceFigures.OF_ORDER.json(orders));
  }

  private String title() {
    String where = bench == Bench.VIRTUAL ? "Race in virtual time: " : "Race on real threads: ";
    return where + scenarios(race, drawn);
  }

  /** The scenario, or how many, as a title ends. */
  static String scenarios(Race race, boolean drawn) {
    int all = race.scenarios().size();
    return all == 1 ? race.scenarios().get(0).name() : all + (drawn ? " drawn" : "") + " scenarios";
  }

  /** How a race was run, in so many of its scenarios. */
  static Facts facts(Race race, Bench bench, RaceResult result, int boards) {
    long searched =
        result.laps().stream()
            .mapToLong(lap -> lap.contender() instanceof Oracle oracle ? oracle.runs() : 0)
            .sum();
    return Facts.of("How it was run")
        .and("bench", bench.word())
        .and("scenarios", boards + " of " + race.scenarios().size())
        .and("lengths", lengths(race))
        .and("seeds", seeds(race))
        .and("runs", result.laps().size() + ", and " + searched + " in search of the oracle");
  }

  private Facts facts(RaceResult result, int boards) {
    return facts(race, bench, result, boards)
        .and("price of a worker", text(Prices.STANDARD.worker(), 1) + " of a task in the system")
        .and("loss of a task", text(Prices.STANDARD.lossSeconds(), 0) + " s")
        .and("asked", "as each row says; a period is that of the pool's governor");
  }

  private Table overall(Ranking ranking) {
    return RaceFigures.ofStanding(race)
        .only("policy", "asked", "regret", "worstRegret", "worstScenario")
        .table(
            "All " + ranking.boards() + " scenarios",
            ranking.standings(),
            RaceFigures.isFirst(ranking.standings(), Standing::name, Standing::role));
  }

  private List<Section> sections(Board board, RaceResult result) {
    String models = board.scenario().models();
    String catches = board.scenario().catches();
    String story =
        (models.isBlank() ? "" : "Models " + models + ". ")
            + (catches.isBlank() ? "" : "Catches " + catches + ".");
    List<Section> sections = new ArrayList<>(List.of(RaceFigures.board(race, board)));
    if (!story.isEmpty()) {
      sections.add(new Paragraph(story.strip()));
    }
    sections.addAll(RacePictures.of(this, result, board));
    return sections;
  }

  /** The meaning of the oracle of real runs. */
  List<Section> ofRealRuns() {
    return bench == Bench.VIRTUAL
        ? List.of()
        : List.of(
            new Paragraph(
                "The oracle of a real run has the sizes that were best in virtual time, searched for"
                    + " with the same tasks. On real threads others may be better: then a regret is"
                    + " below 1."));
  }

  static String seeds(Race race) {
    Stream<String> first =
        race.scenarios().stream().map(Scenario::seed).distinct().sorted().map(String::valueOf);
    return race.seeds() + ", from " + listed(first) + " on";
  }

  static String lengths(Race race) {
    return listed(
        race.scenarios().stream()
            .map(Scenario::lengthNanos)
            .distinct()
            .sorted()
            .map(nanos -> text(nanos / 1e9, 1) + " s"));
  }

  private static String listed(Stream<String> ascending) {
    List<String> all = ascending.toList();
    return all.size() <= LISTED_MAX
        ? String.join(", ", all)
        : "each of %s values from %s to %s"
            .formatted(all.size(), all.get(0), all.get(all.size() - 1));
  }

  private Headline headline(List<Board> boards, Ranking ranking) {
    if (boards.isEmpty()) {
      return Headline.of(NO_BOARD);
    }
    List<Standing> contenders = with(Role.CONTENDER, ranking);
    return contenders.isEmpty()
        ? Headline.of("Nobody took part.")
        : Headline.of(verdict(boards, contenders)).and(last(contenders)).and(references(ranking));
  }

  private static List<Standing> with(Role role, Ranking ranking) {
    return ranking.standings().stream().filter(standing -> standing.role() == role).toList();
  }

  private String verdict(List<Board> boards, List<Standing> contenders) {
    Standing best = contenders.get(0);
    int seeds = boards.get(0).seeds();
    String over = seeds == 1 ? "one seed" : seeds + " seeds";
    if (boards.size() > 1) {
      return "Over %s scenarios and %s each, %s (geometric mean), and %s at worst, in %s."
          .formatted(
              boards.size(),
              over,
              compared(contenders),
              times(best.worstRegret()),
              best.worstScenario());
    }
    Board.Row row = boards.get(0).row(best.name());
    return "%s, with %s its 95th percentile of response time and %s its worker time (%s)."
        .formatted(
            compared(contenders),
            times(row.responseP95Ratio()),
            times(row.workerSecondsRatio()),
            seeds == 1 ? over : race.aggregate().word() + "s over " + over);
  }

  /** The first contenders, whose costs are the same as far as they are shown, and the oracle. */
  private String compared(List<Standing> contenders) {
    String cost = times(contenders.get(0).regret());
    List<String> first =
        contenders.stream()
            .filter(standing -> times(standing.regret()).equals(cost))
            .map(Standing::name)
            .toList();
    String who =
        first.get(0)
            + (first.size() == 1
                ? ""
                : first.size() == 2
                    ? " and " + first.get(1)
                    : " and " + (first.size() - 1) + " others");
    if (contenders.get(0).regret() < BELOW_ORACLE) {
      return "%s did better than the sizes that were best %s: a task cost %s what it cost with those"
          .formatted(who, bench == Bench.VIRTUAL ? "in the search" : "in virtual time", cost);
    }
    return "%s came nearest to the best sizes in hindsight: a task cost %s what it cost the oracle"
        .formatted(who, cost);
  }

  private static String last(List<Standing> contenders) {
    Standing last = contenders.get(contenders.size() - 1);
    return contenders.size() == 1
        ? ""
        : "The last of %s, %s, cost %s as much as the oracle."
            .formatted(contenders.size(), last.name(), times(last.regret()));
  }

  private static String references(Ranking ranking) {
    return with(Role.REFERENCE, ranking).stream()
        .map(standing -> standing.name() + " " + text(standing.regret(), 2))
        .collect(Collectors.joining(", ", "For comparison: ", "."));
  }

  private static String times(double ratio) {
    return text(ratio, 2) + " times";
  }

  /**
   * The real bench as a race runs it: one lap at a time, each with the reasons not to trust it.
   *
   * <p>Any thread may run a lap; laps at the same time would disturb each other, so one waits for
   * the other. A short lap that does not count precedes a contender's first lap of a scenario, so
   * that compilers have done their work. The warnings are never waited for: a thread that ends the
   * race early reads them while a lap is still running, which may take minutes.
   */
  static final class RealLaps implements Race.Bench {

    /** Why some runs are not to be trusted, one line each. */
    final List<String> warnings = new CopyOnWriteArrayList<>();

    private final Set<List<String>> warmed = new HashSet<>(); // guarded by this

    @Override
    public synchronized Outcome run(Scenario scenario, long seed, Contender contender) {
      try {
        RealRun run =
            warmed.add(List.of(scenario.name(), contender.name()))
                ? RealBench.run(scenario, seed, contender, EntryPoint.IN_PROCESS)
                : RealBench.runWarm(scenario, seed, contender, EntryPoint.IN_PROCESS);
        run.distrust()
            .ifPresent(why ->
                warnings.add(
                    scenario.name() + ", " + contender.name() + ", seed " + seed + ": " + why));
        return run.outcome();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("the run was interrupted", e);
      }
    }
  }
}
