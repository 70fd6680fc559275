package dev.flyball.lab.pages;

import dev.flyball.Flyball;
import dev.flyball.control.Governor;
import dev.flyball.control.JournalFile;
import dev.flyball.control.PoolGroup;
import dev.flyball.policy.Limits;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.Permits;
import dev.flyball.pool.Rejection;
import dev.flyball.pool.ScheduledPool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.scheduling.annotation.Async;

/**
 * docs/features.md, docs/limiter.md, docs/groups.md, docs/engine.md, docs/journal.md,
 * docs/spring-boot.md
 */
@SuppressWarnings("unused") // it is there to be compiled
final class ExecutorsPages {

  private ExecutorsPages() {}

  static void switches(AdaptivePool orders) {
    Governor governor = orders.governor().orElseThrow();
    governor.pin(40);
    governor.limits(Limits.of(4, 100));
    governor.govern();
    governor.forecast(80).ifPresent(System.out::println);
  }

  static void limiter(Object order) {
    Limiter orders = Flyball.limit("orders");
    orders.execute("invoice", () -> handle(order));
    Limiter mail =
        Flyball.start(
            Limiter.named("mail")
                .ungoverned()
                .atMost(50)
                .queueCapacity(1_000)
                .rejection(Rejection.block(Duration.ofSeconds(2))));
    mail.control().resize(80);
  }

  static void permits() throws InterruptedException {
    Permits db = Flyball.permits("db");
    db.acquire();
    try {
      query();
    } finally {
      db.release();
    }
  }

  static void chain(AdaptivePool requests, AdaptivePool jobs, Permits connections) {
    PoolGroup row = Flyball.chain("orders", requests, jobs, connections);
    row.limiting();
  }

  static void scheduled(Object cache) {
    ScheduledPool jobs = Flyball.scheduled("jobs");
    jobs.scheduleAtFixedRate(() -> refresh(cache), 0, 30, TimeUnit.SECONDS);
    ScheduledPool calls = ScheduledPool.over(Flyball.limit("calls"));
  }

  static void journal(AdaptivePool pool) throws IOException {
    JournalFile.of(pool.governor().orElseThrow(), Path.of("orders.jsonl"));
  }

  private static void handle(Object order) {}

  private static void query() {}

  private static void refresh(Object cache) {}

  /** What is asked for. */
  record Cart() {}

  /** The answer. */
  record Quote() {}

  /** A bean that gets a pool, and has work done in it. */
  static class Orders {

    private final AdaptivePool orders;

    Orders(@Qualifier("orders") AdaptivePool orders) {
      this.orders = orders;
    }

    @Async("orders")
    CompletableFuture<Quote> quote(Cart cart) {
      return CompletableFuture.completedFuture(new Quote());
    }
  }
}
