package dev.flyball.dashboard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One who watches, as a browser does. */
final class Watcher implements AutoCloseable {

  static final JsonMapper JSON = new JsonMapper();

  private final BufferedReader lines;
  private String run = "";

  private Watcher(BufferedReader lines) {
    this.lines = lines;
  }

  static Watcher of(HttpClient client, URI address) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(address.resolve("events")).build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    return new Watcher(
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
  }

  /** The next frame that is like that. */
  JsonNode await(Predicate<JsonNode> wanted) throws IOException {
    while (true) {
      JsonNode frame = next();
      if (wanted.test(frame)) {
        return frame;
      }
    }
  }

  JsonNode next() throws IOException {
    while (true) {
      String line = lines.readLine();
      if (line == null) {
        throw new IOException("the stream ended");
      }
      if (line.startsWith("data:{")) {
        return JSON.readTree(line.substring("data:".length()));
      } else if (line.startsWith("data:")) {
        run = line;
      }
    }
  }

  /** What tells this run of the server from others. */
  String run() {
    return run;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** The pool of that name in a frame; missing where it is not there. */
  static JsonNode pool(JsonNode frame, String name) {
    for (JsonNode pool : frame.get("pools")) {
      if (pool.get("name").asString().equals(name)) {
        return pool;
      }
    }
    return JSON.missingNode();
  }
}
