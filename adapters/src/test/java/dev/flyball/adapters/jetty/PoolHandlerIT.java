package dev.flyball.adapters.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.pool.AdaptivePool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handler that runs in a pool, in a Jetty with its own threads. */
@Timeout(30)
class PoolHandlerIT {

  private final AdaptivePool pool = AdaptivePool.named("one").workers(1).ungoverned().build();
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  @BeforeEach
  void start() throws Exception {
    server.addConnector(connector);
    server.setHandler(PoolHandler.over(pool, new Pages()));
    server.start();
  }

  @AfterEach
  void end() throws Exception {
    server.stop();
    pool.shutdownNow();
  }

  private HttpResponse<String> get(String path) throws Exception {
    URI uri = URI.create("http://localhost:" + connector.getLocalPort() + path);
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void eachRequestIsOneTaskOfThePool() throws Exception {
    assertThat(get("/name").body()).startsWith("one-");
    assertThat(get("/name").body()).startsWith("one-");
    assertThat(pool.lifetime().flow().arrived()).isEqualTo(2);
  }

  @Test
  void whatIsNotHandledIsNotFound() throws Exception {
    assertThat(get("/none").statusCode()).isEqualTo(404);
  }

  @Test
  void whatFailsIsAnsweredWith500() throws Exception {
    assertThat(get("/fail").statusCode()).isEqualTo(500);
  }

  @Test
  void whatThePoolDoesNotTakeIsAnsweredWith503() throws Exception {
    pool.close();
    assertThat(get("/name").statusCode()).isEqualTo(503);
  }

  /** Says in which thread it runs, fails, or does nothing. */
  private static final class Pages extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      switch (request.getHttpURI().getPath()) {
        case "/name" -> {
          byte[] name = Thread.currentThread().getName().getBytes(StandardCharsets.UTF_8);
          response.write(true, ByteBuffer.wrap(name), callback);
          return true;
        }
        case "/fail" -> throw new IllegalStateException("on purpose");
        default -> {
          return false;
        }
      }
    }
  }
}
