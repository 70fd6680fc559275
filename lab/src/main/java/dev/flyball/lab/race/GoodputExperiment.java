package dev.flyball.lab.race;

import static dev.flyball.lab.report.text.NumberFormat.text;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.goodput.ClassStanding;
import dev.flyball.sim.race.goodput.GoodputBoard;
import dev.flyball.sim.race.goodput.GoodputStanding;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A race by goodput in virtual time, and what is reported of it afterwards.
 *
 * @param race what is run
 * @param drawn whether its scenarios were drawn at random, and are many: then only how each
 *     contender's goodputs are spread over them is reported, and else a board for each as well
 * @param command the command line that repeats it
 */
public record GoodputExperiment(Race race, boolean drawn, String command) {

  private static final String ORACLE =
      "The oracle knows the future: the sizes in hindsight, one or one for each part of the run,"
          + " together with the better of two rules, the standard one and \"an error for a task that"
          + " has waited half of its time\", found by search; or the best run of a contender where"
          + " that was better.";
  private static final String KEPT =
      "./flyball scenarios --goodput --random SEED > goodput-SEED.yaml keeps a drawn scenario, to"
          + " read, to race alone and to change.";

  /** A race of named scenarios, or of files. */
  public static GoodputExperiment of(
      List<Scenario> scenarios, List<Contender> contenders, int seeds, String command) {
    return new GoodputExperiment(Race.forGoodput(scenarios, contenders, seeds), false, command);
  }

  /** A race of scenarios that were drawn, each run once. */
  public static GoodputExperiment drawn(
      List<Scenario> scenarios, List<Contender> contenders, String command) {
    return new GoodputExperiment(
        Race.forGoodput(scenarios, contenders, 1), scenarios.size() > 1, command);
  }

  /**
   * Runs the race on an executor that runs its tasks in other threads, and says what was found;
   * where the calling thread is interrupted, what has not ended is left out, saying so.
   */
  public Findings run(Executor executor, Laps.Listener listener) {
    return findings(Laps.run(race, executor, listener, Lap::withoutHistory));
  }

  private Findings findings(RaceResult result) {
    List<GoodputBoard> boards = GoodputBoard.of(result);
    List<GoodputStanding> standings = GoodputStanding.of(boards);
    List<ClassStanding> classes = ClassStanding.of(boards);
    String name = race.scenarios().size() == 1 ? race.scenarios().get(0).name() : "goodput";
    RunReport run =
        RunReport.of(
                name,
                "virtual",
                result.laps().stream().map(lap -> RaceFigures.row(lap, false).build()).toList())
            .with("formula", GoodputBoard.FIGURES)
            .with("overall", GoodputFigures.OF_STANDING.json(standings))
            .with("classes", GoodputFigures.OF_CLASSES.json(classes));
    RunReport figures =
        drawn
            ? run.with("scenarios", GoodputFigures.OF_DRAWN_SCENARIO.json(boards))
            : run.with("boards", GoodputFigures.OF_BOARD.json(boards));
    List<Section> page = new ArrayList<>();
    if (boards.size() > 1) {
      page.add(GoodputFigures.standings(standings));
      if (!classes.isEmpty()) {
        page.add(GoodputFigures.classes(classes));
      }
    }
    page.add(new Paragraph(GoodputBoard.FIGURES + "."));
    page.add(new Paragraph(ORACLE));
    if (drawn && !standings.isEmpty()) {
      page.add(GoodputPictures.ofRatios(standings));
      page.add(new Paragraph(KEPT));
    } else {
      boards.forEach(board -> page.addAll(sections(board, result)));
    }
    return new Findings(
            figures.with("complete", result.complete()),
            new Report(
                "Race by goodput: " + RaceExperiment.scenarios(race, drawn),
                headline(standings).doubtedIf(!result.complete(), Headline.ENDED_EARLY),
                page))
        .simulatedBy(
            command,
            RaceExperiment.facts(race, RaceExperiment.Bench.VIRTUAL, result, boards.size()));
  }

  private static List<Section> sections(GoodputBoard board, RaceResult result) {
    String models = board.scenario().models();
    String catches = board.scenario().catches();
    List<Section> sections = new ArrayList<>(List.of(GoodputFigures.board(board)));
    if (!models.isBlank() && !catches.isBlank()) {
      sections.add(new Paragraph("Models " + models + ". Catches " + catches + "."));
    }
    sections.addAll(GoodputPictures.of(result, board));
    return sections;
  }

  private static Headline headline(List<GoodputStanding> standings) {
    if (standings.isEmpty()) {
      return Headline.of(RaceExperiment.NO_BOARD);
    }
    List<GoodputStanding> contenders =
        standings.stream().filter(standing -> standing.role() == Role.CONTENDER).toList();
    if (contenders.isEmpty()) {
      return Headline.of("Nobody took part.");
    }
    GoodputStanding best = contenders.get(0);
    Headline headline =
        Headline.of(
            "%s had %s: %s of the oracle's, and %s at worst, in %s."
                .formatted(
                    best.name(),
                    contenders.size() == 1 ? "this goodput" : "the best goodput",
                    text(best.ratio(), 3),
                    text(best.worstRatio(), 3),
                    best.worst().name()));
    GoodputStanding last = contenders.get(contenders.size() - 1);
    return contenders.size() == 1
        ? headline
        : headline.and(
            "The last of %s, %s, had %s of it."
                .formatted(contenders.size(), last.name(), text(last.ratio(), 3)));
  }
}
