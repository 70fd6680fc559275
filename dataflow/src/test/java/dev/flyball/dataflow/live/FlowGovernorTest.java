package dev.flyball.dataflow.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.dataflow.expose.FlowMonitor;
import dev.flyball.dataflow.expose.FlowView;
import dev.flyball.dataflow.expose.FlowView.StageView;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.Retry;
import dev.flyball.dataflow.pipeline.StagePlan;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import dev.flyball.dataflow.policy.FlowAdvice;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.dataflow.policy.FlowObservation;
import dev.flyball.dataflow.policy.FlowPolicy;
import dev.flyball.dataflow.policy.ResponseGoal;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
          .containsExactly(new Change("last", 2, 3, "one more; always"));
      assertThat(governor.journal().last().orElseThrow()).hasToString("2: last 2 -> 3; always");
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
      Decision decision = decided(governor, 0, "last");
      assertThat(decision.cause()).isEqualTo(Cause.ADVISE_ONLY);
      assertThat(decision.advised()).hasValue(2);
      assertThat(governor.mode()).hasValue(Mode.ADVISE_ONLY);
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
          .allMatch(decision -> decision.why().contains("no idea"));
      Decision decision = decided(governor, 1, "last");
      assertThat(decision.cause()).isEqualTo(Cause.POLICY_FAILED);
      assertThat(decision.why()).contains("no idea");
    }
  }

  @Test
  void takesAnAdviceForAStageThatThereIsNotForAFailureOfThePolicy() {
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
      assertThat(pipeline.threads()).containsEntry("last", 1);
      assertThat(decided(governor, 0, "last").why()).contains("unknown stage 'nobody'");
    }
  }

  private static Decision decided(FlowGovernor governor, int at, String stage) {
    return Objects.requireNonNull(governor.journal().decisions().get(at).stages().get(stage));
  }

  @Test
  void holdsWhatAHandHoldsAndGovernsTheOthers() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
      List<Decision> heard = new ArrayList<>();
      governor.stage("last").addListener(heard::add);
      governor.step();
      governor.stage("last").pin(5);
      await(pipeline, "last", 5);
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 5);
      assertThat(governor.stage("last").wanted()).as("still advised").hasValue(6);
      assertThat(heard).extracting(Decision::cause).containsExactly(Cause.PINNED, Cause.PINNED);
      assertThat(governor.mode()).as("they differ").isEmpty();
      assertThat(rules(governor)).containsExactly("first false", "last true");
      governor.stage("last").govern();
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 6);
      assertThat(rules(governor)).containsExactly("first false", "last false");
    }
  }

  /** Which stages the policy was told are held. */
  private static List<String> rules(FlowGovernor governor) {
    FlowObservation seen = governor.journal().last().orElseThrow().seen().orElseThrow();
    return seen.rules().stream().map(rule -> rule.stage() + " " + rule.held()).toList();
  }

  @Test
  void keepsToLimitsAlsoToThoseThatComeLater() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor =
          FlowGovernor.of(pipeline)
              .policy(FlowGovernorTest::oneMore)
              .limits(Limits.of(1, 9))
              .limits("last", Limits.of(1, 2))
              .build();
      for (int i = 0; i < 5; i++) {
        governor.step();
      }
      assertThat(pipeline.threads()).containsEntry("last", 2);
      assertThat(governor.stage("first").limits()).isEqualTo(Limits.of(1, 9));
      governor.stage("last").limits(Limits.of(4, 4));
      await(pipeline, "last", 4);
      assertThatThrownBy(() -> FlowGovernor.of(pipeline).limits("lost", Limits.of(1, 2)))
          .hasMessageContaining("unknown stage 'lost'");
      assertThatThrownBy(() -> governor.stage("lost")).hasMessageContaining("unknown stage 'lost'");
    }
  }

  @Test
  void theKillSwitchKeepsAllThreadsAndAsksNobody() {
    AtomicInteger asked = new AtomicInteger();
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor =
          FlowGovernor.of(pipeline)
              .policy(seen -> {
                asked.incrementAndGet();
                return oneMore(seen);
              })
              .build();
      governor.override();
      governor.step();
      governor.step();
      assertThat(asked).hasValue(0);
      assertThat(governor.mode()).hasValue(Mode.OVERRIDDEN);
      assertThat(pipeline.threads()).isEqualTo(Map.of("first", 1, "last", 1));
      assertThat(decided(governor, 0, "last").cause()).isEqualTo(Cause.OVERRIDDEN);
    }
  }

  @Test
  void aStageMayHaveAPolicyOfItsOwn() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
      governor.stage("last").policy(new FixedSize(3));
      governor.step();
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 3);
      assertThat(rules(governor)).containsExactly("first false", "last true");
    }
  }

  /** Both lead to the last stage, and what it sends itself is none that comes from outside. */
  @Test
  void plansForAllEntries() throws Exception {
    PipelineBuilder plan = Pipeline.named("two entries").daemon();
    StagePlan<Integer, Integer> files = plan.map("files", number -> number);
    StagePlan<Integer, Integer> messages = plan.map("messages", number -> number);
    StagePlan<Integer, Void> last = plan.sink("last", number -> {});
    files.to(last);
    messages.to(last);
    try (Pipeline<Integer> pipeline = plan.build(files, messages, last)) {
      FlowGovernor governor = FlowGovernor.of(pipeline).build();
      governor.step();
      for (int i = 0; i < 60; i++) {
        pipeline.put(i);
        pipeline.entry(messages).put(i);
        pipeline.entry(last).put(i);
      }
      await(() -> pipeline.observe("last").flow().done() == 180);
      for (int i = 0; i < 5; i++) {
        governor.step();
      }
      assertThat(governor.failures()).isZero();
      FlowObservation seen = governor.journal().decisions().get(0).seen().orElseThrow();
      assertThat(seen.entries()).containsExactly("files", "messages", "last");
      assertThat(seen.fromOutside("messages")).isEqualTo(60);
      assertThat(seen.fromOutside("last")).isEqualTo(60);
    }
  }

  @Test
  void aWrappedPolicyOfThePipelineIsStillThePipelines() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
      Governor last = governor.stage("last");
      last.policy(last.policy().stepLimit(5));
      governor.step();
      governor.step();
      assertThat(pipeline.threads()).containsEntry("last", 2);
      assertThat(rules(governor)).containsExactly("first false", "last false");
    }
  }

  @Test
  void goesOnWithoutAStageWhoseGovernorSomebodyHasClosed() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
      governor.step();
      governor.stage("first").close();
      governor.step();
      assertThat(pipeline.threads()).isEqualTo(Map.of("first", 1, "last", 2));
      assertThat(rules(governor)).containsExactly("first true", "last false");
      governor.override();
      assertThat(governor.stage("last").mode()).isEqualTo(Mode.OVERRIDDEN);
      governor.close();
      governor.govern();
    }
  }

  @Test
  void aHandMayActFromAListenerOfAnotherStage() {
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
      governor
          .stage("last")
          .addListener(decision -> {
            if (decision.number() == 1) {
              governor.stage("first").pin(3);
            }
          });
      governor.step();
      governor.step();
      await(() -> pipeline.observe("first").size().threadsAlive() == 3);
    }
  }

  /**
   * The loop tells of one stage and a hand of the other, and each waits in its listener until the
   * other one is in its own.
   */
  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void listenersMayUseEverySwitchOfEveryStageAtOneTime() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(FlowGovernorTest::oneMore).build();
      List<Long> heard = new CopyOnWriteArrayList<>();
      switchesFromListener(governor, "first", "last", both);
      switchesFromListener(governor, "last", "first", both);
      governor.stage("last").addListener(decision -> heard.add(decision.number()));
      Thread loop = new Thread(governor::step, "loop");
      governor.step();
      loop.start();
      governor.stage("last").pin(2);
      loop.join();
      assertThat(governor.mode()).hasValue(Mode.PINNED);
      assertThat(governor.stage("first").limits()).isEqualTo(Limits.of(1, 7));
      assertThat(governor.stage("last").limits()).isEqualTo(Limits.of(1, 7));
      await(pipeline, "first", 5);
      await(pipeline, "last", 5);
      assertThat(heard)
          .isEqualTo(
              governor.stage("last").journal().decisions().stream().map(Decision::number).toList());
    }
  }

  private static void switchesFromListener(
      FlowGovernor governor, String heard, String switched, CountDownLatch both) {
    governor
        .stage(heard)
        .addListener(decision -> {
          if (decision.number() == 1) {
            both.countDown();
            awaitQuietly(both);
            governor.step(); // another step is running, or begins without harm
            governor.stage(switched).limits(Limits.of(1, 7));
            governor.stage(switched).adviseOnly();
            governor.override();
            governor.stage(switched).pin(5);
            governor.stage(heard).pin(5);
          }
        });
  }

  @Test
  void aHandIsStrongerThanAPolicyThatNeverReturns() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor =
          FlowGovernor.of(pipeline)
              .period(Duration.ofMillis(1))
              .policy(seen -> {
                asked.countDown();
                awaitQuietly(answer);
                return oneMore(seen);
              })
              .start();
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      governor.stage("last").pin(3);
      await(pipeline, "last", 3);
      governor.close();
      answer.countDown();
    }
  }

  @Test
  void aThreadThatNeverStartsHoldsUpNoOtherStageAndNoHand() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    PipelineBuilder plan = Pipeline.named("slow to start").daemon();
    StagePlan<Integer, Integer> first = plan.map("first", number -> number);
    StagePlan<Integer, Void> last =
        plan.stage(
            "last",
            () -> {
              if (made.incrementAndGet() > 1) {
                begun.countDown();
                awaitQuietly(go);
              }
              return (number, out) -> {};
            });
    first.to(last);
    try (Pipeline<Integer> pipeline = plan.build(first)) {
      FlowGovernor governor = FlowGovernor.of(pipeline).build();
      governor.stage("last").pin(2);
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      governor.stage("last").pin(4);
      governor.stage("first").pin(3);
      assertThat(pipeline.threads()).isEqualTo(Map.of("first", 3, "last", 4));
      governor.stage("last").pin(1);
      assertThat(pipeline.threads()).as("also fewer").containsEntry("last", 1);
      governor.step();
      governor.stage("last").pin(4);
      go.countDown();
      await(() -> pipeline.observe("last").size().threadsAlive() == 4);
      governor.close();
    }
  }

  /** Always wants that many threads of the last stage. */
  private static FlowPolicy wanting(int threads) {
    return seen -> {
      int now = seen.stage("last").size().threadsAsked();
      List<Change> changes =
          now == threads ? List.of() : List.of(new Change("last", now, threads, "wanted"));
      return new FlowAdvice(changes, "always", wanting(threads));
    };
  }

  /** Two threads can be had, until there is no lack any more. */
  @Test
  void threadsThatCannotBeStartedAreDecidedOnceSaidAndTriedAgain() {
    AtomicBoolean lack = new AtomicBoolean(true);
    AtomicInteger made = new AtomicInteger();
    PipelineBuilder plan = Pipeline.named("poor").daemon();
    StagePlan<Integer, Void> last =
        plan.stage(
            "last",
            () -> {
              if (made.incrementAndGet() > 2 && lack.get()) {
                throw new IllegalStateException("no connection left");
              }
              return (number, out) -> {};
            });
    try (Pipeline<Integer> pipeline = plan.build(last)) {
      FlowGovernor governor = FlowGovernor.of(pipeline).policy(wanting(4)).build();
      for (int i = 0; i < 5; i++) {
        governor.step();
      }
      assertThat(pipeline.observe("last").size().threadsAsked()).isEqualTo(4);
      assertThat(pipeline.observe("last").size().threadsAlive()).isEqualTo(2);
      assertThat(governor.failures()).as("tries: none in the first step").isEqualTo(4);
      assertThat(changesOf(governor, "last")).containsExactly("1 -> 4");
      assertThat(governor.journal().decisions().get(0).changes()).hasSize(1);
      for (int i = 1; i < 4; i++) {
        assertThat(governor.journal().decisions().get(i).changes()).isEmpty();
        assertThat(decided(governor, i, "last").why())
            .contains("2 of 4 threads run, another one cannot be started")
            .contains("java.lang.IllegalStateException: no connection left");
      }
      governor.stage("last").pin(3);
      governor.step();
      governor.step();
      assertThat(changesOf(governor, "last")).as("by hand").containsExactly("1 -> 4", "4 -> 3");
      lack.set(false);
      governor.step();
      assertThat(pipeline.observe("last").size().threadsAlive()).isEqualTo(3);
      governor.step();
      assertThat(decided(governor, 7, "last").why()).doesNotContain("cannot be started");
      assertThat(changesOf(governor, "last")).containsExactly("1 -> 4", "4 -> 3");
    }
  }

  private static List<String> changesOf(FlowGovernor governor, String stage) {
    return governor.stage(stage).journal().decisions().stream()
        .filter(Decision::changed)
        .map(decision -> decision.from() + " -> " + decision.to())
        .toList();
  }

  @Test
  void itsStagesAreTargetsLikeAnyPoolUntilItIsClosed() {
    try (Pipeline<Integer> pipeline = pipeline();
        AdaptivePool other = AdaptivePool.named("governed/last").build()) {
      PoolMonitor.register(other);
      FlowGovernor governor = FlowGovernor.of(pipeline).build();
      assertThatThrownBy(() -> FlowMonitor.register(governor))
          .hasMessageContaining("governed/last");
      assertThat(FlowMonitor.governors()).isEmpty();
      assertThat(PoolMonitor.targets()).containsExactly(other);
    }
    try (Pipeline<Integer> pipeline = pipeline()) {
      FlowGovernor governor = FlowGovernor.of(pipeline).build();
      FlowMonitor.register(governor);
      assertThat(PoolMonitor.targets())
          .extracting(ManagedTarget::name)
          .containsExactly("governed/first", "governed/last");
      ManagedTarget last = PoolMonitor.targets().get(1);
      assertThat(last.queueCapacity()).hasValue((int) Node.QUEUE_CAPACITY);
      Supplier<Observation> windows = last.windows();
      pipeline.offer(1);
      await(() -> last.lifetime().flow().completed() == 1);
      Observation seen = windows.get();
      assertThat(seen.flow().arrived()).isEqualTo(1);
      assertThat(seen.size().workersTarget()).isEqualTo(1);
      assertThat(seen.times().serviceNanosSum()).isPositive();
      assertThat(windows.get().flow().arrived()).as("a window of its own").isZero();
      assertThatThrownBy(last::control).hasMessageContaining("its pipeline is governed");
      governor.close();
      assertThat(PoolMonitor.targets()).isEmpty();
    }
  }

  @Test
  void measuresWhatAGoalSpeaksOf() throws Exception {
    List<Outcome> told = new CopyOnWriteArrayList<>();
    try (Pipeline<Integer> pipeline = pipeline();
        FlowGovernor governor =
            FlowGovernor.of(pipeline).latency(Duration.ofMillis(20), 0.95).build()) {
      governor.step();
      for (int i = 0; i < 40; i++) {
        pipeline.put(i);
      }
      pipeline.put(41, told::add);
      assertThat(pipeline.offer(42)).isTrue();
      await(() -> pipeline.observe("last").flow().done() == 42 && told.size() == 1);
      governor.step();
      ResponseGoal seen =
          governor.journal().last().orElseThrow().seen().orElseThrow().response().orElseThrow();
      assertThat(seen.records()).isGreaterThan(29);
      assertThat(seen.seconds()).isPositive();
      assertThat(seen.goal()).isEqualTo(new Goal.Latency(0.02, OptionalDouble.of(0.95)));
      assertThatThrownBy(() -> FlowGovernor.of(pipeline).meanLatency(Duration.ZERO))
          .hasMessageContaining("goal must be positive but was PT0S");
    }
  }

  @Test
  void attemptsOfAStageAreInItsFiguresItsJournalAndItsViews() throws Exception {
    PipelineBuilder plan = Pipeline.named("retrying").daemon().deadLetters(letter -> {});
    StagePlan<Integer, Void> last =
        plan.sink(
            "last",
            number -> {
              throw new IllegalStateException("always");
            });
    last.retry(Retry.times(2).pausing(Duration.ZERO, Duration.ZERO));
    try (Pipeline<Integer> pipeline = plan.build(last);
        FlowGovernor governor = FlowGovernor.of(pipeline).build()) {
      FlowMonitor.register(governor);
      governor.step();
      for (int i = 0; i < 10; i++) {
        pipeline.put(i);
      }
      await(() -> pipeline.observe("last").flow().done() == 10);
      governor.step();
      Observation seen = decided(governor, 0, "last").seen().orElseThrow();
      assertThat(seen.flow().completed()).isEqualTo(10);
      assertThat(seen.flow().failed()).isEqualTo(10);
      assertThat(seen.flow().retried()).isEqualTo(20);
      assertThat(seen.figures()).containsEntry("flow.retried", 20L);
      StageView view = FlowView.of(governor, "it").stages().get(0);
      assertThat(view.failed()).isEqualTo(10);
      assertThat(view.retried()).isEqualTo(20);
      await(() -> overJmx("retrying/last", "RequestsRetried").equals(20L)); // 100 ms old at most
    }
  }

  private static Object overJmx(String target, String attribute) {
    ObjectName name = PoolMonitor.objectName(target);
    try {
      return ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute);
    } catch (JMException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(Pipeline<Integer> pipeline, String stage, int threads) {
    await(() -> pipeline.threads().getOrDefault(stage, 0) == threads);
  }

  private static void await(BooleanSupplier there) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!there.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
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
