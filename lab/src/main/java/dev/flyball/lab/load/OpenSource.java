package dev.flyball.lab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * The source of an open loop: a thread that sleeps until the next intended send time and hands what
 * is due to the event loop.
 *
 * <p>A thread of its own, because the event loop's timers are only as fine as a millisecond. It
 * waits for nothing but the clock: when the event loop or the server is late, requests are handed
 * over with their intended times all the same, and what they wait is measured.
 */
final class OpenSource implements Source {

  private final Engine engine;
  private final Iterable<Arrival> plan;
  private final long lengthNanos;
  private final Thread pacer;
  private volatile boolean stopped;

  OpenSource(Engine engine, Iterable<Arrival> plan, Duration length) {
    this.engine = engine;
    this.plan = plan;
    this.lengthNanos = length.toNanos();
    this.pacer = new Thread(this::pace, "flyball-load-pacer");
    pacer.setDaemon(true);
  }

  @Override
  public void start() {
    pacer.start();
  }

  @Override
  public void ended(Exchange exchange, Outcome outcome) {}

  @Override
  public void stop() {
    stopped = true;
    LockSupport.unpark(pacer);
  }

  private void pace() {
    Iterator<Arrival> arrivals = plan.iterator();
    Arrival next = arrivals.hasNext() ? arrivals.next() : null;
    while (next != null && sleepUntil(next.atNanos())) {
      List<Exchange> due = new ArrayList<>(4);
      long nowNanos = engine.nowNanos();
      while (next != null && next.atNanos() <= nowNanos) {
        due.add(new Exchange(next.atNanos(), next.kind(), Exchange.NO_CLIENT));
        next = arrivals.hasNext() ? arrivals.next() : null;
      }
      handOver(() -> due.forEach(engine::offer));
    }
    if (sleepUntil(lengthNanos)) {
      handOver(engine::offeringEnded);
    }
  }

  private void handOver(Runnable step) {
    try {
      if (!stopped) {
        engine.run(step);
      }
    } catch (RejectedExecutionException refused) {
      if (!stopped) {
        throw refused;
      }
    }
  }

  /** Sleeps until then, and says whether the run still goes on. */
  private boolean sleepUntil(long atNanos) {
    long leftNanos = atNanos - engine.nowNanos();
    while (leftNanos > 0 && !stopped) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = atNanos - engine.nowNanos();
    }
    return !stopped;
  }
}
