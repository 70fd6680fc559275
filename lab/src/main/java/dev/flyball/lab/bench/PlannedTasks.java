package dev.flyball.lab.bench;

import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Source.Recorded;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.scenario.TaskDice;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tasks of one pool, drawn one after the other as they come: the n-th is the same task as in
 * virtual time.
 *
 * <p>The mix changes by the time at which a task is meant to come, not by when it does. Safe for
 * use by several threads; the order of the calls is the order of the tasks.
 */
final class PlannedTasks {

  private static final int ANY_KIND = -1;

  private final Scenario scenario;
  private final int poolIndex;
  private final Pool pool;
  private final long seed;
  private final TaskDice dice;
  private final ArrayDeque<Change.Mix> mixes = new ArrayDeque<>();

  /**
   * A task that has been drawn: its work, and its intended arrival.
   *
   * @param atNanos when it is meant to arrive, since the beginning of the run
   * @param kind the index of its kind
   * @param times the time of each of its steps; never written to
   * @param fails whether it ends in an error
   */
  @SuppressWarnings("ArrayRecordComponent") // internal, one per task, and never compared
  record PlannedTask(long atNanos, int kind, long[] times, boolean fails) {}

  PlannedTasks(Scenario scenario, int poolIndex, long seed) {
    this.scenario = scenario;
    this.poolIndex = poolIndex;
    this.pool = scenario.pools().get(poolIndex);
    this.seed = seed;
    this.dice = new TaskDice(pool, Streams.tasks(seed, poolIndex));
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Mix mix && mix.pool().equals(pool.name())) {
        mixes.add(mix);
      }
    }
  }

  Scenario scenario() {
    return scenario;
  }

  Pool pool() {
    return pool;
  }

  /** The seed of the arrivals of a phase. */
  long phaseSeed(int phase) {
    return Streams.arrivals(seed, poolIndex, phase);
  }

  /** The next task, of a kind that is drawn. */
  PlannedTask next(long atNanos) {
    return ofKind(atNanos, ANY_KIND);
  }

  /** The next task, of a given kind. */
  synchronized PlannedTask ofKind(long atNanos, int given) {
    while (!mixes.isEmpty() && mixes.getFirst().atNanos() <= atNanos) {
      dice.mix(mixes.removeFirst().shares());
    }
    int kind = given == ANY_KIND ? dice.nextKind() : given;
    long[] times = new long[pool.kinds().get(kind).steps().size()];
    dice.drawTimes(kind, times, 0);
    return new PlannedTask(atNanos, kind, times, dice.fails(kind));
  }

  /** When a phase is over: when the next one begins, or the length is over. */
  long endNanos(int phase) {
    List<Phase> phases = pool.phases();
    long next = phase + 1 < phases.size() ? phases.get(phase + 1).fromNanos() : Long.MAX_VALUE;
    return Math.min(next, scenario.lengthNanos());
  }

  /**
   * The tasks of an open or recorded source during one phase, in the order of their times; drawn as
   * they are asked for. A closed source has none.
   */
  Stream<PlannedTask> of(int phase) {
    long fromNanos = pool.phases().get(phase).fromNanos();
    long lengthNanos = endNanos(phase) - fromNanos;
    return arrivals(pool.phases().get(phase).source(), phaseSeed(phase))
        .takeWhile(arrival -> arrival.atNanos() < lengthNanos)
        .map(arrival -> ofKind(fromNanos + arrival.atNanos(), arrival.kind()));
  }

  private static Stream<Recorded> arrivals(Source source, long phaseSeed) {
    if (source instanceof Source.Trace trace) {
      return trace.arrivals().stream();
    }
    if (source instanceof Source.Open open) {
      LongSupplier times = open.arrivals().times(phaseSeed);
      Recorded first = new Recorded(times.getAsLong(), ANY_KIND);
      return Stream.iterate(first, before -> new Recorded(times.getAsLong(), ANY_KIND));
    }
    return Stream.of();
  }

  /** The tasks of all phases, one phase after the other. */
  Stream<PlannedTask> ofAllPhases() {
    return IntStream.range(0, pool.phases().size())
        .mapToObj(this::of)
        .reduce(Stream.of(), Stream::concat);
  }
}
