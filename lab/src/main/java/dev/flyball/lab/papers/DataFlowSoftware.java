package dev.flyball.lab.papers;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import dev.flyball.dataflow.solve.Sensitivity;
import dev.flyball.dataflow.solve.Stepwise;
import dev.flyball.lab.flow.PlanPage;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow Software", Tables 2 to 12,
 * calculated again: nothing here is measured, so it takes a moment.
 *
 * <p>Their program: Decoder to Converter, and what that makes to the Serializer and to the Feeder.
 */
public final class DataFlowSoftware {

  private static final List<String> NODES = List.of("decoder", "converter", "serializer", "feeder");

  /** "A very large queue"; the text says no number. */
  private static final long LARGE_QUEUE = 1_000_000;

  private static final String ANOTHER_RUN =
      "printed from another run: no printed table of rates gives it, and rates fell with more"
          + " threads";

  private DataFlowSoftware() {}

  /**
   * A table of rates: records per second of one thread of each node, on a host of so many cores, 64
   * of Zerberus and 8 of Goedel.
   */
  private record Rates(int cores, List<Double> perSecond) {

    double perSecond(String node) {
      return perSecond.get(NODES.indexOf(node));
    }

    Rates fasterFeeder(int times) {
      List<Double> faster = new ArrayList<>(perSecond);
      faster.set(3, times * perSecond.get(3));
      return new Rates(cores, faster);
    }

    Network network(String name) {
      return new Network(
          name,
          Host.of(cores),
          new Goal.Throughput(),
          List.of(Source.to("decoder")),
          NODES.stream().map(node -> Node.of(node, perSecond(node))).toList(),
          List.of(
              Route.copy("decoder", "converter"), Route.copy("converter", "serializer", "feeder")));
    }

    /** The network whose Feeder has one thread whatever comes, and loses what that cannot do. */
    Network fixedFeeder(String name) {
      Network network = network(name);
      Node feeder = network.node("feeder").withThreads(Threads.fixed(1));
      return network.with(feeder.withQueue(LARGE_QUEUE, Overflow.DROP_NEW));
    }
  }

  private static final Rates TABLE_2 = new Rates(64, List.of(10_658.0, 12_147.0, 2061.0, 66.0));
  private static final Rates TABLE_6 = new Rates(8, List.of(32_617.0, 26_058.0, 5202.0, 105.0));
  private static final Rates TABLE_10_ZERBERUS =
      new Rates(64, List.of(9766.0, 10_430.0, 1987.0, 28.0));
  private static final Rates TABLE_10_GOEDEL =
      new Rates(8, List.of(30_055.0, 18_672.0, 6146.0, 94.0));
  private static final Rates TABLE_12_5X = TABLE_2.fasterFeeder(5);
  private static final Rates TABLE_12_10X = TABLE_2.fasterFeeder(10);
  private static final Rates TABLE_12_15X = TABLE_2.fasterFeeder(15);

  /**
   * A configuration of Table 11 or 12.
   *
   * @param network the network that it is for, named for where it stands
   * @param printedRate the rate that was printed for it; NaN where none was
   * @param printed the threads that were printed, in the order of the nodes
   * @param plan what {@link Planner} finds
   * @param stepwise what the published algorithm finds, with steps of one record per second
   */
  record Configuration(
      Network network,
      double printedRate,
      List<Integer> printed,
      Plan plan,
      Stepwise.Result stepwise) {

    private static Configuration of(Network network, double printedRate, Integer... printed) {
      return new Configuration(
          network,
          printedRate,
          List.of(printed),
          Planner.plan(network),
          new Stepwise(network, 1).run());
    }

    String name() {
      return network.name();
    }

    List<Integer> threads() {
      return plan.nodes().stream().map(Plan.Part::threads).toList();
    }

    List<Integer> threadsByStep() {
      return List.copyOf(stepwise.threads().values());
    }

    boolean same() {
      return threads().equals(printed);
    }

    boolean sameByStep() {
      return threadsByStep().equals(printed);
    }
  }

