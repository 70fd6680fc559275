package dev.flyball.lab.race;

import static dev.flyball.lab.report.NumberFormat.rounded;

import dev.flyball.lab.race.BestSettings.Found;
import dev.flyball.lab.race.BestSettings.Judged;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;

/** What a search for the peers' best settings found. */
record SettingsFindings(SettingsExperiment experiment, List<Found> found) {

  private static final String FORMULA =
      "Regret is cost over the oracle's, the geometric mean over scenarios and seeds. Settings are"
          + " chosen in the searched half alone; the other half tells what they are worth.";

  private static final Figures<Judged> OF_JUDGED =
      Figures.of(
          Figure.inFiles("settings", judged -> judged.settings().specification()),
          Figure.inFiles("asked", judged -> Asked.of(judged.settings())),
          Figure.inFiles("regretSearched", judged -> rounded(judged.searched())),
          Figure.inFiles("regretElsewhere", judged -> rounded(judged.elsewhere())));

  private static final Figures<Found> REGRETS =
      Figures.of(
          Figure.text("peer", "peer", found -> found.peer().name()),
          Figure.inFiles("source", found -> found.peer().source()),
          Figure.inFiles("shipped", found -> OF_JUDGED.json(found.shipped())),
          Figure.inFiles("best", found -> OF_JUDGED.json(found.best())),
          RaceFigures.number("", "shipped, searched", "", 2, found -> found.shipped().searched()),
          RaceFigures.number("", "best, searched", "", 2, found -> found.best().searched()),
          RaceFigures.number("", "shipped, elsewhere", "", 2, found -> found.shipped().elsewhere()),
          RaceFigures.number("", "best, elsewhere", "", 2, found -> found.best().elsewhere()),
          Figure.count("tries", "tries", Found::tries));

  private static final Figures<Found> SETTINGS =
      Figures.of(
          Figure.text("", "asked", found -> Asked.of(found.best().settings())),
          Figure.text("", "settings", found -> found.best().settings().specification()));

  Findings findings() {
    boolean complete = found.size() == experiment.peers().size();
    return new Findings(
            RunReport.of("settings", RaceExperiment.Bench.VIRTUAL.word(), List.of()),
            Report.of("The best settings of the peers", summary(complete)))
        .table("peers", "Regret as shipped and at the best settings", REGRETS, found)
        .with(new Paragraph(FORMULA))
        .with(SETTINGS.table("The best settings", found))
        .figure("searched", names(true))
        .figure("elsewhere", names(false))
        .figure("seeds", experiment.seeds())
        .figure("complete", complete)
        .simulatedBy(
            experiment.command(),
            Facts.of("How it was run")
                .and("searched in", String.join(", ", names(true)))
                .and("judged in", String.join(", ", names(false)))
                .and("seeds", experiment.seeds())
                .and("passes at most", experiment.passes()));
  }

  private List<String> names(boolean searched) {
    return SettingsExperiment.half(searched, experiment.scenarios()).stream()
        .map(Scenario::name)
        .toList();
  }

  private String summary(boolean complete) {
    long gained =
        found.stream().filter(one -> one.best().elsewhere() < one.shipped().elsewhere()).count();
    return gained
        + " of "
        + found.size()
        + " peers cost less with the settings that were found, in scenarios they were not"
        + " searched in."
        + (complete ? "" : " The search was ended early; what is missing was not run.");
  }
}
