package dev.flyball.flink.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A job of a source and some stages in a row, each of which waits for a while with each record, as
 * calls of other services do. Records are numbers from 0 on. Each vertex has slots of its own, so
 * that a subtask takes a slot.
 */
public final class TrialJob {

  private static final double NANOS = 1e9;
  private static final long MICRO = 1000;
  private static final Duration CHECKPOINTS = Duration.ofSeconds(1);

  private TrialJob() {}

  /**
   * Submits the job to the cluster that the client's configuration names.
   *
   * @param args host and port of the cluster's REST interface, and the load's file
   */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment flow =
        StreamExecutionEnvironment.createRemoteEnvironment(
            args[0], Integer.parseInt(args[1]), settings());
    stages(flow, Path.of(args[2]), record -> record);
    flow.executeAsync("trial");
  }

  /** Unaligned checkpoints, one a second. */
  public static Configuration settings() {
    Configuration settings = new Configuration();
    settings.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINTS);
    return settings;
  }

  /** Adds the job to a program; {@code last} is called for each record at the end. */
  public static void stages(
      StreamExecutionEnvironment flow, Path load, MapFunction<Long, Long> last) throws IOException {
    String file = load.toAbsolutePath().toString();
    int count = TrialLoad.read(load).micros().size();
    DataStream<Long> stage =
        flow.fromSequence(0, Long.MAX_VALUE - 1)
            .name("source")
            .setParallelism(1)
            .map(new Pace(file))
            .name("pace")
            .setParallelism(1);
    for (int i = 0; i < count; i++) {
      String name = "stage" + (i + 1);
      stage =
          stage
              .rebalance()
              .map(new Stage(file, i))
              .name(name)
              .setParallelism(1)
              .slotSharingGroup(name);
    }
    stage
        .map(last)
        .name("count")
        .setParallelism(1)
        .sinkTo(new DiscardingSink<>())
        .name("sink")
        .setParallelism(1);
  }

  /** Waits; a task that is cancelled ends at once, rather than let all through that waits. */
  private static void await(long untilNanos) throws InterruptedException {
    for (long left = untilNanos - System.nanoTime();
        left > 0;
        left = untilNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("cancelled");
      }
    }
  }

  /** A load's file, looked at a few times a second. */
  private static final class Watched {

    private static final long LOOK_NANOS = 200_000_000;

    private final Path file;
    private TrialLoad load;
    private long lookNanos = System.nanoTime();

    Watched(String file) throws IOException {
      this.file = Path.of(file);
      this.load = TrialLoad.read(this.file);
    }

    TrialLoad load() throws IOException {
      long now = System.nanoTime();
      if (now - lookNanos > LOOK_NANOS) {
        lookNanos = now;
        load = TrialLoad.read(file);
      }
      return load;
    }
  }

  /** Lets so many records pass a second; makes up for a fifth of a second at most. */
  private static final class Pace extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1;
    private static final long LATE_NANOS = 200_000_000;
    private final String file;
    private transient Watched watched;
    private transient long nextNanos;

    Pace(String file) {
      this.file = file;
    }

    @Override
    public void open(OpenContext context) throws IOException {
      watched = new Watched(file);
      nextNanos = System.nanoTime();
    }

    @Override
    public Long map(Long value) throws IOException, InterruptedException {
      nextNanos =
          Math.max(
              nextNanos + (long) (NANOS / watched.load().perSecond()),
              System.nanoTime() - LATE_NANOS);
      await(nextNanos);
      return value;
    }
  }

  /** Takes its time. */
  private static final class Stage extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1;
    private final String file;
    private final int index;
    private transient Watched watched;

    Stage(String file, int index) {
      this.file = file;
      this.index = index;
    }

    @Override
    public void open(OpenContext context) throws IOException {
      watched = new Watched(file);
      int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
      int max = watched.load().subtasksMax();
      if (subtasks > max) {
        throw new IllegalStateException(
            "subtasks of a stage must be at most " + max + " but were " + subtasks);
      }
    }

    @Override
    public Long map(Long value) throws IOException, InterruptedException {
      await(System.nanoTime() + MICRO * watched.load().micros().get(index));
      return value;
    }
  }
}
