package dev.flyball.flink;

import dev.flyball.files.Field;
import dev.flyball.files.YamlFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The REST interface of a Flink cluster: requests, and answers as fields. Any thread. */
final class FlinkRest {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int OK = 200;
  private static final int NEXT_KIND = 300;

  /** From here on the server has failed, and may have done some of what was asked. */
  private static final int FAILURES = 500;

  private static final int MESSAGE_LENGTH_MAX = 300;

  private final URI base;
  private final HttpClient client;

  FlinkRest(URI base) {
    if (base.getHost() == null || !("" + base.getScheme()).startsWith("http")) {
      throw new IllegalArgumentException("url must be as http://host:8081 but was " + base);
    }
    this.base = base;
    this.client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  }

  /** The fields of an answer that is an object. */
  Map<String, Field> get(String path) {
    return fields(read(path));
  }

  /** An answer of any kind. */
  Field read(String path) {
    return parsed(path, answer("GET", path, ""));
  }

  /** Whether the path is answered at all, rather than refused. */
  boolean answers(String path) {
    int status = send("GET", path, "").statusCode();
    return status >= OK && status < NEXT_KIND;
  }

  void put(String path, String body) {
    answer("PUT", path, body);
  }

  static Map<String, Field> fields(Field object) {
    Map<String, Field> fields = new TreeMap<>();
    object.entries().forEach(entry -> fields.put(entry.name(), entry));
    return fields;
  }

  private String answer(String method, String path, String body) {
    HttpResponse<String> response = send(method, path, body);
    if (response.statusCode() < OK || response.statusCode() >= NEXT_KIND) {
      String said = response.body().lines().findFirst().orElse("");
      throw new FlinkException(
          method
              + " "
              + path
              + " must be accepted but was refused with "
              + response.statusCode()
              + ": "
              + said.substring(0, Math.min(MESSAGE_LENGTH_MAX, said.length())),
          response.statusCode() < FAILURES);
    }
    return response.body();
  }

  private HttpResponse<String> send(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new FlinkException("cluster must be reachable at " + base + " but was not: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlinkException("interrupted while waiting for " + base, e);
    }
  }

  /** JSON is YAML; the reader wants short lines, which JSON may have after any comma. */
  private static Field parsed(String path, String json) {
    StringBuilder lines = new StringBuilder(json.length());
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char letter = json.charAt(i);
      lines.append(letter);
      if (quoted && letter == '\\' && i + 1 < json.length()) {
        i++;
        lines.append(json.charAt(i));
      } else if (letter == '"') {
        quoted = !quoted;
      } else if (letter == ',' && !quoted) {
        lines.append('\n');
      }
    }
    return YamlFile.parse(path, lines.toString(), "JSON");
  }
}
