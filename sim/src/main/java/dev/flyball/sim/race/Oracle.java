package dev.flyball.sim.race;

import dev.flyball.admission.Admission;
import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A contender that knows the future: for one scenario and seed, the best sizes in hindsight, for
 * each pool from moment to moment. Where a race is about goodput, it has the best rule for who gets
 * in as well.
 *
 * <p>It is a ceiling to compare with, found by search (see {@link PlanSearch}), not by proof. It is
 * at least as good as any constant size that was tried, as sizes for the segments between the
 * scenario's turns, and as the policies whose runs it knows. If the load swings all the time,
 * another policy may still follow the swings better; then a {@link Board} takes that run instead.
 *
 * @param sizes the sizes from their moments on, pool by pool
 * @param rule who gets in
 * @param figure what the run with these sizes is judged by, such as its cost in seconds per task
 * @param runs how many runs the search took
 */
public record Oracle(List<List<SizeAt>> sizes, Optional<Admission> rule, double figure, int runs)
    implements Contender {

  /** The name of its row. */
  public static final String NAME = "oracle";

  public Oracle {
    sizes = sizes.stream().map(List::copyOf).toList();
  }

  /** The oracle of a scenario and seed that costs least. */
  public static Oracle of(Scenario scenario, long seed) {
    return of(scenario, seed, Objective.COST, () -> false);
  }

  /** The oracle for an objective, given up halfway, with what was found, once told to stop. */
  static Oracle of(Scenario scenario, long seed, Objective objective, BooleanSupplier stop) {
    return new PlanSearch(scenario, seed, objective, stop).best();
  }

  /**
   * The best sizes in hindsight that stay as they are, pool by pool, judged by goodput, with the
   * better of the rules for who gets in that an oracle may choose from.
   */
  public static List<Integer> constantForGoodput(Scenario scenario, long seed) {
    return new PlanSearch(scenario, seed, Objective.GOODPUT, () -> false).bestConstants();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Sizer sizer(int pool, Pool plan, Host host, long seed) {
    return new Sizer.Planned(sizes.get(pool));
  }

  @Override
  public Optional<Admission> admission(Pool plan) {
    return rule;
  }
}
