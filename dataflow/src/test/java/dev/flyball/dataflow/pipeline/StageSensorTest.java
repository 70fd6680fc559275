package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
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
    fast.to(slow.queue(2, Overflow.BLOCK));
    PipelineTotals totals = run(plan, fast, 300);
    StageTotals.Time fastTime = totals.stage("fast").time();
    StageTotals.Time slowTime = totals.stage("slow").time();
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

  @Test
  void measuresServiceTimesByTheirRatio() throws Exception {
    PipelineBuilder plan = Pipeline.named("ratio");
    StagePlan<Integer, Integer> one =
        plan.map(
            "one",
            number -> {
              waitNanos(2_000_000);
              return number;
            });
    StagePlan<Integer, Void> four = plan.sink("four", number -> waitNanos(8_000_000));
    one.to(four.threads(4));
    Pipeline<Integer> pipeline = plan.build(one);
    PipelineTotals before = pipeline.observe();
    for (int i = 0; i < 200; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    StageWindow first = pipeline.observe().since(before).get(0);
    StageWindow second = pipeline.observe().since(before).get(1);
    double ratio =
        first.trueRatePerThread().orElseThrow() / second.trueRatePerThread().orElseThrow();
    assertThat(ratio).isBetween(1.8, 6.0);
    assertThat(second.service().mean().orElseThrow())
        .isCloseTo(1e9 / second.trueRatePerThread().orElseThrow(), withinPercentage(30));
    assertThat(second.service().count()).isEqualTo(200);
    assertThat(first.selectivity("four").orElseThrow()).isEqualTo(1);
    assertThat(first.meanWaitNanos().orElseThrow())
        .isGreaterThan(10 * first.service().mean().orElseThrow()); // 200 came at once
    assertThat(first.cpuNanosPerRecord().orElse(0))
        .isLessThan(first.service().mean().orElseThrow());
  }

  @Test
  void tellsConstantServiceTimesFromVaryingOnes() throws Exception {
    PipelineBuilder plan = Pipeline.named("variation");
    StagePlan<Integer, Integer> constant =
        plan.map(
            "constant",
            number -> {
              waitNanos(5_000_000);
              return number;
            });
    StagePlan<Integer, Void> varying =
        plan.sink("varying", number -> waitNanos(number % 50 == 0 ? 100_000_000 : 0));
    constant.to(varying);
    PipelineTotals totals = run(plan, constant, 200);
    assertThat(totals.stage("constant").service().variation().orElseThrow())
        .isLessThan(totals.stage("varying").service().variation().orElseThrow() / 3);
  }

  @Test
  void theThreeSumsAreTheTimeThatThreadsExisted() throws Exception {
    PipelineBuilder plan = Pipeline.named("sums");
    StagePlan<Integer, Void> only = plan.sink("only", number -> waitNanos(200_000));
    Pipeline<Integer> pipeline = plan.build(only.threads(3));
    PipelineTotals before = pipeline.observe();
    for (int i = 0; i < 2_000; i++) {
      pipeline.put(i);
    }
    while (pipeline.observe().stage("only").flow().done() < 2_000) {
      Thread.onSpinWait();
    }
    StageWindow window = pipeline.observe().since(before).get(0);
    assertThat(window.threads()).isBetween(2.0, 3.1); // they may start late
    assertThat(window.utilisation()).isBetween(0.3, 1.0);
    assertThat(window.throughput()).isEqualTo(window.arrivalRate());
    pipeline.close();
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
