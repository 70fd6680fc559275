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
import java.util.Comparator;
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
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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

  private final Peer peer;
  private final Trials searched;
  private final Trials elsewhere;
  private final Map<PeerSettings, Double> known = new HashMap<>();
  private PeerSettings best;

  /**
   * The search for one peer.
   *
   * @param searched where settings are chosen
   * @param elsewhere where they are judged as well
   */
  BestSettings(Peer peer, Trials searched, Trials elsewhere) {
    this.peer = peer;
    this.searched = searched;
    this.elsewhere = elsewhere;
    this.best = peer.shipped();
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

  /** Searches, going over all knobs so often at most. */
  Found found(int passes) throws InterruptedException {
    boolean moved = true;
    for (int pass = 0; pass < passes && moved; pass++) {
      moved = false;
      for (Knob knob : Knob.of(peer.shipped())) {
        moved |= turn(knob, true) || turn(knob, false);
      }
    }
    return new Found(peer, judged(peer.shipped()), judged(best), known.size());
  }

  /** Turns a knob one way for as long as it pays; true when it did at all. */
  private boolean turn(Knob knob, boolean up) throws InterruptedException {
    int turns = 0;
    while (turns < TURNS_MAX && pays(knob.turned(best, up).orElse(best))) {
      turns++;
    }
    return turns > 0;
  }

  private boolean pays(PeerSettings next) throws InterruptedException {
    boolean pays = regret(next) < PAYS * regret(best);
    best = pays ? next : best;
    return pays;
  }

  private double regret(PeerSettings settings) throws InterruptedException {
    Double before = known.get(settings);
    double regret = before != null ? before : searched.regret(settings.contender(peer.name()));
    known.put(settings, regret);
    return regret;
  }

  private Judged judged(PeerSettings settings) throws InterruptedException {
    return new Judged(
        settings, regret(settings), elsewhere.regret(settings.contender(peer.name())));
  }

  /**
   * The runs that settings are judged by: scenarios and seeds, with what the oracle costs in each,
   * which is searched for once.
   *
   * @param starts each scenario with each seed
   * @param executor runs them, in any number of threads
   */
  record Trials(List<Start> starts, Executor executor) {

    /**
     * A scenario with a seed.
     *
     * @param scenario the scenario
     * @param seed the seed
     * @param oracleSeconds what the oracle costs in it, per task
     */
    record Start(Scenario scenario, long seed, double oracleSeconds) {

      static Start of(Scenario scenario, long seed) {
        return new Start(scenario, seed, costSeconds(scenario, seed, Oracle.of(scenario, seed)));
      }
    }

    /** The trials of some scenarios, each with its own seed and those that follow it. */
    static Trials of(List<Scenario> scenarios, int seeds, Executor executor)
        throws InterruptedException {
      Stream<Supplier<Start>> searches =
          scenarios.stream()
              .flatMap(scenario ->
                  LongStream.range(scenario.seed(), scenario.seed() + seeds)
                      .mapToObj(seed -> () -> Start.of(scenario, seed)));
      return new Trials(all(searches, executor), executor);
    }

    /** What a contender costs over what the oracle does, the geometric mean. */
    double regret(Contender contender) throws InterruptedException {
      Stream<Supplier<Double>> runs =
          starts.stream()
              .map(start ->
                  () ->
                      Math.log(
                          costSeconds(start.scenario, start.seed, contender)
                              / start.oracleSeconds));
      return Math.exp(
          all(runs, executor).stream().collect(Collectors.averagingDouble(regret -> regret)));
    }

    private static double costSeconds(Scenario scenario, long seed, Contender contender) {
      return Score.of(scenario, VirtualBench.run(scenario, seed, contender)).costSeconds();
    }

    private static <T> List<T> all(Stream<Supplier<T>> tasks, Executor executor)
        throws InterruptedException {
      List<CompletableFuture<T>> started =
          tasks.map(task -> CompletableFuture.supplyAsync(task, executor)).toList();
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
    Pattern NUMBER = Pattern.compile("(sqrt:|)([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|%|)");

    /** All knobs of a peer: how often it is asked first, for it matters most. */
    static List<Knob> of(PeerSettings peer) {
      Stream<Knob> asked = peer.every().stream().map(interval -> Knob::asked);
      Stream<Knob> parameters =
          parameters(Specification.of(peer.specification()).name()).stream()
              .map(parameter -> (from, up) -> turned(from, parameter, up));
      return Stream.concat(asked, parameters).toList();
    }

    /** A seed is no amount of anything. */
    private static List<Parameter<?>> parameters(String name) {
      return NetflixLimits.parameters(name)
          .orElseGet(() ->
              Stream.concat(
                      Policies.ownParameters(name).stream(),
                      Policies.entry(name).parameters().stream()
                          .filter(parameter -> SHARED.contains(parameter.name())))
                  .filter(parameter -> !parameter.name().equals("seed"))
                  .toList());
    }

    private static Optional<PeerSettings> asked(PeerSettings from, boolean up) {
      Duration now = from.every().orElseThrow();
      Comparator<Duration> nearest = up ? Comparator.naturalOrder() : Comparator.reverseOrder();
      return INTERVALS.stream()
          .filter(interval -> nearest.compare(interval, now) > 0)
          .min(nearest)
          .map(interval -> new PeerSettings(from.specification(), Optional.of(interval)));
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
          new BigDecimal(number.group(2))
              .multiply(new BigDecimal(up ? "2" : "0.5"))
              .stripTrailingZeros();
      return List.of(next, next.setScale(0, RoundingMode.HALF_UP)).stream()
          .map(scaled -> number.group(1) + scaled.toPlainString() + number.group(3))
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
