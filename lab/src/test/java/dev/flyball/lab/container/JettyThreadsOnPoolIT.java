package dev.flyball.lab.container;

import dev.flyball.Flyball;
import dev.flyball.adapters.jetty.JettyThreads;
import dev.flyball.pool.AdaptivePool;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;

/** Jetty, whose thread pool is the pool for all but connections. */
class JettyThreadsOnPoolIT extends ServerOnPoolContractTest {

  @Override
  ServerOnPool start(Runnable service) throws Exception {
    ServletContextHandler app = new ServletContextHandler();
    app.addServlet(new TomcatOnPoolIT.Work(service), "/work");

    AdaptivePool pool = Flyball.pool("requests");
    Server server = new Server(JettyThreads.over(pool));
    ServerConnector connector = new ServerConnector(server);
    server.addConnector(connector);
    server.setHandler(new GracefulHandler(app));
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
