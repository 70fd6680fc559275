package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Overflow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of records that come to a full queue; the stage is held up until all have come. */
class OverflowTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** Numbers as four bytes; one of them cannot be written, another not be read. */
  private static final class Numbers implements RecordFormat<Integer> {
    private static final int UNWRITABLE = 13;
    private static final int UNREADABLE = 17;

    @Override
    public byte[] write(Integer record) throws IOException {
      if (record == UNWRITABLE) {
        throw new IOException("no space left on device");
      }
      return ByteBuffer.allocate(Integer.BYTES).putInt(record).array();
    }

    @Override
    public Integer read(byte[] bytes) throws IOException {
      int number = ByteBuffer.wrap(bytes).getInt();
      if (number == UNREADABLE) {
        throw new IOException("bad checksum");
      }
      return number;
    }
  }

  private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final PipelineBuilder plan = Pipeline.named("full").deadLetters(letters::add);
  private final StagePlan<Integer, Void> only =
      plan.shared(
          "only",
          (number, out) -> {
            begun.countDown();
            go.await();
            seen.add(number);
          });

  /** Number 0 is in work, the others come while it is. */
  private Pipeline<Integer> filled(int records, List<Boolean> taken) throws Exception {
    Pipeline<Integer> pipeline = plan.build(only);
    pipeline.put(0);
    begun.await();
    for (int i = 1; i < records; i++) {
      taken.add(pipeline.offer(i));
    }
    return pipeline;
  }

  private StageTotals finish(Pipeline<Integer> pipeline) throws InterruptedException {
    go.countDown();
    assertThat(pipeline.drain(LONG)).isTrue();
    return pipeline.observe().stage("only");
  }

  @Test
  void dropsWhatIsNew() throws Exception {
    List<Boolean> taken = new ArrayList<>();
    only.queue(2, Overflow.DROP_NEW);
    StageTotals totals = finish(filled(5, taken));
    assertThat(taken).containsExactly(true, true, false, false);
    assertThat(seen).containsExactly(0, 1, 2);
    assertThat(totals.flow()).isEqualTo(new StageTotals.Flow(5, 3, 0, 0, 2, 0, 0, 0));
  }

  @Test
  void dropsWhatIsOld() throws Exception {
    List<Boolean> taken = new ArrayList<>();
    only.queue(2, Overflow.DROP_OLD);
    StageTotals totals = finish(filled(5, taken));
    assertThat(taken).containsOnly(true);
    assertThat(seen).containsExactly(0, 3, 4);
    assertThat(totals.flow()).isEqualTo(new StageTotals.Flow(5, 3, 0, 0, 2, 0, 0, 0));
  }

  @Test
  void refusesAnOfferAndHoldsUpAPutWhenItBlocks() throws Exception {
    List<Boolean> taken = new ArrayList<>();
    only.queue(2, Overflow.BLOCK);
    Pipeline<Integer> pipeline = filled(5, taken);
    assertThat(taken).containsExactly(true, true, false, false);
    CompletableFuture<Void> put = WaitingCall.begin(() -> pipeline.put(9));
    go.countDown();
    put.get();
    StageTotals totals = finish(pipeline);
    assertThat(seen).containsExactly(0, 1, 2, 9);
    assertThat(totals.flow()).isEqualTo(new StageTotals.Flow(4, 4, 0, 0, 0, 0, 0, 2));
  }

  @Test
  void putsAsideAndTakesBackInOrder(@TempDir Path folder) throws Exception {
    int records = 1_000;
    List<Boolean> taken = new ArrayList<>();
    only.queue(2, FileSpill.in(folder, new Numbers(), 50));
    Pipeline<Integer> pipeline = filled(records, taken);
    assertThat(taken).containsOnly(true);
    assertThat(pipeline.observe().stage("only").size().spilled()).isEqualTo(records - 4);
    StageTotals totals = finish(pipeline);
    assertThat(seen)
        .isEqualTo(
            IntStream.range(0, records)
                .filter(i -> i != Numbers.UNWRITABLE && i != Numbers.UNREADABLE)
                .boxed()
                .toList());
    assertThat(totals.flow())
        .isEqualTo(new StageTotals.Flow(records, records - 2, 0, 0, 0, records - 4, 2, 0));
    assertThat(letters.stream().map(DeadLetter::record))
        .containsExactly(Optional.of(Numbers.UNWRITABLE), Optional.empty());
    assertThat(letters.get(0).cause()).hasMessage("no space left on device");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).extracting(Path::getFileName).containsOnly(Path.of("spill.lock"));
    }
  }

  @Test
  void whatAnAbortedPipelinePutAsideIsThereForTheNext(@TempDir Path folder) throws Exception {
    only.queue(2, FileSpill.in(folder, new Numbers(), 20));
    Pipeline<Integer> pipeline = filled(10, new ArrayList<>());
    Remainder remainder = pipeline.abort(LONG);
    assertThat(remainder.records().get("only")).containsExactly(1, 2);
    assertThat(remainder.spilled()).containsEntry("only", 7L);
    FileSpill<Integer> again = FileSpill.in(folder, new Numbers());
    List<Integer> left = new ArrayList<>();
    while (again.size() > 0) {
      left.add(again.remove());
    }
    again.close();
    assertThat(left).containsExactly(3, 4, 5, 6, 7, 8, 9);
  }
}
