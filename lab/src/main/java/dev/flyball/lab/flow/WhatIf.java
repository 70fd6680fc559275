package dev.flyball.lab.flow;

import dev.flyball.base.Nearest;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One thing changed in a network, as people write it: {@code feeder.rate=x10}, {@code
 * feeder.rate=330}, {@code feeder.threads=4}, {@code host.cores=16}, {@code source.rate=x2}.
 *
 * @param of whose: a node's, a source's, or {@code host}
 * @param what which thing
 * @param times whether the number is a factor
 * @param number the number
 */
public record WhatIf(String of, String what, boolean times, double number) {

  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]*)\\.([a-z]+)=(x?)(\\d{1,15}(?:\\.\\d{1,15})?)");

  private static final int THREADS_MAX = 1_000_000;

  /**
   * The change that a text says.
   *
   * @throws IllegalArgumentException when it says none
   */
  public static WhatIf of(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "change must be such as feeder.rate=x10, feeder.threads=4 or host.cores=16 but was '"
              + text
              + "'");
    }
    double number = Double.parseDouble(parts.group(4));
    if (number == 0) {
      throw new IllegalArgumentException("change must be above 0 but was '" + text + "'");
    }
    return new WhatIf(parts.group(1), parts.group(2), !parts.group(3).isEmpty(), number);
  }

  /**
   * The network with the change.
   *
   * @throws IllegalArgumentException when it has nothing of that name, or that has no such thing
   */
  public Network applied(Network network) {
    if (of.equals("host")) {
      requireKnown("host", List.of("cores"));
      double cores = times ? network.host().cores() * number : number;
      return network.withHost(network.host().withCores(cores));
    }
    if (network.sources().stream().anyMatch(source -> source.name().equals(of))) {
      requireKnown("source", List.of("rate"));
      return network.withSources(network.sources().stream().map(this::applied).toList());
    }
    if (network.nodes().stream().noneMatch(node -> node.name().equals(of))) {
      Stream<String> nodes = network.nodes().stream().map(Node::name);
      Stream<String> sources = network.sources().stream().map(Source::name);
      throw new IllegalArgumentException(
          Nearest.unknown("node", of, Stream.concat(nodes, sources).toList()));
    }
    requireKnown("node", List.of("rate", "threads"));
    Node node = network.node(of);
    return network.with(
        what.equals("rate") ? node.withRate(applied(node.rate())) : node.withThreads(threads()));
  }

  private void requireKnown(String owner, List<String> known) {
    if (!known.contains(what)) {
      throw new IllegalArgumentException(Nearest.unknown("thing of a " + owner, what, known));
    }
  }

  private Source applied(Source source) {
    if (!source.name().equals(of)) {
      return source;
    }
    if (times && source.perSecond().isEmpty()) {
      throw new IllegalArgumentException(
          "source must have a rate to be multiplied but '" + of + "' has none");
    }
    double rate = times ? source.perSecond().orElse(0) * number : number;
    return new Source(source.name(), source.to(), OptionalDouble.of(rate), source.variation());
  }

  private RateCurve applied(RateCurve rate) {
    return times ? rate.times(number) : new RateCurve.Linear(number);
  }

  private Threads threads() {
    if (times || number != Math.rint(number) || number > THREADS_MAX) {
      throw new IllegalArgumentException(
          "threads must be a whole number of at most " + THREADS_MAX + " but was " + number);
    }
    return Threads.fixed((int) number);
  }
}
