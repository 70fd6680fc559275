package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One record that becomes very many, in an ordered stage: nothing is held as a whole. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrderedStageTest {

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final int MANY = 300_000;
  private static final int QUEUE = 1_000;

  private final AtomicInteger emitted = new AtomicInteger();
  private final AtomicInteger heldMax = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);
  private final List<Integer> seen = new ArrayList<>();
  private final PipelineBuilder plan = Pipeline.named("ordered");

  /** Record 0 waits to be let go; each becomes so many, numbered on. */
  private final StagePlan<Integer, Integer> burst =
      plan.<Integer, Integer>shared(
              "burst",
              (number, out) -> {
                if (number == 0) {
                  go.await();
                }
                for (int i = 0; i < MANY; i++) {
                  out.emit(number * MANY + i);
                  emitted.incrementAndGet();
                }
              })
          .ordered();

  private void see(int number) {
    heldMax.accumulateAndGet(emitted.get() - seen.size(), Math::max);
    seen.add(number);
  }

  private Pipeline<Integer> start(int threads) {
    burst.threads(threads).to(plan.<Integer>sink("sink", this::see).queue(QUEUE, Overflow.BLOCK));
    return plan.build(burst);
  }

  private void requireAll(int records) {
    assertThat(seen).isEqualTo(IntStream.range(0, records * MANY).boxed().toList());
  }

  @Test
  void whoseTurnItIsDeliversWhileItEmits() throws Exception {
    go.countDown();
    Pipeline<Integer> pipeline = start(1);
    pipeline.put(0);
    assertThat(pipeline.drain(LONG)).isTrue();
    requireAll(1);
    assertThat(heldMax.get()).isLessThan(QUEUE + 4 * Batch.SIZE_MAX);
  }

  @Test
  void whoComesTooEarlyWaitsWhenItHasEmittedMuch() throws Exception {
    Pipeline<Integer> pipeline = start(2);
    pipeline.put(0);
    pipeline.put(1);
    while (emitted.get() < Outbox.EARLY_MAX) {
      Thread.onSpinWait();
    }
    go.countDown();
    assertThat(pipeline.drain(LONG)).isTrue();
    requireAll(2);
    assertThat(heldMax.get()).isLessThan(QUEUE + Outbox.EARLY_MAX + 4 * Batch.SIZE_MAX);
  }
}
