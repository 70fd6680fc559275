package dev.flyball.adapters.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.adapters.base.ServerThreadsContract;
import dev.flyball.base.Await;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdoptedPool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The threads of a Jetty, governed where they stand. */
class JettyThreadPoolIT extends ServerThreadsContract {

  private static final int LEASED = 2; // an acceptor and a selector

  /** A Jetty. */
  record Jetty(Server server, QueuedThreadPool executor, ServerConnector connector)
      implements Running {

    static Jetty start(QueuedThreadPool threads, Runnable work) throws Exception {
      Server server = new Server(threads);
      ServerConnector connector = new ServerConnector(server, 1, 1);
      connector.setHost("127.0.0.1");
      connector.setAcceptQueueSize(1000);
      connector.setIdleTimeout(300_000); // or a connection that times out starts a thread
      server.addConnector(connector);
      server.setHandler(
          new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
              work.run();
              callback.succeeded();
              return true;
            }
          });
      server.start();
      return new Jetty(server, threads, connector);
    }

    @Override
    public int port() {
      return connector.getLocalPort();
    }

    @Override
    public Object pool() {
      return server;
    }

    @Override
    public int threads() {
      return executor.getThreads() - LEASED;
    }

    @Override
    public String settings() {
      return executor.getMinThreads()
          + " to "
          + executor.getMaxThreads()
          + " threads, idle for "
          + executor.getIdleTimeout()
          + " ms, "
          + executor.getMaxEvictCount()
          + " at once, customizers "
          + connector
              .getConnectionFactory(HttpConnectionFactory.class)
              .getHttpConfiguration()
              .getCustomizers();
    }

    @Override
    public void close() {
      try {
        server.stop();
      } catch (Exception failure) {
        throw new IllegalStateException("the server did not stop cleanly", failure);
      }
    }
  }

  @Override
  protected Jetty start(int threads, Runnable work) throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool(threads + LEASED, 4);
    pool.setReservedThreads(1);
    return Jetty.start(pool, work);
  }

  @Override
  protected int sizeMin() {
    return 2; // one may be in reserve
  }

  @Test
  void itsOwnerMaySetItMeanwhileAndHasThatBack() throws Exception {
    try (Jetty jetty = start(20, () -> {})) {
      AdoptedPool adopted =
          AdoptedPool.named("set", jetty.pool()).governedBy(new FixedSize(6)).build();
      Await.until(() -> jetty.executor.getMaxThreads() == 6 + LEASED);
      jetty.executor.setMaxThreads(30);
      Await.until(() -> jetty.executor.getMaxThreads() == 6 + LEASED);
      adopted.close();
      assertThat(jetty.executor.getMaxThreads()).isEqualTo(30);
    }
  }

  @Test
  void endsThreadsBelowTheMinimumThatWasFound() throws Exception {
    try (Jetty jetty = start(20, () -> {})) {
      jetty.executor.setMinThreads(20);
      try (AdoptedPool adopted =
          AdoptedPool.named("minimum", jetty.pool()).governedBy(new FixedSize(6)).build()) {
        Await.until(() -> adopted.workersTarget() == 6);
        Await.until(() -> jetty.threads() <= 6);
        assertThat(jetty.executor.getMinThreads()).isEqualTo(6 + LEASED);
      }
      assertThat(jetty.executor.getMinThreads()).isEqualTo(20);
    }
  }

  @Test
  void namesWhatCannotBeGoverned() throws Exception {
    try (Jetty jetty = start(20, () -> {})) {
      assertThatThrownBy(() -> Flyball.govern("pool", jetty.executor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("pool must be the Server")
          .hasMessageEndingWith("govern the server whose threads these are");
    }
    assertThatThrownBy(() -> Flyball.govern("not started", new Server()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must be started");
  }

  @Test
  void namesThatNoConnectorRunsRequestsInItsThreads() throws Exception {
    QueuedThreadPool threads = new QueuedThreadPool(8, 4);
    ExecutorService others = Executors.newCachedThreadPool();
    Server server = new Server(threads);
    server.addConnector(
        new ServerConnector(server, others, null, null, 1, 1, new HttpConnectionFactory()));
    server.start();
    try {
      for (int tries = 0; tries < 2; tries++) { // the first leaves nothing claimed
        assertThatThrownBy(() -> Flyball.govern("others", server))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(
                "server must have a connector that runs HTTP requests in the server's threads")
            .hasMessageEndingWith("does: govern the executor that the connector has");
      }
    } finally {
      server.stop();
      others.shutdownNow();
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads")
  void namesThatRequestsRunInVirtualThreads() {
    QueuedThreadPool virtual = new QueuedThreadPool();
    virtual.setVirtualThreadsExecutor(Executors.newCachedThreadPool());
    assertThatThrownBy(() -> Flyball.govern("virtual", new Server(virtual)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must run requests in its own threads")
        .hasMessageEndingWith("limit requests with AdmissionFilter instead");
  }
}
