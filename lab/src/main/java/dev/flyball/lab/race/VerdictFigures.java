package dev.flyball.lab.race;

import static dev.flyball.lab.report.NumberFormat.rounded;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunReport;
import dev.flyball.sim.race.Board.Row;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.verdict.Change;
import dev.flyball.sim.race.verdict.Lineup;
import dev.flyball.sim.race.verdict.Place;
import dev.flyball.sim.race.verdict.Shortfall;
import dev.flyball.sim.race.verdict.Standing;
import dev.flyball.sim.race.verdict.Variation;
import dev.flyball.sim.race.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The figures of a verdict as files have them. */
final class VerdictFigures {

  private VerdictFigures() {}

  static RunReport addTo(RunReport report, Lineup lineup, Verdict verdict) {
    return report
        .with("overall", overall(verdict.standing()))
        .with("scenarios", verdict.standing().places().stream().map(VerdictFigures::of).toList())
        .with("ablation", verdict.parts().stream().map(VerdictFigures::part).toList())
        .with("robustness", robustness(lineup.variations(), verdict.variations()))
        .with("shortfalls", verdict.shortfalls().stream().map(VerdictFigures::of).toList());
  }

  private static JsonFields overall(Standing standing) {
    return JsonFields.of("own", of(standing.own()))
        .and("peer", of(standing.peer()))
        .and("oftenPeer", of(standing.oftenPeer()))
        .and("regretRatio", rounded(standing.regretRatio()))
        .and("excessRatio", rounded(standing.excessRatio()));
  }

  private static JsonFields of(Ranking.Standing standing) {
    return JsonFields.of("policy", standing.name())
        .and("regret", rounded(standing.regret()))
        .and("worstRegret", rounded(standing.worstRegret()))
        .and("worstScenario", standing.worstScenario());
  }

  private static JsonFields of(Place place) {
    return JsonFields.of("scenario", place.scenario())
        .and("regret", rounded(place.own().regret()))
        .and("throughputRatio", rounded(place.own().throughputRatio()))
        .and("responseP95Ratio", rounded(place.own().responseP95Ratio()))
        .and("workerSecondsRatio", rounded(place.own().workerSecondsRatio()))
        .and("peer", of(place.peer()))
        .and("oftenPeer", of(place.oftenPeer()))
        .and("regretRatio", rounded(place.regretRatio()))
        .and("oftenRegretRatio", rounded(place.oftenRegretRatio()))
        .and("oracleSaturated", place.saturated())
        .and("oracleSaturatedShare", rounded(place.saturatedShare()))
        .and(
            "fallsShortIn",
            place.shortfalls().stream().map(shortfall -> shortfall.rule().word()).toList());
  }

  private static JsonFields of(Row peer) {
    return JsonFields.of("policy", peer.name()).and("regret", rounded(peer.regret()));
  }

  private static JsonFields part(Change part) {
    return with(JsonFields.of("without", part.what()), part)
        .and("best", of(part.best()))
        .and("costsNothing", part.costsNothing())
        .and("scenarios", part.scenarios().stream().map(VerdictFigures::of).toList());
  }

  private static List<JsonFields> robustness(List<Variation> variations, List<Change> changes) {
    List<JsonFields> all = new ArrayList<>();
    for (int i = 0; i < variations.size(); i++) {
      Variation variation = variations.get(i);
      JsonFields varied =
          JsonFields.of("parameter", variation.parameter())
              .and("usual", variation.usual())
              .and("value", variation.value())
              .and("times", variation.times().doubleValue());
      all.add(with(varied, changes.get(i)));
    }
    return all;
  }

  private static JsonFields with(JsonFields what, Change change) {
    return what.and("regret", rounded(change.changedRegret()))
        .and("growth", rounded(change.growth()))
        .and("worst", of(change.worst()));
  }

  private static JsonFields of(Change.InScenario in) {
    return JsonFields.of("scenario", in.scenario())
        .and("usualRegret", rounded(in.usualRegret()))
        .and("changedRegret", rounded(in.changedRegret()));
  }

  private static JsonFields of(Shortfall shortfall) {
    return JsonFields.of("where", shortfall.where())
        .and("rule", shortfall.rule().word())
        .and("figure", shortfall.rule().figure())
        .and("value", rounded(shortfall.value()))
        .and("bound", shortfall.rule().bound());
  }
}
