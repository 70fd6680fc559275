package dev.flyball.lab.papers;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.tuning.CellResult;
import dev.flyball.lab.tuning.Repeated;
import dev.flyball.lab.tuning.TuningFigures;
import dev.flyball.lab.tuning.TuningPictures;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The findings of the experiment with the database's thread pool: its results turned into figures
 * and a page.
 *
 * @param experiment what was run
 * @param beds what it was run on, where a server was started
 * @param results what was measured, load by load
 * @param ended why it ended early, if it did
 */
record AdaptiveThreadPoolFindings(
    AdaptiveThreadPool experiment,
    List<String> beds,
    List<CellResult> results,
    Optional<String> ended) {

  Findings findings() {
    Printed printed = AdaptiveThreadPoolClaims.of(experiment.printed() ? results : List.of());
    Findings findings =
        new Findings(
            RunReport.of(
                experiment.printed() ? "mysql" : "mariadb-demo",
                "real",
                TuningFigures.rows(results, experiment.seed())),
            Report.of("A database server's thread pool, governed from outside", summary()));
    findings =
        TuningFigures.addGains(findings, "As many groups as cores, and the size found", results)
            .with(TuningFigures.runs("The way there", results))
            .figure("printed", printed.extra());
    findings = printed.claims().isEmpty() ? findings : findings.with(printed);
    findings = TuningFigures.addSweeps(findings, "Every size, in turns", results);
    Optional<LineChart> sweeps = TuningPictures.sweeps(results);
    findings = sweeps.isEmpty() ? findings : findings.with(new Picture(sweeps.get(), CURVES));
    findings = TuningFigures.addOverheads(findings, "What looking costs", results);
    findings = new Findings(findings.figures(), pictures(findings.page()));
    return findings
        .with(new Paragraph(REMARKS))
        .figure("runs", TuningFigures.runs(results))
        .figure("server", String.join("; ", beds))
        .figure("complete", ended.isEmpty())
        .measuredBy(experiment.command(), parameters());
  }

  private static final String CURVES =
      "Where a curve is flat, size does not matter; where it rises, groups wait for something that"
          + " is not a processor; where it falls, they wait for each other.";

  private Report pictures(Report page) {
    Report more = page;
    boolean several = false;
    for (Map.Entry<String, List<CellResult>> profile :
        TuningPictures.byProfile(results).entrySet()) {
      if (profile.getValue().size() > 1) {
        more = overConnections(more, profile.getKey(), profile.getValue());
        several = true;
      }
    }
    if (several) {
      more =
          more.with(
              new Picture(
                  TuningPictures.sizes(results),
                  "Figs. 17 and 18 of the article: the size found over connections."));
    }
    return overTime(more);
  }

  private static Report overConnections(Report page, String profile, List<CellResult> results) {
    return page.with(
            new Picture(
                TuningPictures.throughput(profile, results),
                figure(profile, "13", "15")
                    + "transactions per second over connections, with as many groups as cores"
                    + " (usual) and with as many as were found (contr)."))
        .with(
            new Picture(
                TuningPictures.latency(profile, results),
                figure(profile, "14", "16")
                    + "the mean latency of a transaction over connections."));
  }

  private Report overTime(Report page) {
    Report more = page;
    for (Map.Entry<String, List<CellResult>> profile :
        TuningPictures.byProfile(results).entrySet()) {
      more =
          more.with(
                  new Picture(
                      TuningPictures.sizeOverTime(
                          "Size while governed, " + profile.getKey(), profile.getValue()),
                      "The number of thread groups in each second of the governed runs."))
              .with(
                  new Picture(
                      TuningPictures.throughputOverTime(
                          "Throughput while governed, " + profile.getKey(), profile.getValue()),
                      "What the clients got meanwhile."));
    }
    return more;
  }

  private static String figure(String profile, String readWrite, String newOrder) {
    return switch (profile) {
      case "read-write" -> "Fig. " + readWrite + " of the article: ";
      case "new-order" -> "Fig. " + newOrder + " of the article (there TPC-C): ";
      default -> "As Figs. 13 to 16 of the article: ";
    };
  }

  private Facts parameters() {
    Facts facts = Facts.of("How it was measured").and("the article", AdaptiveThreadPool.PAPER);
    for (String bed : beds) {
      facts = facts.and("server", bed);
    }
    return facts
        .and("policy", experiment.protocol().policy())
        .and("governed runs", experiment.protocol().seconds() + " s each")
        .and(
            "fixed sizes",
            experiment.protocol().seconds() + " s each, cut into turns that alternate")
        .and("the article's runs", "600 s each, on a machine of 72 processors, MySQL 8.0 variant")
        .and("load", "closed loop, no think time; clients and server share the processors")
        .and("seed", experiment.seed());
  }

  /** Less than this is no gain. */
  private static final double LEAST_GAIN_PERCENT = 1;

  private static final String REMARKS =
      "opt is the size that a governed run had for the longest time in its last third. Converged is"
          + " the first moment at which the size is within a factor of 1.5 (or one group) of where"
          + " the run ended, and from which on it is so for at least two fifths of every stretch of"
          + " time (a quarter of the run, 5 to 20 s), so that comparing it with another size by turns"
          + " does not count as being lost. Lost is the integral of best - reached up to then, where"
          + " best is what the best fixed size reached in the turns; by the curve, what the sweep"
          + " says that the sizes on the way cost, whatever else the machine did. Medians of turns;"
          + " diff is the median of the ratios of neighbouring turns.";

  private String summary() {
    if (results.isEmpty()) {
      return "The run was " + ended.orElse("empty") + ", before anything was measured.";
    }
    Optional<CellResult> most =
        results.stream()
            .filter(result -> result.gain().isPresent())
            .max(Comparator.comparingDouble(AdaptiveThreadPoolFindings::gain));
    String text =
        most.map(AdaptiveThreadPoolFindings::sentence).orElse("No load was measured to its end.");
    text += ends();
    return ended
        .map(why -> " The run was " + why + "; what is missing was not run.")
        .map(text::concat)
        .orElse(text);
  }

  private static double gain(CellResult result) {
    return result.gain().map(Repeated::median).orElse(1.0);
  }

  private static String sentence(CellResult most) {
    double percent = 100 * (gain(most) - 1);
    if (percent < LEAST_GAIN_PERCENT) {
      return "No load gained anything over as many groups as cores (" + most.cores() + ").";
    }
    return "The most was gained for "
        + most.cell().text()
        + ": "
        + NumberFormat.text(percent)
        + " % over as many groups as cores ("
        + most.cores()
        + "), with "
        + most.opt().orElse(0)
        + " groups; the article reports more than 40 % for read-write and TPC-C, on 72 cores.";
  }

  /** How many governed runs ended at a good size, where a sweep tells what is good. */
  private String ends() {
    List<Double> shares =
        results.stream()
            .filter(result -> result.sweep().isPresent())
            .flatMap(result ->
                result.tuned().stream().map(result::shareOfBest).flatMap(Optional::stream))
            .map(Repeated::median)
            .toList();
    if (shares.isEmpty()) {
      return "";
    }
    return " "
        + shares.stream().filter(share -> share >= 0.95).count()
        + " of "
        + shares.size()
        + " governed runs ended at a size that reaches 95 % of the best fixed one.";
  }
}
