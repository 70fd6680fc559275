package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.number;
import static dev.flyball.lab.report.text.NumberFormat.rounded;
import static dev.flyball.lab.report.text.NumberFormat.text;

import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.chart.BarChart;
import dev.flyball.lab.report.chart.BarChart.Group;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.standard.FlyballPart;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Row;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.verdict.Change;
import dev.flyball.sim.race.verdict.Lineup;
import dev.flyball.sim.race.verdict.Place;
import dev.flyball.sim.race.verdict.Rule;
import dev.flyball.sim.race.verdict.Saturation;
import dev.flyball.sim.race.verdict.Shortfall;
import dev.flyball.sim.race.verdict.Standing;
import dev.flyball.sim.race.verdict.Variation;
import dev.flyball.sim.race.verdict.Verdict;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A verdict on one policy: its race against all others, against itself without each of its parts,
 * and against itself with each of its parameters halved and doubled.
 *
 * @param lineup the contenders
 * @param race the race, in virtual time
 * @param command the command line that repeats it
 */
public record VerdictExperiment(Lineup lineup, Race race, String command) {

  private static final Figures<Row> OF_PEER = RaceFigures.OF_DRAWN_ROW.only("policy", "regret");

  private static final Figures<Place> PLACES =
      Figures.of(
          Figure.text("scenario", "scenario", Place::scenario),
          number("regret", "regret", 2, place -> place.own().regret()),
          Figure.<Place>inFiles("peer", place -> OF_PEER.json(place.peer()))
              .shownAs("best peer", place -> place.peer().name()),
          number("", "its regret", 2, place -> place.peer().regret()),
          number("regretRatio", "ratio", 2, Place::regretRatio),
          Figure.<Place>inFiles("fallsShortIn", VerdictExperiment::words)
              .shownAs("falls short in", place -> String.join(", ", words(place))),
          number("throughputRatio", "throughput", 3, place -> place.own().throughputRatio()),
          number("responseP95Ratio", "p95", 2, place -> place.own().responseP95Ratio()),
          number("workerSecondsRatio", "worker time", 2, place -> place.own().workerSecondsRatio()),
          Figure.<Place>inFiles("oracleSaturated", Place::saturated)
              .shownAs("oracle is", place -> place.saturated() ? "saturated" : ""),
          Figure.inFiles("oracleSaturatedShare", place -> rounded(place.saturatedShare())),
          Figure.<Place>inFiles("oftenPeer", place -> OF_PEER.json(place.oftenPeer()))
              .shownAs("best peer, asked more often", place -> place.oftenPeer().name()),
          number("", "its regret", 2, place -> place.oftenPeer().regret()),
          number("oftenRegretRatio", "ratio", 2, Place::oftenRegretRatio));

  private static final Figures<Change.InScenario> IN_SCENARIO =
      Figures.of(
          Figure.inFiles("scenario", Change.InScenario::scenario),
          Figure.inFiles("usualRegret", in -> rounded(in.usualRegret())),
          Figure.inFiles("changedRegret", in -> rounded(in.changedRegret())));

  private static final Figures<Change> CHANGES =
      Figures.of(
          number("regret", "regret", 3, Change::changedRegret),
          RaceFigures.<Change>share("growth", "change", 1, Change::growth),
          Figure.<Change>inFiles("worst", change -> IN_SCENARIO.json(change.worst()))
              .shownAs(
                  "suffers most (regret)",
                  change -> inScenario(change.worst(), change.worst().growth() > 0)));

  private static final Figures<Change> WORTH =
      Figures.of(
          Figure.<Change>inFiles("best", part -> IN_SCENARIO.json(part.best()))
              .shownAs(
                  "gains most (regret)", part -> inScenario(part.best(), part.best().growth() < 0)),
          Figure.<Change>inFiles("costsNothing", Change::costsNothing)
              .shownAs("so the part", VerdictExperiment::worth),
          Figure.inFiles("scenarios", part -> IN_SCENARIO.json(part.scenarios())));

  private static final Figures<Change> PARTS =
      Figures.of(Figure.text("without", "without", Change::what)).and(CHANGES).and(WORTH);

  private static final Figures<Ranking.Standing> OVERALL =
      Figures.of(
          Figure.text("policy", "policy", Ranking.Standing::name),
          number("regret", "regret", 3, Ranking.Standing::regret),
          number("", "beyond the oracle", 3, standing -> standing.regret() - 1),
          number("worstRegret", "worst regret", 2, Ranking.Standing::worstRegret),
          Figure.text("worstScenario", "in scenario", Ranking.Standing::worstScenario));

