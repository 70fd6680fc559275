package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.control.VirtualShop.Call;
import dev.flyball.control.VirtualShop.Pool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolGroupMixesTest {

  @Test
  void look() {
    for (long seed = 31; seed <= 33; seed++) {
      for (double share : new double[] {1.6, 1.3, 0.8, 0.5}) {
        System.out.println(
            run(seed, share, true) + (share > 1 ? "   alone " + run(seed, share, false) : ""));
      }
    }
    assertThat(1).isEqualTo(1);
  }

  private static String run(long seed, double share, boolean grouped) {
    Dice dice = Dice.stream(seed, 1);
    VirtualShop shop = new VirtualShop(seed);
    int sources = 2 + dice.below(3);
    int shared = dice.below(3);
    List<Pool> behind = new ArrayList<>();
    List<Pool> front = new ArrayList<>();
    double[] load = new double[sources + shared];
    double[] rate = new double[sources];
    for (int i = 0; i < shared; i++) {
      behind.add(shop.pool("b" + i, 8));
    }
    for (int i = 0; i < sources; i++) {
      Pool pool = shop.pool("f" + i, 8);
      front.add(pool);
      double perSecond = Math.exp(Math.log(5) + dice.nextDouble() * Math.log(40));
      double own = Math.exp(Math.log(0.02) + dice.nextDouble() * Math.log(20));
      List<Call> calls = new ArrayList<>();
      double service = own;
      for (int b = 0; b < shared; b++) {
        if (dice.nextDouble() < 0.6) {
          double hold = Math.exp(Math.log(0.01) + dice.nextDouble() * Math.log(20));
          calls.add(new Call(behind.get(b), hold));
          load[sources + b] += perSecond * hold;
          service += hold;
        }
      }
      load[i] = perSecond * service;
      rate[i] = perSecond;
      pool.tasks(perSecond, own, calls.toArray(Call[]::new));
    }
    double sum = 0;
    double roots = 0;
    for (double one : load) {
      sum += one;
      roots += Math.sqrt(one);
    }
    int total =
        (int)
            Math.max(
                shop.pools.size(),
                Math.ceil(
                    share > 1 ? sum + (share - 1) * 2.5 * roots + shop.pools.size() : share * sum));
    PoolGroup group = PoolGroup.of("all", total);
    if (grouped) {
      shop.pools.forEach(pool -> group.add(pool.governor));
    }
    shop.runTo(20);
    long[] before = front.stream().mapToLong(pool -> pool.ended).toArray();
    int over = 0;
    for (int s = 21; s <= 60; s++) {
      shop.runTo(s);
      int sizes = shop.pools.stream().mapToInt(p -> p.workers).sum();
      over += sizes > total ? 1 : 0;
    }
    StringBuilder text = new StringBuilder();
    double worst = 9;
    for (int i = 0; i < sources; i++) {
      double done = (front.get(i).ended - before[i]) / 40.0 / rate[i];
      worst = Math.min(worst, done);
      text.append(
          String.format(
              " f%d %.0f: %.2f q%d n%d",
              i, load[i], done, front.get(i).waiting.size(), front.get(i).workers));
    }
    for (int i = 0; i < shared; i++) {
      text.append(
          String.format(
              " b%d %.0f: q%d n%d",
              i, load[sources + i], behind.get(i).waiting.size(), behind.get(i).workers));
    }
    return String.format(
        "seed %d share %.1f total %d load %.0f over %d worst/ideal %.2f |%s",
        seed, share, total, sum, over, worst / Math.min(1, total / sum), text);
  }
}
