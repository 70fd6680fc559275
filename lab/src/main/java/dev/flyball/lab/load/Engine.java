package dev.flyball.lab.load;

import dev.flyball.lab.load.Exchange.Outcome;
import dev.flyball.lab.load.LoadRun.LoadProgress;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of a load.
 *
 * <p><b>States.</b> Opening (first connections are made), offering (the source hands in requests),
 * draining (the plan is over, answers are still awaited), over (the result is there). Offering
 * turns into draining when the source says so; draining ends when nothing is outstanding, or at the
 * drain time-out; {@link #stop} leads from any state to over.
 *
 * <p><b>Assumptions.</b> Everything here, in the connections and in the ledger is touched by the
 * one event loop thread only; there is no lock. The one value shared with others is the result.
 *
 * <p><b>Guarantees.</b> Every request that is offered ends exactly once, or is counted as
 * outstanding when the run is stopped. Times are nanoseconds since the start of the load.
 */
final class Engine {

  private static final long TICK_NANOS = 5_000_000;

  private final EventLoop loop;
  private final LoadClient client;
  private final Ledger ledger;
  private final ConnectionPool pool;
  private final Source source;
  private final Consumer<LoadProgress> watcher;
  private final CompletableFuture<LoadResult> result = new CompletableFuture<>();

  /** Requests in the order of their time; those that have ended are taken out from the head. */
  private final ArrayDeque<Exchange> awaited = new ArrayDeque<>();

  private long originNanos;
  private boolean started;
  private boolean offering;
  private boolean over;
  private long drainEndNanos;
  private @Nullable ScheduledFuture<?> ticks;

  Engine(
      EventLoop loop,
      LoadClient client,
      KindMix mix,
      long lengthNanos,
      Function<Engine, Source> source,
      Consumer<LoadProgress> watcher) {
    this.loop = loop;
    this.client = client;
    this.ledger = new Ledger(mix, lengthNanos);
    this.pool = new ConnectionPool(this, loop, client, mix);
    this.watcher = watcher;
    this.source = source.apply(this);
  }

  CompletableFuture<LoadResult> result() {
    return result;
  }

  EventLoop loop() {
    return loop;
  }

  /** The monotonic clock's reading at which the load started. */
  long originNanos() {
    return originNanos;
  }

  /** The time since the start of the load. */
  long nowNanos() {
    return System.nanoTime() - originNanos;
  }

  /** Runs something on the event loop; if it throws, the run is over and its result says why. */
  void run(Runnable step) {
    loop.execute(() -> guarded(step));
  }

  void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error broken) {
      result.completeExceptionally(broken);
      end();
      throw broken;
    }
  }

  void begin() {
    originNanos = System.nanoTime();
    pool.open(client.connectionsAtStart(), () -> guarded(this::go));
  }

  private void go() {
    if (over) {
      return;
    }
    originNanos = System.nanoTime();
    started = true;
    offering = true;
    ticks =
        loop.scheduleAtFixedRate(
            () -> guarded(this::tick), TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    source.start();
  }

  void offer(Exchange exchange) {
    if (over) {
      return;
    }
    ledger.offered(exchange);
    awaited.add(exchange);
    pool.send(exchange);
  }

  void sending(Exchange exchange) {
    ledger.sent(exchange, nowNanos());
  }

  void fault(String what) {
    ledger.fault(what);
  }

  void ended(Exchange exchange, Outcome outcome, long atNanos) {
    if (over || exchange.hasEnded()) {
      return;
    }
    exchange.end();
    ledger.ended(exchange, outcome, atNanos);
    source.ended(exchange, outcome);
    endWhenDrained();
  }

  void offeringEnded() {
    if (over || !offering) {
      return;
    }
    offering = false;
    drainEndNanos = nowNanos() + client.drainTimeout().toNanos();
    endWhenDrained();
  }

  private void tick() {
    long nowNanos = nowNanos();
    if (ledger.closeSeconds(nowNanos)) {
      watcher.accept(ledger.progress(nowNanos));
    }
    expire(nowNanos, client.timeout().toNanos());
    if (!over && !offering && nowNanos >= drainEndNanos) {
      expire(nowNanos, Long.MIN_VALUE);
    }
  }

  /** Gives up every request that is older than the time-out; its connection can carry no other. */
  private void expire(long nowNanos, long timeoutNanos) {
    Exchange oldest = awaited.peekFirst();
    while (oldest != null && (oldest.hasEnded() || nowNanos - oldest.dueNanos() >= timeoutNanos)) {
      awaited.removeFirst();
      if (!oldest.hasEnded()) {
        Connection connection = oldest.connection();
        ended(oldest, Outcome.TIMED_OUT, nowNanos);
        if (connection != null) {
          connection.close();
        }
      }
      oldest = awaited.peekFirst();
    }
  }

  private void endWhenDrained() {
    if (started && !offering && ledger.outstanding() == 0) {
      end();
    }
  }

  /** Ends the run now, in whatever state it is. */
  void stop() {
    end();
  }

  private void end() {
    if (over) {
      return;
    }
    over = true;
    if (ticks != null) {
      ticks.cancel(false);
    }
    source.stop();
    result.complete(ledger.result(started ? nowNanos() : 0, pool.made()));
    awaited.clear();
    pool.closeAll();
  }
}
