package dev.flyball.base;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs, to the JDK's own logger, from now on until this is closed. */
public final class LoggedLines extends Handler implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Runnable onEach;

  private LoggedLines(Class<?> source, Runnable onEach) {
    this.logger = Logger.getLogger(source.getName());
    this.onEach = onEach;
    logger.addHandler(this);
  }

  /** Collects what that class logs at INFO or above. */
  public static LoggedLines of(Class<?> source) {
    return of(source, () -> {});
  }

  /** The same; the thread that logs a line runs the action after it. */
  public static LoggedLines of(Class<?> source, Runnable onEach) {
    return new LoggedLines(source, onEach);
  }

  /** Each line, such as {@code WARNING governor 'orders': the policy failed}. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getLevel() + " " + line.getMessage());
    onEach.run();
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
