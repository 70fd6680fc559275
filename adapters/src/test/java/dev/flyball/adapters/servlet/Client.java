package dev.flyball.adapters.servlet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** A client of a test server. */
record Client(HttpClient http, int port) {

  static Client of(TestServer server, HttpClient.Version version) {
    return new Client(HttpClient.newBuilder().version(version).build(), server.port());
  }

  /** Sends a request; headers are names and values by turns. */
  CompletableFuture<HttpResponse<String>> send(String path, String... headers) {
    return http.sendAsync(request(path, headers).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    return http.send(request(path, headers).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
    return http.send(
        request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    return headers.length == 0 ? request : request.headers(headers);
  }
}
