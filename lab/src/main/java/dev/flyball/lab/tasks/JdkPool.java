package dev.flyball.lab.tasks;

import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * An executor service of the JDK; a thread pool among them says its size.
 *
 * @param service the service
 * @param factory what makes its threads
 */
record JdkPool(ExecutorService service, StartedThreads factory) implements TaskPool {

  @Override
  public void execute(Runnable task) {
    service.execute(task);
  }

  @Override
  public OptionalInt threads() {
    return service instanceof ThreadPoolExecutor pool
        ? OptionalInt.of(pool.getPoolSize())
        : OptionalInt.empty();
  }

  @Override
  public OptionalInt started() {
    return service instanceof ThreadPoolExecutor
        ? OptionalInt.of(factory.count())
        : OptionalInt.empty();
  }

  @Override
  public OptionalInt asked() {
    return OptionalInt.empty();
  }

  @Override
  public void close() {
    service.shutdownNow();
    TaskPool.awaitEnd(service);
  }
}