  private record Asked(Ranking.Standing of, String asked) {}

  private record Varied(Variation variation, Change change) {}

  private static final Figures<Varied> VARIATIONS =
      Figures.of(
              Figure.<Varied>text("parameter", "parameter", it -> it.variation().parameter()),
              Figure.text("usual", "usual", it -> it.variation().usual()),
              Figure.text("value", "set to", it -> it.variation().value()),
              Figure.inFiles("times", it -> it.variation().times().doubleValue()))
          .and(new Figures<>(CHANGES.all().stream().map(it -> it.of(Varied::change)).toList()));

  /**
   * A verdict on a policy of the catalogue.
   *
   * @param policy its name
   * @param standing whether only its standing is wanted, and neither its parts nor its parameters
   * @param often how often the peers are asked in the second comparison
   * @throws IllegalArgumentException when there is no such policy, when it needs a setting, or when
   *     two scenarios have one name
   */
  public static VerdictExperiment of(
      String policy,
      List<Scenario> scenarios,
      boolean standing,
      int seeds,
      Duration often,
      String command) {
    PolicyEntry entry = Policies.entry(policy);
    if (!entry.example().equals(policy)) {
      throw new IllegalArgumentException(
          "the policy must be one that needs no setting but was '" + policy + "'");
    }
    List<Contender> peers =
        Contenders.policies().stream().filter(peer -> !peer.name().equals(policy)).toList();
    Lineup lineup =
        new Lineup(
            policy,
            peers,
            Contenders.limits(),
            often,
            standing ? List.of() : parts(policy),
            standing ? List.of() : Variation.of(policy));
    return new VerdictExperiment(lineup, lineup.race(scenarios, seeds), command);
  }

  /** Only the default policy can be told to do without parts of itself. */
  private static List<String> parts(String policy) {
    return Policies.ownParameters(policy).stream()
        .filter(parameter -> parameter.name().equals(Lineup.WITHOUT))
        .flatMap(without -> Arrays.stream(FlyballPart.values()))
        .map(FlyballPart::word)
        .toList();
  }

  /**
   * Runs the race on an executor that runs its tasks in other threads, and says what was found;
   * where the calling thread is interrupted, scenarios that have not ended are left out, saying so.
   */
  public Findings run(Executor executor, Laps.Listener listener) {
    return findings(Laps.run(race, executor, listener));
  }

  // ---- Where it stands, what its parts are worth, and where it falls short

  private Findings findings(RaceResult result) {
    Optional<Verdict> verdict = Verdict.of(lineup, result);
    RunReport run =
        RunReport.of(
                "verdict",
                RaceExperiment.Bench.VIRTUAL.word(),
                result.laps().stream()
                    .filter(this::isMain)
                    .map(lap -> RaceFigures.row(lap, true).build())
                    .toList())
            .with("policy", lineup.policy())
            .with("formula", List.of(regret(), Ranking.FORMULA, Saturation.MEANING))
            .with("seeds", race.seeds())
            .with("oftenSeconds", lineup.often().toMillis() / 1e3);
    String title = "Verdict on " + lineup.policy() + ": " + RaceExperiment.scenarios(race, false);
    Headline headline =
        verdict
            .map(this::headline)
            .orElse(Headline.of(RaceExperiment.NO_BOARD))
            .doubtedIf(!result.complete(), Headline.ENDED_EARLY);
    Findings findings =
        verdict
            .map(found ->
                new Findings(figures(run, found), new Report(title, headline, sections(found))))
            .orElse(new Findings(run, Report.of(title, headline)));
    int scenarios = verdict.map(found -> found.standing().places().size()).orElse(0);
    return findings
        .figure("complete", result.complete())
        .simulatedBy(
            command,
            Facts.of("How it was run")
                .and("bench", RaceExperiment.Bench.VIRTUAL.word())
                .and("scenarios", scenarios + " of " + race.scenarios().size())
                .and("seeds", RaceExperiment.seeds(race))
                .and("runs", result.laps().size())
                .and("contenders", race.contenders().size())
                .and(
                    "peers asked",
                    "once per period of the pool's governor, and a second time every " + often()));
  }

