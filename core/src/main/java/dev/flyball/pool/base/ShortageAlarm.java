package dev.flyball.pool.base;

import java.util.Objects;

/**
 * An alarm that somebody has registered, to be called by whoever hands over a task or waits for a
 * permit. What it throws is logged: it is not the caller's, whose task is taken in or whose turn in
 * the line is kept.
 */
public final class ShortageAlarm implements Runnable {

  private final SafeLog log;
  private final Runnable alarm;

  /**
   * An alarm for something that messages call by that name.
   *
   * @throws NullPointerException when there is no alarm
   */
  public ShortageAlarm(Class<?> source, String owner, Runnable alarm) {
    this.log = new SafeLog(source, owner);
    this.alarm = Objects.requireNonNull(alarm, "alarm must not be null");
  }

  @Override
  public void run() {
    try {
      alarm.run();
    } catch (Throwable e) {
      log.log(System.Logger.Level.WARNING, "has an alarm for shortages that failed", e);
    }
  }
}
