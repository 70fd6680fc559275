package dev.flyball.dataflow.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Which trials are made, with trials that take a second of a clock that only they move. */
class RateSweepTest {

  private final List<Integer> made = new ArrayList<>();
  private final List<Integer> told = new ArrayList<>();
  private long nowNanos;

  private TrialReading trial(int threads, double perSecond) {
    made.add(threads);
    nowNanos += 1_000_000_000L;
    return new TrialReading(
        threads,
        100,
        perSecond,
        threads / perSecond,
        1,
        OptionalDouble.of(0.5 / perSecond),
        OptionalDouble.empty());
  }

  private RateSweep sweep(int budgetSeconds, RateSweep.Trials trials, Integer... threads) {
    SweepPlan plan = new SweepPlan(List.of(threads), 0.05, Duration.ofSeconds(budgetSeconds));
    return new RateSweep("feeder", plan, trials, () -> nowNanos);
  }

  @Test
  void roundsGoUpAndDownByTurnsUntilAllIsKnown() throws Exception {
    RateSweep sweep = sweep(1000, threads -> trial(threads, 100 * threads), 1, 2, 4);
    sweep.run(reading -> told.add(reading.threads()));
    assertThat(made).containsExactly(1, 1, 2, 4, 4, 2, 1, 1, 2, 4);
    assertThat(told).isEqualTo(made.subList(1, made.size()));
    NodeRates rates = sweep.rates().orElseThrow();
    assertThat(rates.points())
        .extracting(point -> point.perSecond())
        .containsExactly(100.0, 200.0, 400.0);
    assertThat(rates.beyond(0.05)).isEmpty();
  }

  @Test
  void onlyWhatIsNotKnownIsRepeated() throws Exception {
    Dice dice = new Dice(1);
    sweep(
            1000,
            threads ->
                trial(threads, threads == 2 ? 200 * (1 + 0.2 * dice.nextNormal()) : 100 * threads),
            1,
            2,
            4)
        .run(reading -> {});
    assertThat(made.subList(0, 10)).containsExactly(1, 1, 2, 4, 4, 2, 1, 1, 2, 4);
    assertThat(made.subList(10, made.size())).isNotEmpty().containsOnly(2);
    assertThat(made.size()).isLessThan(1000);
  }

  @Test
  void timeEndsIt() throws Exception {
    RateSweep sweep = sweep(6, threads -> trial(threads, 100 + 50 * (made.size() % 2)), 1, 2, 4);
    sweep.run(reading -> {});
    assertThat(made).containsExactly(1, 1, 2, 4, 4, 2);
    assertThat(sweep.rates().orElseThrow().beyond(0.05)).hasSize(3);
  }

  @Test
  void eachNumberIsTriedOnceWhateverItTakes() throws Exception {
    RateSweep sweep = sweep(1, threads -> trial(threads, 1), 1, 2, 4, 8);
    sweep.run(reading -> {});
    assertThat(made).containsExactly(1, 1, 2, 4, 8);
  }

  @Test
  void whatWasFoundStaysWhenItIsInterrupted() {
    RateSweep sweep =
        sweep(
            100,
            threads -> {
              if (made.size() == 3) {
                throw new InterruptedException();
              }
              return trial(threads, 10);
            },
            1,
            2,
            4);
    assertThat(sweep.rates()).isEmpty();
    assertThatThrownBy(() -> sweep.run(reading -> {})).isInstanceOf(InterruptedException.class);
    assertThat(sweep.rates().orElseThrow().points()).hasSize(2);
  }

  @Test
  void aPlanSaysWhatIsWrongWithIt() {
    assertThatThrownBy(() -> new SweepPlan(List.of(1, 4, 4), 0.05, Duration.ofSeconds(1)))
        .hasMessage("threads must each be above the one before (4) but one was 4");
    assertThatThrownBy(() -> new SweepPlan(List.of(0), 0.05, Duration.ofSeconds(1)))
        .hasMessageContaining("threads must be from 1 to 10000 but was 0");
    assertThatThrownBy(() -> new SweepPlan(List.of(1), 0, Duration.ofSeconds(1)))
        .hasMessageContaining("precision must be");
  }

  @Test
  void trialsFillTheBudget() {
    SweepPlan plan = new SweepPlan(List.of(1, 2, 4, 8), 0.05, Duration.ofSeconds(25));
    assertThat(plan.warmUp().plus(plan.measured())).isEqualTo(Duration.ofSeconds(1));
    SweepPlan longer = new SweepPlan(List.of(1), 0.05, Duration.ofHours(1));
    assertThat(longer.warmUp().plus(longer.measured())).isEqualTo(Duration.ofSeconds(2));
  }
}
