package dev.flyball.flink;

import dev.flyball.base.Json;
import dev.flyball.files.Field;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A running job of Flink, over the REST interface of its cluster.
 *
 * <p>It is never stopped or cancelled: the only request that changes anything asks the adaptive
 * scheduler for other parallelisms, at least 1 each, all vertices in one request.
 */
public final class FlinkJob {

  private static final String METRICS =
      "numRecordsIn,numRecordsOut,accumulateBusyTimeMs,accumulateBackPressuredTimeMs,accumulateIdleTimeMs";
  private static final int NUMBER_MAX = Integer.MAX_VALUE;
  private static final long POLL_MILLIS = 100;
  private static final long FRESH_NANOS = 2_000_000_000;
  private static final String RUNNING = "RUNNING";
  private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "CANCELED", "SUSPENDED");

  private final FlinkRest rest;
  private final String id;

  private FlinkJob(FlinkRest rest, String id) {
    this.rest = rest;
    this.id = id;
  }

  /**
   * The only running job of a cluster.
   *
   * @throws FlinkException when there is none or there are several, or when the cluster's scheduler
   *     cannot rescale a running job, or when a restart would replay the job from its beginning
   */
  public static FlinkJob only(URI url) {
    FlinkRest rest = new FlinkRest(url);
    List<String> running = new ArrayList<>();
    for (Field job : required(rest.get("/jobs"), "jobs").items()) {
      Map<String, Field> fields = FlinkRest.fields(job);
      if (required(fields, "status").text().equals(RUNNING)) {
        running.add(required(fields, "id").text());
      }
    }
    if (running.size() != 1) {
      throw new FlinkException(
          "cluster must have one running job (else name one) but had " + running);
    }
    return checked(rest, running.get(0));
  }

  /**
   * A job by its id.
   *
   * @throws FlinkException as {@link #only}
   */
  public static FlinkJob of(URI url, String id) {
    if (!id.matches("[0-9a-f]{32}")) {
      throw new IllegalArgumentException("job must be 32 hexadecimal digits but was " + id);
    }
    return checked(new FlinkRest(url), id);
  }

  private static FlinkJob checked(FlinkRest rest, String id) {
    String scheduler = "Default";
    String mode = "none";
    for (Field entry : rest.read("/jobmanager/config").items()) {
      Map<String, Field> fields = FlinkRest.fields(entry);
      String key = required(fields, "key").text();
      if (key.equals("jobmanager.scheduler")) {
        scheduler = required(fields, "value").text();
      }
      if (key.equals("scheduler-mode")) {
        mode = required(fields, "value").text();
      }
    }
    if (mode.equalsIgnoreCase("reactive")) {
      throw new FlinkException(
          "scheduler-mode must not be reactive, which sets every parallelism itself, but was");
    }
    if (!scheduler.toLowerCase(Locale.ROOT).equals("adaptive")) {
      throw new FlinkException(
          "jobmanager.scheduler must be adaptive, for no other changes a running job, but was "
              + scheduler);
    }
    if (!rest.answers("/jobs/" + id + "/checkpoints/config")) {
      throw new FlinkException(
          "job must have checkpoints, for without them each rescale begins its sources anew, but"
              + " had none (or there is no job "
              + id
              + ")");
    }
    return new FlinkJob(rest, id);
  }

  /** Whether the job has ended, for good or ill; then nothing is left to govern. */
  public boolean ended() {
    return ENDED.contains(required(rest.get("/jobs/" + id), "state").text());
  }

  /** The job's id. */
  public String id() {
    return id;
  }

  private static Field required(Map<String, Field> fields, String key) {
    Field field = fields.get(key);
    if (field == null) {
      throw new FlinkException("answer must have the key '" + key + "' but had " + fields.keySet());
    }
    return field;
  }

  /**
   * The job as it is now, with counts of now. A cluster fetches counts only when they are asked
   * for, and answers with those that it has; so it is asked until it has newer ones of all
   * vertices, for a while at most, since it fetches them only so often.
   */
  FlinkReading readFresh() {
    FlinkReading first = read();
    long end = System.nanoTime() + FRESH_NANOS;
    FlinkReading now = first;
    while (first.running() && !now.newer(first) && System.nanoTime() < end) {
      pause();
      now = read();
    }
    return now;
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlinkException("interrupted while waiting for the job", e);
    }
  }

  /** The job as the cluster knows it; counts that it has not fetched yet are left out. */
  FlinkReading read() {
    Map<String, Field> job = rest.get("/jobs/" + id);
    Map<String, List<String>> inputs = inputs(job);
    List<FlinkVertex> vertices = new ArrayList<>();
    Set<String> names = new HashSet<>();
    StringBuilder epoch = new StringBuilder();
    String state = required(job, "state").text();
    for (Field item : required(job, "vertices").items()) {
      Map<String, Field> fields = FlinkRest.fields(item);
      String vertex = required(fields, "id").text();
      String name = required(fields, "name").text();
      int parallelism = required(fields, "parallelism").whole(0, NUMBER_MAX);
      String status = required(fields, "status").text();
      if (state.equals(RUNNING) && !status.equals(RUNNING) && !status.equals("FINISHED")) {
        state = status;
      }
      epoch
          .append(required(fields, "start-time").text())
          .append('x')
          .append(parallelism)
          .append(' ');
      vertices.add(
          new FlinkVertex(
              vertex,
              names.add(name) ? name : name + " " + vertex,
              Math.max(1, parallelism),
              required(fields, "maxParallelism").whole(1, NUMBER_MAX),
              required(fields, "slotSharingGroupId").text(),
              inputs.getOrDefault(vertex, List.of())));
    }
    Map<String, FlinkCounts> counts = new HashMap<>();
    vertices.forEach(v -> count(v, counts));
    return new FlinkReading(
        System.nanoTime(), state, epoch.toString(), slots(vertices), vertices, counts);
  }

  /**
   * All slots of a cluster that runs this job alone, for a job keeps idle slots for a while, which
   * count as taken. Where there are other jobs: those that are free, and those that it uses.
   */
  private int slots(List<FlinkVertex> vertices) {
    Map<String, Field> cluster = rest.get("/overview");
    int total = required(cluster, "slots-total").whole(0, NUMBER_MAX);
    if (required(cluster, "jobs-running").whole(0, NUMBER_MAX) <= 1) {
      return total;
    }
    int free = required(cluster, "slots-available").whole(0, NUMBER_MAX);
    return Math.min(total, free + FlinkSlots.used(vertices, FlinkVertex::parallelism));
  }

  private static Map<String, List<String>> inputs(Map<String, Field> job) {
    Map<String, List<String>> inputs = new HashMap<>();
    Map<String, Field> plan = FlinkRest.fields(required(job, "plan"));
    for (Field node : required(plan, "nodes").items()) {
      Map<String, Field> fields = FlinkRest.fields(node);
      if (fields.containsKey("inputs")) {
        List<String> from =
            required(fields, "inputs").items().stream()
                .map(input -> required(FlinkRest.fields(input), "id").text())
                .toList();
        inputs.put(required(fields, "id").text(), from);
      }
    }
    return inputs;
  }

  private void count(FlinkVertex vertex, Map<String, FlinkCounts> counts) {
    String path =
        "/jobs/" + id + "/vertices/" + vertex.id() + "/subtasks/metrics?agg=sum&get=" + METRICS;
    Map<String, Double> sums = new HashMap<>();
    for (Field metric : rest.read(path).items()) {
      Map<String, Field> fields = FlinkRest.fields(metric);
      sums.put(required(fields, "id").text(), Double.parseDouble(required(fields, "sum").text()));
    }
    Double busy = sums.get("accumulateBusyTimeMs");
    Double in = sums.get("numRecordsIn");
    if (busy != null && !busy.isNaN() && in != null) {
      counts.put(
          vertex.id(),
          new FlinkCounts(
              in,
              sums.getOrDefault("numRecordsOut", 0.0),
              busy,
              sums.getOrDefault("accumulateBackPressuredTimeMs", 0.0),
              sums.getOrDefault("accumulateIdleTimeMs", 0.0)));
    }
  }

  /**
   * Asks for parallelisms of all vertices, by name, in one request. What is asked for sources stays
   * as it is, also where the cluster has no slots for that at present.
   */
  void require(List<FlinkVertex> vertices, Map<String, Integer> wanted) {
    String path = "/jobs/" + id + "/resource-requirements";
    Map<String, Field> asked = rest.get(path);
    Map<String, Object> body = new LinkedHashMap<>();
    for (FlinkVertex vertex : vertices) {
      int upper = wanted.getOrDefault(vertex.name(), vertex.parallelism());
      if (vertex.isSource()) {
        Map<String, Field> bounds =
            FlinkRest.fields(
                required(FlinkRest.fields(required(asked, vertex.id())), "parallelism"));
        upper = required(bounds, "upperBound").whole(1, NUMBER_MAX);
      }
      body.put(vertex.id(), Map.of("parallelism", Map.of("lowerBound", 1, "upperBound", upper)));
    }
    rest.put(path, Json.exact(body));
  }

  /** Waits until the job runs with these parallelisms, or the time is over; the last reading. */
  FlinkReading await(Map<String, Integer> wanted, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    FlinkReading now = read();
    while (!(now.running() && now.has(wanted)) && System.nanoTime() < end) {
      pause();
      now = read();
    }
    return now;
  }
}
