package org.example.adopted;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** The clients of a server on this machine. */
final class Clients {

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;

  Clients(int port) {
    request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).build();
  }

  void send() {
    client
        .sendAsync(request, BodyHandlers.discarding())
        .exceptionally(
            failure -> {
              System.err.println(failure);
              return null;
            });
  }
}
