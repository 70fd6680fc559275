package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.lab.torture.Round.RoundResult;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.base.VirtualThreads;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

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
    return of(seed, time, only, TortureTarget::planned);
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

  /**
   * A scope without warnings of deliberate failures: threads that cannot be started, policies that
   * fail. The executor's messages about dropped tasks are counted, since it may drop nothing in
   * silence.
   *
   * <p>The virtual machine itself warns of threads, and on standard output, which may belong to a
   * report; these warnings are switched off as well, where that is possible.
   *
   * <p><b>Threads.</b> Any thread may log; one opens, asks and closes.
   */
  static final class QuietLog implements AutoCloseable {

    private static final List<Logger> LOGGERS =
        List.of(
            Logger.getLogger(AdaptivePool.class.getName()),
            Logger.getLogger(Limiter.class.getName()),
            Logger.getLogger(Governor.class.getName()));
    private static final Pattern DROPS =
        Pattern.compile("(?:pool|limiter) '(.*)' drops (\\d+) tasks: .*");

    private final List<Optional<Filter>> before;
    private final Map<String, Long> drops = new ConcurrentHashMap<>();

    private QuietLog() {
      this.before =
          LOGGERS.stream().map(logger -> Optional.ofNullable(logger.getFilter())).toList();
    }

    static QuietLog open() {
      QuietLog log = new QuietLog();
      LOGGERS.forEach(logger -> logger.setFilter(log::note));
      tellMachine("off");
      return log;
    }

    /** Counts what is said, and lets nothing through. */
    private boolean note(LogRecord said) {
      Matcher matcher = DROPS.matcher(String.valueOf(said.getMessage()));
      if (matcher.matches()) {
        drops.merge(matcher.group(1), Long.valueOf(matcher.group(2)), Long::sum);
      }
      return false;
    }

    /** How many tasks the executor of this name said that it dropped. */
    long dropsOf(String name) {
      return drops.getOrDefault(name, 0L);
    }

    @Override
    public void close() {
      for (int i = 0; i < LOGGERS.size(); i++) {
        LOGGERS.get(i).setFilter(before.get(i).orElse(null));
      }
      tellMachine("warning");
    }

    private static void tellMachine(String level) {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      String[] order = {"output=stdout", "what=all=warning,os+thread=" + level};
      try {
        server.invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "vmLog",
            new Object[] {order},
            new String[] {String[].class.getName()});
      } catch (JMException | RuntimeException e) {
        return; // such a machine keeps warning, which only disturbs a reader
      }
    }
  }
}
