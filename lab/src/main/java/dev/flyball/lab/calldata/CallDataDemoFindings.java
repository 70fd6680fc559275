package dev.flyball.lab.calldata;

import dev.flyball.dataflow.live.FlowAdvice.Change;
import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.RunReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a demonstration, as figures.
 *
 * @param demo what was run
 * @param seen what was seen
 */
record CallDataDemoFindings(CallDataDemo demo, DemoResult seen) {

  Findings findings() {
    RunReport figures =
        RunReport.of("calldata-demo", "real", List.of())
            .with(
                "phases",
                DemoResult.phases(seen.seconds(), demo.phases()).stream()
                    .map(PhaseFigures::extra)
                    .toList())
            .with("seconds", seen.seconds().stream().map(this::extra).toList())
            .with("changes", changes())
            .with(
                "account", seen.account().map(CallDataDemoFindings::extra).orElse(JsonFields.NONE))
            .with("sweeps", seen.sweeps().stream().map(CallDataDemoFindings::extra).toList())
            .with("complete", seen.account().isPresent());
    return new Findings(
        Provenance.addTo(figures, demo.command()), new CallDataDemoPage(demo, seen).page());
  }

  // ---- The figures

  private JsonFields extra(DemoSecond second) {
    return JsonFields.of("atSeconds", second.atSeconds())
        .and("phase", demo.phases().get(second.phase()).name())
        .and("offeredPerSecond", PhaseFigures.finite(second.offered()))
        .and("arrivedPerSecond", second.arrived())
        .and("storedPerSecond", second.delivered())
        .and("waiting", second.backlog())
        .and("threads", PhaseFigures.extra(second.threads()));
  }

  private List<JsonFields> changes() {
    List<JsonFields> all = new ArrayList<>();
    for (FlowDecision decision : seen.decisions()) {
      for (Change change : decision.changes()) {
        all.add(
            JsonFields.of("atSeconds", seen.secondsAt(decision))
                .and("stage", change.stage())
                .and("from", change.from())
                .and("to", change.to())
                .and("why", change.why()));
      }
    }
    return all;
  }

  private static JsonFields extra(TicketAccount account) {
    return JsonFields.of("sent", account.sent())
        .and("inDatabase", account.inDatabase())
        .and("inFiles", account.inFiles())
        .and("givenUp", account.givenUpCount())
        .and("holds", account.holds());
  }

  private static JsonFields extra(DemoResult.Swept swept) {
    CallDataSweep.Result result = swept.result();
    return JsonFields.of("phase", swept.name())
        .and("governedPerSecond", swept.phase().deliveredAtEnd())
        .and("governedThreads", PhaseFigures.extra(swept.held()))
        .and("heldPerSecond", swept.heldPerSecond())
        .and("bestPerSecond", result.best().perSecond())
        .and("share", swept.share())
        .and("account", extra(result.account()))
        .and("finals", result.finals().stream().map(CallDataDemoFindings::extra).toList())
        .and("configurations", result.cells().stream().map(CallDataDemoFindings::extra).toList());
  }

  private static JsonFields extra(CallDataSweep.Cell cell) {
    return JsonFields.of("threads", PhaseFigures.extra(cell.threads()))
        .and("storedPerSecond", cell.perSecond())
        .and("lowest", cell.lowest())
        .and("highest", cell.highest());
  }
}
