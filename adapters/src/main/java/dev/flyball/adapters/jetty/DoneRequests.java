package dev.flyball.adapters.jetty;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;

/**
 * Counts the requests of a server that are done, and that came in by connectors which run them in
 * the server's threads.
 *
 * <p>Any thread may call any method.
 */
final class DoneRequests implements HttpConfiguration.Customizer {

  private final Set<HttpConfiguration> counted;
  private final LongAdder done = new LongAdder();

  private DoneRequests(Set<HttpConfiguration> counted) {
    this.counted = counted;
    counted.forEach(configuration -> configuration.addCustomizer(this));
  }

  /**
   * Counts from now on.
   *
   * @throws IllegalArgumentException when no connector runs its requests in the server's threads
   */
  static DoneRequests of(Server server) {
    Set<HttpConfiguration> counted = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Connector connector : server.getConnectors()) {
      if (connector.getExecutor().equals(server.getThreadPool())) {
        for (var protocol : connector.getConnectionFactories()) {
          if (protocol instanceof HttpConfiguration.ConnectionFactory http) {
            counted.add(http.getHttpConfiguration());
          }
        }
      }
    }
    if (counted.isEmpty()) {
      throw new IllegalArgumentException(
          "server must have a connector that runs HTTP requests in the server's threads, but none of "
              + Arrays.toString(server.getConnectors())
              + " does: govern the executor that the connector has");
    }
    return new DoneRequests(counted);
  }

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    Request.addCompletionListener(request, failure -> done.increment());
    return request;
  }

  long count() {
    return done.sum();
  }

  /** Counts no more. */
  void end() {
    counted.forEach(configuration -> configuration.removeCustomizer(this));
  }
}
