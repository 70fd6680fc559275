package dev.flyball.bench.dispatch;

import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.infra.Blackhole;

/** The work of a turn's tasks. */
enum Load {
  /** Nothing: what remains is the pool. */
  EMPTY("empty tasks", 1024),
  /** 1 microsecond of calculation. */
  SPIN_1_US("1 us", 1024),
  /** 10 microseconds of calculation. */
  SPIN_10_US("10 us", 128),
  /** 100 microseconds of calculation. */
  SPIN_100_US("100 us", 128),
  /** Nine of 1 microsecond, then one of 100, over and over. */
  MIX("9 of 1 us, 1 of 100 us", 128),
  /** 1 millisecond of sleep. */
  SLEEP_1_MS("sleeping 1 ms", 256),
  /** Nothing, and the producer waits for the result of each before it submits the next. */
  ROUND_TRIP("submit and get", 1);

  private static final int MICROS_OF_MIX = 100;

  private final String title;
  private final int inFlightMax;

  Load(String title, int inFlightMax) {
    this.title = title;
    this.inFlightMax = inFlightMax;
  }

  String title() {
    return title;
  }

  /** How many tasks of one producer may be handed over and not done. */
  int inFlightMax() {
    return inFlightMax;
  }

  /** Whether its tasks are counted as they end. */
  boolean counted() {
    return this != EMPTY && this != ROUND_TRIP;
  }

  /**
   * The tasks in the order in which they are handed over, again and again.
   *
   * @param tokens what Blackhole takes for a microsecond
   */
  Runnable[] tasks(double tokens) {
    return switch (this) {
      case EMPTY, ROUND_TRIP -> new Runnable[] {() -> {}};
      case SPIN_1_US -> new Runnable[] {calculation(tokens)};
      case SPIN_10_US -> new Runnable[] {calculation(10 * tokens)};
      case SPIN_100_US -> new Runnable[] {calculation(100 * tokens)};
      case SLEEP_1_MS -> new Runnable[] {() -> LockSupport.parkNanos(1_000_000)};
      case MIX -> {
        Runnable[] tasks = new Runnable[10];
        java.util.Arrays.fill(tasks, calculation(tokens));
        tasks[tasks.length - 1] = calculation(MICROS_OF_MIX * tokens);
        yield tasks;
      }
    };
  }

  private static Runnable calculation(double tokens) {
    long whole = Math.round(tokens);
    return () -> Blackhole.consumeCPU(whole);
  }
}
