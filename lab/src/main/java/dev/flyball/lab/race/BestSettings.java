package dev.flyball.lab.race;

import dev.flyball.lab.peers.Peer;
import dev.flyball.lab.peers.PeerSettings;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Score;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

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
}
