package dev.flyball.dashboard;

import dev.flyball.base.Json;
import dev.flyball.dashboard.FlowTrack.FlowState;
import dev.flyball.dashboard.LatestFrame.Payload;
import dev.flyball.dashboard.PoolTrack.BriefState;
import dev.flyball.dashboard.PoolTrack.PoolState;
import dev.flyball.dashboard.SourceTrack.Seen;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * A sampler that polls all watched pools, a few times a second, and makes one frame for all
 * viewers.
 *
 * <p>Each round polls everything once and writes it as JSON once, whatever the number of viewers,
 * and once more in brief, for pages: a page shows one pool in full, and gets that one beside.
 * Without viewers it only polls, so that the next page shows the past. At most {@value #POOLS_MAX}
 * pools are shown; the memory of each is bounded too, see {@link PoolTrack}.
 *
 * <p><b>Threads.</b> One thread ticks; each source is polled by a thread of its own; any thread may
 * ask for tracks.
 */
final class Sampler implements AutoCloseable {

  static final int POOLS_MAX = 500;

  private final List<SourceTrack> sources;
  private final LatestFrame mailbox;
  private final LongSupplier clockMillis;
  private final long patienceNanos;
  private final ExecutorService threads = Executors.newCachedThreadPool(Dashboard::daemon);

  /**
   * The sources of pools.
   *
   * @param program the program that it is, as far as that is known
   * @param problem why it cannot be reached now; empty where it can
   */
  record SourceState(String name, WatchedProgram program, String problem) {}

  /**
   * The complete view at one moment.
   *
   * @param poolsMore how many pools there are that are not shown
   */
  record FrameState(
      long timeMillis,
      List<SourceState> sources,
      List<PoolState> pools,
      int poolsMore,
      List<FlowState> flows) {}

  /** The same with what a list of pools shows of each. */
  record BriefFrame(
      long timeMillis,
      List<SourceState> sources,
      List<BriefState> pools,
      int poolsMore,
      List<FlowState> flows) {}

  /**
   * A sampler of those places.
   *
   * @param clockMillis asked by any thread
   * @param patience how long a frame waits for a place; one that is late is shown as it was, and
   *     said not to answer after four times as long
   */
  Sampler(
      List<PoolSource> places, LatestFrame mailbox, LongSupplier clockMillis, Duration patience) {
    this.mailbox = mailbox;
    this.clockMillis = clockMillis;
    this.patienceNanos = patience.toNanos();
    List<SourceTrack> tracked = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (PoolSource place : places) {
      String name = free(place.name(), names);
      names.add(name);
      tracked.add(new SourceTrack(place, name, places.size() == 1 ? "" : name + "/", clockMillis));
    }
    this.sources = List.copyOf(tracked);
  }

  /** The name, with a number behind it where it is taken. */
  static String free(String name, Set<String> taken) {
    String free = name;
    for (int number = 2; taken.contains(free); number++) {
      free = name + "#" + number;
    }
    return free;
  }

  /** What is remembered of the pool with that id. */
  Optional<PoolTrack> track(String id) {
    return sources.stream().flatMap(source -> source.track(id).stream()).findFirst();
  }

  /** That pool as an event of its own, named {@code pool}; empty where it is not there. */
  Optional<byte[]> event(String id) {
    return track(id)
        .flatMap(PoolTrack::state)
        .map(state ->
            ("event:pool\ndata:" + Json.rounded(state) + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  /** The pipeline that is shown by that name. */
  Optional<WatchedFlow> flow(String name) {
    return sources.stream().flatMap(source -> source.flow(name).stream()).findFirst();
  }

  /**
   * Polls everything, and publishes a frame.
   *
   * @param watched whether there are viewers
   */
  void tick(boolean watched) {
    long nowMillis = clockMillis.getAsLong();
    look();
    if (watched) {
      FrameState state = state(nowMillis);
      mailbox.publish(new Payload(() -> event(state)), new Payload(() -> event(brief(state))));
    }
  }

  private void look() {
    long untilNanos = System.nanoTime() + patienceNanos;
    List<SourceTrack> begun = sources.stream().filter(source -> source.begin(threads)).toList();
    try {
      for (SourceTrack source : begun) {
        source.await(untilNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sources.forEach(source -> source.noteLate(4 * patienceNanos));
  }

  /** What the last looks saw. */
  private FrameState state(long nowMillis) {
    List<Seen> seen = sources.stream().map(SourceTrack::seen).toList();
    List<PoolState> pools =
        seen.stream()
            .flatMap(it -> it.pools().stream())
            .flatMap(track -> track.state().stream())
            .toList();
    int shown = Math.min(POOLS_MAX, pools.size());
    return new FrameState(
        nowMillis,
        sources.stream()
            .map(it -> new SourceState(it.name(), it.seen().program(), it.seen().problem()))
            .toList(),
        pools.subList(0, shown),
        seen.stream().mapToInt(Seen::more).sum() + pools.size() - shown,
        seen.stream()
            .flatMap(it -> it.flows().stream())
            .flatMap(track -> track.state().stream())
            .toList());
  }

  private static BriefFrame brief(FrameState state) {
    boolean several = state.sources().size() > 1;
    return new BriefFrame(
        state.timeMillis(),
        state.sources(),
        state.pools().stream().map(pool -> BriefState.of(pool, several)).toList(),
        state.poolsMore(),
        state.flows());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** A value as a server-sent event. */
  private static byte[] event(Object state) {
    return ("data:" + Json.rounded(state) + "\n\n").getBytes(StandardCharsets.UTF_8);
  }
}
