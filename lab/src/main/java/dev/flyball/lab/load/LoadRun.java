package dev.flyball.lab.load;

import dev.flyball.lab.harness.Clients;
import dev.flyball.lab.harness.Pacer;
import dev.flyball.lab.harness.Pacer.Plan;
import dev.flyball.lab.load.ConnectionPool.Connection;
import dev.flyball.lab.load.Load.Arrival;
import dev.flyball.lab.load.Load.ClosedLoop;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.load.LoadResult.Ended;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.load.LoadResult.Second;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A load that is being offered. It ends by itself when the plan is over and the outstanding
 * responses have come or timed out, or at once when it is closed; either way {@link #await} gives
 * the result, of whatever part there was.
 *
 * <p><b>States.</b> Opening (first connections are made), offering (the pacer hands in requests),
 * draining (the plan is over, answers are still awaited), over (the result is there). {@link
 * #close} leads from any state to over.
 *
 * <p><b>Assumptions.</b> What is public is safe for use by several threads. Everything else here,
 * in the connections and in the ledger is touched by the one event loop thread only; there is no
 * lock. The values shared with others are the result, and the origin of time, which is written
 * before the pacer starts.
 *
 * <p><b>Guarantees.</b> Every request that is offered ends exactly once, or is counted as
 * outstanding when the run is closed. Times are nanoseconds since the start of the load.
 */
public final class LoadRun implements AutoCloseable {

  private static final long CLOSE_SECONDS = 10;
  private static final long TICK_NANOS = 5_000_000;

  private final LoadClient client;
  private final Load load;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("flyball-load", true), NioIoHandler.newFactory());
  private final EventLoop loop = loops.next();
  private final ExecutorService listening =
      Executors.newSingleThreadExecutor(new DefaultThreadFactory("flyball-load-listener", true));
  private final CompletableFuture<@Nullable Void> listened = new CompletableFuture<>();
  private final Consumer<Second> listener;
  private final Consumer<Ended> requests;
  private final CompletableFuture<LoadResult> result = new CompletableFuture<>();
  private final Ledger ledger;
  private final ConnectionPool pool;

  /**
   * Apart from the event loop, whose timers are only as fine as a millisecond. When the event loop
   * or the server is late, requests are handed in with their intended times all the same.
   */
  private final Pacer pacer = new Pacer("flyball-load-pacer", this::nowNanos, this::pace);

  /** The clients of a closed loop. */
  private final @Nullable Clients clients;

  /** Requests in the order of their time; those that have ended are taken out from the head. */
  private final ArrayDeque<Exchange> awaited = new ArrayDeque<>();

  private long originNanos = System.nanoTime();
  private boolean started;
  private boolean offering;
  private boolean over;

  LoadRun(LoadClient client, Load load, Consumer<Second> listener, Consumer<Ended> requests) {
    this.client = client;
    this.load = load;
    this.listener = listener;
    this.requests = requests;
    this.ledger = new Ledger(load.length().toNanos());
    this.pool = new ConnectionPool(this, loop, client, load.mix());
    this.clients =
        load instanceof ClosedLoop closed
            ? new Clients(closed.clients(), closed.think(), load.seed(), 0)
            : null;
  }

  /** A request on its way: from the moment its time has come to its end. */
  static final class Exchange {
    static final int NO_CLIENT = -1;

    final long dueNanos;
    final int kind;
    final int client;
    boolean ended;

    /** The connection it went out on; none while it waits for one. */
    @Nullable Connection connection;

    /**
     * @param dueNanos the intended send time
     * @param client the client of a closed loop that waits for it
     */
    Exchange(long dueNanos, int kind, int client) {
      this.dueNanos = dueNanos;
      this.kind = kind;
      this.client = client;
    }
  }

  /** Waits for the end of the run. */
  public LoadResult await() throws InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException failure) {
      throw new IllegalStateException("the load generator itself failed", failure.getCause());
    }
  }

  /** The result, for callers that do not want to block a thread. */
  public CompletableFuture<LoadResult> result() {
    return result.copy();
  }

  /**
   * Ends the run at once, if it has not ended: nothing more is sent, and responses that are still
   * out are counted as outstanding. Returns when the connections are closed.
   */
  @Override
  public void close() {
    run(this::end);
    loops.terminationFuture().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    // So that the listener hears nothing more once this has returned.
    listened.completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Runs something on the event loop, which stops only after the run is over. */
  private void run(Runnable step) {
    try {
      loop.execute(() -> guarded(step));
    } catch (RejectedExecutionException refused) {
      if (!result.isDone()) {
        throw refused;
      }
    }
  }

  /** Runs something on this thread if it is the event loop's, and else there. */
  void onLoop(Runnable step) {
    if (loop.inEventLoop()) {
      guarded(step);
    } else {
      run(step);
    }
  }

  /** If a step throws, the run is over and its result says why. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error broken) {
      result.completeExceptionally(broken);
      end();
      throw broken;
    }
  }

  /** The time since the start of the load. */
  long nowNanos() {
    return System.nanoTime() - originNanos;
  }

  // ---- Offering

  LoadRun begun() {
    result.whenComplete((ended, failure) -> release());
    run(() -> pool.open(client.connectionsAtStart(), this::go));
    return this;
  }

  private void go() {
    if (over) {
      return;
    }
    originNanos = System.nanoTime();
    started = true;
    offering = true;
    loop.scheduleAtFixedRate(
        () -> guarded(this::tick), TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    pacer.start();
  }

  /** On the pacer's thread. */
  private void pace(Pacer own) {
    long lengthNanos = load.length().toNanos();
    boolean whole =
        load instanceof Schedule schedule
            ? own.pace(
                Plan.of(schedule.arrivals().iterator(), Arrival::atNanos),
                lengthNanos,
                next -> run(() -> offer(next.atNanos(), next.kind(), Exchange.NO_CLIENT)))
            : own.pace(thinking(), lengthNanos, turn -> run(() -> ask(turn.client())));
    if (whole) {
      run(this::offeringEnded);
    }
  }

  private Clients thinking() {
    return Objects.requireNonNull(clients, "only a closed loop has clients");
  }

  private void ask(int client) {
    if (offering) {
      int kind = load.mix().at(thinking().dice(client).nextDouble());
      offer(nowNanos(), kind, client);
    }
  }

  private void offer(long dueNanos, int kind, int client) {
    if (!over) {
      Exchange exchange = new Exchange(dueNanos, kind, client);
      ledger.offered(dueNanos);
      awaited.add(exchange);
      pool.send(exchange);
    }
  }

  private void offeringEnded() {
    offering = false;
    endWhenDrained();
  }

  // ---- What becomes of requests

  void sending(Exchange exchange) {
    ledger.sent(exchange.dueNanos, nowNanos());
  }

  void ended(Exchange exchange, Outcome outcome, long atNanos) {
    if (over || exchange.ended) {
      return;
    }
    exchange.ended = true;
    ledger.ended(exchange.dueNanos, outcome, atNanos);
    requests.accept(new Ended(exchange.dueNanos, outcome, atNanos));
    if (exchange.client != Exchange.NO_CLIENT && offering) {
      boolean noAnswer = outcome == Outcome.UNCONNECTED || outcome == Outcome.BROKEN;
      comeBack(thinking().turn(exchange.client, nowNanos(), noAnswer));
    }
    endWhenDrained();
  }

  /** A client that does not think asks at once, without a way over the pacer's thread. */
  private void comeBack(Clients.Turn turn) {
    if (turn.atNanos() <= nowNanos()) {
      ask(turn.client());
    } else {
      thinking().think(turn, pacer);
    }
  }

  private void tick() {
    if (over) {
      return;
    }
    long nowNanos = nowNanos();
    ledger
        .closeSeconds(nowNanos)
        .ifPresent(second -> listening.execute(() -> listener.accept(second)));
    Exchange oldest = awaited.peekFirst();
    while (oldest != null
        && (oldest.ended || nowNanos - oldest.dueNanos >= client.patience().toNanos())) {
      awaited.removeFirst();
      giveUp(oldest, nowNanos);
      oldest = awaited.peekFirst();
    }
  }

  /** Its connection can carry no other. */
  private void giveUp(Exchange exchange, long nowNanos) {
    if (!exchange.ended) {
      Connection connection = exchange.connection;
      ended(exchange, Outcome.TIMED_OUT, nowNanos);
      if (connection != null) {
        connection.close();
      }
    }
  }

  private void endWhenDrained() {
    if (started && !offering && ledger.outstanding() == 0) {
      end();
    }
  }

  private void end() {
    if (over) {
      return;
    }
    over = true;
    offering = false;
    pacer.close();
    result.complete(ledger.result(started ? nowNanos() : 0));
    awaited.clear();
    pool.closeAll();
  }

  private void release() {
    listening.execute(() -> listened.complete(null));
    listening.shutdown();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
