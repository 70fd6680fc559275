package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.standard.FlyballPart;
import dev.flyball.sim.race.Cost;
import dev.flyball.sim.race.Score;
import dev.flyball.sim.scenario.Scenario;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each part of the default policy is for: a workload that does it no harm, and breaks it when
 * that part is taken out.
 *
 * <p>For each part the two numbers that tell health from the failure, both means over ten seeds,
 * and both printed.
 */
class FlyballGateTest {

  private static final int SEEDS = 10;
  private static final int[] FIXED_SIZES = {1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 400};

  /** A number that tells health from a failure. */
  enum Figure {
    /** The cost of a task, as a multiple of what it costs with the best of the fixed sizes. */
    REGRET {
      @Override
      double of(Scenario scenario, Outcome outcome) {
        return Cost.secondsPerTask(outcome);
      }

      @Override
      double unit(Scenario scenario) {
        return Arrays.stream(FIXED_SIZES)
            .mapToDouble(size -> mean(this, scenario, Contender.fixed("fixed", size)))
            .min()
            .orElseThrow();
      }
    },
    /** The 95th percentile of the response time, in seconds. */
    P95_SECONDS {
      @Override
      double of(Scenario scenario, Outcome outcome) {
        return Score.of(scenario, outcome).responseP95Seconds();
      }
    },
    /** The size that is asked for when 50 seconds are over, in workers. */
    WORKERS_AT_50 {
      @Override
      double of(Scenario scenario, Outcome outcome) {
        return Sizes.at(outcome, 50);
      }
    },
    /** The most workers that there are at once. */
    WORKERS_MAX {
      @Override
      double of(Scenario scenario, Outcome outcome) {
        return outcome.pools().get(0).workersMax();
      }
    };

    abstract double of(Scenario scenario, Outcome outcome);

    /** What the figure is shown and judged as a multiple of. */
    double unit(Scenario scenario) {
      return 1;
    }
  }

  private static double mean(Figure figure, Scenario scenario, Contender contender) {
    return LongStream.rangeClosed(1, SEEDS)
        .mapToDouble(seed -> figure.of(scenario, VirtualBench.run(scenario, seed, contender)))
        .average()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    // part, workload, figure, health at most, failure at least
    "BACKLOG, cold-start, REGRET, 2, 4",
    "PEAK, quick-or-long, REGRET, 1.2, 2",
    "CPU, overload, P95_SECONDS, 3.5, 6",
    "CPU, overload, WORKERS_MAX, 40, 300",
    "PAID, cold-collapse-sharp, REGRET, 2, 20",
    "PAID, downstream-collapses, REGRET, 2, 20",
    "DOWN, retry-storm, REGRET, 1.6, 5",
    "WORK, mix-flip, REGRET, 1.2, 2",
    "HANG, downstream-hangs, REGRET, 1.2, 1.25",
    "FIRST, cold-collapse-no-queue, REGRET, 1.6, 2",
    "LOOK, io-bound, REGRET, 1.2, 2.5",
    "LOOK, bursts, REGRET, 1.3, 1.5",
  })
  void eachPartIsThereForAReason(
      FlyballPart part, String workload, Figure figure, double health, double failure) {
    Scenario scenario = HostileScenarios.named(workload);
    double unit = figure.unit(scenario);
    double whole = mean(figure, scenario, Contender.policy("flyball")) / unit;
    double broken = mean(figure, scenario, without(part)) / unit;
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %.2f | %.2f |",
            part.word(),
            workload,
            figure.name().toLowerCase(Locale.ROOT),
            whole,
            broken));
    assertThat(whole).as("with all parts").isLessThanOrEqualTo(health);
    assertThat(broken).as("without %s", part).isGreaterThanOrEqualTo(failure);
  }

  /** Workers that need not pay serve a pile sooner, and ruin what does not bear them. */
  @Test
  void theFirstWorkersAreThoseThatAreKnownToBeBorne() {
    Contender usual = Contender.policy("flyball");
    Contender known = Contender.policy("flyball(first=400)");
    Scenario borne = HostileScenarios.named("cold-start");
    Scenario collapses = HostileScenarios.named("cold-collapse-sharp");
    assertThat(mean(Figure.REGRET, borne, known))
        .isLessThan(0.95 * mean(Figure.REGRET, borne, usual));
    assertThat(mean(Figure.REGRET, collapses, known))
        .isGreaterThan(20 * mean(Figure.REGRET, collapses, usual));
  }

  private static Contender without(FlyballPart part) {
    return Contender.policy("flyball(without=" + part.word() + ")");
  }
}
