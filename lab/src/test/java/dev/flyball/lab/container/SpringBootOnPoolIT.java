package dev.flyball.lab.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
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

/** Spring Boot with its Tomcat, whose requests run in a pool that is a bean. */
class SpringBootOnPoolIT extends ServerOnPoolContractTest {

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
  static class Application {}

  /** The application with the second pool. */
  @Configuration
  @Import({Application.class, JobsOnPool.class})
  static class ApplicationWithJobs {}

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
      return SpringBootOnPoolIT::thread;
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

  private static ServletWebServerApplicationContext run(Class<?> application, Runnable service) {
    SpringApplication spring = new SpringApplication(application);
    spring.setDefaultProperties(
        Map.of("server.port", 0, "spring.main.banner-mode", "off", "logging.level.root", "off"));
    spring.addInitializers(
        context -> context.getBeanFactory().registerSingleton("service", service));
    return (ServletWebServerApplicationContext) spring.run();
  }

  @Override
  ServerOnPool start(Runnable service) {
    ServletWebServerApplicationContext application = run(Application.class, service);
    return new ServerOnPool() {
      @Override
      public AdaptivePool pool() {
        return application.getBean(AdaptivePool.class);
      }

      @Override
      public Clients clients() {
        return new HttpClients(application.getWebServer().getPort());
      }

      @Override
      public void stop() {
        application.close(); // answers what has begun, and then ends the pool
      }
    };
  }

  @Test
  void aPoolForRequestsLeavesBootItsOwnExecutor() throws Exception {
    try (ServletWebServerApplicationContext application = run(Application.class, () -> {})) {
      assertThat(page(application, "request")).isEqualTo("requests");
      assertThat(page(application, "mvc-async")).isEqualTo("task");
      assertThat(page(application, "async")).isEqualTo("task");
    }
  }

  @Test
  void aPoolInItsPlaceRunsAsyncMethodsAndAnswers() throws Exception {
    try (ServletWebServerApplicationContext application =
        run(ApplicationWithJobs.class, () -> {})) {
      assertThat(page(application, "request")).isEqualTo("requests");
      assertThat(page(application, "mvc-async")).isEqualTo("jobs");
      assertThat(page(application, "async")).isEqualTo("jobs");
    }
  }

  private static String page(ServletWebServerApplicationContext application, String name)
      throws Exception {
    URI uri =
        URI.create("http://localhost:" + application.getWebServer().getPort() + "/" + name);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }
}
