package org.example.adopted;

import dev.flyball.Flyball;
import dev.flyball.pool.AdoptedPool;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The threads of a Jetty, which needs some for itself. */
public final class JettyThreads {

  public static void main(String[] args) throws Exception {
    Server server = new Server(new QueuedThreadPool(8, 8));
    ServerConnector connector = new ServerConnector(server, 1, 1);
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            Load.call(); // asks another service
            callback.succeeded();
            return true;
          }
        });
    server.start();
    try (AdoptedPool pool = Flyball.govern("jetty", server)) {
      Load.offer(pool, new Clients(connector.getLocalPort())::send);
    } finally {
      server.stop();
    }
  }
}
