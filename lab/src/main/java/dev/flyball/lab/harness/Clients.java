package dev.flyball.lab.harness;

import dev.flyball.base.Dice;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.Comparator;
import java.util.Queue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.LongStream;

/**
 * The thinking clients of a closed loop; each has dice of its own, as in virtual time.
 *
 * <p>Any thread may bring a client back; one pacer takes them when they have thought enough. A
 * client's dice belong to the thread that deals with the client.
 */
public final class Clients implements Pacer.Plan<Clients.Turn> {

  private static final long PAUSE_AFTER_REFUSAL_NANOS = 10_000_000;

  private final TimeDistribution think;
  private final Dice[] dice;
  private final Queue<Turn> thinking =
      new PriorityBlockingQueue<>(
          16, Comparator.comparingLong(Turn::atNanos).thenComparingInt(Turn::client));

  /**
   * A client that has thought enough.
   *
   * @param atNanos since when
   */
  public record Turn(long atNanos, int client) {}

  /**
   * So many clients, of which each thinks before it asks for the first time.
   *
   * @param fromNanos when they begin to think
   */
  public Clients(int clients, TimeDistribution think, long seed, long fromNanos) {
    this.think = think;
    this.dice =
        LongStream.range(0, clients).mapToObj(at -> Dice.stream(seed, at)).toArray(Dice[]::new);
    for (int client = 0; client < clients; client++) {
      thinking.add(turn(client, fromNanos, false));
    }
  }

  /** The dice of a client, for what else is drawn for it. */
  public Dice dice(int client) {
    return dice[client];
  }

  /**
   * When a client will have thought enough that begins now.
   *
   * @param refused whether it got no answer; it then pauses for a moment at least, so that what
   *     refuses it is not asked in a tight loop
   */
  public Turn turn(int client, long nowNanos, boolean refused) {
    long pauseNanos = think.drawNanos(dice[client]);
    long leastNanos = refused ? PAUSE_AFTER_REFUSAL_NANOS : 0;
    return new Turn(nowNanos + Math.max(leastNanos, pauseNanos), client);
  }

  /** Lets a client think until its turn, and wakes their pacer where that turn is the next. */
  public void think(Turn until, Pacer pacer) {
    thinking.add(until);
    if (until.equals(thinking.peek())) {
      pacer.wake();
    }
  }

  @Override
  public long nextNanos() {
    Turn next = thinking.peek();
    return next == null ? Long.MAX_VALUE : next.atNanos();
  }

  @Override
  public Turn take() {
    return thinking.remove();
  }
}
