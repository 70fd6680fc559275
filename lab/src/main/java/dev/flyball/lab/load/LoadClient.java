package dev.flyball.lab.load;

import dev.flyball.base.Require;
import dev.flyball.lab.load.LoadRun.LoadProgress;
import dev.flyball.lab.load.Schedule.Arrival;
import dev.flyball.lab.load.Source.ClosedSource;
import dev.flyball.lab.load.Source.OpenSource;
import java.net.URI;
import java.time.Duration;

/**
 * The settings of a load generator: where it sends, and what it puts up with. Start a run with one
 * of the {@code start} methods.
 *
 * <pre>{@code
 * Schedule schedule =
 *     new Schedule(Arrivals.poisson(100), KindMix.only("page"), Duration.ofSeconds(60), 1);
 * try (LoadRun run = LoadClient.to(server.uri()).start(schedule)) {
 *   LoadResult result = run.await();
 * }
 * }</pre>
 *
 * @param server the address under which the kinds lie, {@code http://host:port/path/}; a request
 *     goes to it with the kind's id at the end
 * @param timeout how long after its intended send time a request is given up
 * @param drainTimeout how long outstanding responses are awaited after the load's length
 * @param maxConnections the most connections at one time; requests beyond them wait
 * @param connectionsAtStart how many connections are made before the load starts
 * @param listener is told about the run each second
 */
public record LoadClient(
    URI server,
    Duration timeout,
    Duration drainTimeout,
    int maxConnections,
    int connectionsAtStart,
    LoadListener listener) {

  public LoadClient {
    boolean http = "http".equals(server.getScheme()) && server.getHost() != null;
    if (!http || server.getPort() < 1 || !server.getRawPath().endsWith("/")) {
      throw new IllegalArgumentException(
          "server must be of the form http://host:port/path/ but was " + server);
    }
    Require.positive("timeout", timeout);
    Require.positive("drainTimeout", drainTimeout);
    Require.atLeast("maxConnections", 1, maxConnections);
    Require.atLeast("connectionsAtStart", 0, connectionsAtStart);
    if (connectionsAtStart > maxConnections) {
      throw new IllegalArgumentException(
          "connectionsAtStart must be at most maxConnections, "
              + maxConnections
              + ", but was "
              + connectionsAtStart);
    }
  }

  /** A client with a time-out and a drain of 30 s, and at most 4096 connections, 8 at the start. */
  public static LoadClient to(URI server) {
    Duration patience = Duration.ofSeconds(30);
    return new LoadClient(server, patience, patience, 4096, 8, LoadListener.NONE);
  }

  public LoadClient withTimeout(Duration longest) {
    return new LoadClient(
        server, longest, drainTimeout, maxConnections, connectionsAtStart, listener);
  }

  public LoadClient withDrainTimeout(Duration longest) {
    return new LoadClient(server, timeout, longest, maxConnections, connectionsAtStart, listener);
  }

  public LoadClient withConnections(int atStart, int max) {
    return new LoadClient(server, timeout, drainTimeout, max, atStart, listener);
  }

  public LoadClient withListener(LoadListener watcher) {
    return new LoadClient(
        server, timeout, drainTimeout, maxConnections, connectionsAtStart, watcher);
  }

  /** Starts an open loop: requests leave at their times, whatever the server does. */
  public LoadRun start(Schedule schedule) {
    return start(schedule.mix(), schedule.length(), schedule);
  }

  /**
   * Starts an open loop with a plan of the caller's own.
   *
   * @param mix the kinds that the arrivals point to
   * @param length how long the load lasts; no arrival is at or after it
   * @param plan the arrivals, ascending in time
   */
  public LoadRun start(KindMix mix, Duration length, Iterable<Arrival> plan) {
    return LoadRun.start(this, mix, length, engine -> new OpenSource(engine, plan, length));
  }

  /** Starts a closed loop: each client waits for its answer before it asks again. */
  public LoadRun start(ClosedLoop plan) {
    if (plan.clients() > maxConnections) {
      throw new IllegalArgumentException(
          "clients must be at most maxConnections, "
              + maxConnections
              + ", but was "
              + plan.clients());
    }
    return LoadRun.start(this, plan.mix(), plan.length(), engine -> new ClosedSource(engine, plan));
  }

  /**
   * A callback for the progress of a running load.
   *
   * <p>Called about once a second on a thread of its own, one call at a time; a slow listener gets
   * its calls late and disturbs nothing.
   */
  @FunctionalInterface
  public interface LoadListener {

    /** Does nothing. */
    LoadListener NONE = progress -> {};

    void onSecond(LoadProgress progress);
  }
}
