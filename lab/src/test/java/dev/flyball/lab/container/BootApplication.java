package dev.flyball.lab.container;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ConcurrentTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot application with its Tomcat, whose requests run in a pool that is a bean. */
final class BootApplication {

  private BootApplication() {}

  /** What an application needs, so that its requests run in a pool. */
  @Configuration
  static class RequestsOnPool {

    /** Not a default candidate, or Boot would take it for an executor in place of its own. */
    @Bean(defaultCandidate = false)
    AdaptivePool requests() {
      return Flyball.pool("requests");
    }

    @Bean
    TomcatProtocolHandlerCustomizer<?> onRequests(@Qualifier("requests") AdaptivePool requests) {
      return handler -> handler.setExecutor(requests);
    }
  }

  /** What it needs, so that {@code @Async} and asynchronous answers of MVC run in a pool, too. */
  @Configuration
  static class JobsOnPool {

    @Bean(defaultCandidate = false)
    AdaptivePool jobs() {
      return Flyball.pool("jobs");
    }

    @Bean
    AsyncTaskExecutor applicationTaskExecutor(@Qualifier("jobs") AdaptivePool jobs) {
      return new ConcurrentTaskExecutor(jobs);
    }
  }

  /** The application. */
  @Configuration
  @EnableAutoConfiguration
  @EnableAsync
  @Import({RequestsOnPool.class, Mailer.class, Pages.class})
  static class OnePool {}

  /** The application with the second pool. */
  @Configuration
  @Import({OnePool.class, JobsOnPool.class})
  static class TwoPools {}

  /** A bean that works in the background. */
  static class Mailer {
    @Async
    CompletableFuture<String> mail() {
      return CompletableFuture.completedFuture(thread());
    }
  }

  /** The pages. */
  @RestController
  static class Pages {

    private final Runnable service;
    private final Mailer mailer;

    Pages(Runnable service, Mailer mailer) {
      this.service = service;
      this.mailer = mailer;
    }

    @GetMapping("/work")
    String work() {
      service.run();
      return "done";
    }

    @GetMapping("/request")
    String request() {
      return thread();
    }

    @GetMapping("/mvc-async")
    Callable<String> later() {
      return BootApplication::thread;
    }

    @GetMapping("/async")
    String mail() {
      return mailer.mail().join();
    }
  }

  /** The name of this thread without its number. */
  private static String thread() {
    return Thread.currentThread().getName().replaceAll("-\\d+$", "");
  }

  /** Starts it on a port that is free, with what its pages run. */
  static ServletWebServerApplicationContext run(Class<?> application, Runnable service) {
    SpringApplication spring = new SpringApplication(application);
    spring.setDefaultProperties(
        Map.of("server.port", 0, "spring.main.banner-mode", "off", "logging.level.root", "off"));
    spring.addInitializers(
        context -> context.getBeanFactory().registerSingleton("service", service));
    return (ServletWebServerApplicationContext) spring.run();
  }

  /** The port that it listens on. */
  static int port(ServletWebServerApplicationContext application) {
    return Objects.requireNonNull(application.getWebServer(), "it must run").getPort();
  }
}
