package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.control.VirtualShop.Call;
import dev.flyball.control.VirtualShop.Pool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Groups of random pools, some of which wait for others, in virtual time; the group was designed on
 * seeds below 34, these are others.
 */
class PoolGroupMixesTest {

  private static final int FIRST_SEED = 101;
  private static final int MIXES = 40;
  private static final double WARM_SECONDS = 20;
  private static final double SECONDS = 60;

  /** A random mix: two to four pools with tasks of their own, up to two that those wait for. */
  private static final class Mix {
    final long seed;
    final VirtualShop shop;
    final List<Pool> fronts = new ArrayList<>();
    final List<Double> rates = new ArrayList<>();
    final List<Double> loads = new ArrayList<>(); // of all pools

    Mix(long seed) {
      this.seed = seed;
      this.shop = new VirtualShop(seed);
      Dice dice = Dice.stream(seed, 1);
      int sources = 2 + dice.below(3);
      int shared = dice.below(3);
      for (int i = 0; i < shared; i++) {
        shop.pool("behind " + i, 8);
        loads.add(0.0);
      }
      for (int i = 0; i < sources; i++) {
        front(dice, i, shared);
      }
    }

    private void front(Dice dice, int index, int shared) {
      double perSecond = log(dice, 5, 200);
      double ownSeconds = log(dice, 0.02, 0.4);
      double serviceSeconds = ownSeconds;
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < shared; i++) {
        if (dice.nextDouble() < 0.6) {
          double seconds = log(dice, 0.01, 0.2);
          calls.add(new Call(shop.pools.get(i), seconds));
          serviceSeconds += seconds;
          loads.set(i, loads.get(i) + perSecond * seconds);
        }
      }
      Pool front = shop.pool("front " + index, 8);
      fronts.add(front);
      rates.add(perSecond);
      loads.add(perSecond * serviceSeconds);
      front.tasks(perSecond, ownSeconds, calls.toArray(Call[]::new));
    }

    private static double log(Dice dice, double low, double high) {
      return low * StrictMath.pow(high / low, dice.nextDouble());
    }

    double load() {
      return loads.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Workers for so many times the load and its headroom. */
    int enough(double headroom) {
      double roots = loads.stream().mapToDouble(StrictMath::sqrt).sum();
      return (int) Math.ceil(load() + headroom * roots) + loads.size();
    }

    /** The share of all work that could be done, if each pool has a worker at least. */
    double possible(int total) {
      double share = 1;
      while (workers(share) > total) {
        share -= 0.001;
      }
      return share;
    }

    private double workers(double share) {
      return loads.stream().mapToDouble(load -> Math.max(1, share * load)).sum();
    }

    /** Runs it in a group; the least share of the tasks of one source that were done. */
    double done(int total) {
      PoolGroup group = PoolGroup.of("all", total);
      shop.pools.forEach(pool -> group.add(pool.governor));
      shop.runTo(WARM_SECONDS);
      List<Long> endedBefore = fronts.stream().map(front -> front.ended).toList();
      List<Long> cameBefore = fronts.stream().map(front -> front.came).toList();
      for (double now = WARM_SECONDS; now <= SECONDS; now += 0.5) {
        shop.runTo(now);
        int workers = shop.pools.stream().mapToInt(pool -> pool.workers).sum();
        assertThat(workers).as("seed %d at %.1f s", seed, now).isLessThanOrEqualTo(total);
      }
      double least = 9;
      for (int i = 0; i < fronts.size(); i++) {
        double came = fronts.get(i).came - cameBefore.get(i);
        least = Math.min(least, (fronts.get(i).ended - endedBefore.get(i)) / came);
      }
      return least;
    }
  }

  @Test
  void whereThereAreEnoughWorkersNoQueueGrows() {
    List<Double> least = new ArrayList<>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + MIXES; seed++) {
      Mix mix = new Mix(seed);
      least.add(mix.done(mix.enough(1)));
    }

    assertThat(least).allMatch(share -> share > 0.9);
  }

  @Test
  void whereThereAreTooFewEachPoolGetsItsShare() {
    for (double share : new double[] {0.8, 0.5}) {
      List<Double> ofPossible = new ArrayList<>();
      for (long seed = FIRST_SEED; seed < FIRST_SEED + MIXES; seed++) {
        Mix mix = new Mix(seed);
        int total = (int) Math.ceil(share * mix.load());
        if (total >= 3 * mix.loads.size()) { // else the one worker of each is most of it
          ofPossible.add(mix.done(total) / mix.possible(total));
        }
      }
      ofPossible.sort(null);

      assertThat(ofPossible.get(0)).isGreaterThan(0.6);
      assertThat(ofPossible.get(ofPossible.size() / 2)).isGreaterThan(0.8);
    }
  }
}
