package dev.flyball.lab.race;

import dev.flyball.admission.Admission;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.base.Nearest;
import dev.flyball.lab.peers.Specification;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry.Given;
import dev.flyball.sim.PoolCounts;
import dev.flyball.sim.race.shedding.Cinnamon;
import dev.flyball.sim.race.shedding.CubicThrottle;
import dev.flyball.sim.race.shedding.Dagor;
import dev.flyball.sim.race.shedding.PartitionedLimit;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A rule for who gets in, by its name and settings, such as {@code dagor(window=100ms,alpha=20%)}.
 * What is not set is as published.
 *
 * @param kind the rule
 * @param given what was set
 */
record SheddingRule(Kind kind, Given given) {

  private static final Parameter<Duration> WINDOW =
      Parameter.duration("window", "1s", "how long a window lasts at most");
  private static final Parameter<Integer> TASKS =
      Parameter.count("tasks", 1, "2000", "how many tasks it has at most");
  private static final Parameter<Duration> THRESHOLD =
      Parameter.duration("threshold", "20ms", "the average wait above which it was overloaded");
  private static final Parameter<Double> ALPHA =
      Parameter.percent("alpha", "5%", "by what part fewer are let in then");
  private static final Parameter<Double> BETA =
      Parameter.percent("beta", "1%", "by what part more are let in else");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "500ms", "how often the controller acts");
  private static final Parameter<Duration> STANDS =
      Parameter.duration("stands", "10s", "for how long the queue must not have been empty");
  private static final Parameter<Double> KP = Parameter.number("kp", "0.1", "the error's gain");
  private static final Parameter<Double> KI =
      Parameter.positive("ki", "1.4", "the gain of its sum, per second");
  private static final Parameter<Double> TIME =
      Parameter.percent("time", "0.333", "the part of its time that a task may wait");
  private static final Parameter<Double> FROM =
      Parameter.positive("from", "0.6", "the utilisation at which it begins");
  private static final Parameter<Double> TO =
      Parameter.positive("to", "1", "the utilisation at which nothing gets in");

  private static final List<Parameter<Double>> GUARANTEED =
      List.of(
          guaranteed("critical", "1"),
          guaranteed("high", "0"),
          guaranteed("normal", "0"),
          guaranteed("low", "0"));

  private static Parameter<Double> guaranteed(String importance, String usual) {
    return Parameter.number(
        importance, usual, "the part of the limit that this class is guaranteed");
  }

  /** The rules that can be named. */
  enum Kind {
    STANDARD("standard") {
      @Override
      Admission rule(Given given, PoolCounts counts) {
        return DeadlineAdmission.standard();
      }
    },
    DAGOR("dagor") {
      @Override
      Admission rule(Given given, PoolCounts counts) {
        return Dagor.of(
            new Dagor.Settings(
                given.value(WINDOW).toNanos(),
                given.value(TASKS),
                given.value(THRESHOLD).toNanos(),
                given.value(ALPHA),
                given.value(BETA)),
            counts);
      }
    },
    CINNAMON("cinnamon") {
      @Override
      Admission rule(Given given, PoolCounts counts) {
        return Cinnamon.of(
            new Cinnamon.Settings(
                given.value(INTERVAL).toNanos(),
                given.value(STANDS).toNanos(),
                given.value(KP),
                given.value(KI),
                given.value(TIME)),
            counts);
      }
    },
    PARTITIONS("netflix-partitions") {
      @Override
      Admission rule(Given given, PoolCounts counts) {
        return new PartitionedLimit(GUARANTEED.stream().map(given::value).toList(), counts);
      }
    },
    CUBIC("netflix-cubic") {
      @Override
      Admission rule(Given given, PoolCounts counts) {
        return new CubicThrottle(given.value(FROM), given.value(TO), counts);
      }
    };

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    List<Parameter<?>> parameters() {
      return switch (this) {
        case STANDARD -> List.of();
        case DAGOR -> List.of(WINDOW, TASKS, THRESHOLD, ALPHA, BETA);
        case CINNAMON -> List.of(INTERVAL, STANDS, KP, KI, TIME);
        case PARTITIONS -> List.copyOf(GUARANTEED);
        case CUBIC -> List.of(FROM, TO);
      };
    }

    abstract Admission rule(Given given, PoolCounts counts);
  }

  /**
   * The rule that a text names; empty where it names none.
   *
   * @throws IllegalArgumentException when a parameter is not known or a value breaks its rule
   */
  static Optional<SheddingRule> named(String text) {
    String name = text.strip().replaceFirst("\\(.*", "");
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.word.equals(name))
        .findFirst()
        .map(kind -> of(kind, Specification.of(text)));
  }

  private static SheddingRule of(Kind kind, Specification specification) {
    List<String> known = kind.parameters().stream().map(Parameter::name).toList();
    for (String given : specification.values().keySet()) {
      if (!known.contains(given)) {
        throw new IllegalArgumentException(
            Nearest.unknown("parameter of " + kind.word, given, known));
      }
    }
    Given given = new Given(kind.word, new TreeMap<>(specification.values()));
    kind.parameters().forEach(given::value); // a value that breaks its rule must fail at once
    return new SheddingRule(kind, given);
  }

  /** The rule at its beginning, for a pool that counts so. */
  Admission rule(PoolCounts counts) {
    return kind.rule(given, counts);
  }
}
