package dev.flyball.adapters.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.adapters.base.ServerThreadsContract;
import dev.flyball.base.Await;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdoptedPool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The threads of a Tomcat connector, governed where they stand. */
class TomcatThreadPoolIT extends ServerThreadsContract {

  /** Kept in a field, since the log manager forgets the levels of unreferenced loggers. */
  private static final List<Logger> QUIET =
      Stream.of("org.apache.catalina", "org.apache.coyote", "org.apache.tomcat")
          .map(Logger::getLogger)
          .toList();

  private static final int SPARE = 5;

  @TempDir Path folder;

  /** A Tomcat. */
  record Server(Tomcat tomcat, Connector connector) implements Running {

    static Server of(Path folder) {
      QUIET.forEach(logger -> logger.setLevel(Level.OFF));
      Tomcat tomcat = new Tomcat();
      tomcat.setBaseDir(folder.toString());
      Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
      connector.setPort(0);
      connector.setProperty("address", "127.0.0.1");
      tomcat.setConnector(connector);
      tomcat.getEngine().setName("tomcat-" + System.identityHashCode(tomcat));
      return new Server(tomcat, connector);
    }

    Server start(Runnable work) throws LifecycleException {
      Context context = tomcat.addContext("", null);
      Tomcat.addServlet(
              context,
              "work",
              new HttpServlet() {
                @Override
                protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                  work.run();
                }
              })
          .addMapping("/");
      tomcat.start();
      return this;
    }

    AbstractProtocol<?> protocol() {
      return (AbstractProtocol<?>) connector.getProtocolHandler();
    }

    ThreadPoolExecutor executor() {
      return (ThreadPoolExecutor) protocol().getExecutor();
    }

    @Override
    public int port() {
      return connector.getLocalPort();
    }

    @Override
    public Object pool() {
      return connector;
    }

    @Override
    public int threads() {
      return executor().getPoolSize();
    }

    @Override
    public String settings() {
      return protocol().getMinSpareThreads()
          + " to "
          + protocol().getMaxThreads()
          + " threads, in force "
          + executor().getCorePoolSize()
          + " to "
          + executor().getMaximumPoolSize()
          + ", made by "
          + executor().getThreadFactory();
    }

    @Override
    public void close() {
      try {
        tomcat.stop();
        tomcat.destroy();
      } catch (LifecycleException failure) {
        throw new IllegalStateException("the server did not stop cleanly", failure);
      }
    }
  }

  /** One event of a connection may bring the next request too, if that is there by then. */
  @Override
  protected int countedLeast() {
    return 10;
  }

  @Override
  protected Server start(int threads, Runnable work) throws LifecycleException {
    Server server = Server.of(folder);
    server.protocol().setMinSpareThreads(Math.min(SPARE, threads));
    server.protocol().setMaxThreads(threads);
    return server.start(work);
  }

  @Test
  void shrinksBelowTheSpareThreadsInForceAsWellAsInItsFigures() throws Exception {
    try (Server server = start(8, () -> {});
        AdoptedPool adopted =
            AdoptedPool.named("spare", server.pool()).governedBy(new FixedSize(3)).build()) {
      Await.until(() -> adopted.workersTarget() == 3);
      Await.until(() -> server.executor().getMaximumPoolSize() == 3);
      assertThat(server.protocol().getMinSpareThreads()).isEqualTo(3);
      Await.until(() -> server.threads() <= 3);
    }
  }

  @Test
  void itsOwnerMaySetItMeanwhileAndHasThatBack() throws Exception {
    try (Server server = start(20, () -> {})) {
      AdoptedPool adopted =
          AdoptedPool.named("set", server.protocol()).governedBy(new FixedSize(6)).build();
      Await.until(() -> server.protocol().getMaxThreads() == 6);
      server.protocol().setMaxThreads(30);
      Await.until(() -> server.protocol().getMaxThreads() == 6);
      adopted.close();
      assertThat(server.executor().getMaximumPoolSize()).isEqualTo(30);
      assertThat(server.executor().getCorePoolSize()).isEqualTo(SPARE);
    }
  }

  /** As a connector whose maximum alone is configured, to less than the ten spare threads. */
  @Test
  void isGivenBackWhereMoreSpareThreadsAreConfiguredThanThreads() throws Exception {
    Server server = Server.of(folder);
    server.protocol().setMaxThreads(5);
    try (Server started = server.start(() -> {})) {
      String before = started.settings();
      AdoptedPool adopted =
          AdoptedPool.named("few", started.pool()).governedBy(new FixedSize(20)).build();
      Await.until(() -> started.executor().getMaximumPoolSize() == 20);
      adopted.close();
      assertThat(started.settings()).isEqualTo(before);
    }
  }

  @Test
  void namesWhatCannotBeGoverned() throws Exception {
    Server idle = Server.of(folder);
    assertThatThrownBy(() -> Flyball.govern("not started", idle.connector))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("connector must be started");
    ExecutorService others = Executors.newCachedThreadPool();
    idle.protocol().setExecutor(others);
    try (Server server = idle.start(() -> {})) {
      assertThatThrownBy(() -> Flyball.govern("not its own", server.connector))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("connector must have a pool of its own but ")
          .hasMessageContaining("govern that if it is a ThreadPoolExecutor");
    } finally {
      others.shutdownNow();
    }
  }
}
