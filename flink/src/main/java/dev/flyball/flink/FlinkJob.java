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
      if (required(fields, "status").text().equals("RUNNING")) {
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

  /** The job as it is now; counts that the cluster has not fetched yet are left out. */
  FlinkReading read() {
    Map<String, Field> job = rest.get("/jobs/" + id);
    Map<String, List<String>> inputs = inputs(job);
    List<FlinkVertex> vertices = new ArrayList<>();
    Set<String> names = new HashSet<>();
    StringBuilder epoch = new StringBuilder();
    for (Field item : required(job, "vertices").items()) {
      Map<String, Field> fields = FlinkRest.fields(item);
      String vertex = required(fields, "id").text();
      String name = required(fields, "name").text();
      int parallelism = required(fields, "parallelism").whole(0, NUMBER_MAX);
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
              inputs.getOrDefault(vertex, List.of())));
    }
    Map<String, FlinkCounts> counts = new HashMap<>();
    vertices.forEach(v -> count(v, counts));
    int slots = required(rest.get("/overview"), "slots-total").whole(0, NUMBER_MAX);
    String state = required(job, "state").text();
    return new FlinkReading(System.nanoTime(), state, epoch.toString(), slots, vertices, counts);
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
    if (busy != null && in != null) {
      counts.put(
          vertex.id(),
          new FlinkCounts(
              in,
              sums.getOrDefault("numRecordsOut", 0.0),
              busy.isNaN() ? 0 : busy,
              sums.getOrDefault("accumulateBackPressuredTimeMs", 0.0),
              sums.getOrDefault("accumulateIdleTimeMs", 0.0)));
    }
  }

  /** Asks for parallelisms of all vertices, by name, in one request. */
  void require(List<FlinkVertex> vertices, Map<String, Integer> wanted) {
    Map<String, Object> body = new LinkedHashMap<>();
    for (FlinkVertex vertex : vertices) {
      int upper = wanted.getOrDefault(vertex.name(), vertex.parallelism());
      body.put(vertex.id(), Map.of("parallelism", Map.of("lowerBound", 1, "upperBound", upper)));
    }
    rest.put("/jobs/" + id + "/resource-requirements", Json.exact(body));
  }

  /** Waits until the job runs with these parallelisms, or the time is over; the last reading. */
  FlinkReading await(Map<String, Integer> wanted, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    FlinkReading now = read();
    while (!(now.running() && now.parallelism().equals(wanted)) && System.nanoTime() < end) {
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FlinkException("interrupted while the job was rescaled", e);
      }
      now = read();
    }
    return now;
  }
}
