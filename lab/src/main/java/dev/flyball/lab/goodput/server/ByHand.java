package dev.flyball.lab.goodput.server;

import dev.flyball.lab.goodput.Row;
import jakarta.servlet.Servlet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The best that can be had by hand: a pool of the size that is right for the row, first in first
 * out, and 503 for a request that has waited half of its deadline when its turn comes.
 */
final class ByHand {

  private ByHand() {}

  static Servlet before(Servlet servlet, Row row) {
    ExecutorService pool = Executors.newFixedThreadPool(row.rightSize());
    long patienceNanos = row.deadline().toNanos() / 2;
    return new HandoverServlet(
        servlet,
        (request, handed) -> {
          long cameNanos = System.nanoTime();
          pool.execute(() -> {
            if (System.nanoTime() - cameNanos > patienceNanos) {
              handed.refuse();
            } else {
              handed.run();
            }
          });
        });
  }
}
