package dev.flyball.lab.load;

import dev.flyball.lab.load.Load.ClosedLoop;
import dev.flyball.lab.load.LoadResult.Ended;
import dev.flyball.lab.load.LoadResult.Second;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The settings of a load generator: where it sends, and what it puts up with.
 *
 * <pre>{@code
 * Load load = Schedule.of(Arrivals.poisson(100), KindMix.only("page"), Duration.ofSeconds(60), 1);
 * try (LoadRun run = LoadClient.to(server.uri(), Duration.ofSeconds(30)).start(load)) {
 *   LoadResult result = run.await();
 * }
 * }</pre>
 *
 * @param server the address under which the kinds lie, {@code http://host:port/path/}; a request
 *     goes to it with the kind's id at the end
 * @param patience how long after its intended send time a request is given up
 * @param connectionsMax the most connections at one time; requests beyond them wait
 * @param connectionsAtStart how many connections are made before the load starts
 * @param headers header fields that every request has, by name
 */
public record LoadClient(
    URI server,
    Duration patience,
    int connectionsMax,
    int connectionsAtStart,
    Map<String, String> headers) {

  public LoadClient {
    headers = Map.copyOf(headers);
  }

  /** A client whose requests have no header fields of their own. */
  public LoadClient(URI server, Duration patience, int connectionsMax, int connectionsAtStart) {
    this(server, patience, connectionsMax, connectionsAtStart, Map.of());
  }

  /** A client with at most 4096 connections, 8 at the start. */
  public static LoadClient to(URI server, Duration patience) {
    return new LoadClient(server, patience, 4096, 8);
  }

  /** The same client, whose requests have one more header field. */
  public LoadClient with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new LoadClient(server, patience, connectionsMax, connectionsAtStart, more);
  }

  /** Starts a load. */
  public LoadRun start(Load load) {
    return start(load, second -> {});
  }

  /**
   * Starts a load.
   *
   * @param listener is told of each second that has ended, on a thread of its own, one call at a
   *     time; a slow listener gets its calls late and disturbs nothing
   */
  public LoadRun start(Load load, Consumer<Second> listener) {
    return start(load, listener, ended -> {});
  }

  /**
   * Starts a load.
   *
   * @param listener as for {@link #start(Load, Consumer)}
   * @param requests is told of each request that has ended, in that order, by the thread that sends
   *     and receives: it must return at once. What it has seen is visible to the caller of {@link
   *     LoadRun#await}
   */
  public LoadRun start(Load load, Consumer<Second> listener, Consumer<Ended> requests) {
    if (load instanceof ClosedLoop closed && closed.clients() > connectionsMax) {
      throw new IllegalArgumentException(
          "clients must be at most maxConnections, "
              + connectionsMax
              + ", but was "
              + closed.clients());
    }
    return new LoadRun(this, load, listener, requests).begun();
  }
}
