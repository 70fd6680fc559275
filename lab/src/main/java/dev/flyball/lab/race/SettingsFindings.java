package dev.flyball.lab.race;

import static dev.flyball.lab.report.Column.number;
import static dev.flyball.lab.report.Column.text;

import dev.flyball.lab.peers.PeerSettings;
import dev.flyball.lab.race.BestSettings.Found;
import dev.flyball.lab.race.BestSettings.Judged;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;

/**
 * The findings of a search for settings: figures and a page.
 *
 * @param experiment what was searched
 * @param found what was found, peer by peer
 */
record SettingsFindings(SettingsExperiment experiment, List<Found> found) {

  private static final String FORMULA =
      "Regret is cost over the oracle's, the geometric mean over scenarios and seeds. Settings are"
          + " chosen in the searched half alone; the other half tells what they are worth.";

  SettingsFindings {
    found = List.copyOf(found);
  }

  Findings findings() {
    RunReport figures =
        RunReport.of("settings", RaceExperiment.Bench.VIRTUAL.word(), List.of())
            .with("peers", found.stream().map(SettingsFindings::figures).toList())
            .with("searched", names(true))
            .with("elsewhere", names(false))
            .with("seeds", experiment.seeds())
            .with("complete", complete());
    Facts facts =
        Facts.of("How it was run")
            .and("searched in", String.join(", ", names(true)))
            .and("judged in", String.join(", ", names(false)))
            .and("seeds", String.valueOf(experiment.seeds()))
            .and("passes at most", String.valueOf(experiment.passes()));
    Report page =
        Report.of("The best settings of the peers", summary())
            .with(regrets())
            .with(new Paragraph(FORMULA))
            .with(settings());
    return new Findings(
        Provenance.addVirtualTo(figures, experiment.command()),
        Provenance.addVirtualTo(page, facts, experiment.command()));
  }

  private boolean complete() {
    return found.size() == experiment.peers().size();
  }

  private List<String> names(boolean searched) {
    return SettingsExperiment.half(searched, experiment.scenarios()).stream()
        .map(Scenario::name)
        .toList();
  }

  private String summary() {
    long gained =
        found.stream().filter(one -> one.best().elsewhere() < one.shipped().elsewhere()).count();
    String text =
        gained
            + " of "
            + found.size()
            + " peers cost less with the settings that were found, in scenarios they were not"
            + " searched in.";
    return complete() ? text : text + " The search was ended early; what is missing was not run.";
  }

  private Table regrets() {
    Table table =
        Table.of(
            "Regret as shipped and at the best settings",
            text("peer"),
            number("shipped, searched"),
            number("best, searched"),
            number("shipped, elsewhere"),
            number("best, elsewhere"),
            number("tries"));
    for (Found one : found) {
      table =
          table.row(
              one.peer().name(),
              RaceTables.shown(one.shipped().searched(), 2),
              RaceTables.shown(one.best().searched(), 2),
              RaceTables.shown(one.shipped().elsewhere(), 2),
              RaceTables.shown(one.best().elsewhere(), 2),
              one.tries());
    }
    return table;
  }

  private Table settings() {
    Table table = Table.of("The best settings", text("asked"), text("settings"));
    for (Found one : found) {
      PeerSettings best = one.best().settings();
      table = table.row(Asked.of(best), best.specification());
    }
    return table;
  }

  private static JsonFields figures(Found one) {
    return JsonFields.of("peer", one.peer().name())
        .and("source", one.peer().source())
        .and("shipped", figures(one.shipped()))
        .and("best", figures(one.best()))
        .and("tries", one.tries());
  }

  private static JsonFields figures(Judged judged) {
    return JsonFields.of("settings", judged.settings().specification())
        .and("asked", Asked.of(judged.settings()))
        .and("regretSearched", RaceFigures.rounded(judged.searched()))
        .and("regretElsewhere", RaceFigures.rounded(judged.elsewhere()));
  }
}
