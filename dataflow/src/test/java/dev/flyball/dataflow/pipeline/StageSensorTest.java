package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** What the sensors say, as ratios within one run. */
class StageSensorTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private static void waitNanos(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static PipelineTotals run(PipelineBuilder plan, StagePlan<Integer, ?> entry, int records)
      throws Exception {
    Pipeline<Integer> pipeline = plan.build(entry);
    PipelineTotals before = pipeline.observe();
    for (int i = 0; i < records; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    PipelineTotals after = pipeline.observe();
    assertThat(after.since(before)).hasSize(after.stages().size());
    return after;
  }

  @Test
  void aSlowReceiverDoesNotMakeItsSenderBusy() throws Exception {
    PipelineBuilder plan = Pipeline.named("slow");
    StagePlan<Integer, Integer> fast = plan.map("fast", number -> number);
    StagePlan<Integer, Void> slow = plan.sink("slow", number -> waitNanos(1_000_000));
    fast.to(slow.queue(8, Overflow.BLOCK));
    Pipeline<Integer> pipeline = plan.build(fast);
    pipeline.put(0);
    while (pipeline.observe().stage("slow").flow().done() < 1) {
      LockSupport.parkNanos(1_000_000);
    }
    PipelineTotals before = pipeline.observe(); // a thread waits from its start on
    for (int i = 1; i < 300; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    List<StageWindow> windows = pipeline.observe().since(before);
    StageTotals.Time fastTime = windows.get(0).time();
    StageTotals.Time slowTime = windows.get(1).time();
    assertThat(fastTime.outputWaitNanos()).isGreaterThan(fastTime.busyNanos());
    assertThat(fastTime.busyNanos()).isLessThan(slowTime.busyNanos() / 2);
    assertThat(slowTime.busyNanos()).isGreaterThan(slowTime.inputWaitNanos());
  }

  @Test
  void aSlowSenderDoesNotMakeItsReceiverBusy() throws Exception {
    PipelineBuilder plan = Pipeline.named("slow");
    StagePlan<Integer, Integer> slow =
        plan.map(
            "slow",
            number -> {
              waitNanos(1_000_000);
              return number;
            });
    StagePlan<Integer, Void> fast = plan.sink("fast", number -> {});
    slow.to(fast);
    PipelineTotals totals = run(plan, slow, 300);
    StageTotals.Time time = totals.stage("fast").time();
    assertThat(time.busyNanos()).isLessThan(time.inputWaitNanos() / 2);
    assertThat(time.outputWaitNanos()).isZero();
  }

  /** A function that waits, and what it measured of itself: the truth, whatever the machine did. */
  private static final class Timed {

    private final LongUnaryOperator nanos;
    private final Queue<Long> took = new ConcurrentLinkedQueue<>();

    Timed(LongUnaryOperator nanos) {
      this.nanos = nanos;
    }

    void run(long number) {
      long start = System.nanoTime();
      waitNanos(nanos.applyAsLong(number));
      took.add(System.nanoTime() - start);
    }

    double mean() {
      return took.stream().mapToLong(time -> time).average().orElseThrow();
    }

    double variation() {
      double squares = took.stream().mapToDouble(time -> (double) time * time).sum();
      return squares / took.size() / (mean() * mean()) - 1;
    }
  }

  /** What two stages did with records that came at once, and what their functions say of it. */
  private record Both(StageWindow first, StageWindow second, Timed firstOwn, Timed secondOwn) {}

  /** A stage of one thread and one of several behind it, with records that come at once. */
  private static Both both(Timed firstOwn, Timed secondOwn, int threads, int records)
      throws Exception {
    PipelineBuilder plan = Pipeline.named("two");
    StagePlan<Integer, Integer> first =
        plan.map(
            "first",
            number -> {
              firstOwn.run(number);
              return number;
            });
    StagePlan<Integer, Void> second = plan.sink("second", number -> secondOwn.run(number));
    first.to(second.threads(threads));
    Pipeline<Integer> pipeline = plan.build(first);
    PipelineTotals before = pipeline.observe();
    for (int i = 0; i < records; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    List<StageWindow> windows = pipeline.observe().since(before);
    return new Both(windows.get(0), windows.get(1), firstOwn, secondOwn);
  }

  private static double service(StageWindow window) {
    return window.service().mean().orElseThrow();
  }

  private static void saysWhatItsFunctionSays(StageWindow window, Timed own) {
    assertThat(service(window)).isCloseTo(own.mean(), withinPercentage(30));
    assertThat(service(window) * window.trueRatePerThread().orElseThrow() / 1e9)
        .isCloseTo(1, within(0.3));
  }

  @Test
  void measuresServiceTimes() throws Exception {
    Both both = both(new Timed(number -> 4_000_000), new Timed(number -> 16_000_000), 4, 60);
    saysWhatItsFunctionSays(both.first(), both.firstOwn());
    saysWhatItsFunctionSays(both.second(), both.secondOwn());
    assertThat(both.first().meanWaitNanos().orElseThrow() / service(both.first()))
        .as("all came at once")
        .isGreaterThan(10);
    assertThat(both.second().service().count()).isEqualTo(60);
    assertThat(both.first().selectivity("second").orElseThrow()).isEqualTo(1);
    assertThat(both.first().cpuNanosPerRecord().orElse(0)).isLessThan(service(both.first()));
  }

  @Test
  void tellsConstantServiceTimesFromVaryingOnes() throws Exception {
    Both both =
        both(
            new Timed(number -> 20_000_000),
            new Timed(number -> number % 30 == 0 ? 100_000_000 : 0),
            1,
            30);
    double constant = both.firstOwn().variation();
    double varying = both.secondOwn().variation();
    assertThat(both.first().service().variation().orElseThrow())
        .isCloseTo(constant, within(0.3 * (1 + constant)));
    assertThat(both.second().service().variation().orElseThrow())
        .isCloseTo(varying, within(0.3 * (1 + varying)));
  }

  @Test
  void theThreeSumsAreTheTimeThatThreadsExisted() throws Exception {
    PipelineBuilder plan = Pipeline.named("sums");
    Phaser allThere = new Phaser(3);
    StagePlan<Integer, Void> only =
        plan.sink(
            "only",
            number -> {
              if (number < 0) {
                allThere.arriveAndAwaitAdvance();
              } else {
                waitNanos(1_000_000);
              }
            });
    Pipeline<Integer> pipeline = plan.build(only.threads(3));
    for (int i = 1; i <= 3; i++) {
      pipeline.put(-i);
    }
    awaitDone(pipeline, 3);
    PipelineTotals before = pipeline.observe();
    for (int i = 0; i < 2_000; i++) {
      pipeline.put(i);
    }
    awaitDone(pipeline, 2_003);
    StageWindow window = pipeline.observe().since(before).get(0);
    assertThat(window.threads()).isBetween(2.0, 3.1);
    assertThat(window.utilisation()).isBetween(0.1, 1.0);
    assertThat(window.throughput()).isEqualTo(window.arrivalRate());
    pipeline.close();
  }

  private static void awaitDone(Pipeline<?> pipeline, long records) {
    while (pipeline.observe().stages().get(0).flow().done() < records) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void sumsOfTinyRecordsAreThoseOfTheirBatches() throws Exception {
    PipelineBuilder plan = Pipeline.named("tiny");
    StagePlan<Integer, Void> only = plan.sink("only", number -> {});
    PipelineTotals totals = run(plan, only, 500_000);
    StageTotals stage = totals.stage("only");
    assertThat(stage.flow().done()).isEqualTo(500_000);
    assertThat(stage.service().count()).isBetween(10_000L, 500_000L);
    assertThat(stage.time().busyNanos()).isPositive();
    assertThat(stage.gaps().count()).isEqualTo(499_999);
  }
}
