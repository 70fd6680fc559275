package dev.flyball.lab.torture;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Rounds of torture, one after the other, until the time is over or one of them finds a fault.
 *
 * <p>Each round has a seed of its own, which follows from the torture's seed and the round's
 * number. The seed decides what is done; when threads meet is up to the machine, so a round is
 * repeated many times to see its fault again.
 */
public final class Torture {

  private final long seed;
  private final Duration time;
  private final OptionalLong only;
  private final TortureTarget.Maker maker;

  private Torture(long seed, Duration time, OptionalLong only, TortureTarget.Maker maker) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time must be positive but was " + time);
    }
    if (only.isPresent() && only.getAsLong() < 1) {
      throw new IllegalArgumentException("round must be at least 1 but was " + only.getAsLong());
    }
    this.seed = seed;
    this.time = time;
    this.only = only;
    this.maker = maker;
  }

  /**
   * The torture of pools and of limiters.
   *
   * @param seed what all rounds are drawn from
   * @param time how long it lasts, positive; the last round may end after it
   * @param only the number, from 1, of the one round to repeat all the time; empty for one after
   *     the other
   */
  public static Torture ofAll(long seed, Duration time, OptionalLong only) {
    return of(seed, time, only, TortureTarget.Maker::planned);
  }

  static Torture of(long seed, Duration time, OptionalLong only, TortureTarget.Maker maker) {
    return new Torture(seed, time, only, maker);
  }

  /** A callback for the progress after each round. */
  @FunctionalInterface
  public interface Listener {
    void ended(TortureReport soFar);
  }

  /**
   * Runs the rounds. An interrupt ends it; the report then says so, and the thread stays
   * interrupted.
   */
  public TortureReport run(Listener listener) {
    TortureReport report = TortureReport.begin(seed);
    long beganNanos = System.nanoTime();
    QuietLog quiet = QuietLog.open();
    try {
      for (long played = 1; report.goesOn(time); played++) {
        long number = only.orElse(played);
        RoundPlan plan = RoundPlan.of(seedOf(number), VirtualThreads.exist());
        RoundResult result = Round.run("tortured-" + played, plan, maker, quiet);
        double seconds = (System.nanoTime() - beganNanos) / 1e9;
        report = report.plus(number, result, seconds);
        listener.ended(report);
      }
      return report;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return report.brokenOff();
    } finally {
      quiet.close();
    }
  }

  private long seedOf(long round) {
    return new SplittableRandom(seed + 0x9E3779B97F4A7C15L * round).nextLong();
  }
}
