package dev.flyball.lab.load;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.time.Duration;

/**
 * The plan of a closed-loop load: a fixed number of clients, each of which waits for its answer,
 * thinks, and asks again.
 *
 * <p>A slow server slows such clients down, so the load bends to the server and response times
 * flatter it compared with an open loop. Every client thinks once before its first request, so with
 * a think time they do not all start together. A client that got no answer at all (connection
 * refused or broken) pauses for at least 10 ms, so that a dead server is not asked in a tight loop.
 *
 * @param clients how many clients there are, at least 1
 * @param think their pause between an answer and the next request
 * @param mix of which kinds the requests are
 * @param length how long new requests are sent
 * @param seed the seed of kinds and pauses
 */
public record ClosedLoop(int clients, ThinkTime think, KindMix mix, Duration length, long seed) {

  public ClosedLoop {
    Require.atLeast("clients", 1, clients);
    Require.positive("length", length);
  }

  /**
   * The pause of a client of a closed loop between an answer and its next request.
   *
   * @param mean the mean pause; zero for none
   * @param random whether each pause is drawn from the exponential distribution; otherwise all are
   *     the mean
   */
  public record ThinkTime(Duration mean, boolean random) {

    /** No pause at all. */
    public static final ThinkTime NONE = new ThinkTime(Duration.ZERO, false);

    public ThinkTime {
      if (mean.isNegative()) {
        throw new IllegalArgumentException("mean must not be negative but was " + mean);
      }
    }

    /** Always the same pause. */
    public static ThinkTime constant(Duration pause) {
      return new ThinkTime(pause, false);
    }

    /** Pauses of exponential length. */
    public static ThinkTime exponential(Duration mean) {
      return new ThinkTime(mean, true);
    }

    long drawNanos(Dice dice) {
      return random ? (long) dice.nextExponential(mean.toNanos()) : mean.toNanos();
    }
  }
}
