package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Source.Recorded;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a governor looks in virtual time, to the nanosecond. */
final class PollsTest {

  private static final long MILLI_NANOS = 1_000_000;
  private static final long PERIOD_NANOS = 700 * MILLI_NANOS; // not that of any look below

  /** Keeps the size it is told to keep, and writes down what it sees. */
  private static final class Watcher implements SizingPolicy {
    private final List<Observation> seen = new ArrayList<>();
    private final PollInterval wish;
    private final int workers;

    Watcher(long millis, long millisWhenShort, int workers) {
      this.wish = new PollInterval(millis * MILLI_NANOS, millisWhenShort * MILLI_NANOS);
      this.workers = workers;
    }

    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(wish);
    }

    @Override
    public Advice advise(Observation observed) {
      seen.add(observed);
      return new Advice(workers, "watching", this);
    }

    List<Long> lookedMillis() {
      return seen.stream().map(observed -> observed.window().endNanos() / MILLI_NANOS).toList();
    }
  }

  /** A policy that wants what another wants, once per period. */
  private record Paced(SizingPolicy policy, PollInterval wish) implements SizingPolicy {
    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(wish);
    }

    @Override
    public Advice advise(Observation seen) {
      Advice advice = policy.advise(seen);
      return advice.then(new Paced(advice.next(), wish));
    }
  }

  @Test
  void withoutTasksItLooksAsSeldomAsWished() {
    Watcher watcher = new Watcher(3_000, 100, 1);
    run(watcher, Integer.MAX_VALUE);
    assertThat(watcher.lookedMillis()).containsExactly(3_000L, 6_000L, 9_000L);
  }

  @Test
  void aTaskThatHasToWaitIsMetAtOnceWhereTheLastLookIsLongAgo() {
    Watcher watcher = new Watcher(5_000, 100, 2);
    PoolOutcome outcome = run(watcher, Integer.MAX_VALUE, 0, 3_000);
    assertThat(watcher.lookedMillis()).startsWith(3_000L, 8_000L);
    assertThat(outcome.sizes())
        .containsExactly(new Contender.SizeAt(0, 1), new Contender.SizeAt(3_000 * MILLI_NANOS, 2));
    assertThat(outcome.whole().times().waitNanosSum()).isZero();
  }

  @Test
  void aColdStartIsMetAfterTheShortWait() {
    Watcher watcher = new Watcher(5_000, 100, 3);
    PoolOutcome outcome = run(watcher, Integer.MAX_VALUE, 0, 0, 0);
    assertThat(watcher.lookedMillis()).startsWith(100L, 5_100L);
    assertThat(outcome.whole().times().waitNanosSum()).isEqualTo(2 * 100 * MILLI_NANOS);
  }

  @Test
  void itLooksNoSoonerThanTheShortWaitAfterTheLastLook() {
    Watcher watcher = new Watcher(5_000, 100, 1);
    run(watcher, Integer.MAX_VALUE, 0, 3_000, 3_010, 3_150, 3_400);
    assertThat(watcher.lookedMillis()).startsWith(3_000L, 3_100L, 3_200L, 3_400L, 8_400L);
  }

  @Test
  void allThatArriveAtThatMomentAreSeen() {
    Watcher watcher = new Watcher(5_000, 100, 4);
    run(watcher, Integer.MAX_VALUE, 0, 3_000, 3_000, 3_000);
    assertThat(watcher.seen.get(0).flow().arrived()).isEqualTo(4);
    assertThat(watcher.seen.get(0).size().queuedAtEnd()).isEqualTo(3);
    assertThat(watcher.lookedMillis()).startsWith(3_000L, 8_000L);
  }

  @Test
  void aTaskThatIsTurnedAwayIsMetToo() {
    Watcher watcher = new Watcher(5_000, 100, 2);
    run(watcher, 0, 0, 3_000);
    assertThat(watcher.lookedMillis()).startsWith(3_000L, 8_000L);
    assertThat(watcher.seen.get(0).flow().rejected()).isEqualTo(1);
  }

  @Test
  void aTaskThatAWorkerTakesBringsNothingForward() {
    Watcher watcher = new Watcher(5_000, 100, 2);
    run(watcher, Integer.MAX_VALUE, 0, 9_999);
    assertThat(watcher.lookedMillis()).startsWith(5_000L, 10_000L);
  }

  @Test
  void aWishForThePeriodIsNoWish() {
    Seeds.forAll(
        30,
        dice -> {
          Scenario scenario = RandomScenario.of(dice);
          Contender plain = Contender.policy("littles-law");
          Contender paced =
              Contender.of(
                  plain.name(),
                  (pool, plan, host, seed) ->
                      new Contender.Sizer.Governed(
                          new Paced(
                              Policies.parse("littles-law"),
                              new PollInterval(plan.periodNanos(), plan.periodNanos()))));
          assertThat(VirtualBench.run(scenario, 1, paced))
              .isEqualTo(VirtualBench.run(scenario, 1, plain));
        });
  }

  /** A pool of one worker whose tasks take a minute, watched for ten seconds. */
  private static PoolOutcome run(Watcher watcher, int queueCapacity, long... arrivalMillis) {
    Source arrivals =
        new Source.Trace(
            Arrays.stream(arrivalMillis)
                .mapToObj(at -> new Recorded(at * MILLI_NANOS, 0))
                .toList());
    Kind kind =
        Kind.only("minute", new Step.Wait(new TimeDistribution.Constant(60_000 * MILLI_NANOS)));
    Pool pool =
        new Pool(
            "pool",
            List.of(new Phase(0, arrivals)),
            List.of(kind),
            1,
            Limits.of(1, 100),
            queueCapacity,
            1_000_000 * MILLI_NANOS,
            0,
            PERIOD_NANOS);
    Scenario scenario =
        new Scenario(
            "test",
            "",
            "",
            10_000 * MILLI_NANOS,
            1,
            Host.ofCores(1),
            List.of(),
            List.of(pool),
            List.of());
    Contender contender =
        Contender.of("watcher", (index, plan, host, seed) -> new Contender.Sizer.Governed(watcher));
    return VirtualBench.run(scenario, 1, contender).pools().get(0);
  }
}
