package dev.flyball.pool.base;

import dev.flyball.base.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * A log that never throws, for threads that must go on when memory is short or a log handler fails.
 * What cannot be logged is lost.
 */
public final class SafeLog {

  private final System.Logger log;
  private final String owner;

  /** Makes a log whose messages begin with the owner, such as "limiter 'orders'". */
  public SafeLog(Class<?> source, String owner) {
    this.log = System.getLogger(source.getName());
    this.owner = owner;
  }

  /** Logs that tasks will not run, and what cancelling one of them threw. */
  public void drops(int tasks, @Nullable Throwable cause) {
    try {
      log(
          System.Logger.Level.ERROR,
          "drops " + tasks + " tasks: it can start no thread for them",
          cause);
    } catch (Throwable e) {
      // as below
    }
  }

  /** Logs one line, which begins with the owner's name; throws nothing. */
  public void log(System.Logger.Level level, String message, @Nullable Throwable cause) {
    try {
      log.log(level, OneLine.of(owner) + " " + message, cause);
    } catch (Throwable e) {
      // no other way to report it is left
    }
  }
}
