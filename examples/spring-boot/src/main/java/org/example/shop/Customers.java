package org.example.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** 60 prices, 40 stocks and 50 orders a second, each wanted within two. */
final class Customers {

  /**
   * What is asked for.
   *
   * @param perSecond how often
   * @param atOpening customers of the opening, each with one request at a time: no more than half of
   *     what the shop bears as it is configured
   */
  private record Kind(String path, int perSecond, int atOpening, LongAdder answered) {
    Kind(String path, int perSecond, int atOpening) {
      this(path, perSecond, atOpening, new LongAdder());
    }
  }

  private static final Duration OPENING = Duration.ofSeconds(4);
  private static final Duration WANTED = Duration.ofSeconds(2);

  private final List<Kind> kinds =
      List.of(new Kind("/price", 60, 4), new Kind("/stock", 40, 2), new Kind("/order", 50, 2));
  private final HttpClient client = HttpClient.newHttpClient();
  private final String shop;
  private final int seconds;

  private Customers(String port, int seconds) {
    this.shop = "http://localhost:" + port;
    this.seconds = seconds;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Customers customers = new Customers(arguments[1], Integer.parseInt(arguments[2]));
    customers.openTheShop();
    customers.come(arguments[0]);
    System.exit(0);
  }

  /** A few customers, so that what is counted later is not the start of two programs. */
  private void openTheShop() {
    long until = System.nanoTime() + OPENING.toNanos();
    List<CompletableFuture<?>> visits = new ArrayList<>();
    for (Kind kind : kinds) {
      for (int i = 0; i < kind.atOpening; i++) {
        visits.add(visit(kind, until));
      }
    }
    visits.forEach(CompletableFuture::join);
  }

  private CompletableFuture<Void> visit(Kind kind, long until) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(shop + kind.path)).build();
    return client
        .sendAsync(request, BodyHandlers.ofString())
        .thenCompose(answer ->
            System.nanoTime() < until
                ? visit(kind, until)
                : CompletableFuture.completedFuture(null));
  }

  private void come(String name) throws InterruptedException {
    List<Thread> asking = new ArrayList<>();
    for (Kind kind : kinds) {
      Thread thread = new Thread(() -> ask(kind));
      thread.start();
      asking.add(thread);
    }
    for (Thread thread : asking) {
      thread.join();
    }
    long answered = 0;
    long all = 0;
    StringBuilder shares = new StringBuilder();
    for (Kind kind : kinds) {
      answered += kind.answered.sum();
      all += kind.perSecond * seconds;
      shares.append(
          String.format(
              Locale.ROOT,
              ", %s %.0f %%",
              kind.path,
              100.0 * kind.answered.sum() / (kind.perSecond * seconds)));
    }
    System.out.printf(
        Locale.ROOT,
        "%-9s %d of %d answered within 2 s (%.1f %%)%s%n",
        name,
        answered,
        all,
        100.0 * answered / all,
        shares);
  }

  private void ask(Kind kind) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    long began = System.nanoTime();
    for (int i = 0; i < kind.perSecond * seconds; i++) {
      LockSupport.parkNanos(began + i * 1_000_000_000L / kind.perSecond - System.nanoTime());
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(shop + kind.path)).timeout(WANTED).build();
      all.add(
          client
              .sendAsync(request, BodyHandlers.ofString())
              .handle((answer, failure) -> {
                if (failure == null && answer.statusCode() == 200) {
                  kind.answered.increment();
                }
                return kind;
              }));
    }
    all.forEach(CompletableFuture::join);
  }
}
