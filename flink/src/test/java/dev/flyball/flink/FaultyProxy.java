package dev.flyball.flink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stands before the REST interface of a cluster, and can fail in between. */
final class FaultyProxy implements AutoCloseable {

  private static final int UNAVAILABLE = 503;

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;
  private final URI cluster;
  private final AtomicBoolean failsAfterPut = new AtomicBoolean();
  private volatile boolean failing;

  FaultyProxy(URI cluster) throws IOException {
    this.cluster = cluster;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::pass);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Answers nothing any more once it has passed on the next change. */
  void failAfterTheNextChange() {
    failsAfterPut.set(true);
  }

  void mend() {
    failing = false;
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (failing) {
        exchange.sendResponseHeaders(UNAVAILABLE, -1);
        return;
      }
      String method = exchange.getRequestMethod();
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(cluster.resolve(exchange.getRequestURI()))
                  .header("Content-Type", "application/json")
                  .method(method, BodyPublishers.ofByteArray(body))
                  .build(),
              BodyHandlers.ofByteArray());
      failing = method.equals("PUT") && failsAfterPut.getAndSet(false);
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.toString());
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
