package dev.flyball.lab.container;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;

/** Tomcat, whose connector's executor is the pool. */
class TomcatOnPoolIT extends ServerOnPoolContractTest {

  /** Kept in a field, since the log manager forgets the levels of unreferenced loggers. */
  private static final Logger QUIET = Logger.getLogger("org.apache");

  @Override
  ServerOnPool start(Runnable service) throws Exception {
    QUIET.setLevel(Level.OFF); // it logs connections that are closed after the pool's end
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(temporary.toString());
    Context app = tomcat.addContext("", null);
    Tomcat.addServlet(app, "work", new Work(service));
    app.addServletMapping("/work", "work");

    AdaptivePool pool = Flyball.pool("requests");
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(0);
    connector.getProtocolHandler().setExecutor(pool);
    tomcat.setConnector(connector);
    tomcat.start();

    int port = connector.getLocalPort();
    return new ServerOnPool() {
      @Override
      public AdaptivePool pool() {
        return pool;
      }

      @Override
      public Clients clients() {
        return new HttpClients(port);
      }

      @Override
      public void stop() throws Exception {
        connector.getProtocolHandler().closeServerSocketGraceful(); // no new connections
        pool.close(); // answers what has begun, and what waits
        tomcat.stop();
        tomcat.destroy();
      }
    };
  }

  @Test
  void answersWhatWaitsInThePoolWhenItStops() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    ServerOnPool server =
        start(() -> {
          try {
            go.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException("a request must not be interrupted", e);
          }
        });
    server.pool().governor().orElseThrow().pin(1);
    ExecutorService asking = Executors.newCachedThreadPool();
    try (Clients clients = server.clients()) {
      List<Future<?>> answers = new ArrayList<>();
      for (int asked = 0; asked < 10; asked++) {
        answers.add(
            asking.submit(() -> {
              clients.ask();
              return null;
            }));
      }
      while (server.pool().lifetime().flow().arrived() < 10) {
        Thread.onSpinWait();
      }
      Future<?> stopping =
          asking.submit(() -> {
            server.stop();
            return null;
          });
      while (!server.pool().isShutdown()) {
        Thread.onSpinWait();
      }
      go.countDown();
      for (Future<?> answer : answers) {
        answer.get();
      }
      stopping.get();
    } finally {
      asking.shutdownNow();
    }
  }

  /** A servlet that runs the service. */
  static final class Work extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // a servlet is not written anywhere
    private final Runnable service;

    Work(Runnable service) {
      this.service = service;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      service.run();
      response.getOutputStream().print("done");
    }
  }
}
