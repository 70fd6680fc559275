package dev.flyball.lab.container;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

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