  /** Of the runs, those of the policy as it is and of the oracle; of the others, what they say. */
  private boolean isMain(Lap lap) {
    return lap.contender() instanceof Oracle || lap.contender().name().equals(lineup.policy());
  }

  private String often() {
    return lineup.often().toMillis() + " ms";
  }

  private String regret() {
    return Board.regret(race.aggregate());
  }

  private RunReport figures(RunReport run, Verdict found) {
    Standing standing = found.standing();
    return run.with(
            "overall",
            JsonFields.of("own", OVERALL.json(standing.own()))
                .and("peer", OVERALL.json(standing.peer()))
                .and("oftenPeer", OVERALL.json(standing.oftenPeer()))
                .and("regretRatio", rounded(standing.regretRatio()))
                .and("excessRatio", rounded(standing.excessRatio())))
        .with("scenarios", PLACES.json(standing.places()))
        .with("ablation", PARTS.json(found.parts()))
        .with("robustness", VARIATIONS.json(varied(found)))
        .with("shortfalls", ofShortfall(found).json(found.shortfalls()));
  }

  private List<Section> sections(Verdict found) {
    String policy = lineup.policy();
    Standing standing = found.standing();
    List<Section> sections =
        new ArrayList<>(
            List.of(
                standing(policy, standing),
                new Paragraph(Saturation.MEANING),
                regrets(policy, standing),
                overall(standing, often()),
                new Paragraph(Ranking.FORMULA + "; " + regret() + ".")));
    if (!found.parts().isEmpty()) {
      sections.add(PARTS.table(policy + " without each of its parts", found.parts()));
      sections.add(new Paragraph(parts(found.parts())));
    }
    if (!found.variations().isEmpty()) {
      sections.add(VARIATIONS.table("Each parameter halved and doubled", varied(found)));
      sections.add(new Paragraph(mostSensitive(found.variations())));
    }
    if (!found.shortfalls().isEmpty()) {
      sections.add(shortfalls(found));
    }
    return sections;
  }

  private List<Varied> varied(Verdict found) {
    return IntStream.range(0, found.variations().size())
        .mapToObj(i -> new Varied(lineup.variations().get(i), found.variations().get(i)))
        .toList();
  }

  static Table standing(String policy, Standing standing) {
    return PLACES.table(
        policy + " in each scenario (throughput to worker time: as multiples of the oracle's)",
        standing.places(),
        place -> !place.shortfalls().isEmpty());
  }

  private static Picture regrets(String policy, Standing standing) {
    List<String> series = List.of(policy, "best peer", "best peer, asked more often");
    List<Group> groups =
        standing.places().stream()
            .map(place ->
                new Group(
                    place.scenario(),
                    Stream.of(place.own(), place.peer(), place.oftenPeer())
                        .map(Row::regret)
                        .toList()))
            .toList();
    return new Picture(
        new BarChart("Regret in each scenario", Axis.of("regret", ""), series, groups),
        "1 is what the oracle costs; the best peers are those named above.");
  }

  private static List<String> words(Place place) {
    return place.shortfalls().stream().map(shortfall -> shortfall.rule().word()).toList();
  }

  static Table overall(Standing standing, String often) {
    boolean whenItWants = Policies.parse(standing.own().name()).nextPoll().isPresent();
    List<Asked> rows =
        List.of(
            new Asked(standing.own(), whenItWants ? "when it wants to be" : "once per period"),
            new Asked(standing.peer(), "best peer, as usual"),
            new Asked(standing.oftenPeer(), "best peer, policies asked every " + often));
    return new Figures<>(OVERALL.all().stream().map(it -> it.of(Asked::of)).toList())
        .and(Figures.of(Figure.text("", "asked", Asked::asked)))
        .table(
            "All " + standing.places().size() + " scenarios",
            rows,
            row -> row.of().equals(standing.own()));
  }

  private static String inScenario(Change.InScenario in, boolean any) {
    return any
        ? in.scenario() + " " + text(in.usualRegret(), 2) + " to " + text(in.changedRegret(), 2)
        : "none";
  }

  private static String worth(Change without) {
    if (without.costsNothing()) {
      return "costs nothing to remove";
    }
    return without.growth() < 0
        ? "does more harm than good"
        : "earns " + text(100 * without.growth(), 1) + " %";
  }

