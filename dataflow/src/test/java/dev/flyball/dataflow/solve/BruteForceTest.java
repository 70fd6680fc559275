package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** All configurations of small networks tried: no better one than the plan's exists. */
class BruteForceTest {

  private static final int NETWORKS = 1000;

  /** No rate is as high, but where nothing bounds it. */
  private static final double HIGHEST = 1e6;

  private static void eachConfiguration(Layout layout, Consumer<int[]> visitor) {
    int[] threads = new int[layout.count()];
    each(layout, threads, 0, visitor);
  }

  private static void each(Layout layout, int[] threads, int number, Consumer<int[]> visitor) {
    if (number == threads.length) {
      visitor.accept(threads);
      return;
    }
    Node node = layout.node(number);
    int most =
        Math.min(
            Math.min(node.threads().max(), node.rate().threadsMax()),
            (int) layout.network().host().cores());
    for (int k = node.threads().min(); k <= most; k++) {
      threads[number] = k;
      each(layout, threads, number + 1, visitor);
    }
  }

  private static boolean carries(Layout layout, int[] threads, double rate) {
    Course course = Course.of(layout, rate, threads);
    for (int i = 0; i < threads.length; i++) {
      Node node = layout.node(i);
      double flow = course.times(i).flow();
      if (!node.overflows() && flow / node.utilisationMax() > node.rate().perSecond(threads[i])) {
        return false;
      }
    }
    return new ThreadSearch(layout).fits(course);
  }

  /** The highest rate of one configuration, by halving. */
  private static double highest(Layout layout, int[] threads) {
    double low = 0;
    double high = HIGHEST;
    for (int step = 0; step < 100; step++) {
      double middle = (low + high) / 2;
      if (carries(layout, threads, middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Test
  void noConfigurationHasAHigherThroughput() {
    for (long seed = 0; seed < NETWORKS; seed++) {
      Network network = RandomNetwork.of(seed, seed % 10 == 0 ? 5 : 4, seed % 10 == 0 ? 16 : 10);
      Layout layout = new Layout(network);
      Plan plan = Planner.plan(network);
      double[] best = {0};
      eachConfiguration(
          layout,
          threads -> {
            if (carries(layout, threads, best[0] * (1 + 1e-12))) {
              best[0] = Math.max(best[0], highest(layout, threads));
            }
          });
      if (best[0] > 0.99 * HIGHEST) {
        assertThat(plan.because()).hasValueSatisfying(why -> assertThat(why).contains("overflows"));
        continue;
      }
      double found = plan.feasible() ? plan.rate() : 0;
      assertThat(found).as("seed " + seed).isCloseTo(best[0], within(1e-9 * (1 + best[0])));
    }
  }

  @Test
  void noConfigurationNeedsFewerThreadsForARate() {
    for (long seed = 0; seed < NETWORKS; seed++) {
      Network network = RandomNetwork.of(seed, 5, 16).withGoal(new Goal.Consolidation());
      Layout layout = new Layout(network);
      double rate = layout.sourceRate();
      Plan plan = Planner.plan(network);
      int[] least = {Integer.MAX_VALUE};
      eachConfiguration(
          layout,
          threads -> {
            int sum = Arrays.stream(threads).sum();
            if (sum < least[0] && carries(layout, threads, rate)) {
              least[0] = sum;
            }
          });
      assertThat(plan.feasible()).as("seed " + seed).isEqualTo(least[0] < Integer.MAX_VALUE);
      if (plan.feasible()) {
        assertThat(plan.threadsSum()).as("seed " + seed).isEqualTo(least[0]);
      }
    }
  }

  @Test
  void noConfigurationNeedsFewerThreadsForAResponseTime() {
    for (long seed = 0; seed < NETWORKS; seed++) {
      Goal.Latency goal =
          new Goal.Latency(
              0.01 * (1 + seed % 17),
              seed % 2 == 0 ? OptionalDouble.empty() : OptionalDouble.of(0.95));
      Network network = RandomNetwork.of(seed, 4, 14).withGoal(goal);
      Layout layout = new Layout(network);
      Plan plan = Planner.plan(network);
      OptionalInt least = fewest(layout, goal);
      assertThat(plan.feasible()).as("seed " + seed).isEqualTo(least.isPresent());
      if (plan.feasible()) {
        assertThat(plan.threadsSum()).as("seed " + seed).isEqualTo(least.getAsInt());
        OptionalDouble reached =
            goal.quantile().isPresent() ? plan.quantileSeconds() : plan.responseSeconds();
        assertThat(reached.orElseThrow()).isLessThanOrEqualTo(goal.seconds() * (1 + 1e-12));
      }
    }
  }

  private static OptionalInt fewest(Layout layout, Goal.Latency goal) {
    Response response = new Response(layout, goal.quantile().isEmpty());
    ThreadSearch search = new ThreadSearch(layout);
    int[] least = {Integer.MAX_VALUE};
    eachConfiguration(
        layout,
        threads -> {
          int sum = Arrays.stream(threads).sum();
          Course course = Course.of(layout, layout.sourceRate(), threads);
          if (sum >= least[0] || !search.fits(course)) {
            return;
          }
          double[] each = new double[threads.length];
          for (int i = 0; i < each.length; i++) {
            NodeTimes times = course.times(i);
            each[i] =
                times.keepsUp()
                    ? NodeTimes.of(layout.node(i), threads[i], times.flow(), 1)
                        .response(goal.quantile())
                    : Double.POSITIVE_INFINITY;
          }
          if (response.of(each) <= goal.seconds()) {
            least[0] = sum;
          }
        });
    return least[0] == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(least[0]);
  }
}
