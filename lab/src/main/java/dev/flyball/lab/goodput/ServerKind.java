package dev.flyball.lab.goodput;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A server of the board: a container, and what decides in it which requests are served. */
public enum ServerKind {
  BY_HAND(
      "by-hand",
      "Tomcat; a pool of the row's right size, and 503 for a request that has waited half of its"
          + " deadline: set for each row by hand, the best that can be had so"),
  TOMCAT("tomcat", "Tomcat as shipped: 200 threads"),
  VIRTUAL("virtual-threads", "Tomcat with a virtual thread for each request"),
  JETTY("jetty", "Jetty 12 as shipped: 200 threads"),
  LIBERTY("liberty", "Open Liberty as shipped, whose pool sizes itself"),
  GRADIENT2(
      "netflix-gradient2",
      "Tomcat behind Netflix's concurrency limit, Gradient2 in windows, as its readme has it"),
  VEGAS(
      "netflix-vegas",
      "Tomcat behind Netflix's concurrency limit, Vegas, the default of its servlet filter"),
  RESILIENCE4J("resilience4j", "Tomcat behind a bulkhead of resilience4j: 25 calls, no wait"),
  FLYBALL("flyball", "Tomcat behind Flyball's filter over a pool, both as they come"),
  FLYBALL_WORKERS(
      "flyball-workers",
      "the same with WorkerDispatch: requests run in the pool's own workers, so that the pool sees"
          + " what processor time they take"),
  FLYBALL_PERMITS(
      "flyball-permits",
      "Tomcat behind the same filter over permits: requests wait and run in Tomcat's own threads");

  private final String id;
  private final String words;

  ServerKind(String id, String words) {
    this.id = id;
    this.words = words;
  }

  /** Its name on the command line and on the board. */
  public String id() {
    return id;
  }

  /** What it is, in a sentence. */
  public String words() {
    return words;
  }

  /** Those that are raced unless others are named: all but Liberty, which has to be fetched. */
  public static List<ServerKind> usual() {
    return Arrays.stream(values()).filter(kind -> kind != LIBERTY).toList();
  }

  /**
   * The server of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static ServerKind named(String id) {
    return Arrays.stream(values())
        .filter(kind -> kind.id.equals(id))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown contender '"
                    + id
                    + "'; they are "
                    + Arrays.stream(values())
                        .map(ServerKind::id)
                        .collect(Collectors.joining(", "))));
  }
}
