package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where clocks are read in another order than things happen, and what a change of pace does. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SensorEdgeTest {

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final long SECOND = 1_000_000_000;

  private static void waitNanos(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Test
  void anArrivalThatIsToldLateMakesNoGapLonger() {
    QueueFigures figures = new QueueFigures();
    figures.arrived(1, -500);
    figures.arrived(1, -400);
    figures.arrived(1, -450); // its clock was read before, but it came to the lock later
    figures.arrived(1, -400);
    assertThat(figures.gaps()).isEqualTo(new Moments(3, 100, 10_000));
  }

  @Test
  void aWaitForRoomBeginsNowAndTakesNoBusyTimeBack() throws Exception {
    StagePlan<Integer, Void> plan = Pipeline.named("room").sink("only", number -> {});
    plan.queue(1, Overflow.BLOCK);
    StageQueue queue =
        new StageQueue(
            plan, new DeadLetterOffice("room", letter -> {}), new StageWorkers(plan), call -> {});
    StageMeter meter = new StageMeter(1);
    meter.enter(StageMeter.Phase.BUSY, System.nanoTime() - SECOND);
    CompletableFuture<Void> sent =
        WaitingCall.begin(() -> queue.putAll(new Object[] {1, 2}, 2, meter.lastStamp(), meter));
    StageSum sum = new StageSum(1);
    meter.addTo(sum, System.nanoTime());
    assertThat(sum.busyNanos).isGreaterThanOrEqualTo(SECOND);
    queue.abort();
    sent.get();
  }

  /** A place that takes its time to put a record aside. */
  private static final class SlowSpill implements Spill<Integer> {
    private final Deque<Integer> numbers = new ArrayDeque<>();

    @Override
    public void append(Integer record) {
      waitNanos(2_000_000);
      numbers.add(record);
    }

    @Override
    public Integer remove() {
      return numbers.remove();
    }

    @Override
    public long size() {
      return numbers.size();
    }

    @Override
    public void close() {}
  }

  @Test
  void whatItTakesToDeliverIsInNoServiceTime() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    PipelineBuilder plan = Pipeline.named("deliver");
    StagePlan<Integer, Integer> first =
        plan.map(
            "first",
            number -> {
              waitNanos(150_000); // so that each is delivered by itself
              return number;
            });
    StagePlan<Integer, Void> second = plan.shared("second", (number, out) -> go.await());
    first.to(second.queue(1, new SlowSpill()));
    Pipeline<Integer> pipeline = plan.build(first);
    for (int i = 0; i < 200; i++) {
      pipeline.put(i);
    }
    while (pipeline.observe().stage("second").flow().arrived() < 200) {
      Thread.onSpinWait();
    }
    StageTotals totals = pipeline.observe().stage("first");
    go.countDown();
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(totals.service().sum()).isLessThan(totals.time().busyNanos() / 2.0);
  }

  @Test
  void aWindowOfNoLengthHasNoRates() {
    PipelineBuilder plan = Pipeline.named("window");
    try (Pipeline<Integer> pipeline = plan.build(plan.sink("only", number -> {}))) {
      PipelineTotals totals = pipeline.observe();
      StageWindow window = totals.since(totals).get(0);
      assertThat(window.nanos()).isZero();
      assertThat(window.arrivalRate()).isZero();
      assertThat(window.throughput()).isZero();
      assertThat(window.threads()).isZero();
    }
  }

  @Test
  void aStageThatTurnsSlowHandsOnWhatItHasDone() throws Exception {
    int slowFrom = 20_000;
    CountDownLatch firstSlowSeen = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    PipelineBuilder plan = Pipeline.named("pace").deadLetters(letter -> never.countDown());
    StagePlan<Integer, Integer> work =
        plan.shared(
            "work",
            (number, out) -> {
              if (number >= slowFrom) {
                waitNanos(200_000);
              }
              if (number == slowFrom + 40 && !firstSlowSeen.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("what was done long ago was not handed on");
              }
              out.emit(number);
            });
    work.to(
        plan.sink(
            "sink",
            number -> {
              if (number == slowFrom) {
                firstSlowSeen.countDown();
              }
            }));
    Pipeline<Integer> pipeline = plan.build(work);
    for (int i = 0; i < slowFrom + 600; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(never.getCount()).isEqualTo(1);
  }
}
