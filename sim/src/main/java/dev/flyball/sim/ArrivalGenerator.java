package dev.flyball.sim;

import dev.flyball.base.Dice;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Source.Recorded;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * The generator of one pool's tasks: its phases, one after the other.
 *
 * <p>A closed client whose phase is over does not come again. One that was turned away comes back
 * after its time to think, but not before 10 ms have passed.
 */
final class ArrivalGenerator {

  /** The entrance for arriving tasks. */
  interface EntryPoint {

    /** A task of a kind that is to be drawn. */
    void arrive(int client);

    /** A task of a known kind. */
    void arriveOf(int kind);
  }

  private static final long PAUSE_AFTER_REFUSAL_NANOS = 10_000_000;

  /**
   * The shortest think time: even a client that does not think waits this long, so time goes on.
   */
  private static final long PAUSE_LEAST_NANOS = 1;

  private final VirtualClock clock;
  private final EntryPoint entryPoint;
  private final int poolIndex;
  private final Pool pool;
  private final long runSeed;
  private final long lengthNanos;
  private final int phaseSlot;
  private final int arrivalSlot;
  private final Pauses thinking;

  private int phase = -1;
  private long phaseNanos;
  private LongSupplier times = () -> VirtualClock.NEVER;
  private List<Recorded> trace = List.of();
  private int traceNext;
  private TimeDistribution think = TimeDistribution.NONE;
  private Dice[] clientDice = new Dice[0];
  private int clientFirst; // the number of the first client of this phase; earlier ones are gone

  ArrivalGenerator(
      VirtualClock clock,
      EntryPoint entryPoint,
      int poolIndex,
      Pool pool,
      long runSeed,
      long lengthNanos) {
    this.clock = clock;
    this.entryPoint = entryPoint;
    this.poolIndex = poolIndex;
    this.pool = pool;
    this.runSeed = runSeed;
    this.lengthNanos = lengthNanos;
    this.phaseSlot = clock.slot(this::nextPhase);
    this.arrivalSlot = clock.slot(this::arrive);
    this.thinking = new Pauses(clock, this::come);
    clock.set(phaseSlot, pool.phases().get(0).fromNanos());
  }

  /** A client's task has ended, or was turned away. */
  void answered(int client, boolean turnedAway) {
    if (present(client)) {
      think(client, turnedAway ? PAUSE_AFTER_REFUSAL_NANOS : PAUSE_LEAST_NANOS);
    }
  }

  /** How many clients there are at present; empty while tasks come from no clients. */
  OptionalInt clients() {
    return clientDice.length == 0 ? OptionalInt.empty() : OptionalInt.of(clientDice.length);
  }

  private void nextPhase() {
    phase++;
    phaseNanos = clock.nanoTime();
    boolean last = phase + 1 == pool.phases().size();
    clock.set(phaseSlot, last ? VirtualClock.NEVER : pool.phases().get(phase + 1).fromNanos());
    clientFirst += clientDice.length;
    clientDice = new Dice[0];
    times = () -> VirtualClock.NEVER;
    trace = List.of();
    long seed = Streams.arrivals(runSeed, poolIndex, phase);
    Source source = pool.phases().get(phase).source();
    if (source instanceof Source.Open open) {
      times = open.arrivals().times(seed);
    } else if (source instanceof Source.Trace recorded) {
      trace = recorded.arrivals();
      traceNext = 0;
      times = this::nextOfTrace;
    } else if (source instanceof Source.Closed closed) {
      open(closed, seed);
    }
    schedule();
  }

  private void open(Source.Closed closed, long seed) {
    think = closed.think();
    clientDice = new Dice[closed.clients()];
    for (int client = 0; client < clientDice.length; client++) {
      clientDice[client] = Dice.stream(seed, client);
      think(clientFirst + client, 0);
    }
  }

  private void schedule() {
    long sinceNanos = times.getAsLong();
    boolean over = sinceNanos >= lengthNanos - phaseNanos;
    clock.set(arrivalSlot, over ? VirtualClock.NEVER : phaseNanos + sinceNanos);
  }

  private long nextOfTrace() {
    return traceNext < trace.size() ? trace.get(traceNext).atNanos() : VirtualClock.NEVER;
  }

  private void arrive() {
    if (trace.isEmpty()) {
      entryPoint.arrive(Tasks.NO_CLIENT);
    } else {
      entryPoint.arriveOf(trace.get(traceNext++).kind());
    }
    schedule();
  }

  private boolean present(int client) {
    return client >= clientFirst && client - clientFirst < clientDice.length;
  }

  private void think(int client, long leastNanos) {
    long nanos = think.drawNanos(clientDice[client - clientFirst]);
    thinking.enter(client, Math.max(leastNanos, nanos));
  }

  private void come(int client) {
    if (present(client) && clock.nanoTime() < lengthNanos) {
      entryPoint.arrive(client);
    }
  }
}
