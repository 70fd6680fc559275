package dev.flyball.lab.flow;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.solve.Bound;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Sensitivity;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.chart.FlowChart;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A plan for people and for machines: a sentence, tables, a picture of the network, figures.
 *
 * @param network what was planned
 * @param plan the plan
 */
public record PlanPage(Network network, Plan plan) {

  /** What was found. */
  public Headline headline() {
    String rate =
        "%s: %s records per second with %s (%s)."
            .formatted(
                network.name(),
                NumberFormat.text(plan.rate()),
                threads(plan.threadsSum()),
                configuration());
    Headline headline =
        plan.feasible()
            ? Headline.of(rate)
            : Headline.of("Not feasible: " + plan.because().orElse("") + ".").and(rate);
    String bottleneck =
        "The bottleneck is %s%s."
            .formatted(
                plan.bottleneck(),
                plan.bound().map(bound -> ", the rate is bound by " + bound.text()).orElse(""));
    headline =
        headline
            .and(plan.goal() instanceof Goal.Latency latency ? time(latency) : "")
            .and(bottleneck);
    for (Plan.Part part : plan.nodes()) {
      if (part.overflowPerSecond() > LOSS_SHOWN * part.arrivalsPerSecond()) {
        headline = headline.and(overflow(part));
      }
    }
    return headline;
  }

  /** The time that records take, and the one that is wanted; and whether the plan is the best. */
  private String time(Goal.Latency goal) {
    String mean = "They take " + millis(plan.responseSeconds()) + " on average";
    String most =
        goal.quantile().isEmpty()
            ? " of at most "
            : ", "
                + NumberFormat.text(100 * goal.quantile().getAsDouble())
                + " % of them at most "
                + millis(plan.quantileSeconds())
                + ", of ";
    String known = plan.proven() ? "" : " Whether fewer threads would do is not known.";
    return mean + most + millis(OptionalDouble.of(goal.seconds())) + " that they may." + known;
  }

  private static String millis(OptionalDouble seconds) {
    return seconds.isPresent()
        ? NumberFormat.text(1e3 * seconds.getAsDouble()) + " ms"
        : "without end";
  }

  static String threads(int threads) {
    return threads + (threads == 1 ? " thread" : " threads");
  }

  /** Less than one record in a million is not worth a sentence. */
  private static final double LOSS_SHOWN = 1e-6;

  private String overflow(Plan.Part part) {
    return String.format(
        Locale.ROOT,
        "%s %s %s of %s records per second (%s); if full queues blocked, all nodes would run at %s.",
        part.name(),
        part.overflow().loses() ? "loses" : "puts aside",
        NumberFormat.text(part.overflowPerSecond()),
        NumberFormat.text(part.arrivalsPerSecond()),
        part.overflow().text(),
        NumberFormat.text(plan.blockingRate()));
  }

  /** The threads as the publication writes them, such as {@code 9-9-45-1}. */
  public String configuration() {
    return String.join(
        "-", plan.nodes().stream().map(part -> String.valueOf(part.threads())).toList());
  }

  private static final Figures<Plan.Part> OF_NODE =
      Figures.of(
          Figure.<Plan.Part>text("name", "node", Plan.Part::name)
              .shownAs(part -> part.name() + (part.fixed() ? " (fixed)" : "")),
          Figure.inFiles("fixed", Plan.Part::fixed),
          Figure.count("threads", "threads", Plan.Part::threads),
          Figure.number("arrivalsPerSecond", "arrivals", "/s", Plan.Part::arrivalsPerSecond),
          Figure.number("capacityPerSecond", "capacity", "/s", Plan.Part::capacityPerSecond),
          Figure.<Plan.Part>number("utilisation", "utilisation", "", Plan.Part::utilisation)
              .percent(),
          Figure.<Plan.Part>optional("waitSeconds", "mean wait", "ms", Plan.Part::waitSeconds)
              .times(1e3),
          Figure.number("lossPerSecond", "lost", "/s", Plan.Part::lossPerSecond),
          Figure.number(
              "asidePerSecond",
              "put aside",
              "/s",
              part -> part.overflowPerSecond() - part.lossPerSecond()));