  private static String parts(List<Change> parts) {
    List<String> free = parts.stream().filter(Change::costsNothing).map(Change::what).toList();
    return free.isEmpty()
        ? "Every part earns something: without it, at least one scenario's regret grows by more than"
            + " 1 %."
        : "To be taken out, for no scenario's regret grows by more than 1 % without it: "
            + String.join(", ", free)
            + ".";
  }

  private String mostSensitive(List<Change> variations) {
    Change most =
        variations.stream()
            .max(Comparator.comparingDouble(change -> Math.abs(change.growth())))
            .orElseThrow();
    List<String> leftOut =
        Variation.leftOut(lineup.policy()).stream()
            .filter(name -> !name.equals(Lineup.WITHOUT)) // judged part by part
            .toList();
    return "What matters most is %s: it changes the overall regret by %s %%, and may by %s %%."
            .formatted(
                most.what(), text(100 * most.growth(), 1), text(100 * Rule.INSENSITIVE.bound(), 0))
        + (leftOut.isEmpty()
            ? ""
            : " Not varied, for half or double of it means nothing: "
                + String.join(", ", leftOut)
                + ".");
  }

  private static Figures<Shortfall> ofShortfall(Verdict verdict) {
    return Figures.of(
        Figure.text("where", "where", Shortfall::where),
        Figure.text("rule", "rule", shortfall -> shortfall.rule().word()),
        Figure.inFiles("figure", shortfall -> shortfall.rule().figure()),
        number("value", "figure", 3, Shortfall::value),
        Figure.<Shortfall>inFiles("bound", shortfall -> shortfall.rule().bound())
            .shownAs("to be", shortfall -> bound(shortfall.rule())),
        Figure.text("", "how", shortfall -> sentence(shortfall, verdict.standing())));
  }

  static Table shortfalls(Verdict verdict) {
    return ofShortfall(verdict).table("Where it falls short", verdict.shortfalls());
  }

  private static String bound(Rule rule) {
    return (rule.isCeiling() ? "at most " : "at least ") + text(rule.bound(), 2);
  }

  private Headline headline(Verdict found) {
    Standing standing = found.standing();
    int shortfalls = found.shortfalls().size();
    String verdict =
        switch (shortfalls) {
          case 0 -> "keeps every rule";
          case 1 -> "falls short in 1 point";
          default -> "falls short in " + shortfalls + " points";
        };
    return Headline.of(
            "%s %s: it costs %s times what the oracle costs, the best peer, %s, %s times."
                .formatted(
                    lineup.policy(),
                    verdict,
                    text(standing.own().regret(), 3),
                    standing.peer().name(),
                    text(standing.peer().regret(), 3)))
        .and(
            "Its regret is %s times the best peer's%s; of the others asked more often, the best is %s, %s"
                    .formatted(
                        text(standing.regretRatio(), 2),
                        excess(standing, ", what it costs beyond the oracle ", " times the peer's"),
                        standing.oftenPeer().name(),
                        text(standing.oftenPeer().regret(), 3))
                + " times.");
  }

  private static String excess(Standing standing, String before, String behind) {
    double ratio = standing.excessRatio();
    return Double.isNaN(ratio) ? "" : before + text(ratio, 2) + behind;
  }

  private static String sentence(Shortfall shortfall, Standing standing) {
    Rule rule = shortfall.rule();
    String beside = beside(shortfall, standing);
    return "%s: %s, to be %s%s"
        .formatted(
            rule.figure(),
            text(shortfall.value(), 3),
            bound(rule),
            beside.isEmpty() ? "" : " (" + beside + ")");
  }

  private static String beside(Shortfall shortfall, Standing standing) {
    return switch (shortfall.rule()) {
      case FIRST, HALF_THE_BEST_PEER ->
          compared(standing.own().regret(), standing.peer().name(), standing.peer().regret())
              + excess(standing, "; ", " of what the peer costs beyond the oracle")
              + (shortfall.rule().bound() * standing.peer().regret() < 1
                  ? "; the oracle itself would fall short"
                  : "");
      case NEAR_THE_BEST_PEER ->
          standing.places().stream()
              .filter(place -> place.scenario().equals(shortfall.where()))
              .map(place ->
                  compared(place.own().regret(), place.peer().name(), place.peer().regret()))
              .collect(Collectors.joining());
      case THROUGHPUT, RESPONSE_P95, WORKER_TIME, INSENSITIVE -> "";
    };
  }

  private static String compared(double own, String peer, double its) {
    return text(own, 2) + ", " + peer + " " + text(its, 2);
  }
}
