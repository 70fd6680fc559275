package dev.flyball.adapters.okhttp;

import dev.flyball.pool.adopt.AdoptedThreads;
import dev.flyball.pool.adopt.Claims;
import dev.flyball.pool.adopt.Setting;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/**
 * The calls that an OkHttp dispatcher runs at once.
 *
 * <p><b>Size.</b> Two limits bound the calls: one for all, 64 by default, and one for each host, 5
 * by default. A client of one service never reaches the first. So both are set to the same number.
 * A client of several services has one dispatcher for each, if one of them must not take the calls
 * of the others.
 *
 * <p><b>Found</b> is the lower limit, or as many calls as run to several hosts.
 *
 * <p><b>Only calls that are enqueued</b> are bounded, and counted. Synchronous calls, {@code
 * Call.execute()}, run in the threads of their callers, as many as there are.
 *
 * <p><b>An executor of the application's</b> may have fewer threads than the limits allow. What it
 * holds then waits, too, and the size grows no further than it has threads, or than was found.
 * Where it holds nothing, it needs two for each call: one that ends starts the next before its own
 * thread is free, and what finds none fails.
 *
 * <p><b>Shrinking</b> takes effect as calls end.
 */
final class DispatcherPool implements ForeignPool {

  private final Dispatcher dispatcher;
  private final ThreadPoolExecutor executor;
  private final AdoptedThreads threads;

  // Guarded by this.
  private final Setting all;
  private final Setting host;

  private DispatcherPool(Dispatcher dispatcher, ThreadPoolExecutor executor) {
    this.dispatcher = dispatcher;
    this.executor = executor;
    this.all = new Setting(dispatcher::getMaxRequests, dispatcher::setMaxRequests);
    this.host = new Setting(dispatcher::getMaxRequestsPerHost, dispatcher::setMaxRequestsPerHost);
    this.threads =
        AdoptedThreads.of(
            executor::getThreadFactory, executor::setThreadFactory, executor.getPoolSize());
  }

  /** The adapter of a dispatcher, or of a client's; empty for something else. */
  static Optional<ForeignPool> adopt(Object target) {
    Object of = target instanceof OkHttpClient client ? client.dispatcher() : target;
    if (!(of instanceof Dispatcher dispatcher)) {
      return Optional.empty();
    }
    ExecutorService service = dispatcher.executorService();
    if (!(service instanceof ThreadPoolExecutor executor)) {
      throw new IllegalArgumentException(
          "dispatcher must run its calls in a ThreadPoolExecutor, which counts them, but had "
              + service
              + ": make it without an executor, or with one of these");
    }
    if (executor.isShutdown()) {
      throw new IllegalArgumentException("dispatcher must not be shut down but was " + executor);
    }
    return Optional.of(
        Claims.claimed(() -> new DispatcherPool(dispatcher, executor), dispatcher, executor));
  }

  @Override
  public String kind() {
    return "OkHttp dispatcher";
  }

  // ---- Reading

  @Override
  public PoolReading read() {
    long completed = executor.getCompletedTaskCount();
    int busy = executor.getActiveCount();
    int queued = executor.getQueue().size(); // first: a call goes there from the dispatcher
    queued += dispatcher.queuedCallsCount();
    int size = Math.min(all.now(), Math.max(host.now(), busy));
    return new PoolReading(size, Math.max(size, busy), busy, queued, completed, 0);
  }

  @Override
  public int sizeMax() {
    BlockingQueue<Runnable> queue = executor.getQueue();
    boolean holds = queue.remainingCapacity() > 0 || !queue.isEmpty();
    return Math.max(
        found(), holds ? executor.getCorePoolSize() : executor.getMaximumPoolSize() / 2);
  }

  private synchronized int found() {
    return Math.min(all.found(), host.found());
  }

  @Override
  public Processor processor(int threadsMax) {
    return threads.processor(executor.getPoolSize(), threadsMax);
  }

  // ---- Resizing

  @Override
  public synchronized void resize(int workers) {
    threads.govern(() -> set(workers, workers));
  }

  /** Each starts the calls that may run now. */
  private void set(int forAll, int perHost) {
    all.set(forAll);
    host.set(perHost);
  }

  // ---- The end

  @Override
  public boolean isEnded() {
    return executor.isShutdown();
  }

  @Override
  public synchronized void restore() {
    threads.giveBack(() -> set(all.found(), host.found()));
  }
}
