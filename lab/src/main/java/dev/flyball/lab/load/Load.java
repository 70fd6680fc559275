package dev.flyball.lab.load;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** The plan of a load: what is asked for, when, and for how long. */
public sealed interface Load {

  /** Of which kinds the requests are. */
  KindMix mix();

  /** How long new requests are sent. */
  Duration length();

  /** The seed of times, kinds and pauses. */
  long seed();

  /**
   * An open loop: every request leaves at its intended time, whatever the server does.
   *
   * @param arrivals the requests, ascending in time; iterating anew starts anew
   * @param length how long the load lasts; no request is at or after it
   */
  record Schedule(Iterable<Arrival> arrivals, KindMix mix, Duration length, long seed)
      implements Load {

    /**
     * Requests as a pure function of the four parameters. Times and kinds are drawn from two
     * streams of the seed, so the n-th request has the same kind under every pattern of arrivals.
     */
    public static Schedule of(Arrivals pattern, KindMix mix, Duration length, long seed) {
      long lengthNanos = Require.positive("length", length).toNanos();
      Iterable<Arrival> arrivals =
          () -> {
            LongSupplier times = pattern.times(Dice.stream(seed, 0).nextLong());
            Dice kinds = Dice.stream(seed, 1);
            return LongStream.iterate(
                    times.getAsLong(), at -> at < lengthNanos, at -> times.getAsLong())
                .mapToObj(at -> new Arrival(at, mix.at(kinds.nextDouble())))
                .iterator();
          };
      return new Schedule(arrivals, mix, length, seed);
    }
  }

  /**
   * One request of a schedule: when it is meant to leave, and of which kind it is.
   *
   * @param atNanos the intended send time, in nanoseconds since the start of the load
   * @param kind the index of its kind in the schedule's {@link KindMix}
   */
  record Arrival(long atNanos, int kind) {}

  /**
   * A closed loop: a fixed number of clients, each of which waits for its answer, thinks, and asks
   * again.
   *
   * <p>A slow server slows such clients down, so the load bends to the server and response times
   * flatter it compared with an open loop. Every client thinks once before its first request, so
   * with a think time they do not all start together. A client that got no answer at all
   * (connection refused or broken) pauses for at least 10 ms, so that a dead server is not asked in
   * a tight loop.
   *
   * @param clients how many clients there are, at least 1
   * @param think their pause between an answer and the next request
   */
  record ClosedLoop(int clients, TimeDistribution think, KindMix mix, Duration length, long seed)
      implements Load {

    public ClosedLoop {
      Require.atLeast("clients", 1, clients);
      Require.positive("length", length);
    }
  }

  /**
   * The kinds of request a load is made of, and how much of the load each one is.
   *
   * @param parts the kinds; their shares add up to 1
   */
  record KindMix(List<Part> parts) {

    /**
     * One kind of the mix.
     *
     * @param id the name of the kind, the last step of its path on the server
     * @param share how much of the load it is
     */
    public record Part(String id, double share) {}

    /** A load of one kind. */
    public static KindMix only(String id) {
      return new KindMix(List.of(new Part(id, 1)));
    }

    /** The index of the kind that a number from 0 to 1 falls on. */
    int at(double point) {
      double left = point;
      for (int kind = 0; kind < parts.size() - 1; kind++) {
        left -= parts.get(kind).share();
        if (left < 0) {
          return kind;
        }
      }
      return parts.size() - 1;
    }
  }
}
