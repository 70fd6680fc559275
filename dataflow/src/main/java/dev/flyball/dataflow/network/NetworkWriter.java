package dev.flyball.dataflow.network;

import dev.flyball.files.FileException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The writer of network files: {@link NetworkFile} reads its output back as an equal network.
 *
 * <p>It leaves out every value that equals the reader's default.
 */
public final class NetworkWriter {

  private final StringBuilder text = new StringBuilder();

  private NetworkWriter() {}

  /**
   * The network as the text of a file.
   *
   * @throws IllegalArgumentException when no file can express it: a name of other characters, a
   *     number of more decimals, a share that is too large
   */
  public static String text(Network network) {
    return text(network, List.of(), Map.of());
  }

  /**
   * The network as the text of a file, with remarks for its readers.
   *
   * @param head the lines at the top
   * @param remarks the lines above a node, by the node's name
   * @throws IllegalArgumentException as {@link #text(Network)}
   */
  public static String text(Network network, List<String> head, Map<String, List<String>> remarks) {
    NetworkWriter writer = new NetworkWriter();
    writer.network(network, head, remarks);
    String written = writer.text.toString();
    requireSame(network, written);
    return written;
  }

  /** Finds a mistake of the writer, or a network that no file can express. */
  private static void requireSame(Network network, String written) {
    Network back;
    try {
      back = NetworkFile.parse("network", written);
    } catch (FileException refused) {
      throw new IllegalArgumentException(
          "network must be one that a file can hold but: " + refused.getMessage(), refused);
    }
    if (!back.equals(network)) {
      throw new IllegalArgumentException(
          "network must be one that a file can hold but " + network + " would be read as " + back);
    }
  }

  private void network(Network network, List<String> head, Map<String, List<String>> remarks) {
    head.forEach(remark -> line("# " + oneLine(remark)));
    line("name: " + network.name());
    line("");
    host(network.host());
    line("goal: " + goal(network.goal()));
    line("");
    line("sources:");
    network.sources().forEach(this::source);
    line("");
    line("nodes:");
    for (Node node : network.nodes()) {
      remarks
          .getOrDefault(node.name(), List.of())
          .forEach(remark -> line("  # " + oneLine(remark)));
      node(node);
    }
    if (!network.routes().isEmpty()) {
      line("");
      line("routes:");
      network.routes().forEach(this::route);
    }
  }

  private void host(Host host) {
    line("host:");
    line("  cores: " + number(host.cores()));
    line("  rule: " + host.rule().text());
    if (!host.resources().isEmpty()) {
      line("  resources:");
      host.resources().forEach((name, amount) -> line("    " + name + ": " + number(amount)));
    }
  }

  private static String goal(Goal goal) {
    if (!(goal instanceof Goal.Latency latency)) {
      return goal.text();
    }
    String time = number(latency.seconds()) + "s";
    return latency.quantile().isPresent()
        ? "{latency: {quantile: "
            + time
            + ", of: "
            + number(latency.quantile().getAsDouble())
            + "}}"
        : "{latency: {mean: " + time + "}}";
  }

  private void source(Source source) {
    line("  " + source.name() + ":");
    line("    to: " + source.to());
    source.perSecond().ifPresent(rate -> line("    rate: " + rate(rate)));
    if (source.variation() != 1) {
      line("    variation: " + number(source.variation()));
    }
  }

  private void node(Node node) {
    line("  " + node.name() + ":");
    curve(node.rate());
    if (node.variation() != 1) {
      line("    variation: " + number(node.variation()));
    }
    if (node.cpuShare() != 1) {
      line("    cpu-share: " + number(node.cpuShare()));
    }
    if (node.queueCapacity() != Node.QUEUE_CAPACITY) {
      line("    queue: " + node.queueCapacity());
    }
    if (node.overflow() != Overflow.BLOCK || node.threads().fixed()) {
      line("    overflow: " + node.overflow().text());
    }
    if (!node.threads().equals(Threads.ANY)) {
      line("    threads: " + threads(node.threads()));
    }
    if (node.utilisationMax() != Node.UTILISATION_MAX) {
      line("    utilisation: " + number(node.utilisationMax()));
    }
    if (!node.uses().isEmpty()) {
      line("    uses:");
      node.uses().forEach(this::use);
    }
  }

  private void curve(RateCurve curve) {
    if (curve instanceof RateCurve.Linear linear) {
      line("    rate: " + rate(linear.perThread()));
    } else if (curve instanceof RateCurve.Scalability law) {
      line("    rate: " + rate(law.perThread()));
      line("    contention: " + number(law.contention()));
      line("    coherence: " + number(law.coherence()));
    } else if (curve instanceof RateCurve.Measured measured) {
      line("    measured:");
      for (RateCurve.Measured.Point point : measured.points()) {
        line("      - {threads: " + point.threads() + ", rate: " + rate(point.perSecond()) + "}");
      }
    }
  }

  private static String threads(Threads threads) {
    if (threads.fixed()) {
      return String.valueOf(threads.min());
    }
    return threads.max() == Integer.MAX_VALUE
        ? "{min: " + threads.min() + "}"
        : "{min: " + threads.min() + ", max: " + threads.max() + "}";
  }

  private void use(String resource, Use use) {
    line(
        "      "
            + resource
            + ": {per-record: "
            + number(use.perRecord())
            + ", per-thread: "
            + number(use.perThread())
            + "}");
  }

  private void route(Route route) {
    line("  - from: " + route.from());
    boolean whole = route.branches().stream().allMatch(branch -> branch.share() == 1);
    if (route.fan() == Route.Fan.COPY && whole) {
      String names =
          route.branches().stream().map(Route.Branch::to).collect(Collectors.joining(", "));
      line("    copy: [" + names + "]");
      return;
    }
    line("    " + route.fan().name().toLowerCase(Locale.ROOT) + ":");
    route
        .branches()
        .forEach(branch -> line("      " + branch.to() + ": " + number(branch.share())));
  }

  private static String rate(double perSecond) {
    return number(perSecond) + "/s";
  }

  /** The decimal that is read as this very number. */
  private static String number(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }

  private static String oneLine(String remark) {
    return remark.replaceAll("[\\p{Cntrl}\\s]+", " ");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
