package dev.flyball.lab.race;

import dev.flyball.lab.peers.NetflixLimits;
import dev.flyball.lab.peers.PeerSettings;
import dev.flyball.lab.peers.Specification;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.Parameter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thing about a peer that can be turned up and down a notch: a number by doubling and halving
 * it, a flag by setting and clearing it, how often it is asked along a row of intervals.
 */
@FunctionalInterface
interface Knob {

  /** The settings one notch further; empty where there is none. */
  Optional<PeerSettings> turned(PeerSettings from, boolean up);

  /** The intervals that a policy is asked at, the shortest first. */
  List<Duration> INTERVALS =
      List.of(
          Duration.ofMillis(10),
          Duration.ofMillis(30),
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          Duration.ofSeconds(1));

  /** Of the parameters that every policy takes, those that are tried. */
  List<String> SHARED = List.of("min", "rescue");

  /** A number, with what may stand before it and behind it: {@code sqrt:1.5}, {@code 500ms}. */
  Pattern NUMBER = Pattern.compile("(sqrt:)?([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|%)?");

  BigDecimal HALF = new BigDecimal("0.5");
  BigDecimal DOUBLE = BigDecimal.valueOf(2);

  /** All knobs of a peer: how often it is asked first, for it matters most. */
  static List<Knob> of(PeerSettings peer) {
    List<Knob> knobs = new ArrayList<>();
    if (peer.every().isPresent()) {
      knobs.add(Knob::asked);
    }
    for (Parameter<?> parameter : parameters(Specification.of(peer.specification()).name())) {
      knobs.add((from, up) -> turned(from, parameter, up));
    }
    return knobs;
  }

  /** A seed is no amount of anything. */
  private static List<Parameter<?>> parameters(String name) {
    return NetflixLimits.parameters(name)
        .orElseGet(() -> {
          List<Parameter<?>> all = new ArrayList<>(Policies.ownParameters(name));
          Policies.entry(name).parameters().stream()
              .filter(parameter -> SHARED.contains(parameter.name()))
              .forEach(all::add);
          all.removeIf(parameter -> parameter.name().equals("seed"));
          return all;
        });
  }

  private static Optional<PeerSettings> asked(PeerSettings from, boolean up) {
    Duration now = from.every().orElseThrow();
    List<Duration> further =
        INTERVALS.stream()
            .filter(interval -> up ? interval.compareTo(now) > 0 : interval.compareTo(now) < 0)
            .toList();
    return further.isEmpty()
        ? Optional.empty()
        : Optional.of(
            PeerSettings.asked(further.get(up ? 0 : further.size() - 1), from.specification()));
  }

  private static Optional<PeerSettings> turned(
      PeerSettings from, Parameter<?> parameter, boolean up) {
    Specification now = Specification.of(from.specification());
    String value = now.values().getOrDefault(parameter.name(), parameter.usual());
    return notch(value, up).stream()
        .filter(next -> !next.equals(value))
        .map(next ->
            next.equals(parameter.usual())
                ? now.without(parameter.name())
                : now.with(parameter.name(), next))
        .flatMap(next -> allowed(from, next).stream())
        .findFirst();
  }

  /** What could come next, the best first: a rule may ask for a whole number. */
  private static List<String> notch(String value, boolean up) {
    if (value.equals(String.valueOf(!up))) {
      return List.of(String.valueOf(up));
    }
    Matcher number = NUMBER.matcher(value);
    if (!number.matches()) {
      return List.of();
    }
    BigDecimal next =
        new BigDecimal(number.group(2)).multiply(up ? DOUBLE : HALF).stripTrailingZeros();
    String before = Optional.ofNullable(number.group(1)).orElse("");
    String behind = Optional.ofNullable(number.group(3)).orElse("");
    return List.of(next, next.setScale(0, RoundingMode.HALF_UP)).stream()
        .map(scaled -> before + scaled.toPlainString() + behind)
        .toList();
  }

  private static Optional<PeerSettings> allowed(PeerSettings from, Specification next) {
    try {
      String text = next.text();
      return Optional.of(
          from.every()
              .map(every -> PeerSettings.asked(every, text))
              .orElseGet(() -> PeerSettings.of(text)));
    } catch (IllegalArgumentException breaksItsRule) {
      return Optional.empty();
    }
  }
}
