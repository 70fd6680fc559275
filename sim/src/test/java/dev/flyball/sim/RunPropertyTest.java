package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Observation;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Scenario;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What holds in every run of every scenario, whoever sizes its pools. */
final class RunPropertyTest {

  private static final int CASES = 300;
  private static final int WATCHED_CASES = 30; // a run that is sampled takes many times as long

  @Test
  void everyTaskIsAccountedFor() {
    forAllRuns((scenario, run) -> {
      for (PoolOutcome pool : run.pools()) {
        Observation.Flow flow = pool.whole().flow();
        assertThat(flow.arrived()).isEqualTo(flow.completed() + pool.unfinished());
        assertThat(flow.started()).isBetween(flow.completed(), flow.arrived());
        assertThat(flow.failed()).isBetween(0L, flow.completed());
        assertThat(pool.completedInLength()).isBetween(0L, flow.completed());
        assertThat(pool.offered() + pool.account().retries())
            .isEqualTo(flow.arrived() + flow.rejected());
        assertThat(pool.lost()).isBetween(pool.unfinished(), pool.offered());
        assertThat(pool.account().good()).isBetween(0.0, (double) pool.succeeded());
        long answeredWithAnError = pool.offered() - pool.succeeded() - pool.lost();
        assertThat(answeredWithAnError).isBetween(0L, flow.failed());
        if (pool.account().retries() == 0) {
          assertThat(pool.account().lost()).isGreaterThanOrEqualTo(flow.rejected());
        }
        if (run.endNanos() == run.lengthNanos()) {
          assertThat(pool.completedInLength()).isEqualTo(flow.completed());
        }
      }
    });
  }

  @Test
  void littlesLawIsExact() {
    forAllRuns((scenario, run) -> {
      for (PoolOutcome pool : run.pools()) {
        Observation.Times times = pool.whole().times();
        long ofUnfinished = pool.inSystemNanos() - times.responseNanosSum();
        assertThat(ofUnfinished).isBetween(0L, pool.unfinished() * run.endNanos());
        if (pool.unfinished() == 0) {
          assertThat(times.waitNanosSum() + times.serviceNanosSum())
              .isEqualTo(pool.inSystemNanos());
        }
        assertThat(pool.whole().inSystemMean() * run.endNanos())
            .isCloseTo(pool.inSystemNanos(), near(pool.inSystemNanos()));
      }
    });
  }

  @Test
  void noProcessorIsUsedTwice() {
    forAllRuns((scenario, run) -> {
      double cpuNanos = 0;
      for (PoolOutcome pool : run.pools()) {
        Observation.Times times = pool.whole().times();
        cpuNanos += times.cpuNanosSum().orElseThrow();
        double running =
            times.cpuNanosSum().getAsLong() + times.runQueueWaitNanosSum().orElseThrow();
        assertThat(running).isLessThanOrEqualTo(pool.workerNanos() * (1 + 1e-9) + 2);
      }
      double coreNanos = coreNanos(scenario, run.endNanos());
      double hostBusyNanos = hostBusyNanos(run.pools().get(0));
      assertThat(hostBusyNanos).isBetween(cpuNanos * (1 - 1e-9) - 2, coreNanos * (1 + 1e-9) + 2);
      assertThat(cpuNanos).isLessThanOrEqualTo(coreNanos * (1 + 1e-9) + 2);
      assertThat(run.hostBusyCores() * run.endNanos()).isCloseTo(cpuNanos, near(cpuNanos));
    });
  }

  @Test
  void noMoreWorkersLiveThanWereEverAskedForOrFitIntoMemory() {
    forAllRuns((scenario, run) -> {
      for (PoolOutcome pool : run.pools()) {
        int askedMax =
            pool.sizes().stream().mapToInt(Contender.SizeAt::workers).max().orElseThrow();
        assertThat(pool.workersMax()).isLessThanOrEqualTo(askedMax);
        assertThat((long) pool.workersMax()).isLessThanOrEqualTo(scenario.host().workersMax());
      }
    });
  }

  @Test
  void busyWorkersAreAliveAtEveryMoment() {
    Seeds.forAll(
        WATCHED_CASES,
        dice -> {
          Scenario scenario = RandomScenario.of(dice);
          Outcome run =
              VirtualBench.watch(scenario, dice.nextLong(), RandomScenario.contender(dice));
          for (PoolOutcome pool : run.pools()) {
            assertThat(pool.samples()).hasSizeGreaterThanOrEqualTo(VirtualBench.SAMPLES);
            for (PoolOutcome.Sample sample : pool.samples()) {
              assertThat(sample.busyMean()).isLessThanOrEqualTo(sample.workersMean() + 1e-9);
              assertThat(sample.workersMean()).isLessThanOrEqualTo(pool.workersMax());
            }
          }
        });
  }

  @Test
  void theSameSeedIsTheSameRun() {
    Seeds.forAll(
        WATCHED_CASES,
        dice -> {
          Scenario scenario = RandomScenario.of(dice);
          Contender contender = RandomScenario.contender(dice);
          long seed = dice.nextLong();
          Outcome once = VirtualBench.watch(scenario, seed, contender);
          assertThat(VirtualBench.watch(scenario, seed, contender)).isEqualTo(once);
          assertThat(VirtualBench.run(scenario, seed, contender).succeeded())
              .isEqualTo(once.succeeded());
        });
  }

  /** A law of a run. */
  private interface Law {
    void check(Scenario scenario, Outcome run);
  }

  private static void forAllRuns(Law law) {
    Seeds.forAll(
        CASES,
        dice -> {
          Scenario scenario = RandomScenario.of(dice);
          law.check(
              scenario,
              VirtualBench.run(scenario, dice.nextLong(), RandomScenario.contender(dice)));
        });
  }

  /** What everybody on the host used of the processors, neighbours included. */
  private static double hostBusyNanos(PoolOutcome pool) {
    return pool.whole().host().hostBusyCores().orElseThrow() * pool.whole().window().lengthNanos();
  }

  /** Processors integrated over time. */
  private static double coreNanos(Scenario scenario, long endNanos) {
    double sum = 0;
    double cores = scenario.host().cores();
    long from = 0;
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Cores changed) {
        sum += cores * (changed.atNanos() - from);
        from = changed.atNanos();
        cores = changed.cores();
      }
    }
    return sum + cores * (endNanos - from);
  }

  private static Offset<Double> near(double value) {
    return within(1e-9 * value + 2);
  }
}
