package dev.flyball.lab.papers;

import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import dev.flyball.dataflow.solve.Sensitivity;
import dev.flyball.dataflow.solve.Stepwise;
import dev.flyball.lab.flow.PlanPage;
import dev.flyball.lab.papers.DataFlowSoftware.CallData;
import dev.flyball.lab.papers.DataFlowSoftware.CallData.Rates;
import dev.flyball.lab.papers.DataFlowSoftware.Configuration;
import dev.flyball.lab.papers.DataFlowSoftware.Feeder;
import dev.flyball.lab.papers.DataFlowSoftware.Utilisations;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tables of the publication beside ours, and what follows from its own figures.
 *
 * @param configurations the seven of Tables 11 and 12
 * @param utilisations the columns of Tables 2, 4, 5, 6, 8, 9 and 12
 */
record DataFlowSoftwareFindings(
    List<Configuration> configurations, List<Utilisations> utilisations) {

  private static final String SOURCE =
      "Hlavacs and Nussbaumer, \"Optimization for Multi-thread Data-Flow Software\"";

  private static final String CONFIGURATIONS =
      "The configurations are those of the average rates in Table 10 (Table 11) and of the rates in"
          + " Table 2 (Table 12). The printed arrival rates are not the highest: 66,900 and 15,600"
          + " come from the experiments' own rates, and 29,500 from no step that was tried. Ours are"
          + " exact: one record more, and a thread more than the host has would be needed.";

  private static final String BLOCKING =
      "A fixed Feeder does not make the program faster: what it cannot do waits for ever, or is"
          + " lost, or holds up everybody. The printed optimum for Zerberus at 66,900 records per"
          + " second leaves the Feeder 28 of them; its queue of a million is full after 15 s, and"
          + " with queues that block, as Java's do, the whole program runs at 28 per second. So here"
          + " a node is called fixed only together with what becomes of the rest.";

  Findings findings() {
    return new Findings(
            RunReport.of("dataflow", "calculated", List.of()),
            new Report("Optimization for multi-thread data-flow software", summary(), sections()))
        .figure("configurations", CONFIGURATION.json(configurations))
        .figure("tables", tableFigures())
        .figure("printed", printed().extra())
        .measuredBy(
            "./flyball paper dataflow",
            Facts.of("How it was calculated")
                .and("the paper", SOURCE)
                .and("utilisation at most", "80 %")
                .and("queues", "M/M/k/B")
                .and("seed", Provenance.NO_SEED));
  }

  private String summary() {
    long same = configurations.stream().filter(Configuration::same).count();
    long columns = utilisations.stream().filter(Utilisations::same).count();
    return String.format(
        Locale.ROOT,
        "%d of the %d printed configurations are the optimum, found without steps; %d of %d columns"
            + " of utilisations are what the formulas give, to the last digit.",
        same,
        configurations.size(),
        columns,
        utilisations.size());
  }

  private List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    sections.add(printed());
    sections.add(
        CONFIGURATION
            .only(
                "name",
                "printed",
                "threads",
                "stepwiseThreads",
                "printedRate",
                "rate",
                "stepwiseRate",
                "lostPerSecond",
                "blockingRate")
            .table("Tables 11 and 12: configurations", configurations));
    sections.add(new Paragraph(CONFIGURATIONS));
    sections.add(
        COLUMNS.table(
            "Tables 2, 4, 5, 6, 8, 9 and 12: utilisations in percent, printed and ours",
            utilisations));
    for (Feeder feeder : DataFlowSoftware.FEEDERS) {
      sections.add(feederTable(feeder));
    }
    sections.add(new Paragraph(feederWords()));
    sections.add(rates());
    sections.add(new Paragraph(BLOCKING));
    Configuration fixed = configurations.get(1);
    sections.add(
        new Picture(
            new PlanPage(fixed.network(), fixed.plan()).chart(),
            "The bar says how busy the threads are; the Feeder's is full, and loses the rest."));
    Configuration five = configurations.get(4);
    sections.add(new PlanPage(five.network(), five.plan()).nodes());
    sections.add(PlanPage.gains(Sensitivity.of(five.network())));
    sections.add(trace());
    return sections;
  }

  private Printed printed() {
    Printed printed = Printed.of("Printed beside calculated", SOURCE);
    for (Configuration each : configurations) {
      printed =
          printed.and(
              Claim.inWords(
                  each.name() + ": threads",
                  text(each.printed()),
                  text(each.threads()),
                  each.same() && each.sameByStep()
                      ? Printed.Verdict.REPRODUCED
                      : Printed.Verdict.NOT_REPRODUCED,
                  "calculated at "
                      + NumberFormat.text(each.plan().rate())
                      + "/s; by the published steps "
                      + text(List.copyOf(each.stepwise().threads().values()))));
    }
    for (Utilisations each : utilisations) {
      printed =
          printed.and(
              Claim.inWords(
                  "Table " + each.table() + ", " + each.name() + ": utilisations, %",
                  utilisations(each, each.printed()::get),
                  utilisations(each, each::ours),
                  each.same()
                      ? Printed.Verdict.REPRODUCED
                      : each.why().isEmpty()
                          ? Printed.Verdict.NOT_REPRODUCED
                          : Printed.Verdict.NOT_COMPARABLE,
                  each.same() || each.why().isEmpty()
                      ? "reproduced if all four are within 0.01"
                      : each.why()));
    }
    return printed;
  }

  private static final Figures<Configuration> CONFIGURATION =
      Figures.of(
          Figure.text("name", "case", Configuration::name),
          Figure.<Configuration>inFiles("printed", Configuration::printed)
              .shownAs("printed", it -> text(it.printed())),
          Figure.<Configuration>inFiles("threads", Configuration::threads)
              .shownAs("ours", it -> text(it.threads())),
          Figure.number("rate", "highest rate", "/s", it -> it.plan().rate()),
          Figure.number("printedRate", "printed rate", "/s", Configuration::printedRate),
          Figure.<Configuration>inFiles(
                  "stepwiseThreads", it -> List.copyOf(it.stepwise().threads().values()))
              .shownAs("by steps", it -> text(List.copyOf(it.stepwise().threads().values()))),
          Figure.number("stepwiseRate", "by steps of 1", "/s", it -> it.stepwise().rate()),
          Figure.number("blockingRate", "if queues block", "/s", it -> it.plan().blockingRate()),
          Figure.number(
              "lostPerSecond",
              "lost at that rate",
              "/s",
              it -> it.plan().part("feeder").lossPerSecond()));

  private static final Figures<Utilisations> COLUMNS =
      Figures.of(
          Figure.count("", "table", Utilisations::table),
          Figure.text("column", "configuration", Utilisations::name),
          Figure.inFiles("printed", Utilisations::printed),
          Figure.inFiles(
              "ours", it -> IntStream.range(0, CallData.NODES.size()).mapToObj(it::ours).toList()),
          Figure.inFiles("same", Utilisations::same),
          Figure.inFiles("why", Utilisations::why),
          Figure.text("", "decoder", it -> both(it, 0)),
          Figure.text("", "converter", it -> both(it, 1)),
          Figure.text("", "serializer", it -> both(it, 2)),
          Figure.text("", "feeder", it -> both(it, 3)));

  private static String utilisations(Utilisations each, IntToDoubleFunction of) {
    return IntStream.range(0, each.printed().size())
        .mapToObj(node -> String.format(Locale.ROOT, "%.2f", of.applyAsDouble(node)))
        .collect(Collectors.joining(", "));
  }

  private static String both(Utilisations each, int node) {
    return String.format(Locale.ROOT, "%.2f / %.2f", each.printed().get(node), each.ours(node));
  }

  private static Table feederTable(Feeder feeder) {
    Table table =
        Table.of(
            "Table " + feeder.table() + ": the Feeder on " + feeder.host(),
            Column.number("threads"),
            Column.number("total, printed", "/s"),
            Column.number("if they did not disturb each other", "/s"),
            Column.number("carried at 80 %", "/s"));
    for (int i = 0; i < feeder.threads().size(); i++) {
      table =
          table.row(
              feeder.threads().get(i),
              feeder.perSecond().get(i),
              feeder.threads().get(i) * feeder.perSecond().get(0),
              0.8 * feeder.perSecond().get(i));
    }
    return table;
  }

  /** What the printed totals mean for the plan, calculated. */
  private static String feederWords() {
    Plan plan = Planner.plan(measuredZerberus());
    return String.format(
        Locale.ROOT,
        "With the totals of Table 3 as they were measured, the optimum for Zerberus is %s and %s"
            + " records per second, not 1-1-1-61, whose 61 Feeders carry %s: more threads than"
            + " that made the database slower.",
        new PlanPage(measuredZerberus(), plan).configuration(),
        NumberFormat.text(plan.rate()),
        NumberFormat.text(0.8 * 122));
  }

  private static Network measuredZerberus() {
    Feeder feeder = DataFlowSoftware.FEEDERS.get(0);
    List<RateCurve.Measured.Point> points = new ArrayList<>();
    for (int i = 0; i < feeder.threads().size(); i++) {
      points.add(new RateCurve.Measured.Point(feeder.threads().get(i), feeder.perSecond().get(i)));
    }
    Network network =
        CallData.network("Zerberus, Table 3", CallData.ZERBERUS_CORES, Rates.TABLE_2, false);
    return network.with(network.node("feeder").withRate(new RateCurve.Measured(points)));
  }

  private static Table rates() {
    return Table.of(
            "Table 10: mean rates of one thread, as printed",
            Column.text("node"),
            Column.number("Zerberus", "/s"),
            Column.number("Goedel", "/s"))
        .row("decoder", Rates.TABLE_10_ZERBERUS.decoder(), Rates.TABLE_10_GOEDEL.decoder())
        .row("converter", Rates.TABLE_10_ZERBERUS.converter(), Rates.TABLE_10_GOEDEL.converter())
        .row("serializer", Rates.TABLE_10_ZERBERUS.serializer(), Rates.TABLE_10_GOEDEL.serializer())
        .row("feeder", Rates.TABLE_10_ZERBERUS.feeder(), Rates.TABLE_10_GOEDEL.feeder());
  }

  private Table trace() {
    Configuration goedel = configurations.get(3);
    Table table =
        Table.of(
            "The published algorithm step by step: " + goedel.name(),
            Column.number("at rate", "/s"),
            Column.text("one more"),
            Column.number("which was busy", "%"),
            Column.text("threads then"));
    for (Stepwise.Step step : goedel.stepwise().trace()) {
      table = table.row(step.rate(), step.node(), 100 * step.utilisation(), text(step.threads()));
    }
    return table;
  }

  private static String text(List<Integer> threads) {
    return String.join("-", threads.stream().map(String::valueOf).toList());
  }

  // ---- For machines

  private JsonFields tableFigures() {
    Map<Integer, List<JsonFields>> columns = new LinkedHashMap<>();
    for (Utilisations each : utilisations) {
      columns.computeIfAbsent(each.table(), none -> new ArrayList<>()).add(COLUMNS.json(each));
    }
    for (Feeder feeder : DataFlowSoftware.FEEDERS) {
      columns.put(
          feeder.table(),
          List.of(
              JsonFields.of("column", feeder.host())
                  .and("threads", feeder.threads())
                  .and("printed", feeder.perSecond())));
    }
    JsonFields tables = JsonFields.NONE;
    for (Map.Entry<Integer, List<JsonFields>> column : columns.entrySet()) {
      tables = tables.and(String.valueOf(column.getKey()), column.getValue());
    }
    return tables;
  }
}