  static List<Configuration> configurations() {
    Rates zerberus = TABLE_10_ZERBERUS;
    Rates goedel = TABLE_10_GOEDEL;
    return List.of(
        Configuration.of(zerberus.network("Table 11, Zerberus"), Double.NaN, 1, 1, 1, 61),
        Configuration.of(
            zerberus.fixedFeeder("Table 11, Zerberus, fixed Feeder"), 66_900, 9, 9, 45, 1),
        Configuration.of(goedel.network("Table 11, Goedel"), 280, 1, 1, 1, 5),
        Configuration.of(goedel.fixedFeeder("Table 11, Goedel, fixed Feeder"), 15_600, 1, 2, 4, 1),
        Configuration.of(TABLE_12_5X.network("Table 12, 5x"), 13_400, 2, 2, 9, 51),
        Configuration.of(TABLE_12_10X.network("Table 12, 10x"), 23_000, 3, 3, 14, 44),
        Configuration.of(TABLE_12_15X.network("Table 12, 15x"), 29_500, 4, 4, 18, 38));
  }

  /**
   * A column of utilisations.
   *
   * @param table the number of the table
   * @param name which column
   * @param printed in percent, in the order of the nodes
   * @param plan what the formula gives
   * @param why what the difference is, where there is one
   */
  record Utilisations(int table, String name, List<Double> printed, Plan plan, String why) {

    /** What the formula gives, in percent. */
    List<Double> ours() {
      return NODES.stream().map(node -> 100 * plan.part(node).utilisation()).toList();
    }

    /** Whether all are as printed, to the digits that were printed. */
    boolean same() {
      return IntStream.range(0, NODES.size())
          .noneMatch(node -> Math.abs(ours().get(node) - printed.get(node)) > 0.01);
    }

    private Utilisations because(String reason) {
      return new Utilisations(table, name, printed, plan, reason);
    }
  }

  static List<Utilisations> utilisations() {
    Rates z = TABLE_2;
    Rates g = TABLE_6;
    return List.of(
        column(2, "1-1-1-1 at 1000/s", z, 1000, List.of(1, 1, 1, 1), 9.38, 8.23, 48.52, 100),
        column(4, "1-1-1-61 at 1000/s", z, 1000, List.of(1, 1, 1, 61), 9.25, 9.67, 48.95, 100)
            .because(ANOTHER_RUN),
        column(5, "1-1-1-1 at 2000/s", z, 2000, List.of(1, 1, 1, 1), 18.77, 16.46, 97.04, 100),
        column(5, "9-9-45-1 at 66900/s", z, 66_900, List.of(9, 9, 45, 1), 79.11, 70.44, 79.93, 100)
            .because(ANOTHER_RUN),
        column(6, "1-1-1-1 at 1000/s", g, 1000, List.of(1, 1, 1, 1), 3.07, 3.84, 19.22, 100),
        column(8, "1-1-1-1 at 280/s", g, 280, List.of(1, 1, 1, 1), 0.86, 1.07, 5.38, 100),
        column(8, "1-1-1-5 at 280/s", g, 280, List.of(1, 1, 1, 5), 0.97, 1.41, 4.04, 80)
            .because(ANOTHER_RUN),
        column(9, "1-1-1-1 at 5200/s", g, 5200, List.of(1, 1, 1, 1), 15.94, 19.96, 99.96, 100),
        column(9, "1-2-4-1 at 15600/s", g, 15_600, List.of(1, 2, 4, 1), 52.10, 75.02, 79.89, 100)
            .because(ANOTHER_RUN),
        column(12, "5x", TABLE_12_5X, 13_400, List.of(2, 2, 9, 51), 62.86, 55.16, 72.24, 79.62),
        column(12, "10x", TABLE_12_10X, 23_000, List.of(3, 3, 14, 44), 71.93, 63.12, 79.71, 79.20),
        column(12, "15x", TABLE_12_15X, 29_500, List.of(4, 4, 18, 38), 69.20, 60.71, 79.52, 78.42));
  }

  private static Utilisations column(
      int table, String name, Rates rates, double rate, List<Integer> threads, double... printed) {
    Plan plan =
        Planner.assess(
            rates.network(name),
            IntStream.range(0, NODES.size())
                .boxed()
                .collect(Collectors.toMap(NODES::get, threads::get)),
            rate);
    return new Utilisations(table, name, DoubleStream.of(printed).boxed().toList(), plan, "");
  }

