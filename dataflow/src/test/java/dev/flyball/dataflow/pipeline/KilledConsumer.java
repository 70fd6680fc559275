package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.LowWaterMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that works through a log on disk from its committed offset on, and commits the
 * low-water mark; to be killed at any moment. Each record is written once to {@value #ROWS}, in
 * batches, and twice to {@value #COPIES} if its number is even.
 */
final class KilledConsumer {

  static final String LOG = "log";
  static final String ROWS = "rows";
  static final String COPIES = "copies";
  static final String STATE = "state";

  /** Places in the state: the offset to begin with, and that after the last record that was put. */
  static final int COMMITTED = 0;

  static final int PUT = 1;

  private KilledConsumer() {}

  /** The file of two numbers, which other processes see change, and which a kill leaves whole. */
  static LongBuffer state(Path folder) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            folder.resolve(STATE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return file.map(MapMode.READ_WRITE, 0, 2 * Long.BYTES).asLongBuffer();
    }
  }

  static LongBuffer numbers(Path file) throws IOException {
    try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ)) {
      return open.map(MapMode.READ_ONLY, 0, open.size()).asLongBuffer();
    }
  }

  private static FileChannel appending(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void write(FileChannel file, List<Long> numbers) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.size());
    numbers.forEach(bytes::putLong);
    bytes.flip();
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  /** Writes fifty rows at a time, as a batched insert would. */
  private static final class Rows implements Stage<Long, Void> {
    private final FileChannel file;
    private final List<Long> held = new ArrayList<>();

    Rows(FileChannel file) {
      this.file = file;
    }

    @Override
    public void on(Long number, Emitter<Void> out) {
      held.add(number);
    }

    @Override
    public void flush(Emitter<Void> out) throws Exception {
      Thread.sleep(1); // a database takes its time
      write(file, held);
      held.clear();
    }
  }

  /** Works through the log in that folder. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    LongBuffer log = numbers(folder.resolve(LOG));
    LongBuffer state = state(folder);
    LowWaterMark mark = new LowWaterMark(state.get(COMMITTED));
    FileChannel rows = appending(folder.resolve(ROWS));
    FileChannel copies = appending(folder.resolve(COPIES));
    PipelineBuilder plan = Pipeline.named("killed");
    StagePlan<Long, Long> decoder = plan.<Long, Long>map("decoder", number -> number).threads(2);
    StagePlan<Long, Void> feeder =
        plan.stage("feeder", () -> new Rows(rows))
            .threads(4)
            .flushAfter(50)
            .flushEvery(Duration.ofMillis(5));
    StagePlan<Long, Long> even =
        plan.shared(
            "even",
            (number, out) -> {
              if (number % 2 == 0) {
                out.emit(number);
                out.emit(number);
              }
            });
    StagePlan<Long, Void> copier = plan.sink("copier", number -> copy(copies, number));
    decoder.to(feeder).to(even);
    even.to(copier.threads(2));
    Pipeline<Long> pipeline = plan.build(decoder);
    Thread committer = new Thread(() -> commit(pipeline, mark, state), "committer");
    committer.start();
    for (long at = state.get(COMMITTED); at < log.limit(); at++) {
      state.put(PUT, at + 1);
      pipeline.put(log.get((int) at), mark.begin(at));
    }
    pipeline.close();
    committer.join();
    state.put(COMMITTED, mark.offset());
  }

  private static void copy(FileChannel copies, Long number) {
    try {
      write(copies, List.of(number));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void commit(Pipeline<Long> pipeline, LowWaterMark mark, LongBuffer state) {
    try {
      while (!pipeline.awaitTermination(Duration.ofMillis(2))) {
        state.put(COMMITTED, mark.offset());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
