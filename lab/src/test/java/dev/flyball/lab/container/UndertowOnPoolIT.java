package dev.flyball.lab.container;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.net.InetSocketAddress;

/** Undertow, whose handlers that block are dispatched to the pool. */
class UndertowOnPoolIT extends ServerOnPoolContractTest {

  @Override
  ServerOnPool start(Runnable service) {
    HttpHandler work =
        exchange -> {
          service.run();
          exchange.getResponseSender().send("done");
        };

    AdaptivePool pool = Flyball.pool("requests");
    GracefulShutdownHandler all =
        Handlers.gracefulShutdown(exchange -> exchange.dispatch(pool, work));
    Undertow server = Undertow.builder().addHttpListener(0, "localhost").setHandler(all).build();
    server.start();

    int port = ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
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
        all.shutdown();
        all.awaitShutdown(); // answers what has begun
        server.stop();
        pool.close();
      }
    };
  }
}
