package dev.flyball.lab.demo;

import dev.flyball.lab.demo.SwitchedLoad.Seen;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.tuning.CellResult;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.GovernedRun;
import dev.flyball.lab.tuning.GovernedRun.Convergence;
import dev.flyball.lab.tuning.TuningFigures;
import dev.flyball.lab.tuning.TuningPictures;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The results of a switched load, as figures and a page.
 *
 * @param experiment what was run
 * @param beds what it was run on, where a server was started
 * @param seen what was seen; nothing where it ended before
 * @param ended why it ended early, if it did
 */
record SwitchedLoadFindings(
    SwitchedLoad experiment, List<String> beds, List<Seen> seen, Optional<String> ended) {

  /** How much of the journal before the switch is shown, in seconds. */
  private static final double JOURNAL_BEFORE_SECONDS = 15;

  /** A load, and the governed run under it. */
  private record Phase(String load, GovernedRun run, double noticedSeconds) {}

  private static final Figures<Phase> PHASES =
      Figures.of(
          Figure.text("", "load", Phase::load),
          Figure.count("", "size at the start", phase -> phase.run().start()),
          Figure.count("", "size at the end", phase -> phase.run().opt()),
          Figure.number("", "tried new sizes after", "s", Phase::noticedSeconds),
          Figure.number(
              "",
              "converged after",
              "s",
              phase -> converged(phase.run(), Convergence::afterSeconds)),
          Figure.number("", "windows", "", phase -> converged(phase.run(), Convergence::windows)),
          Figure.number(
              "",
              "throughput at the end",
              "tps",
              phase -> phase.run().end().transactionsPerSecond()));

  private static final Figures<Seen> SWITCHES =
      Figures.of(
          Figure.inFiles(
              "switchedSeconds", what -> what.switchedSeconds() - what.run().fromSeconds()),
          Figure.inFiles("sizeBefore", what -> what.before().opt()),
          Figure.inFiles("sizeAfter", what -> what.after().opt()),
          Figure.inFiles("triedNewSizesSeconds", SwitchedLoadFindings::noticed),
          Figure.inFiles(
              "convergedSeconds", what -> converged(what.after(), Convergence::afterSeconds)));

  private static double converged(GovernedRun run, ToDoubleFunction<Convergence> figure) {
    return run.convergence().stream().mapToDouble(figure).findFirst().orElse(Double.NaN);
  }

  Findings findings() {
    List<CellResult> results =
        seen.stream().map(what -> what.result(experiment.connections())).toList();
    Findings findings =
        new Findings(
                RunReport.of(
                    "mariadb-switch", "real", TuningFigures.rows(results, experiment.seed())),
                Report.of("A load that becomes another, and a governor that follows", summary()))
            .figure("gains", TuningFigures.gains(results))
            .figure("switches", SWITCHES.json(seen))
            .figure("runs", TuningFigures.runs(results))
            .figure("server", String.join("; ", beds))
            .figure("complete", ended.isEmpty());
    for (Seen what : seen) {
      findings =
          findings
              .with(PHASES.table("Before and after", phases(what)))
              .with(
                  TuningFigures.journal(
                      "The journal around the switch (at "
                          + Math.round(what.switchedSeconds() - what.run().fromSeconds())
                          + " s)",
                      what.run(),
                      what.switchedSeconds() - JOURNAL_BEFORE_SECONDS,
                      what.run().toSeconds()))
              .with(TuningFigures.gains("The second load, fixed sizes in turns", results))
              .with(
                  new Picture(
                      TuningPictures.sizeOverTime("Size", List.of(whole(what))),
                      "The number of thread groups, over both loads."))
              .with(
                  new Picture(
                      TuningPictures.throughputOverTime("Throughput", List.of(whole(what))),
                      "Transactions per second: one statement each before the switch, twenty after"
                          + " it."));
    }
    return findings.measuredBy(experiment.command(), parameters());
  }

  private static List<Phase> phases(Seen what) {
    return List.of(
        new Phase(Cell.nameOf(SwitchedLoad.BEFORE) + ", in memory", what.before(), Double.NaN),
        new Phase(Cell.nameOf(SwitchedLoad.AFTER) + ", on the disk", what.after(), noticed(what)));
  }

  private CellResult whole(Seen what) {
    return new CellResult(
        new Cell(experiment.connections(), SwitchedLoad.BEFORE),
        what.cores(),
        Optional.empty(),
        List.of(what.run()),
        List.of(),
        Optional.empty(),
        what.run().cutShort());
  }

  /** How long after the switch a size was tried that had not been tried just before it. */
  private static double noticed(Seen what) {
    return what.run()
            .leftItsSizesAfter(what.switchedSeconds(), JOURNAL_BEFORE_SECONDS)
            .orElse(Double.NaN)
        - what.switchedSeconds();
  }

  private Facts parameters() {
    Facts facts = Facts.of("How it was measured");
    for (String bed : beds) {
      facts = facts.and("server", bed);
    }
    return facts
        .and("policy", experiment.policy())
        .and("clients", experiment.connections() + ", closed loop, no think time")
        .and("before the switch", experiment.secondsBefore() + " s of point selects in memory")
        .and(
            "after the switch",
            experiment.secondsAfter()
                + " s of read-write transactions; durable commits and a small buffer pool are"
                + " switched on with them")
        .and("seed", experiment.seed());
  }

  private String summary() {
    if (seen.isEmpty()) {
      return "The run was " + ended.orElse("empty") + ", before anything was measured.";
    }
    Seen what = seen.get(0);
    String text =
        "Point selects in memory were left with "
            + what.before().opt()
            + " groups; "
            + after(what)
            + gain(what);
    return ended.map(why -> text + " The run was " + why + ".").orElse(text);
  }

  private static String after(Seen what) {
    GovernedRun after = what.after();
    if (after.load().isEmpty()) {
      return "the load was not switched any more.";
    }
    return after
        .convergence()
        .map(found ->
            "for read-write on the disk "
                + after.opt()
                + " were found, "
                + NumberFormat.text(found.afterSeconds())
                + " s and "
                + found.windows()
                + " windows after the switch.")
        .orElse(
            "for read-write on the disk it had not settled when the run ended, at "
                + after.opt()
                + ".");
  }

  private String gain(Seen what) {
    return what.result(experiment.connections())
        .gain()
        .map(gain ->
            " There these make "
                + NumberFormat.text(100 * (gain.median() - 1))
                + " % more transactions than as many groups as cores ("
                + what.cores()
                + ").")
        .orElse("");
  }
}
