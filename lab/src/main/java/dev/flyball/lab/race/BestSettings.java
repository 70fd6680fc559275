package dev.flyball.lab.race;

import dev.flyball.lab.peers.NetflixLimits;
import dev.flyball.lab.peers.Peers.Peer;
import dev.flyball.lab.peers.Peers.PeerSettings;
import dev.flyball.lab.peers.Specification;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Score;
import dev.flyball.sim.scenario.Scenario;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The search for the settings with which a peer costs least.
 *
 * <p>It begins with the peer as shipped and turns one {@link Knob} after the other, up for as long
 * as that pays, else down, until a pass over all of them gains nothing. A turn pays when it lowers
 * the geometric mean of cost over the oracle's by more than a thousandth: less is chance.
 *
 * <p>The settings are chosen in one half of the scenarios and judged in the other too: what they
 * gain only in the first was learned by heart.
 *
 * <p>It can miss a valley that two knobs lead to only together.
 *
 * <p>For one thread.
 */
final class BestSettings {

  /** How often a knob is turned in a row. */
  private static final int TURNS_MAX = 5;

  private static final double PAYS = 0.999;

  private final Trials searched;
  private final Trials elsewhere;
  private final int passes;

  /**
   * @param searched where settings are chosen
   * @param elsewhere where they are judged as well
   * @param passes how often it goes over all knobs at most
   */
  BestSettings(Trials searched, Trials elsewhere, int passes) {
    this.searched = searched;
    this.elsewhere = elsewhere;
    this.passes = passes;
  }

  /**
   * The cost of some settings.
   *
   * @param settings the settings
   * @param searched regret where settings are chosen
   * @param elsewhere regret where they are not
   */
  record Judged(PeerSettings settings, double searched, double elsewhere) {}

  /**
   * The result of a search.
   *
   * @param peer the peer
   * @param shipped as it is shipped
   * @param best the best that was found
   * @param tries how many settings were tried
   */
  record Found(Peer peer, Judged shipped, Judged best, int tries) {}

  /** Searches for one peer. */
  Found of(Peer peer) throws InterruptedException {
    List<Knob> knobs = Knob.of(peer.shipped());
    Climb climb = new Climb(peer);
    boolean moved = true;
    for (int pass = 0; pass < passes && moved; pass++) {
      moved = false;
      for (Knob knob : knobs) {
        moved |= climb.along(knob, true) || climb.along(knob, false);
      }
    }
    return new Found(
        peer, judged(peer, peer.shipped()), judged(peer, climb.best), climb.known.size());
  }

  private Judged judged(Peer peer, PeerSettings settings) throws InterruptedException {
    return new Judged(
        settings,
        searched.regret(settings.contender(peer.name())),
        elsewhere.regret(settings.contender(peer.name())));
  }

  /** The state of one search. */
  private final class Climb {
    private final Peer peer;
    private final Map<PeerSettings, Double> known = new HashMap<>();
    private PeerSettings best;

    Climb(Peer peer) {
      this.peer = peer;
      this.best = peer.shipped();
    }

    /** Turns a knob one way for as long as it pays; true when it did at all. */
    boolean along(Knob knob, boolean up) throws InterruptedException {
      int turns = 0;
      while (turns < TURNS_MAX && pays(knob, up)) {
        turns++;
      }
      return turns > 0;
    }

    private boolean pays(Knob knob, boolean up) throws InterruptedException {
      PeerSettings next = knob.turned(best, up).orElse(best);
      boolean pays = regret(next) < PAYS * regret(best);
      best = pays ? next : best;
      return pays;
    }

    private double regret(PeerSettings settings) throws InterruptedException {
      Double before = known.get(settings);
      if (before != null) {
        return before;
      }
      double regret = searched.regret(settings.contender(peer.name()));
      known.put(settings, regret);
      return regret;
    }
  }

  /**
   * The runs that settings are judged by: scenarios and seeds, with what the oracle costs in each,
   * which is searched for once.
   *
   * @param starts each scenario with each seed
   * @param executor runs them, in any number of threads
   */
  record Trials(List<Start> starts, Executor executor) {

    Trials {
      starts = List.copyOf(starts);
    }

    /**
     * A scenario with a seed.
     *
     * @param scenario the scenario
     * @param seed the seed
     * @param oracleSeconds what the oracle costs in it, per task
     */
    record Start(Scenario scenario, long seed, double oracleSeconds) {}

    /** The trials of some scenarios, each with its own seed and those that follow it. */
    static Trials of(List<Scenario> scenarios, int seeds, Executor executor)
        throws InterruptedException {
      List<Supplier<Start>> searches = new ArrayList<>();
      for (Scenario scenario : scenarios) {
        for (int i = 0; i < seeds; i++) {
          long seed = scenario.seed() + i;
          searches.add(() -> {
            Oracle oracle = Oracle.of(scenario, seed);
            return new Start(scenario, seed, costSeconds(scenario, seed, oracle));
          });
        }
      }
      return new Trials(all(searches, executor), executor);
    }

    /** What a contender costs over what the oracle does, the geometric mean. */
    double regret(Contender contender) throws InterruptedException {
      List<Supplier<Double>> runs = new ArrayList<>();
      for (Start start : starts) {
        runs.add(() ->
            Math.log(costSeconds(start.scenario, start.seed, contender) / start.oracleSeconds));
      }
      return Math.exp(
          all(runs, executor).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(Double.NaN));
    }

    private static double costSeconds(Scenario scenario, long seed, Contender contender) {
      return Score.of(scenario, VirtualBench.run(scenario, seed, contender)).costSeconds();
    }

    private static <T> List<T> all(List<Supplier<T>> tasks, Executor executor)
        throws InterruptedException {
      List<CompletableFuture<T>> started =
          tasks.stream().map(task -> CompletableFuture.supplyAsync(task, executor)).toList();
      List<T> results = new ArrayList<>();
      for (CompletableFuture<T> future : started) {
        try {
          results.add(future.get());
        } catch (ExecutionException e) {
          throw new IllegalStateException("a run of the search failed: " + e.getCause(), e);
        }
      }
      return results;
    }
  }

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
              new PeerSettings(
                  from.specification(), Optional.of(further.get(up ? 0 : further.size() - 1))));
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
        return Optional.of(new PeerSettings(next.text(), from.every()));
      } catch (IllegalArgumentException breaksItsRule) {
        return Optional.empty();
      }
    }
  }
}
