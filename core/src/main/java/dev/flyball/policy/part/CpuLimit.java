package dev.flyball.policy.part;

import dev.flyball.base.Workers;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A test of whether the processors limit the workers, and how many workers they carry.
 *
 * <p>They are the limit when they are busy, or when workers that are ready to run wait for one
 * longer than they run. The second shows what the first cannot: a quota that is smaller than the
 * machine, or a noisy neighbour.
 */
public final class CpuLimit {

  /** Busy from this share of the usable cores on: what is left is lost to scheduling. */
  public static final double BUSY_SHARE = 0.9;

  /** Workers that wait for a core more than this share of their ready time are held up by it. */
  static final double WAITING_SHARE = 0.5;

  /** Workers that wait for a core less than this share of their ready time are not held up. */
  private static final double NOT_WAITING_SHARE = 0.1;

  private CpuLimit() {}

  /** Why the processors are the limit; empty when they are not, or when nothing shows it. */
  public static Optional<Reason> reason(Observation seen) {
    OptionalDouble waiting = waitingShare(seen);
    if (waiting.isPresent() && waiting.getAsDouble() >= WAITING_SHARE) {
      return Optional.of(
          Reason.of(
              "workers that are ready wait for a core %.0f %% of the time",
              100 * waiting.getAsDouble()));
    }
    double cores = seen.host().cores();
    OptionalDouble process = seen.host().processBusyCores();
    if (process.isPresent() && process.getAsDouble() >= BUSY_SHARE * cores) {
      return Optional.of(busy("this process keeps", process.getAsDouble(), cores));
    }
    OptionalDouble host = seen.host().hostBusyCores();
    // A busy host is no limit to workers that get a core at once: there are more cores than ours.
    boolean heldUp = waiting.isEmpty() || waiting.getAsDouble() >= NOT_WAITING_SHARE;
    if (host.isPresent() && host.getAsDouble() >= BUSY_SHARE * cores && heldUp) {
      return Optional.of(busy("the host keeps", host.getAsDouble(), cores));
    }
    return Optional.empty();
  }

  /** Whether there is a sensor that would show it if the processors were the limit. */
  public static boolean sensed(Observation seen) {
    return seen.host().hostBusyCores().isPresent() || waitingShare(seen).isPresent();
  }

  /**
   * The workers that the processors carry when they are the limit: {@code cores * (1 + blocked time
   * / CPU time)} (Goetz, Java Concurrency in Practice, 2006, section 8.2). Empty when they are not
   * the limit, or when the blocked time is not known.
   */
  public static OptionalInt workersMax(Observation seen) {
    OptionalDouble blocking = seen.blockingCoefficient();
    if (blocking.isEmpty() || reason(seen).isEmpty()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Workers.roundedUp(seen.host().cores() * (1 + blocking.getAsDouble())));
  }

  /** Run-queue wait / (CPU time + run-queue wait); empty without the sensors or without either. */
  public static OptionalDouble waitingShare(Observation seen) {
    if (seen.times().cpuNanosSum().isEmpty() || seen.times().runQueueWaitNanosSum().isEmpty()) {
      return OptionalDouble.empty();
    }
    double waiting = seen.times().runQueueWaitNanosSum().getAsLong();
    double ready = waiting + seen.times().cpuNanosSum().getAsLong();
    return ready > 0 ? OptionalDouble.of(waiting / ready) : OptionalDouble.empty();
  }

  private static Reason busy(String who, double busyCores, double cores) {
    return Reason.of("%s %.1f of %.1f cores busy", who, busyCores, cores);
  }
}
