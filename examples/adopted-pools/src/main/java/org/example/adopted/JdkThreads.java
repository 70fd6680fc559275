package org.example.adopted;

import dev.flyball.Flyball;
import dev.flyball.pool.AdoptedPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of a pool of the JDK's. */
public final class JdkThreads {

  public static void main(String[] args) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(1, 1, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    try (AdoptedPool pool = Flyball.govern("jdk", threads)) {
      Load.offer(pool, () -> threads.execute(Load::call));
    } finally {
      threads.shutdown();
    }
  }
}
