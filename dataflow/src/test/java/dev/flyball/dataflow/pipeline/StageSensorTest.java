package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import java.util.function.ToDoubleBiFunction;
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

  /**
   * A stage that waits so long for each record, and one of some threads behind it: what both did
   * with records that came at once, in each of several runs, for one that the machine holds up says
   * nothing.
   */
  private static List<List<StageWindow>> runs(
      LongUnaryOperator firstNanos, LongUnaryOperator secondNanos, int threads, int records)
      throws Exception {
    List<List<StageWindow>> runs = new ArrayList<>();
    for (int run = 0; run < 5; run++) {
      PipelineBuilder plan = Pipeline.named("two");
      StagePlan<Integer, Integer> first =
          plan.map(
              "first",
              number -> {
                waitNanos(firstNanos.applyAsLong(number));
                return number;
              });
      StagePlan<Integer, Void> second =
          plan.sink("second", number -> waitNanos(secondNanos.applyAsLong(number)));
      first.to(second.threads(threads));
      Pipeline<Integer> pipeline = plan.build(first);
      PipelineTotals before = pipeline.observe();
      for (int i = 0; i < records; i++) {
        pipeline.put(i);
      }
      assertThat(pipeline.drain(LONG)).isTrue();
      runs.add(pipeline.observe().since(before));
    }
    return runs;
  }

  /** The median over the runs of a figure of both stages. */
  private static double median(
      List<List<StageWindow>> runs, ToDoubleBiFunction<StageWindow, StageWindow> figure) {
    return runs.stream()
        .mapToDouble(both -> figure.applyAsDouble(both.get(0), both.get(1)))
        .sorted()
        .skip(runs.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private static double rate(StageWindow window) {
    return window.trueRatePerThread().orElseThrow();
  }

  private static double service(StageWindow window) {
    return window.service().mean().orElseThrow();
  }

  private static double variation(StageWindow window) {
    return window.service().variation().orElseThrow();
  }

  @Test
  void measuresServiceTimesByTheirRatio() throws Exception {
    List<List<StageWindow>> runs = runs(number -> 2_000_000, number -> 8_000_000, 4, 60);
    assertThat(median(runs, (first, second) -> rate(first) / rate(second))).isBetween(1.8, 6.0);
    assertThat(median(runs, (first, second) -> service(second) * rate(second) / 1e9))
        .isCloseTo(1, within(0.3));
    assertThat(
            median(runs, (first, second) -> first.meanWaitNanos().orElseThrow() / service(first)))
        .as("all came at once")
        .isGreaterThan(10);
    for (List<StageWindow> both : runs) {
      assertThat(both.get(1).service().count()).isEqualTo(60);
      assertThat(both.get(0).selectivity("second").orElseThrow()).isEqualTo(1);
      assertThat(both.get(0).cpuNanosPerRecord().orElse(0)).isLessThan(service(both.get(0)));
    }
  }

  @Test
  void tellsConstantServiceTimesFromVaryingOnes() throws Exception {
    List<List<StageWindow>> runs =
        runs(number -> 20_000_000, number -> number % 30 == 0 ? 100_000_000 : 0, 1, 30);
    assertThat(median(runs, (constant, varying) -> variation(constant) / variation(varying)))
        .isLessThan(1 / 3.0);
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
