package dev.flyball.lab.flow;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.solve.Bound;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Sensitivity;
import dev.flyball.lab.report.FlowChart;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A plan for people and for machines: a sentence, tables, a picture of the network, figures.
 *
 * @param network what was planned
 * @param plan the plan
 */
public record PlanPage(Network network, Plan plan) {

  /** What was found, in a sentence or a few. */
  public String summary() {
    StringBuilder words = new StringBuilder();
    if (!plan.feasible()) {
      words.append("Not feasible: ").append(plan.because().orElse("")).append(". ");
    }
    words.append(
        String.format(
            Locale.ROOT,
            "%s: %s records per second with %d threads (%s).",
            network.name(),
            NumberFormat.text(plan.rate()),
            plan.threadsSum(),
            configuration()));
    words.append(" The bottleneck is ").append(plan.bottleneck());
    plan.bound().ifPresent(bound -> words.append(", the rate is bound by ").append(bound.text()));
    words.append('.');
    for (Plan.Part part : plan.nodes()) {
      if (part.overflowPerSecond() > LOSS_SHOWN * part.arrivalsPerSecond()) {
        words.append(overflow(part));
      }
    }
    return words.toString();
  }

  /** Less than one record in a million is not worth a sentence. */
  private static final double LOSS_SHOWN = 1e-6;

  private String overflow(Plan.Part part) {
    return String.format(
        Locale.ROOT,
        " %s %s %s of %s records per second (%s); if full queues blocked, all nodes would run at %s.",
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

  /** A line for each node. */
  public Table nodes() {
    Table table =
        Table.of(
            "Threads for " + plan.goal().text(),
            Column.text("node"),
            Column.number("threads"),
            Column.number("arrivals", "/s"),
            Column.number("capacity", "/s"),
            Column.number("utilisation", "%"),
            Column.number("mean wait", "ms"),
            Column.number("lost", "/s"),
            Column.number("put aside", "/s"));
    for (Plan.Part part : plan.nodes()) {
      double aside = part.overflowPerSecond() - part.lossPerSecond();
      table =
          table.row(
              part.name() + (part.fixed() ? " (fixed)" : ""),
              part.threads(),
              part.arrivalsPerSecond(),
              part.capacityPerSecond(),
              100 * part.utilisation(),
              millis(part.waitSeconds()),
              part.lossPerSecond(),
              aside);
    }
    return table;
  }

  private static double millis(OptionalDouble seconds) {
    return seconds.isPresent() ? 1e3 * seconds.getAsDouble() : Double.NaN;
  }

  /** What would help. */
  public static Table gains(Sensitivity sensitivity) {
    Table table =
        Table.of(
            "What would help: the highest rate with one thing changed",
            Column.text("change"),
            Column.number("rate", "/s"),
            Column.number("gain", "%"));
    for (Sensitivity.Gain gain : sensitivity.gains()) {
      table = table.row(gain.what(), gain.rate(), 100 * gain.gain());
    }
    return table.row(
        "without the bottleneck, the next one is " + sensitivity.nextBottleneck(),
        sensitivity.nextRate(),
        100 * (sensitivity.nextRate() / sensitivity.rate() - 1));
  }

  /** The network, each node with its threads and how busy they are. */
  public FlowChart chart() {
    Map<String, Integer> numbers = new HashMap<>();
    List<FlowChart.Stage> stages = new ArrayList<>();
    for (Node node : network.inOrder()) {
      Plan.Part part = plan.part(node.name());
      numbers.put(node.name(), stages.size());
      stages.add(
          new FlowChart.Stage(
              node.name(),
              List.of(
                  part.threads()
                      + (part.threads() == 1 ? " thread" : " threads")
                      + (part.fixed() ? ", fixed" : ""),
                  Math.round(100 * part.utilisation())
                      + " % of "
                      + NumberFormat.text(part.capacityPerSecond())
                      + "/s"),
              part.utilisation()));
    }
    List<FlowChart.Flow> flows = new ArrayList<>();
    for (Route route : network.routes()) {
      for (Route.Branch branch : route.branches()) {
        flows.add(
            new FlowChart.Flow(
                numbers.getOrDefault(route.from(), 0),
                numbers.getOrDefault(branch.to(), 0),
                share(branch.share())));
      }
    }
    String title = network.name() + " at " + NumberFormat.text(plan.rate()) + " records per second";
    return new FlowChart(title, stages, flows);
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
    JsonFields threads = JsonFields.NONE;
    JsonFields utilisation = JsonFields.NONE;
    JsonFields waits = JsonFields.NONE;
    JsonFields losses = JsonFields.NONE;
    for (Plan.Part part : plan.nodes()) {
      threads = threads.and(part.name(), part.threads());
      utilisation = utilisation.and(part.name(), part.utilisation());
      waits = waits.and(part.name(), part.waitSeconds());
      losses = losses.and(part.name(), part.lossPerSecond());
    }
    JsonFields figures =
        JsonFields.of("goal", plan.goal().text())
            .and("rate", plan.rate())
            .and("feasible", plan.feasible())
            .and("threads", threads)
            .and("utilisation", utilisation)
            .and("waitSeconds", waits)
            .and("lossPerSecond", losses)
            .and("bottleneck", plan.bottleneck())
            .and("boundBy", plan.bound().map(Bound::text).orElse(""))
            .and("because", plan.because().orElse(""))
            .and("responseSeconds", plan.responseSeconds())
            .and("blockingRate", plan.blockingRate())
            .and("proven", plan.proven())
            .and("nodes", plan.nodes().stream().map(PlanPage::figures).toList());
    return plan.goal() instanceof Goal.Latency
        ? figures.and("quantileSeconds", plan.quantileSeconds())
        : figures;
  }

  private static JsonFields figures(Plan.Part part) {
    return JsonFields.of("name", part.name())
        .and("fixed", part.fixed())
        .and("threads", part.threads())
        .and("arrivalsPerSecond", part.arrivalsPerSecond())
        .and("capacityPerSecond", part.capacityPerSecond())
        .and("utilisation", part.utilisation())
        .and("waitSeconds", part.waitSeconds())
        .and("lossPerSecond", part.lossPerSecond())
        .and("asidePerSecond", part.overflowPerSecond() - part.lossPerSecond());
  }

  /** What would help, as figures. */
  public static List<JsonFields> figures(Sensitivity sensitivity) {
    return sensitivity.gains().stream()
        .map(gain ->
            JsonFields.of("change", gain.what()).and("rate", gain.rate()).and("gain", gain.gain()))
        .toList();
  }
}
