package dev.flyball.lab.race;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.verdict.Lineup;
import dev.flyball.sim.race.verdict.Saturation;
import dev.flyball.sim.race.verdict.Variation;
import dev.flyball.sim.race.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A verdict as figures and as a page.
 *
 * @param experiment what was run
 * @param result what came of it
 * @param verdict what that says; empty when no scenario was run to its end
 */
record VerdictFindings(VerdictExperiment experiment, RaceResult result, Optional<Verdict> verdict) {

  Findings findings() {
    return new Findings(figures(), page());
  }

  private String policy() {
    return experiment.lineup().policy();
  }

  // ---- Figures

  /** Of the runs, those of the policy as it is and of the oracle; of the others, what they say. */
  private RunReport figures() {
    List<RunRow> rows =
        result.laps().stream()
            .filter(this::isMain)
            .map(lap -> RaceFigures.row(lap, true).build())
            .toList();
    RunReport report =
        RunReport.of("verdict", RaceExperiment.Bench.VIRTUAL.word(), rows)
            .with("policy", policy())
            .with(
                "formula",
                List.of(
                    Board.regret(result.race().aggregate()), Ranking.FORMULA, Saturation.MEANING))
            .with("seeds", result.race().seeds())
            .with("oftenSeconds", experiment.lineup().often().toMillis() / 1e3);
    if (verdict.isPresent()) {
      report = VerdictFigures.addTo(report, experiment.lineup(), verdict.get());
    }
    return Provenance.addVirtualTo(
        report.with("complete", result.complete()), experiment.command());
  }

  private boolean isMain(Lap lap) {
    return lap.contender() instanceof Oracle || lap.contender().name().equals(policy());
  }

  // ---- The page

  private Report page() {
    if (verdict.isEmpty()) {
      return withFacts(
          Report.of(title(), "The race was ended early, before any scenario was run to its end."));
    }
    Verdict found = verdict.get();
    String often = experiment.lineup().often().toMillis() + " ms";
    Report page =
        Report.of(title(), VerdictSentences.summary(policy(), found, result.complete()))
            .with(VerdictTables.standing(policy(), found.standing()))
            .with(new Paragraph(Saturation.MEANING))
            .with(VerdictTables.regrets(policy(), found.standing()))
            .with(VerdictTables.overall(found.standing(), often))
            .with(
                new Paragraph(
                    Ranking.FORMULA + "; " + Board.regret(result.race().aggregate()) + "."));
    if (!found.parts().isEmpty()) {
      page =
          page.with(VerdictTables.ablation(policy(), found.parts()))
              .with(new Paragraph(VerdictSentences.parts(found.parts())));
    }
    if (!found.variations().isEmpty()) {
      page =
          page.with(VerdictTables.robustness(experiment.lineup().variations(), found.variations()))
              .with(new Paragraph(VerdictSentences.variations(found.variations(), leftOut())));
    }
    if (!found.shortfalls().isEmpty()) {
      page = page.with(VerdictTables.shortfalls(found));
    }
    return withFacts(page);
  }

  private String title() {
    return "Verdict on " + policy();
  }

  private List<String> leftOut() {
    return Variation.leftOut(policy()).stream()
        .filter(name -> !name.equals(Lineup.WITHOUT)) // judged part by part
        .toList();
  }

  private Report withFacts(Report page) {
    int scenarios = verdict.map(found -> found.standing().places().size()).orElse(0);
    Facts facts =
        Facts.of("How it was run")
            .and("bench", RaceExperiment.Bench.VIRTUAL.word())
            .and("scenarios", scenarios + " of " + result.race().scenarios().size())
            .and("seeds", RaceFindings.seeds(result.race()))
            .and("runs", result.laps().size())
            .and("contenders", result.race().contenders().size())
            .and(
                "peers asked",
                "once per period of the pool's governor, and a second time every "
                    + experiment.lineup().often().toMillis()
                    + " ms");
    return Provenance.addVirtualTo(page, facts, experiment.command());
  }
}
