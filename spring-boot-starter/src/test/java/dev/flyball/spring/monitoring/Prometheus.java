package dev.flyball.spring.monitoring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Prometheus of the system's package, as a process of its own on a port that it finds free.
 *
 * <p>It scrapes one program, and evaluates the given rules, once a second.
 */
final class Prometheus implements AutoCloseable {

  private static final Pattern LISTENING = Pattern.compile("msg=\"Listening on\" address=(\\S+)");

  private final Process process;
  private final URI address;
  private final HttpClient client = HttpClient.newHttpClient();

  private Prometheus(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  /** Why there is no Prometheus here; empty where there is one. */
  static Optional<String> missing() {
    List<String> programs =
        Stream.of("prometheus", "promtool").filter(program -> !installed(program)).toList();
    return programs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "tests of alert rules need Prometheus, of the package prometheus, but there is no "
                + String.join(" and no ", programs));
  }

  private static boolean installed(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /**
   * Starts one.
   *
   * @param folder where it keeps its files; it may have others
   * @param rules a file of rules
   * @param scraped the address of a program's meters
   */
  static Prometheus start(Path folder, Path rules, URI scraped) throws IOException {
    Path settings = folder.resolve("prometheus.yml");
    Files.writeString(
        settings,
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: ["%s"]
        scrape_configs:
          - job_name: shop
            metrics_path: "%s"
            static_configs: [{targets: ["%s"]}]
        """
            .formatted(rules.toAbsolutePath(), scraped.getPath(), scraped.getAuthority()));
    Process process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + settings,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:0")
            .redirectErrorStream(true)
            .start();
    try {
      return new Prometheus(process, URI.create("http://" + listening(process)));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Where it listens, as its log says; the rest of the log is read so that it does not block. */
  private static String listening(Process process) throws IOException {
    BufferedReader log = process.inputReader(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      lines.add(line);
      Matcher found = LISTENING.matcher(line);
      if (found.find()) {
        drain(log);
        return found.group(1);
      }
    }
    throw new IOException("prometheus ended before it listened: " + lines);
  }

  private static void drain(BufferedReader log) {
    Thread drain = new Thread(() -> log.lines().forEach(line -> {}), "prometheus-log");
    drain.setDaemon(true);
    drain.setUncaughtExceptionHandler((thread, closed) -> {}); // it ends with the process
    drain.start();
  }

  /** An alert of one pool. */
  record Alert(String rule, String pool) {}

  /** The alerts that fire now. */
  List<Alert> firing() {
    return alerts(asked("ALERTS{alertstate=\"firing\"}"));
  }

  /** The alerts that have fired since the start. */
  List<Alert> fired() {
    return alerts(asked("count_over_time(ALERTS{alertstate=\"firing\"}[1h])"));
  }

  /** What a rule says of the alerts that fire now: its summary for each. */
  List<String> summaries(String rule) {
    List<String> summaries = new ArrayList<>();
    for (JsonNode alert : data("/api/v1/alerts").get("alerts")) {
      if (text(alert, "labels", "alertname").equals(rule)
          && alert.get("state").asString().equals("firing")) {
        summaries.add(text(alert, "annotations", "summary"));
      }
    }
    return summaries;
  }

  /** The value of a query that has one. */
  double value(String query) {
    JsonNode result = asked(query);
    if (result.size() != 1) {
      throw new IllegalStateException(query + " must have one value but has " + result);
    }
    return Double.parseDouble(result.get(0).get("value").get(1).asString());
  }

  private static List<Alert> alerts(JsonNode series) {
    List<Alert> alerts = new ArrayList<>();
    for (JsonNode each : series) {
      alerts.add(new Alert(text(each, "metric", "alertname"), text(each, "metric", "name")));
    }
    return alerts;
  }

  private static String text(JsonNode node, String group, String name) {
    return node.get(group).get(name).asString();
  }

  private JsonNode asked(String query) {
    String encoded = URLEncoder.encode(query, StandardCharsets.UTF_8);
    return data("/api/v1/query?query=" + encoded).get("result");
  }

  private JsonNode data(String path) {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(path + " is answered by " + answer.body());
      }
      return JsonMapper.shared().readTree(answer.body()).get("data");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + path + " was read", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    boolean interrupted = false;
    while (process.isAlive()) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        interrupted = true;
        process.destroyForcibly();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
