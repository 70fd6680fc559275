package dev.flyball.lab.load;

import dev.flyball.lab.load.LoadResult.Counts;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A load that is being offered.
 *
 * <p>Safe for use by several threads. It ends by itself when the plan is over and the outstanding
 * responses have come or timed out, or at once when it is closed; either way {@link #await} gives
 * the result, of whatever part there was.
 */
public final class LoadRun implements AutoCloseable {

  private static final long CLOSE_SECONDS = 10;

  private final EventLoopGroup loops;
  private final ExecutorService listening;
  private final CompletableFuture<@Nullable Void> listened = new CompletableFuture<>();
  private final Engine engine;

  private LoadRun(
      LoadClient client, KindMix mix, Duration length, Function<Engine, Source> source) {
    loops =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("flyball-load", true), NioIoHandler.newFactory());
    listening =
        Executors.newSingleThreadExecutor(new DefaultThreadFactory("flyball-load-listener", true));
    Consumer<LoadProgress> watcher =
        progress -> listening.execute(() -> client.listener().onSecond(progress));
    engine = new Engine(loops.next(), client, mix, length.toNanos(), source, watcher);
  }

  static LoadRun start(
      LoadClient client, KindMix mix, Duration length, Function<Engine, Source> source) {
    LoadRun run = new LoadRun(client, mix, length, source);
    run.engine.result().whenComplete((result, failure) -> run.release());
    run.engine.run(run.engine::begin);
    return run;
  }

  private void release() {
    listening.execute(() -> listened.complete(null));
    listening.shutdown();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  /** Waits for the end of the run. */
  public LoadResult await() throws InterruptedException {
    try {
      return engine.result().get();
    } catch (ExecutionException failure) {
      throw new IllegalStateException("the load generator itself failed", failure.getCause());
    }
  }

  /** The result, for callers that do not want to block a thread. */
  public CompletableFuture<LoadResult> result() {
    return engine.result().copy();
  }

  /**
   * Ends the run at once, if it has not ended: nothing more is sent, and responses that are still
   * out are counted as outstanding. Returns when the connections are closed.
   */
  @Override
  public void close() {
    try {
      engine.run(engine::stop);
    } catch (RejectedExecutionException alreadyOver) {
      // The event loop stops only after the run is over.
    }
    loops.terminationFuture().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    // So that the listener hears nothing more once this has returned.
    listened.completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS).join();
  }

  /**
   * A look at a run that is going on.
   *
   * @param elapsedSeconds the time since the start of the load
   * @param counts what became of all requests so far
   * @param last the second that has just ended
   */
  public record LoadProgress(double elapsedSeconds, Counts counts, Second last) {}
}