  /** Total rates of a node for several numbers of threads, as they were measured there. */
  private record Feeder(int table, String host, List<Integer> threads, List<Double> perSecond) {

    List<Point> points() {
      return IntStream.range(0, threads.size())
          .mapToObj(i -> new Point(threads.get(i), perSecond.get(i)))
          .toList();
    }
  }

  private static final List<Feeder> FEEDERS =
      List.of(
          new Feeder(
              3,
              "Zerberus",
              List.of(1, 2, 4, 10, 20, 61),
              List.of(66.0, 88.0, 136.0, 70.0, 100.0, 122.0)),
          new Feeder(
              7, "Goedel", List.of(1, 2, 3, 4, 5), List.of(105.0, 158.0, 243.0, 280.0, 350.0)));

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

  /** All experiments. */
  public static Findings run() {
    List<Configuration> configurations = configurations();
    List<Utilisations> utilisations = utilisations();
    Configuration fixed = configurations.get(1);
    Configuration goedel = configurations.get(3);
    Configuration five = configurations.get(4);
    Printed printed =
        new Printed(
            "Printed beside calculated",
            SOURCE,
            Stream.concat(
                    configurations.stream().map(DataFlowSoftware::claim),
                    utilisations.stream().map(DataFlowSoftware::claim))
                .toList());
    Findings findings =
        new Findings(
                RunReport.of("dataflow", "calculated", List.of()),
                Report.of(
                    "Hlavacs and Nussbaumer, threads for data-flow software",
                    Headline.of(printed.tally() + ".").and(summary(configurations, utilisations))))
            .figure("configurations", CONFIGURATION.json(configurations))
            .figure("tables", tables(utilisations))
            .printed(printed)
            .with(
                CONFIGURATION
                    .only("name", "printed", "threads", "stepwiseThreads", "printedRate", "rate")
                    .and(CONFIGURATION.only("stepwiseRate", "lostPerSecond", "blockingRate"))
                    .table("Tables 11 and 12: configurations", configurations))
            .with(new Paragraph(CONFIGURATIONS))
            .with(
                COLUMNS.table(
                    "Tables 2, 4, 5, 6, 8, 9 and 12: utilisations in percent, printed and ours",
                    utilisations));
    for (Feeder feeder : FEEDERS) {
      findings = findings.with(table(feeder));
    }
    return findings
        .with(new Paragraph(feederWords()))
        .with(rates())
        .with(new Paragraph(BLOCKING))
        .with(
            new Picture(
                new PlanPage(fixed.network(), fixed.plan()).chart(),
                "The bar says how busy the threads are; the Feeder's is full, and loses the rest."))
        .with(new PlanPage(five.network(), five.plan()).nodes())
        .with(PlanPage.gains(Sensitivity.of(five.network())))
        .with(
            STEPS.table(
                "The published algorithm step by step: " + goedel.name(),
                goedel.stepwise().trace()))
        .measuredBy(
            "./flyball paper dataflow",
            Facts.of("How it was calculated")
                .and("the paper", SOURCE)
                .and("utilisation at most", "80 %")
                .and("queues", "M/M/k/B")
                .and("seed", Provenance.NO_SEED));
  }

  private static String summary(
      List<Configuration> configurations, List<Utilisations> utilisations) {
    return ("%s of the %s printed configurations are the optimum, found without steps; %s of %s columns"
            + " of utilisations are what the formulas give, to the last digit.")
        .formatted(
            configurations.stream().filter(Configuration::same).count(),
            configurations.size(),
            utilisations.stream().filter(Utilisations::same).count(),
            utilisations.size());
  }

  private static Claim claim(Configuration each) {
    return Claim.inWords(
        each.name() + ": threads",
        text(each.printed()),
        text(each.threads()),
        each.same() && each.sameByStep(),
        "exactly",
        "calculated at "
            + NumberFormat.text(each.plan().rate())
            + "/s; by the published steps "
            + text(each.threadsByStep()));
  }

