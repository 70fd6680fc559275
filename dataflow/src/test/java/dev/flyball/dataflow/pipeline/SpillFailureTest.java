package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Records put aside where that fails, with errors of the machine too, and who else uses a spill.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpillFailureTest {

  private static final Duration LONG = Duration.ofSeconds(50);

  /** Numbers in memory; some cannot be written, some not be read. */
  private static final class Numbers implements Spill<Integer> {
    private final Deque<Integer> numbers = new ArrayDeque<>();
    private boolean failsToRead;

    @Override
    public void append(Integer record) {
      if (record % 100 == 13) {
        throw new OutOfMemoryError("append " + record);
      }
      numbers.add(record);
    }

    @Override
    public Integer remove() throws IOException {
      int number = numbers.remove();
      if (number % 100 == 17) {
        throw new StackOverflowError("remove " + number);
      }
      if (failsToRead) {
        throw new IOException("remove " + number);
      }
      return number;
    }

    @Override
    public long size() {
      return numbers.size();
    }

    @Override
    public void close() {}
  }

  private final Numbers numbers = new Numbers();
  private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final PipelineBuilder plan = Pipeline.named("spills").deadLetters(letters::add);

  @Test
  void anErrorOfASpillCostsItsRecordOnly() throws Exception {
    int records = 1_000;
    CountDownLatch allEmitted = new CountDownLatch(1);
    StagePlan<Integer, Integer> burst =
        plan.shared(
            "burst",
            (count, out) -> {
              for (int i = 0; i < count; i++) {
                out.emit(i);
              }
              allEmitted.countDown();
            });
    StagePlan<Integer, Void> sink =
        plan.shared(
            "sink",
            (number, out) -> {
              allEmitted.await();
              seen.add(number);
            });
    burst.to(sink.queue(2, numbers));
    Pipeline<Integer> pipeline = plan.build(burst);
    pipeline.put(records);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen)
        .isEqualTo(
            IntStream.range(0, records)
                .filter(i -> i % 100 != 13 && i % 100 != 17)
                .boxed()
                .toList());
    assertThat(letters.stream().map(DeadLetter::record).flatMap(Optional::stream).toList())
        .isEqualTo(IntStream.range(0, records).filter(i -> i % 100 == 13).boxed().toList());
    assertThat(letters).hasSize(20).allMatch(letter -> letter.stage().equals("sink"));
    StageTotals.Flow flow = pipeline.observe().stage("sink").flow();
    assertThat(flow.arrived()).isEqualTo(records);
    assertThat(flow.done() + flow.unspillable()).isEqualTo(records);
  }

  @Test
  void whatCannotBeReadIsToldWhileTheStageWaits() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(20);
    plan.deadLetters(letter -> told.countDown());
    StagePlan<Integer, Void> only =
        plan.shared(
            "only",
            (number, out) -> {
              begun.countDown();
              go.await();
              numbers.failsToRead = true;
            });
    Pipeline<Integer> pipeline = plan.build(only.queue(1, numbers));
    pipeline.put(0);
    begun.await();
    for (int i = 20; i < 41; i++) {
      pipeline.put(i);
    }
    go.countDown();
    assertThat(told.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(pipeline.drain(LONG)).isTrue();
  }

  @Test
  void oneBatchIsTakenBackAtATime() throws Exception {
    for (int i = 20; i < 80; i++) {
      numbers.append(i);
    }
    StagePlan<Integer, Void> stage = plan.sink("only", seen::add);
    WaitingRoom room =
        new WaitingRoom(stage.queue(50, numbers), new DeadLetterOffice("p", l -> {}));
    room.takeBack(8, new KeyHold());
    assertThat(room.length()).isEqualTo(8);
    assertThat(numbers.size()).isEqualTo(52);
    room.takeBack(8, new KeyHold());
    assertThat(room.length()).isEqualTo(8); // enough for a batch is here
  }

  @Test
  void aSpillIsForOneStageOfOnePipeline() {
    StagePlan<Integer, Integer> first = plan.map("first", n -> n);
    StagePlan<Integer, Void> second = plan.sink("second", seen::add);
    first.queue(2, numbers).to(second.queue(2, numbers));
    assertThatThrownBy(() -> plan.build(first))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("spill of stage 'second' must be of no other stage but is of 'first' as well");

    second.queue(2, new Numbers());
    plan.build(first).close();
    assertThatThrownBy(() -> plan.build(first))
        .hasMessage("spill of stage 'first' must be new but was given to a pipeline before");
    PipelineBuilder other = Pipeline.named("other");
    StagePlan<Integer, Void> stage = other.sink("stage", seen::add);
    assertThatThrownBy(() -> other.build(stage.queue(2, numbers)))
        .hasMessage("spill of stage 'stage' must be new but was given to a pipeline before");
  }
}
