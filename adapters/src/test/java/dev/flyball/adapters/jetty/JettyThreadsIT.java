package dev.flyball.adapters.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.pool.AdaptivePool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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

/** A Jetty server whose pool has one worker. */
@Timeout(30)
class JettyThreadsIT {

  private final AdaptivePool pool = AdaptivePool.named("one").workers(1).ungoverned().build();
  private final JettyThreads threads = JettyThreads.over(pool);
  private final Server server = new Server(threads);
  private final ServerConnector connector = new ServerConnector(server);

  @BeforeEach
  void start() throws Exception {
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            byte[] name = Thread.currentThread().getName().getBytes(StandardCharsets.UTF_8);
            response.write(true, ByteBuffer.wrap(name), callback);
            return true;
          }
        });
    server.start();
  }

  @AfterEach
  void end() throws Exception {
    server.stop();
    pool.shutdownNow();
  }

  @Test
  void acceptorsAndSelectorsAreNoTasksOfThePool() {
    assertThat(threads.getThreads()).isGreaterThanOrEqualTo(2);
    assertThat(pool.lifetime().flow().arrived()).isZero();
    assertThat(threads.isLowOnThreads()).isFalse();
  }

  @Test
  void oneWorkerServes() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + connector.getLocalPort())).build();
    for (int asked = 0; asked < 5; asked++) {
      assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
          .startsWith("one-")
          .doesNotContain("jetty");
    }
    assertThat(pool.workersMax()).isEqualTo(1);
  }

  @Test
  void joinsUntilTheServerHasStopped() throws Exception {
    Thread joining =
        new Thread(() -> {
          try {
            server.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    joining.start();
    server.stop();
    joining.join();
    assertThat(pool.isShutdown()).isFalse();
  }
}
