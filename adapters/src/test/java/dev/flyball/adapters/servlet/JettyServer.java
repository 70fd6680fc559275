package dev.flyball.adapters.servlet;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A Jetty. */
final class JettyServer implements TestServer {

  private final Server server;
  private final ServerConnector connector;

  /**
   * Starts it.
   *
   * @param onWorkers whether admitted requests run in the pool's threads
   */
  JettyServer(AdmissionFilter filter, boolean onWorkers) throws Exception {
    server = new Server(onWorkers ? new OnWorkers() : new QueuedThreadPool());
    HttpConfiguration plain = new HttpConfiguration();
    connector =
        new ServerConnector(
            server, new HttpConnectionFactory(plain), new HTTP2CServerConnectionFactory(plain));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.setContextPath("/");
    context.addServletContainerInitializer((none, servlets) -> TestServer.setUp(servlets, filter));
    server.setHandler(context);
    server.start();
  }

  /** Jetty's threads, which leave admitted requests to the pool's. */
  private static final class OnWorkers extends QueuedThreadPool {

    private final WorkerDispatch dispatch = WorkerDispatch.over(super::execute);

    @Override
    public void execute(Runnable job) {
      dispatch.execute(job);
    }
  }

  @Override
  public int port() {
    return connector.getLocalPort();
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
