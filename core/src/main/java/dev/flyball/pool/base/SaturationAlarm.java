package dev.flyball.pool.base;

import java.util.Objects;

/**
 * A callback for shortages, run by the thread that submits a task or waits for a permit. What it
 * throws is logged, not thrown: the caller's task is taken in, or its turn in the line is kept.
 */
public final class SaturationAlarm implements Runnable {

  private final SafeLog log;
  private final Runnable alarm;

  /**
   * Makes an alarm of something that messages call by that name.
   *
   * @throws NullPointerException when there is no alarm
   */
  public SaturationAlarm(Class<?> source, String owner, Runnable alarm) {
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
