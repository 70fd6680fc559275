package dev.flyball.dataflow.network;

import dev.flyball.base.Nearest;
import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.files.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The reader of network files: YAML, as {@code docs/dataflow.md} describes it.
 *
 * <p>It guesses nothing and corrects nothing. An error is a {@link
 * dev.flyball.files.FileException}, whose one-line message gives the position and the expected
 * text.
 */
public final class NetworkFile {

  private static final String WHAT = "a network";
  private static final int THREADS_MAX = 1_000_000;
  private static final double CORES_MAX = 1_000_000;
  private static final double VARIATION_MAX = 1000;
  private static final double AMOUNT_MAX = 1e15;

  private NetworkFile() {}

  /** Reads a file. */
  public static Network read(Path file) {
    return network(YamlFile.read(file, WHAT));
  }

  /** Reads the text of a file, which messages call by that name. */
  public static Network parse(String fileName, String text) {
    return network(YamlFile.parse(fileName, text, WHAT));
  }

  private static Network network(Field root) {
    Section file =
        root.section("name", "host", "goal", "utilisation", "sources", "nodes", "routes");
    String name = file.require("name").nameText();
    Host host = host(file.require("host"));
    double utilisation =
        file.find("utilisation").map(field -> positive(field, 1)).orElse(Node.UTILISATION_MAX);
    Goal goal = file.find("goal").map(NetworkFile::goal).orElseGet(Goal.Throughput::new);
    List<Field> nodeFields = file.require("nodes").named();
    List<String> names = nodeFields.stream().map(Field::name).toList();
    List<Node> nodes =
        nodeFields.stream().map(field -> NodeReader.node(field, utilisation, host)).toList();
    List<Field> sourceFields = file.require("sources").named();
    List<Source> sources = sourceFields.stream().map(field -> source(field, names)).toList();
    List<Field> routeFields = file.find("routes").map(Field::items).orElseGet(List::of);
    List<Route> routes = routeFields.stream().map(field -> route(field, names)).toList();
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      check(sourceFields.get(i), () -> Network.requireRate(goal, source, sources.size()));
    }
    for (int i = 0; i < routes.size(); i++) {
      int number = i;
      if (routes.indexOf(routes.get(i)) < i) {
        throw routeFields
            .get(i)
            .mistake(
                "route from '"
                    + routes.get(i).from()
                    + "' must be given once (copy: {NODE: 2} sends two records for each) but was"
                    + " given twice");
      }
      check(routeFields.get(i), () -> Network.requireNoCycle(nodes, routes.subList(0, number + 1)));
    }
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      check(nodeFields.get(i), () -> Network.requireReached(node, sources, routes));
    }
    return file.field().make(() -> new Network(name, host, goal, sources, nodes, routes));
  }

  /** Where a check refuses, the mistake is there. */
  private static void check(Field field, Runnable check) {
    field.make(() -> {
      check.run();
      return field;
    });
  }

  private static Host host(Field field) {
    Section host = field.section("cores", "rule", "resources");
    double cores = positive(host.require("cores"), CORES_MAX);
    Host.CoreRule rule = host.find("rule").map(NetworkFile::rule).orElse(Host.CoreRule.THREADS);
    SortedMap<String, Double> resources = new TreeMap<>();
    host.find("resources")
        .ifPresent(all ->
            all.named().forEach(one -> resources.put(one.name(), positive(one, AMOUNT_MAX))));
    return field.make(() -> new Host(cores, rule, resources));
  }

  private static Host.CoreRule rule(Field field) {
    for (Host.CoreRule rule : Host.CoreRule.values()) {
      if (rule.text().equals(field.text())) {
        return rule;
      }
    }
    throw field.mustBe("threads or cpu-time");
  }

  private static Goal goal(Field field) {
    if (field.isScalar()) {
      return switch (field.text()) {
        case "throughput" -> new Goal.Throughput();
        case "consolidation" -> new Goal.Consolidation();
        default -> throw field.mustBe("throughput, consolidation or {latency: ...}");
      };
    }
    Section latency = field.section("latency").require("latency").section("mean", "quantile", "of");
    Field time = latency.one("mean", "quantile");
    double seconds = time.nanos(1) / 1e9;
    if (time.name().equals("mean")) {
      latency.refuse("beside mean", "of");
      return new Goal.Latency(seconds, OptionalDouble.empty());
    }
    Field of = latency.require("of");
    double share = of.number(0, 1);
    return of.make(() -> new Goal.Latency(seconds, OptionalDouble.of(share)));
  }

  private static Source source(Field field, List<String> names) {
    Section source = field.section("to", "rate", "variation");
    String to = known(source.require("to"), names);
    OptionalDouble rate =
        source
            .find("rate")
            .map(given -> OptionalDouble.of(given.positivePerSecond()))
            .orElseGet(OptionalDouble::empty);
    double variation = source.find("variation").map(NetworkFile::variation).orElse(1.0);
    return field.make(() -> new Source(field.name(), to, rate, variation));
  }

  private static Route route(Field field, List<String> names) {
    Section route = field.section("from", "copy", "split");
    String from = known(route.require("from"), names);
    Field to = route.one("copy", "split");
    Route.Fan fan = to.name().equals("copy") ? Route.Fan.COPY : Route.Fan.SPLIT;
    List<Route.Branch> branches = branches(to, fan, names);
    return to.make(() -> new Route(from, fan, branches));
  }

  /** One name, a list of names, or a mapping of names to shares. */
  private static List<Route.Branch> branches(Field to, Route.Fan fan, List<String> names) {
    if (to.isScalar()) {
      return List.of(new Route.Branch(known(to, names), 1));
    }
    if (to.isList() && fan == Route.Fan.COPY) {
      return to.items().stream().map(name -> new Route.Branch(known(name, names), 1)).toList();
    }
    return to.named().stream()
        .map(entry ->
            entry.make(
                () -> new Route.Branch(known(entry.atKey(), names), entry.number(0, AMOUNT_MAX))))
        .toList();
  }

  private static String known(Field field, List<String> names) {
    String name = field.text();
    if (!names.contains(name)) {
      throw field.mistake(Nearest.unknown("node", name, names));
    }
    return name;
  }

  static double variation(Field field) {
    return field.number(0, VARIATION_MAX);
  }

  static double share(Field field) {
    return field.number(0, 1);
  }

  static double amount(Field field) {
    return field.number(0, AMOUNT_MAX);
  }

  static int threads(Field field) {
    return field.whole(1, THREADS_MAX);
  }

  static double positive(Field field, double max) {
    double number = field.number(0, max);
    if (number == 0) {
      throw field.mustBe("above 0");
    }
    return number;
  }
}
