package dev.flyball.lab.container;

import dev.flyball.Flyball;
import dev.flyball.adapters.jetty.PoolHandler;
import dev.flyball.pool.AdaptivePool;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;

/** Jetty with its own threads, whose handlers run in the pool. */
class JettyOnPoolIT extends ServerOnPoolContractTest {

  @Override
  ServerOnPool start(Runnable service) throws Exception {
    ServletContextHandler app = new ServletContextHandler();
    app.addServlet(new TomcatOnPoolIT.Work(service), "/work");

    AdaptivePool pool = Flyball.pool("requests");
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    server.addConnector(connector);
    server.setHandler(new GracefulHandler(PoolHandler.over(pool, app)));
    server.setStopTimeout(10_000);
    server.start();

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
        server.stop(); // answers what has begun
        pool.close();
      }
    };
  }
}
