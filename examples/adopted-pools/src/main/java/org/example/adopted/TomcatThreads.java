package org.example.adopted;

import dev.flyball.Flyball;
import dev.flyball.pool.AdoptedPool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** The threads of a Tomcat. */
public final class TomcatThreads {

  public static void main(String[] args) throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir("target/tomcat");
    tomcat.setPort(0);
    Connector connector = tomcat.getConnector();
    connector.setProperty("minSpareThreads", "1");
    connector.setProperty("maxThreads", "1");
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "service", new Service());
    context.addServletMappingDecoded("/", "service");
    tomcat.start();
    try (AdoptedPool pool = Flyball.govern("tomcat", connector)) {
      Load.offer(pool, new Clients(connector.getLocalPort())::send);
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  /** Asks another service. */
  private static final class Service extends HttpServlet {

    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      Load.call();
    }
  }
}
