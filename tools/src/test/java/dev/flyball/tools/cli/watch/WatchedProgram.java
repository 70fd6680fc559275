package dev.flyball.tools.cli.watch;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;

/**
 * A program with a pool under load, to be watched from outside, and where that is asked for one of
 * the JDK that was adopted; ends with its standard input.
 */
final class WatchedProgram {

  static final String POOL = "<b>orders</b>\n\u0007";

  private WatchedProgram() {}

  public static void main(String[] wanted) throws IOException {
    if (wanted.length > 0) {
      Flyball.govern("mail", new ThreadPoolExecutor(4, 4, 1, SECONDS, new LinkedBlockingQueue<>()));
    }
    AdaptivePool orders = Flyball.start(AdaptivePool.named(POOL).limits(1, 90));
    Thread load =
        new Thread(() -> {
          while (true) {
            orders.execute("order", () -> LockSupport.parkNanos(5_000_000));
            LockSupport.parkNanos(5_000_000);
          }
        });
    load.setDaemon(true);
    load.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      Thread.onSpinWait();
    }
    System.exit(0);
  }
}
