package dev.flyball.lab.load;

import dev.flyball.base.Dice;
import dev.flyball.lab.load.Exchange.Outcome;
import dev.flyball.lab.load.Schedule.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The source of a run's requests. Called on the event loop thread only.
 *
 * <p>It hands requests to {@link Engine#offer} and, when no more will come, calls {@link
 * Engine#offeringEnded} once.
 */
interface Source {

  /** The load starts now. */
  void start();

  /** A request that it had offered has ended. */
  void ended(Exchange exchange, Outcome outcome);

  /** No request shall be offered any more. */
  void stop();

  /**
   * The source of an open loop: a thread that sleeps until the next intended send time and hands
   * what is due to the event loop.
   *
   * <p>A thread of its own, because the event loop's timers are only as fine as a millisecond. It
   * waits for nothing but the clock: when the event loop or the server is late, requests are handed
   * over with their intended times all the same, and what they wait is measured.
   */
  static final class OpenSource implements Source {

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

  /** The source of a closed loop: its clients, each with dice of its own. */
  static final class ClosedSource implements Source {

    private static final long PAUSE_AFTER_NO_ANSWER_NANOS = 10_000_000;

    private final Engine engine;
    private final ClosedLoop plan;
    private final Dice[] dice;
    private boolean stopped;

    ClosedSource(Engine engine, ClosedLoop plan) {
      this.engine = engine;
      this.plan = plan;
      this.dice = new Dice[plan.clients()];
      for (int client = 0; client < dice.length; client++) {
        dice[client] = Dice.stream(plan.seed(), client);
      }
    }

    @Override
    public void start() {
      after(plan.length().toNanos(), this::lengthIsOver);
      for (int client = 0; client < dice.length; client++) {
        think(client, 0);
      }
    }

    private void lengthIsOver() {
      if (!stopped) {
        stopped = true;
        engine.offeringEnded();
      }
    }

    private void think(int client, long leastNanos) {
      long pauseNanos = Math.max(leastNanos, plan.think().drawNanos(dice[client]));
      if (pauseNanos == 0) {
        ask(client);
      } else {
        after(pauseNanos, () -> ask(client));
      }
    }

    private void ask(int client) {
      if (!stopped) {
        int kind = plan.mix().at(dice[client].nextDouble());
        engine.offer(new Exchange(engine.nowNanos(), kind, client));
      }
    }

    @Override
    public void ended(Exchange exchange, Outcome outcome) {
      if (stopped) {
        return;
      }
      boolean noAnswer = outcome == Outcome.UNCONNECTED || outcome == Outcome.BROKEN;
      think(exchange.client(), noAnswer ? PAUSE_AFTER_NO_ANSWER_NANOS : 0);
    }

    @Override
    public void stop() {
      stopped = true;
    }

    private void after(long nanos, Runnable step) {
      engine.loop().schedule(() -> engine.guarded(step), nanos, TimeUnit.NANOSECONDS);
    }
  }
}
