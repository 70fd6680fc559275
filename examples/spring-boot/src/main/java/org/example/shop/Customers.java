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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** 150 prices, 120 stocks and 150 orders a second, each wanted within two. */
final class Customers {

  private static final Duration OPENING = Duration.ofSeconds(4);
  private static final Duration WANTED = Duration.ofSeconds(2);

  private final LongAdder answered = new LongAdder();
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

  /** One customer at a time, so that what is counted later is not the start of two programs. */
  private void openTheShop() {
    long until = System.nanoTime() + OPENING.toNanos();
    while (System.nanoTime() < until) {
      for (String path : List.of("/price", "/stock", "/order")) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop + path)).build();
        client.sendAsync(request, BodyHandlers.ofString()).join();
      }
    }
  }

  private void come(String name) throws InterruptedException {
    List<Thread> kinds = new ArrayList<>();
    for (String kind : List.of("/price 150", "/stock 120", "/order 150")) {
      String[] words = kind.split(" ");
      Thread thread = new Thread(() -> ask(words[0], Integer.parseInt(words[1])));
      thread.start();
      kinds.add(thread);
    }
    for (Thread thread : kinds) {
      thread.join();
    }
    long all = (150 + 120 + 150) * seconds;
    System.out.printf(
        Locale.ROOT,
        "%-9s %d of %d answered within 2 s (%.1f %%)%n",
        name,
        answered.sum(),
        all,
        100.0 * answered.sum() / all);
  }

  private void ask(String path, int perSecond) {
    CountDownLatch open = new CountDownLatch(perSecond * seconds);
    long began = System.nanoTime();
    for (int i = 0; i < perSecond * seconds; i++) {
      LockSupport.parkNanos(began + i * 1_000_000_000L / perSecond - System.nanoTime());
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(shop + path)).timeout(WANTED).build();
      CompletableFuture<?> answer =
          client
              .sendAsync(request, BodyHandlers.ofString())
              .thenAccept(its -> {
                if (its.statusCode() == 200) {
                  answered.increment();
                }
              });
      answer.whenComplete((done, failed) -> open.countDown());
    }
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
