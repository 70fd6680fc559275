package dev.flyball.lab.torture;

import dev.flyball.base.Require;
import dev.flyball.base.VirtualThreads;
import dev.flyball.control.Governor;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.ScheduledPool;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
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
 *
 * @param seed what all rounds are drawn from
 * @param time how long it lasts, positive; the last round may end after it
 * @param only the number, from 1, of the one round to repeat all the time; empty for one after the
 *     other
 * @param change what becomes of each executor before it is used
 */
public record Torture(
    long seed, Duration time, OptionalLong only, UnaryOperator<TortureTarget> change) {

  public Torture {
    Require.positive("time", time);
    only.ifPresent(round -> Require.countAtLeast("round", 1, round));
  }

  /** The torture of pools and of limiters. */
  public static Torture ofAll(long seed, Duration time, OptionalLong only) {
    return new Torture(seed, time, only, UnaryOperator.identity());
  }

  /**
   * Runs the rounds. An interrupt ends it; the report then says so, and the thread stays
   * interrupted.
   */
  public TortureReport run(Consumer<TortureReport> listener) {
    TortureReport report = new TortureReport(seed, 0, 0, Map.of(), Optional.empty(), true);
    long beganNanos = System.nanoTime();
    try (QuietLog quiet = new QuietLog()) {
      while (report.failure().isEmpty() && report.seconds() < time.toNanos() / 1e9) {
        long played = report.rounds() + 1;
        long number = only.orElse(played);
        RoundPlan plan = RoundPlan.of(seedOf(number), VirtualThreads.exist());
        TaskLedger ledger = Round.run("tortured-" + played, plan, change, quiet);
        report = report.plus(number, ledger, (System.nanoTime() - beganNanos) / 1e9);
        listener.accept(report);
      }
      return report;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return report.brokenOff();
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

    private static final Pattern DROPS =
        Pattern.compile("(?:pool|limiter) '(.*)' drops (\\d+) tasks: .*");

    private static final List<Class<?>> NOISY =
        List.of(AdaptivePool.class, Limiter.class, ScheduledPool.class, Governor.class);

    private final Map<Logger, Optional<Filter>> before = new HashMap<>();
    private final Map<String, Long> drops = new ConcurrentHashMap<>();

    QuietLog() {
      for (Class<?> noisy : NOISY) {
        Logger logger = Logger.getLogger(noisy.getName());
        before.put(logger, Optional.ofNullable(logger.getFilter()));
        logger.setFilter(this::note);
      }
      tellMachine("off");
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
      before.forEach((logger, filter) -> logger.setFilter(filter.orElse(null)));
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
