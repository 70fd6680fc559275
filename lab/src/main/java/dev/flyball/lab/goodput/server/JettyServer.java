package dev.flyball.lab.goodput.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty with the settings that it comes with. */
final class JettyServer {

  private JettyServer() {}

  /**
   * Starts one, on a port of the system's choice.
   *
   * @return the port
   */
  static int start() throws Exception {
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    ServletContextHandler context = new ServletContextHandler();
    context.setContextPath("/");
    context.addServlet(new ServletHolder(new GoodputServlet()), "/*");
    server.setHandler(context);
    server.start();
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }
}
