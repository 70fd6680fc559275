package dev.flyball.lab.race;

import dev.flyball.admission.Admission;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender;
import dev.flyball.sim.PoolCounts;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The contenders of a goodput race by classes: published rules that turn away the less important
 * tasks first, and the standard rule, each over the best fixed size in hindsight and over the
 * default policy. A row is named by its sizes and its rule, as in {@code best-size, dagor}.
 *
 * <p>Each published rule takes part as published, and with the settings that were best here. Those
 * were searched for by hand, on the two scenarios of the catalogue that have classes.
 */
public final class ClassContenders {

  /** The sizes of a row that has the best fixed size in hindsight. */
  public static final String BEST_SIZE = "best-size";

  private static final String BETWEEN = ", ";

  private static final List<String> RULES =
      List.of(
          "standard",
          "dagor",
          "dagor(window=200ms,threshold=50ms,alpha=5%,beta=5%)",
          "cinnamon",
          "cinnamon(interval=100ms,stands=500ms,ki=0.2)",
          "netflix-partitions",
          "netflix-partitions(normal=1)",
          "netflix-cubic",
          "netflix-cubic(from=0.8,to=1.35)");

  private ClassContenders() {}

  /** All of them. */
  public static List<Contender> all() {
    List<Contender> all = new ArrayList<>();
    Contender bestSize = new BestSize(new ConcurrentHashMap<>());
    for (Contender sizes : List.of(bestSize, Contender.policy(Policies.STANDARD))) {
      RULES.forEach(rule ->
          all.add(
              of(sizes.name() + BETWEEN + rule, sizes, SheddingRule.named(rule).orElseThrow())));
    }
    return List.copyOf(all);
  }

  /** Whether tasks of several classes come. */
  public static boolean suits(Scenario scenario) {
    return scenario.pools().stream()
            .flatMap(pool -> pool.kinds().stream())
            .map(Kind::importance)
            .distinct()
            .count()
        > 1;
  }

  /**
   * The contender that a text names as {@code SIZES, RULE}; empty where it ends in no rule.
   *
   * @throws IllegalArgumentException when there are no such sizes, or a setting is wrong
   */
  static Optional<Contender> named(String text) {
    int between = text.lastIndexOf(BETWEEN);
    if (between < 0) {
      return Optional.empty();
    }
    String sizes = text.substring(0, between);
    return SheddingRule.named(text.substring(between + BETWEEN.length()))
        .map(rule -> of(text, sizes(sizes), rule));
  }

  private static Contender sizes(String text) {
    return text.equals(BEST_SIZE)
        ? new BestSize(new ConcurrentHashMap<>())
        : Contenders.of(List.of(text)).get(0);
  }

  private static Contender of(String name, Contender sizes, SheddingRule rule) {
    return new Row(name, sizes, rule);
  }

  /**
   * A row.
   *
   * @param name its name
   * @param sizes how it sizes its pools
   * @param rule who gets in
   */
  private record Row(String name, Contender sizes, SheddingRule rule) implements Contender {

    @Override
    public Sizer sizer(int pool, Pool plan, Host host, long seed) {
      return sizes.sizer(pool, plan, host, seed);
    }

    @Override
    public Optional<Admission> admission(Pool plan, PoolCounts counts) {
      return Optional.of(rule.rule(counts));
    }

    @Override
    public Contender forRun(Scenario scenario, long seed) {
      return new Row(name, sizes.forRun(scenario, seed), rule);
    }
  }

  /**
   * The best fixed sizes in hindsight, searched for once for each scenario and seed.
   *
   * @param found what was found, by scenario and seed
   */
  private record BestSize(Map<String, List<Integer>> found) implements Contender {

    @Override
    public String name() {
      return BEST_SIZE;
    }

    @Override
    public Sizer sizer(int pool, Pool plan, Host host, long seed) {
      throw new IllegalStateException("the best size is known for a run only");
    }

    @Override
    public Contender forRun(Scenario scenario, long seed) {
      List<Integer> sizes =
          found.computeIfAbsent(
              scenario.name() + " " + seed, key -> Oracle.constantForGoodput(scenario, seed));
      return Contender.of(
          BEST_SIZE, (pool, plan, host, dice) -> Sizer.Planned.always(sizes.get(pool)));
    }
  }
}
