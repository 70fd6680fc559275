package dev.flyball.flink;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** A cluster in this process with one job of five vertices that wait; one at a time. */
final class SlowJob implements AutoCloseable {

  /** Records per second of the source. */
  static final AtomicLong PER_SECOND = new AtomicLong();

  /** What each vertex behind the source takes for a record, in microseconds. */
  static final AtomicLongArray MICROS = new AtomicLongArray(4);

  private final MiniCluster cluster;
  private final String id;

  private SlowJob(MiniCluster cluster, String id) {
    this.cluster = cluster;
    this.id = id;
  }

  static SlowJob start(int taskManagers, String scheduler, long perSecond, long... micros)
      throws Exception {
    PER_SECOND.set(perSecond);
    for (int i = 0; i < micros.length; i++) {
      MICROS.set(i, micros[i]);
    }
    Configuration settings = new Configuration();
    settings.setString("jobmanager.scheduler", scheduler);
    settings.setString("jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "0s");
    settings.setString(
        "jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "1s");
    settings.setString("heartbeat.interval", "500");
    settings.setString("heartbeat.timeout", "5000");
    settings.set(WebOptions.REFRESH_INTERVAL, Duration.ofMillis(200));
    settings.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(200));
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(RestOptions.ADDRESS, "localhost");
    settings.set(JobManagerOptions.ADDRESS, "localhost");
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(12 / taskManagers)
                .build());
    cluster.start();
    return new SlowJob(cluster, cluster.submitJob(graph()).get().getJobID().toHexString());
  }

  private static JobGraph graph() {
    Configuration settings = new Configuration();
    settings.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
    StreamExecutionEnvironment flow = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    DataStream<Long> stage =
        flow.fromSequence(0, Long.MAX_VALUE - 1)
            .setParallelism(1)
            .map(new Pace())
            .name("pace")
            .setParallelism(1);
    for (int i = 0; i < MICROS.length(); i++) {
      stage = stage.rebalance().map(new Wait(i)).name("stage" + i).setParallelism(1);
    }
    stage.sinkTo(new DiscardingSink<>()).setParallelism(1);
    return flow.getStreamGraph().getJobGraph();
  }

  /** Lets so many records pass a second. */
  private static final class Pace implements MapFunction<Long, Long> {
    private static final long serialVersionUID = 1;

    @Override
    public Long map(Long value) {
      LockSupport.parkNanos(1_000_000_000L / PER_SECOND.get());
      return value;
    }
  }

  /** Takes its time. */
  private static final class Wait implements MapFunction<Long, Long> {
    private static final long serialVersionUID = 1;
    private final int stage;

    Wait(int stage) {
      this.stage = stage;
    }

    @Override
    public Long map(Long value) {
      LockSupport.parkNanos(1000 * MICROS.get(stage));
      return value;
    }
  }

  String id() {
    return id;
  }

  URI url() throws Exception {
    return cluster.getRestAddress().get();
  }

  void killTaskManager(int index) throws Exception {
    cluster.terminateTaskManager(index).get();
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
  }
}
