package dev.flyball.dataflow.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.expose.FlowMonitor;
import dev.flyball.dataflow.live.FlowAdvice.Change;
import dev.flyball.dataflow.live.FlowDecision.Cause;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.StagePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The loop around a policy, turn by turn. */
class FlowGovernorTest {

  private static Pipeline<Integer> pipeline() {
    PipelineBuilder plan = Pipeline.named("governed").daemon();
    StagePlan<Integer, Integer> first = plan.map("first", number -> number);
    StagePlan<Integer, Void> last = plan.sink("last", number -> {});
    first.to(last);
    return plan.build(first);
  }

  /** Wants one thread more of the last stage each time. */
  private static FlowAdvice oneMore(FlowObservation seen) {
    int threads = seen.stage("last").size().threadsAsked();
    Change change = new Change("last", threads, threads + 1, "one more");
    return new FlowAdvice(List.of(change), "always", FlowGovernorTest::oneMore);
  }

  @Test
  void appliesWhatThePolicySays() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
      governor.step();
      assertThat(governor.journal().decisions()).isEmpty();
      governor.step();
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 3).containsEntry("first", 1);
      assertThat(governor.journal().decisions())
          .extracting(FlowDecision::number)
          .containsExactly(1L, 2L);
      assertThat(governor.journal().decisions().get(1).changes())
          .containsExactly(new Change("last", 2, 3, "one more"));
    }
  }

  @Test
  void onlyAdvisesWhereToldSo() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor =
          FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).adviseOnly().build();
      governor.step();
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 1);
      FlowDecision decision = governor.journal().decisions().get(0);
      assertThat(decision.cause()).isEqualTo(Cause.ADVISE_ONLY);
      assertThat(decision.changes()).hasSize(1);
      governor.govern();
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 2);
    }
  }

  @Test
  void holdsTheThreadsWhenThePolicyFails() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor =
          FlowGovernor.of(pipeline)
              .policy(seen -> {
                throw new IllegalStateException("no idea");
              })
              .journal(2)
              .build();
      for (int i = 0; i < 4; i++) {
        governor.step();
      }
      assertThat(pipeline.threads()).containsEntry("last", 1);
      assertThat(governor.failures()).isEqualTo(3);
      assertThat(governor.journal().decisions())
          .hasSize(2)
          .allMatch(decision -> decision.cause() == Cause.POLICY_FAILED)
          .allMatch(decision -> decision.why().contains("no idea"));
    }
  }

  @Test
  void writesDownWhatThePipelineRefuses() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowPolicy wrong =
          seen ->
              new FlowAdvice(
                  List.of(new Change("nobody", 1, 2, "by mistake")),
                  "wrong",
                  FlowGovernorTest::oneMore);
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(wrong).build();
      governor.step();
      governor.step();
      assertThat(governor.failures()).isEqualTo(1);
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 2);
      assertThat(governor.journal().decisions())
          .extracting(FlowDecision::cause)
          .containsExactly(Cause.PIPELINE_FAILED, Cause.POLICY);
    }
  }

  @Test
  void changesNothingOnceClosedOrOnceThePipelineEnds() {
    Pipeline<Integer> pipeline = pipeline();
    FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
    FlowGovernor other = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
    governor.step();
    other.step();
    governor.close();
    governor.step();
    pipeline.close();
    other.step();
    assertThat(governor.journal().decisions()).isEmpty();
    assertThat(other.journal().decisions()).isEmpty();
  }

  @Test
  void isClosedOnceThePipelineHasTerminated() {
    Pipeline<Integer> pipeline = pipeline();
    FlowGovernor governor = FlowGovernor.of(pipeline).build();
    FlowMonitor.register(governor);
    governor.step();
    assertThat(FlowMonitor.governors()).containsExactly(governor);
    pipeline.close();
    governor.step();
    assertThat(FlowMonitor.governors()).isEmpty();
    FlowMonitor.register(governor); // closed already: taken out at once, and the name is free
    assertThat(FlowMonitor.governors()).isEmpty();
  }

  @Test
  void anActionThatFailsKeepsNoOtherFromRunning() {
    List<String> done = new ArrayList<>();
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).build();
      governor.onClose(() -> done.add("first"));
      governor.onClose(() -> {
        throw new IllegalStateException("cannot be done");
      });
      governor.onClose(() -> done.add("last"));
      governor.close();
      governor.close();
      assertThat(done).containsExactly("first", "last");
    }
  }

  @Test
  void hasAThreadOfItsOwnOnceStarted() throws Exception {
    CountDownLatch asked = new CountDownLatch(3);
    try (Pipeline<Integer> pipeline = pipeline();
        FlowGovernor governor =
            FlowGovernor.of(pipeline)
                .period(Duration.ofMillis(5))
                .policy(counting(asked))
                .start()) {
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(governor.failures()).isZero();
    }
  }

  private static FlowPolicy counting(CountDownLatch asked) {
    return seen -> {
      asked.countDown();
      return new FlowAdvice(List.of(), "counted", counting(asked));
    };
  }
}
