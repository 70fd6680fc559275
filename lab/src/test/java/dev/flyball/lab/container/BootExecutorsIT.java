package dev.flyball.lab.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.container.BootApplication.OnePool;
import dev.flyball.lab.container.BootApplication.TwoPools;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** Where requests, asynchronous answers and {@code @Async} methods of Spring Boot run. */
@Timeout(60)
class BootExecutorsIT {

  @Test
  void aPoolForRequestsLeavesBootItsOwnExecutor() throws Exception {
    try (ServletWebServerApplicationContext application =
        BootApplication.run(OnePool.class, () -> {})) {
      assertThat(page(application, "request")).isEqualTo("requests");
      assertThat(page(application, "mvc-async")).isEqualTo("task");
      assertThat(page(application, "async")).isEqualTo("task");
    }
  }

  @Test
  void aPoolInItsPlaceRunsAsyncMethodsAndAnswers() throws Exception {
    try (ServletWebServerApplicationContext application =
        BootApplication.run(TwoPools.class, () -> {})) {
      assertThat(page(application, "request")).isEqualTo("requests");
      assertThat(page(application, "mvc-async")).isEqualTo("jobs");
      assertThat(page(application, "async")).isEqualTo("jobs");
    }
  }

  private static String page(ServletWebServerApplicationContext application, String name)
      throws Exception {
    URI uri = URI.create("http://localhost:" + BootApplication.port(application) + "/" + name);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }
}