  private static Figures<Sensitivity.Gain> gains(Sensitivity.Terms terms) {
    Figure<Sensitivity.Gain> value =
        switch (terms) {
          case RATE -> Figure.number("rate", "rate", "/s", Sensitivity.Gain::value);
          case THREADS ->
              Figure.<Sensitivity.Gain>number("threads", "threads", "", Sensitivity.Gain::value)
                  .decimals(0);
          case SECONDS ->
              Figure.<Sensitivity.Gain>number("seconds", "response", "ms", Sensitivity.Gain::value)
                  .times(1e3);
        };
    return Figures.of(
        Figure.text("change", "change", Sensitivity.Gain::what),
        value,
        Figure.<Sensitivity.Gain>number("gain", "difference", "", Sensitivity.Gain::change)
            .percent());
  }

  private static String title(Sensitivity.Terms terms) {
    return switch (terms) {
      case RATE -> "the highest rate";
      case THREADS -> "the fewest threads for the goal";
      case SECONDS -> "the shortest response time";
    };
  }

  /** A line for each node. */
  public Table nodes() {
    return OF_NODE.table(
        "Threads for " + plan.goal().text(),
        plan.nodes(),
        part -> part.name().equals(plan.bottleneck()));
  }

  /** What would help. */
  public static Table gains(Sensitivity sensitivity) {
    List<Sensitivity.Gain> all = new ArrayList<>(sensitivity.gains());
    all.add(sensitivity.withoutBottleneck());
    return gains(sensitivity.terms())
        .table("What would help: " + title(sensitivity.terms()) + " with one thing changed", all);
  }

  /** The network, each node with its threads and how busy they are. */
  public FlowChart chart() {
    List<String> names = network.inOrder().stream().map(Node::name).toList();
    List<FlowChart.Stage> stages = names.stream().map(name -> stage(plan.part(name))).toList();
    List<FlowChart.Flow> flows =
        network.routes().stream()
            .flatMap(route ->
                route.branches().stream()
                    .map(branch ->
                        new FlowChart.Flow(
                            names.indexOf(route.from()),
                            names.indexOf(branch.to()),
                            share(branch.share()))))
            .toList();
    String title = network.name() + " at " + NumberFormat.text(plan.rate()) + " records per second";
    return new FlowChart(title, stages, flows);
  }

  private static FlowChart.Stage stage(Plan.Part part) {
    String threads = threads(part.threads()) + (part.fixed() ? ", fixed" : "");
    String busy =
        Math.round(100 * part.utilisation())
            + " % of "
            + NumberFormat.text(part.capacityPerSecond())
            + "/s";
    return new FlowChart.Stage(part.name(), List.of(threads, busy), part.utilisation());
  }

  /** What stands at an arrow; nothing where every record goes along it. */
  private static String share(double share) {
    if (share == 1) {
      return "";
    }
    return share < 1 ? NumberFormat.text(100 * share) + " %" : "× " + NumberFormat.text(share);
  }

  /** The plan as figures. */
  public JsonFields figures() {
    JsonFields figures =
        JsonFields.of("goal", plan.goal().text())
            .and("rate", plan.rate())
            .and("feasible", plan.feasible())
            .and("threads", byNode(Plan.Part::threads))
            .and("utilisation", byNode(Plan.Part::utilisation))
            .and("waitSeconds", byNode(Plan.Part::waitSeconds))
            .and("lossPerSecond", byNode(Plan.Part::lossPerSecond))
            .and("bottleneck", plan.bottleneck())
            .and("boundBy", plan.bound().map(Bound::text).orElse(""))
            .and("because", plan.because().orElse(""))
            .and("responseSeconds", plan.responseSeconds())
            .and("blockingRate", plan.blockingRate())
            .and("proven", plan.proven())
            .and("nodes", OF_NODE.json(plan.nodes()));
    return plan.goal() instanceof Goal.Latency latency
        ? figures
            .and("goalSeconds", latency.seconds())
            .and("goalQuantile", latency.quantile())
            .and("quantileSeconds", plan.quantileSeconds())
        : figures;
  }

  private JsonFields byNode(Function<Plan.Part, Object> figure) {
    JsonFields all = JsonFields.NONE;
    for (Plan.Part part : plan.nodes()) {
      all = all.and(part.name(), figure.apply(part));
    }
    return all;
  }

  /** What would help, as figures. */
  public static List<JsonFields> figures(Sensitivity sensitivity) {
    return gains(sensitivity.terms()).json(sensitivity.gains());
  }
}
