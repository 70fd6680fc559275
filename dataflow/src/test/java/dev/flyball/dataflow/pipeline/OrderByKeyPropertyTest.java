package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records of random keys through two stages that are ordered by key, while the threads of both
 * change at random: in each stage no two records of one key are ever at work at a time, they come
 * in the order in which they were put, and none is lost. {@code -Dseed=} replays a run.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrderByKeyPropertyTest {

  private static final Duration LONG = Duration.ofSeconds(200);
  private static final int RUNS = 12;
  private static final int PRODUCERS = 3;
  private static final int EACH = 3_000;

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final AtomicReference<String> wrong = new AtomicReference<>("");

  @TempDir private Path folder;

  /** A record: the place of its key, and its place among those of its key. */
  private record Keyed(int key, int place) {}

  /** Whether a stage sees the records of each key one by one, and in order. */
  private final class Watch {
    private final String stage;
    private final AtomicIntegerArray next;
    private final AtomicIntegerArray atWork;

    Watch(String stage, int keys) {
      this.stage = stage;
      this.next = new AtomicIntegerArray(keys);
      this.atWork = new AtomicIntegerArray(keys);
    }

    void enter(Keyed record) {
      int others = atWork.getAndIncrement(record.key);
      if (others != 0) {
        wrong.compareAndSet("", stage + ": " + (1 + others) + " at a time: " + record);
      }
      see(record);
    }

    void leave(Keyed record) {
      atWork.decrementAndGet(record.key);
    }

    /** Only the order counts; records may be missing where they are dropped. */
    void see(Keyed record) {
      if (next.get(record.key) > record.place) {
        wrong.compareAndSet("", stage + ": before " + next.get(record.key) + " was due: " + record);
      }
      next.set(record.key, record.place + 1);
    }
  }

  /** A stage that emits at once, or holds records until it is flushed. */
  private static final class Working implements Stage<Keyed, Keyed> {
    private final Watch watch;
    private final boolean holds;
    private final List<Keyed> held = new ArrayList<>();

    Working(Watch watch, boolean holds) {
      this.watch = watch;
      this.holds = holds;
    }

    @Override
    public void on(Keyed record, Emitter<Keyed> out) {
      watch.enter(record);
      if (ThreadLocalRandom.current().nextInt(200) == 0) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(2_000_000));
      }
      watch.leave(record);
      if (record.place % 97 == 96) {
        throw new IllegalStateException("bad: " + record);
      }
      if (holds) {
        held.add(record);
      } else {
        out.emit(record);
      }
    }

    @Override
    public void flush(Emitter<Keyed> out) {
      held.forEach(out::emit);
      held.clear();
    }
  }

  @Test
  void recordsOfAKeyComeOneByOneAndInOrderWhileThreadsChange() throws Exception {
    System.out.println("OrderByKeyPropertyTest: -Dseed=" + seed);
    for (int run = 0; run < RUNS; run++) {
      run(Dice.stream(seed, run), run);
      assertThat(wrong.get()).as("-Dseed=%d, run %d", seed, run).isEmpty();
    }
  }

  private void run(Dice dice, int number) throws Exception {
    int keys = 1 + dice.below(dice.below(3) == 0 ? 4 : 400);
    AtomicInteger failed = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger outcomes = new AtomicInteger();
    PipelineBuilder plan =
        Pipeline.named("keys-" + number).deadLetters(letter -> failed.incrementAndGet());
    StagePlan<Keyed, Keyed> first = stage(plan, dice, "first", keys * PRODUCERS);
    StagePlan<Keyed, Keyed> second = stage(plan, dice, "second", keys * PRODUCERS);
    Watch end = new Watch("end", keys * PRODUCERS);
    first.to(second);
    second.to(
        plan.sink(
            "end",
            record -> {
              end.see(record);
              ended.incrementAndGet();
            }));
    Pipeline<Keyed> pipeline = plan.build(first);
    AtomicBoolean over = new AtomicBoolean();
    Thread resizer = new Thread(() -> resize(pipeline, dice, over));
    resizer.start();
    Thread[] producers = new Thread[PRODUCERS];
    for (int p = 0; p < PRODUCERS; p++) {
      Dice own = new Dice(dice.nextLong());
      int base = p * keys;
      producers[p] = new Thread(() -> produce(pipeline, own, base, keys, outcomes));
      producers[p].start();
    }
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(pipeline.drain(LONG)).as("-Dseed=%d, run %d: %s", seed, number, pipeline).isTrue();
    over.set(true);
    resizer.join();
    long dropped =
        pipeline.observe().stages().stream().mapToLong(stage -> stage.flow().dropped()).sum();
    assertThat(ended.get() + failed.get() + dropped)
        .as("-Dseed=%d, run %d: %s", seed, number, pipeline)
        .isEqualTo(PRODUCERS * EACH);
    assertThat(outcomes).hasValue(PRODUCERS * EACH / 2);
  }

  private StagePlan<Keyed, Keyed> stage(PipelineBuilder plan, Dice dice, String name, int keys)
      throws IOException {
    Watch watch = new Watch(name, keys);
    boolean holds = dice.below(2) == 0;
    StagePlan<Keyed, Keyed> stage =
        plan.<Keyed, Keyed>stage(name, () -> new Working(watch, holds))
            .orderedBy(Keyed::key)
            .threads(1 + dice.below(6));
    if (holds) {
      stage.flushAfter(1 + dice.below(30));
      if (dice.below(2) == 0) {
        stage.flushWhenIdle();
      }
    }
    int capacity = 1 + dice.below(dice.below(2) == 0 ? 8 : 600);
    switch (dice.below(4)) {
      case 0 -> stage.queue(capacity, Overflow.DROP_OLD);
      case 1 -> stage.queue(capacity, spill(name + dice.nextLong()));
      default -> stage.queue(capacity, Overflow.BLOCK);
    }
    return stage;
  }

  private FileSpill<Keyed> spill(String name) throws IOException {
    return FileSpill.in(
        folder.resolve(name),
        new RecordFormat<>() {
          @Override
          public byte[] write(Keyed record) {
            return ByteBuffer.allocate(8).putInt(record.key).putInt(record.place).array();
          }

          @Override
          public Keyed read(byte[] bytes) {
            ByteBuffer from = ByteBuffer.wrap(bytes);
            return new Keyed(from.getInt(), from.getInt());
          }
        });
  }

  private static void resize(Pipeline<Keyed> pipeline, Dice dice, AtomicBoolean over) {
    Dice own = new Dice(dice.nextLong());
    while (!over.get()) {
      pipeline.resize(own.below(2) == 0 ? "first" : "second", 1 + own.below(12));
      LockSupport.parkNanos(300_000);
    }
  }

  private void produce(
      Pipeline<Keyed> pipeline, Dice dice, int base, int keys, AtomicInteger outcomes) {
    int[] next = new int[keys];
    try {
      for (int i = 0; i < EACH; i++) {
        int key = (int) (keys * dice.nextDouble() * dice.nextDouble()); // few have many
        Keyed record = new Keyed(base + key, next[key]++);
        if (i % 2 == 0) {
          pipeline.put(record, outcome -> count(outcome, outcomes));
        } else {
          pipeline.put(record);
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void count(Outcome outcome, AtomicInteger outcomes) {
    outcomes.incrementAndGet();
    if (outcome.kind() == Outcome.Kind.ABORTED) {
      wrong.compareAndSet("", "told " + outcome);
    }
  }
}
