package org.example.micronaut;

import dev.flyball.pool.AdaptivePool;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.Micronaut;
import io.micronaut.runtime.server.EmbeddedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** A shop on Micronaut, and 600 customers who come at once. */
public final class Shop {

  private static final int ORDERS = 600;

  public static void main(String[] arguments) {
    int atFirst;
    Set<String> threads;
    AdaptivePool orders;
    try (ApplicationContext shop =
        Micronaut.build(arguments)
            .properties(Map.of("micronaut.server.port", -1))
            .banner(false)
            .start()) {
      orders = shop.getBean(AdaptivePool.class);
      atFirst = orders.workersTarget();
      threads = threadsThatAnswer(shop.getBean(EmbeddedServer.class).getURI().resolve("/order"));
    }
    System.out.printf(
        "%d orders were handled by %d threads; at first the pool had %d workers%n",
        ORDERS, threads.size(), atFirst);
    check(threads.stream().allMatch(name -> name.contains("orders")), "other threads: " + threads);
    check(threads.size() > atFirst, "the pool must grow");
    check(orders.isShutdown(), "the pool must end with the application");
    System.exit(0);
  }

  private static Set<String> threadsThatAnswer(URI order) {
    HttpClient client = HttpClient.newHttpClient();
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, ORDERS)
            .mapToObj(i ->
                client.sendAsync(HttpRequest.newBuilder(order).build(), BodyHandlers.ofString()))
            .toList();
    Set<String> threads = new HashSet<>();
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      HttpResponse<String> its = answer.join();
      check(its.statusCode() == 200, "status " + its.statusCode() + ": " + its.body());
      threads.add(its.body());
    }
    return threads;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