  private static Claim claim(Utilisations each) {
    boolean explained = !each.same() && !each.why().isEmpty();
    Claim claim =
        Claim.inWords(
            "Table " + each.table() + ", " + each.name() + ": utilisations, %",
            utilisations(each.printed()),
            utilisations(each.ours()),
            each.same(),
            "all four within 0.01",
            "reproduced if all four are within 0.01");
    return explained ? claim.notComparable(each.why()) : claim;
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
          Figure.<Configuration>inFiles("stepwiseThreads", Configuration::threadsByStep)
              .shownAs("by steps", it -> text(it.threadsByStep())),
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
          Figure.inFiles("ours", Utilisations::ours),
          Figure.inFiles("same", Utilisations::same),
          Figure.inFiles("why", Utilisations::why),
          Figure.text("", "decoder", it -> both(it, 0)),
          Figure.text("", "converter", it -> both(it, 1)),
          Figure.text("", "serializer", it -> both(it, 2)),
          Figure.text("", "feeder", it -> both(it, 3)));

  private static final Figures<Stepwise.Step> STEPS =
      Figures.of(
          Figure.number("", "at rate", "/s", Stepwise.Step::rate),
          Figure.text("", "one more", Stepwise.Step::node),
          Figure.number("", "which was busy", "%", step -> 100 * step.utilisation()),
          Figure.text("", "threads then", step -> text(step.threads())));

  private static String utilisations(List<Double> percent) {
    return percent.stream()
        .map(each -> String.format(Locale.ROOT, "%.2f", each))
        .collect(Collectors.joining(", "));
  }

  private static String both(Utilisations each, int node) {
    return String.format(
        Locale.ROOT, "%.2f / %.2f", each.printed().get(node), each.ours().get(node));
  }

  private static Table table(Feeder feeder) {
    double one = feeder.perSecond().get(0);
    return Figures.of(
            Figure.count("", "threads", Point::threads),
            Figure.number("", "total, printed", "/s", Point::perSecond),
            Figure.<Point>number(
                "", "if they did not disturb each other", "/s", it -> it.threads() * one),
            Figure.<Point>number("", "carried at 80 %", "/s", it -> 0.8 * it.perSecond()))
        .table("Table " + feeder.table() + ": the Feeder on " + feeder.host(), feeder.points());
  }

  /** What the printed totals mean for the plan, calculated. */
  private static String feederWords() {
    Network printed = TABLE_2.network("Zerberus, Table 3");
    RateCurve totals = new RateCurve.Measured(FEEDERS.get(0).points());
    Network measured = printed.with(printed.node("feeder").withRate(totals));
    Plan plan = Planner.plan(measured);
    return String.format(
        Locale.ROOT,
        "With the totals of Table 3 as they were measured, the optimum for Zerberus is %s and %s"
            + " records per second, not 1-1-1-61, whose 61 Feeders carry %s: more threads than"
            + " that made the database slower.",
        new PlanPage(measured, plan).configuration(),
        NumberFormat.text(plan.rate()),
        NumberFormat.text(0.8 * 122));
  }

  private static Table rates() {
    Rates zerberus = TABLE_10_ZERBERUS;
    Rates goedel = TABLE_10_GOEDEL;
    return Figures.<String>of(
            Figure.text("", "node", node -> node),
            Figure.number("", "Zerberus", "/s", zerberus::perSecond),
            Figure.number("", "Goedel", "/s", goedel::perSecond))
        .table("Table 10: mean rates of one thread, as printed", NODES);
  }

  private static String text(List<Integer> threads) {
    return threads.stream().map(String::valueOf).collect(Collectors.joining("-"));
  }

  /** The columns by the numbers of their tables, for machines. */
  private static JsonFields tables(List<Utilisations> utilisations) {
    Map<Integer, List<Utilisations>> byTable =
        utilisations.stream()
            .collect(
                Collectors.groupingBy(
                    Utilisations::table, LinkedHashMap::new, Collectors.toList()));
    JsonFields tables = JsonFields.NONE;
    for (Map.Entry<Integer, List<Utilisations>> table : byTable.entrySet()) {
      tables = tables.and(table.getKey().toString(), COLUMNS.json(table.getValue()));
    }
    for (Feeder feeder : FEEDERS) {
      JsonFields column =
          JsonFields.of("column", feeder.host())
              .and("threads", feeder.threads())
              .and("printed", feeder.perSecond());
      tables = tables.and(String.valueOf(feeder.table()), List.of(column));
    }
    return tables;
  }
}
