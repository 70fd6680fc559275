package dev.flyball.flink;

import dev.flyball.flink.trial.TrialJob;
import dev.flyball.flink.trial.TrialLoad;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A cluster of 12 slots in this process with one trial job; one at a time. */
final class TrialCluster implements AutoCloseable {

  static final int SLOTS = 12;

  private static final int UNAVAILABLE = 503;

  private final MiniCluster cluster;
  private final Path file;
  private final String id;

  private TrialCluster(MiniCluster cluster, Path file, String id) {
    this.cluster = cluster;
    this.file = file;
    this.id = id;
  }

  static TrialCluster start(int taskManagers, String scheduler, TrialLoad load) throws Exception {
    Output.clear();
    Path file = Files.createTempFile("trial", ".load");
    load.write(file);
    Configuration settings = new Configuration();
    settings.setString("jobmanager.scheduler", scheduler);
    settings.setString("jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "0s");
    settings.setString(
        "jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "1s");
    settings.setString("heartbeat.interval", "500");
    settings.setString("heartbeat.timeout", "60000");
    // A buffer of the usual 32 KiB holds 2,000 of these records, which take minutes; a restart does
    // them
    // all before it has ended.
    settings.setString("taskmanager.memory.segment-size", "4kb");
    settings.setString("taskmanager.network.memory.buffer-debloat.enabled", "true");
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
                .setNumSlotsPerTaskManager(SLOTS / taskManagers)
                .build());
    cluster.start();
    StreamExecutionEnvironment flow =
        StreamExecutionEnvironment.getExecutionEnvironment(TrialJob.settings());
    TrialJob.stages(flow, file, Output::count);
    String id =
        cluster.submitJob(flow.getStreamGraph().getJobGraph()).get().getJobID().toHexString();
    TrialCluster started = new TrialCluster(cluster, file, id);
    started.awaitLeader();
    return started;
  }

  /** Without a leader nothing answers. */
  private void awaitLeader() throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(url().resolve("/jobmanager/config")).build();
    while (http.send(request, BodyHandlers.discarding()).statusCode() == UNAVAILABLE) {
      Thread.sleep(50);
    }
  }

  /** What comes out of the job: which numbers, and each how often in all. */
  static final class Output {

    private static final int NUMBERS_MAX = 1 << 22;
    private static final int BITS = 64;

    private static final AtomicLongArray SEEN = new AtomicLongArray(NUMBERS_MAX / BITS);
    private static final AtomicLongArray COUNTS = new AtomicLongArray(2);

    private Output() {}

    static void clear() {
      for (int i = 0; i < SEEN.length(); i++) {
        SEEN.set(i, 0);
      }
      COUNTS.set(0, 0);
      COUNTS.set(1, 0);
    }

    private static Long count(Long number) {
      long bit = 1L << (number % BITS);
      long before = SEEN.getAndAccumulate((int) (number / BITS), bit, (word, one) -> word | one);
      COUNTS.incrementAndGet((before & bit) == 0 ? 0 : 1);
      return number;
    }

    /** Different records that came out. */
    static long distinct() {
      return COUNTS.get(0);
    }

    /** Records that came out again after a restart. */
    static long again() {
      return COUNTS.get(1);
    }

    /** Records below a number that have not come out. */
    static long missingBelow(long number) {
      long seen = 0;
      for (int i = 0; i < number / BITS; i++) {
        seen += Long.bitCount(SEEN.get(i));
      }
      return number / BITS * BITS - seen;
    }
  }

  void load(TrialLoad load) throws IOException {
    load.write(file);
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

  void startTaskManager() throws Exception {
    cluster.startTaskManager();
  }

  @Override
  public void close() throws IOException {
    cluster.closeAsync().join();
    Files.delete(file);
  }
}
