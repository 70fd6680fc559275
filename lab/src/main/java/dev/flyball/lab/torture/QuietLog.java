package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * A scope without warnings of deliberate failures: threads that cannot be started, policies that
 * fail. The executor's messages about dropped tasks are counted, since it may drop nothing in
 * silence.
 *
 * <p>The virtual machine itself warns of threads, and on standard output, which may belong to a
 * report; these warnings are switched off as well, where that is possible.
 *
 * <p><b>Threads.</b> Any thread may log; one opens, asks and closes.
 */
final class QuietLog implements AutoCloseable {

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
    this.before = LOGGERS.stream().map(logger -> Optional.ofNullable(logger.getFilter())).toList();
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
