package dev.flyball.lab.goodput.server;

import dev.flyball.Flyball;
import dev.flyball.adapters.servlet.AdmissionFilter;
import dev.flyball.adapters.servlet.WorkerDispatch;
import dev.flyball.lab.goodput.ServerKind;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.catalina.connector.Connector;

/**
 * The program of a server's process: starts the server that it is named, and says so to the process
 * that started it. Ends with that process.
 */
public final class ServerMain {

  static final String LOOPBACK = "127.0.0.1";

  private ServerMain() {}

  /**
   * Starts the server.
   *
   * @param args the id of a {@link ServerKind}, and a folder for its files
   */
  public static void main(String[] args) throws Exception {
    Station station = Station.here();
    Control control = Control.connect(station);
    int port = start(ServerKind.named(args[0]), station, Path.of(args[1]));
    control.ready(port, station);
  }

  private static int start(ServerKind kind, Station station, Path folder) throws Exception {
    return switch (kind) {
      case JETTY -> JettyServer.start();
      case LIBERTY -> throw new IllegalArgumentException("Liberty has a program of its own");
      default -> TomcatServer.start(folder, servlet(kind, station), filter(kind), threads(kind));
    };
  }

  private static Servlet servlet(ServerKind kind, Station station) {
    Servlet servlet = new GoodputServlet();
    return kind == ServerKind.BY_HAND ? ByHand.before(servlet, station.row()) : servlet;
  }

  private static Optional<Filter> filter(ServerKind kind) {
    return switch (kind) {
      case GRADIENT2 -> Optional.of(LimiterFilter.gradient2());
      case VEGAS -> Optional.of(LimiterFilter.vegas());
      case RESILIENCE4J -> Optional.of(BulkheadFilter.asShipped());
      case FLYBALL, FLYBALL_WORKERS ->
          Optional.of(AdmissionFilter.over(Flyball.pool("requests")).build());
      case FLYBALL_PERMITS ->
          Optional.of(AdmissionFilter.over(Flyball.permits("requests")).build());
      default -> Optional.empty();
    };
  }

  private static Consumer<Connector> threads(ServerKind kind) {
    return switch (kind) {
      case VIRTUAL -> connector -> connector.setProperty("useVirtualThreads", "true");
      case FLYBALL_WORKERS ->
          connector ->
              connector
                  .getProtocolHandler()
                  .setExecutor(WorkerDispatch.over(Executors.newCachedThreadPool()));
      default -> connector -> {};
    };
  }
}
