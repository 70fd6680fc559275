package dev.flyball.dashboard;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * The dashboard's memory of a source, polled in rounds.
 *
 * <p><b>Threads.</b> A round has a thread to itself, and there is one round at a time; so a place
 * that hangs holds up no other. One thread begins rounds and reads what the last one saw; any may
 * ask for tracks.
 */
final class SourceTrack {

  private static final System.Logger LOG = System.getLogger(SourceTrack.class.getName());

  private final PoolSource source;
  private final String name;
  private final String idPrefix;
  private final LongSupplier clockMillis;
  private final Map<String, PoolTrack> tracks = new ConcurrentHashMap<>();
  private final Map<String, FlowTrack> flows = new ConcurrentHashMap<>();
  private volatile Seen seen = new Seen(WatchedProgram.UNKNOWN, List.of(), 0, List.of(), "");

  /** Belongs to the round. */
  private List<WatchedPool> lastThere = List.of();

  /** Belongs to the round; empty where it is to be asked for. */
  private Optional<WatchedProgram> program = Optional.empty();

  /** Belongs to the round. */
  private List<WatchedFlow> lastFlows = List.of();

  // Belongs to the thread that begins rounds.
  private CompletableFuture<?> round = CompletableFuture.completedFuture("none");
  private long beganNanos;

  /**
   * The result of a round.
   *
   * @param program the program that the place is, as far as that is known
   * @param more how many pools there are beyond those that are shown
   * @param problem why the place cannot be reached now; empty where it can
   */
  record Seen(
      WatchedProgram program,
      List<PoolTrack> pools,
      int more,
      List<FlowTrack> flows,
      String problem) {}

  /**
   * What is remembered of a place.
   *
   * @param name what people call it
   * @param idPrefix what the ids of its pools begin with
   */
  SourceTrack(PoolSource source, String name, String idPrefix, LongSupplier clockMillis) {
    this.source = source;
    this.name = name;
    this.idPrefix = idPrefix;
    this.clockMillis = clockMillis;
  }

  String name() {
    return name;
  }

  Seen seen() {
    return seen;
  }

  Optional<PoolTrack> track(String id) {
    return Optional.ofNullable(tracks.get(id));
  }

  /** The pipeline that is shown by that name. */
  Optional<WatchedFlow> flow(String shown) {
    return Optional.ofNullable(flows.get(shown)).map(FlowTrack::flow);
  }

  /** Begins a round; whether it did, which it does not while one goes on. */
  boolean begin(Executor threads) {
    if (!round.isDone()) {
      return false;
    }
    beganNanos = System.nanoTime();
    round = CompletableFuture.runAsync(this::look, threads);
    return true;
  }

  /** Waits for the round's end, until that time at most. */
  void await(long untilNanos) throws InterruptedException {
    try {
      round.get(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      LOG.log(System.Logger.Level.WARNING, "dashboard: a look at " + name + " failed", e);
    } catch (TimeoutException e) {
      // What was seen before is shown meanwhile.
    }
  }

  /** Says that the place does not answer, where a round takes longer than that. */
  void noteLate(long lateNanos) {
    if (!round.isDone() && System.nanoTime() - beganNanos > lateNanos) {
      String problem = name + " does not answer";
      seen = new Seen(seen.program(), seen.pools(), seen.more(), seen.flows(), problem);
      seen.pools().forEach(track -> track.lost(problem, clockMillis.getAsLong()));
    }
  }

  private void look() {
    String problem = find();
    List<PoolTrack> there = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    int more = 0;
    for (WatchedPool pool : lastThere) {
      if (there.size() == Sampler.POOLS_MAX) {
        more++;
      } else if (ids.add(idPrefix + pool.id())) {
        PoolTrack track = track(pool);
        there.add(track);
        problem = look(track, problem);
      }
    }
    tracks.keySet().retainAll(ids);
    List<FlowTrack> thereFlows = new ArrayList<>();
    problem = lookAtFlows(thereFlows, problem);
    WatchedProgram known = program.orElse(seen.program());
    seen = new Seen(known, there, more, thereFlows, problem);
  }

  /** Polls the pipelines while there is no problem; returns the problem of the source, if any. */
  private String lookAtFlows(List<FlowTrack> there, String problem) {
    Set<String> names = new HashSet<>();
    String met = problem;
    for (WatchedFlow flow : lastFlows) {
      String shown = idPrefix + flow.name();
      if (there.size() < Sampler.POOLS_MAX && names.add(shown)) {
        FlowTrack track = track(flow, shown);
        there.add(track);
        met = look(track, met);
      }
    }
    flows.keySet().retainAll(names);
    return met;
  }

  @SuppressWarnings("ReferenceEquality") // this very pipeline, not one of the same name
  private FlowTrack track(WatchedFlow flow, String shown) {
    FlowTrack track = flows.get(shown);
    if (track == null || track.flow() != flow) {
      track = new FlowTrack(flow, shown);
      flows.put(shown, track);
    }
    return track;
  }

  private String look(FlowTrack track, String problem) {
    if (problem.isEmpty()) {
      try {
        track.look(clockMillis.getAsLong());
      } catch (Unreachable e) {
        return String.valueOf(e.getMessage());
      }
    }
    return problem;
  }

  /**
   * Asks which pools and pipelines there are; a place that cannot be reached is taken to have the
   * same.
   */
  private String find() {
    try {
      lastThere = source.pools();
      lastFlows = source.flows();
      if (program.isEmpty()) {
        program = Optional.of(askedForProgram());
      }
      return "";
    } catch (RuntimeException e) {
      program = Optional.empty(); // what answers next may be another one
      if (seen.problem().isEmpty()) {
        LOG.log(System.Logger.Level.DEBUG, "dashboard: a source cannot be reached", e);
      }
      return String.valueOf(e.getMessage());
    }
  }

  /** A place that says nothing of itself has its pools shown all the same. */
  private WatchedProgram askedForProgram() {
    try {
      return source.program().orElse(WatchedProgram.UNKNOWN);
    } catch (Unreachable e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "dashboard: a source does not say what it is", e);
      return WatchedProgram.UNKNOWN;
    }
  }

  private PoolTrack track(WatchedPool pool) {
    String id = idPrefix + pool.id();
    PoolTrack track = tracks.get(id);
    if (track == null || !track.isOf(pool)) {
      track = new PoolTrack(pool, id, name); // another pool of the same name has no past
      tracks.put(id, track);
    }
    return track;
  }

  /** Polls a pool if there is no problem yet; returns the problem of the source, if any. */
  private String look(PoolTrack track, String problem) {
    if (!problem.isEmpty()) {
      track.lost(problem, clockMillis.getAsLong());
      return problem;
    }
    try {
      track.look(clockMillis.getAsLong());
      return "";
    } catch (Unreachable e) {
      return String.valueOf(e.getMessage());
    }
  }
}
