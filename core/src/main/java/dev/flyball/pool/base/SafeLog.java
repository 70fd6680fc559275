package dev.flyball.pool.base;

import dev.flyball.base.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * Logs where nothing may be thrown: memory may be short, a handler of the log may fail, and what
 * comes after must be done all the same. What cannot be logged is lost.
 */
public final class SafeLog {

  private final System.Logger log;
  private final String owner;

  /** The messages of something that they call by that name, such as "limiter 'orders'". */
  public SafeLog(Class<?> source, String owner) {
    this.log = System.getLogger(source.getName());
    this.owner = owner;
  }

  /** Logs that tasks will not run, and what one of them threw when it was told so. */
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
      // there is nobody left to tell
    }
  }
}
