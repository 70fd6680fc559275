package dev.flyball.spring.app;

import dev.flyball.pool.AdaptivePool;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A service as people write it; in a package of its own, since Boot looks for beans there. */
@SpringBootApplication
@EnableAsync
@SuppressWarnings("ClassCanBeStatic")
public class Application {

  /** What a decorator carries to the thread of a task. */
  public static final ThreadLocal<String> TRACE = new ThreadLocal<>();

  /**
   * The application as a process of its own; it prints the port that it serves at.
   *
   * @param properties in the form {@code --name=value}
   */
  public static void main(String[] properties) {
    ConfigurableApplicationContext context = SpringApplication.run(Application.class, properties);
    WebServer server = ((WebServerApplicationContext) context).getWebServer();
    System.out.println("port " + Objects.requireNonNull(server, "server").getPort());
  }

  /** Carries it. */
  @Bean
  @ConditionalOnProperty("shop.traced")
  TaskDecorator traced() {
    return task -> {
      String trace = TRACE.get();
      return () -> {
        TRACE.set(trace);
        try {
          task.run();
        } finally {
          TRACE.remove();
        }
      };
    };
  }

  /** Adds its mark to the trace. */
  @Bean
  @Order(1)
  @ConditionalOnProperty("shop.marked")
  TaskDecorator first() {
    return marking(" first");
  }

  /** Adds its mark to the trace. */
  @Bean
  @Order(2)
  @ConditionalOnProperty("shop.marked")
  TaskDecorator second() {
    return marking(" second");
  }

  private static TaskDecorator marking(String mark) {
    return task ->
        () -> {
          String trace = TRACE.get();
          TRACE.set(trace == null ? mark : trace + mark);
          try {
            task.run();
          } finally {
            TRACE.remove();
          }
        };
  }

  /** Knows where it goes within a request only. */
  @Bean(defaultCandidate = false)
  @ConditionalOnProperty("shop.routed")
  DataSource routed(DataSource dataSource) {
    AbstractRoutingDataSource routed =
        new AbstractRoutingDataSource() {
          @Override
          protected @Nullable Object determineCurrentLookupKey() {
            return null;
          }
        };
    routed.setTargetDataSources(Map.of("one", dataSource));
    return routed;
  }

  /** Takes a connection where one is used. */
  @Bean(defaultCandidate = false)
  @ConditionalOnProperty("shop.lazy")
  DataSource lazy(DataSource dataSource) {
    LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy();
    lazy.setTargetDataSource(dataSource);
    return lazy;
  }

  /** Runs something on a pool that is asked for by name. */
  @Service
  public static class Orders {

    /** On Boot's own executor. */
    @Async
    public CompletableFuture<String> onBoots() {
      return CompletableFuture.completedFuture(Thread.currentThread().getName());
    }

    /** On the pool of the configuration. */
    @Async("orders")
    public CompletableFuture<@Nullable String> traceOnOrders() {
      return CompletableFuture.completedFuture(TRACE.get());
    }
  }

  /** Answers after a while, on Tomcat's thread, on that of Boot's executor or on the own pool. */
  @RestController
  public static class Pages {
    private final Shop shop;

    public Pages(Shop shop) {
      this.shop = shop;
    }

    @GetMapping("/order")
    CompletableFuture<String> order(@RequestParam("id") String id) {
      return CompletableFuture.supplyAsync(
          () -> {
            LockSupport.parkNanos(50_000_000);
            return "order " + id + " by " + Thread.currentThread().getName();
          },
          shop.orders().orElseThrow());
    }

    @GetMapping("/slow")
    String slow() throws InterruptedException {
      Thread.sleep(50);
      return Thread.currentThread().getName();
    }

    @GetMapping("/later")
    Callable<String> later() {
      return () -> Thread.currentThread().getName();
    }
  }

  /** Has the pool of the configuration injected, where there is one. */
  @Service
  public static class Shop {
    private final Optional<AdaptivePool> orders;

    public Shop(@Qualifier("orders") Optional<AdaptivePool> orders) {
      this.orders = orders;
    }

    public Optional<AdaptivePool> orders() {
      return orders;
    }
  }
}
