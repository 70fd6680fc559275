package dev.flyball.tools.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.tools.cli.CommandLines;
import dev.flyball.tools.cli.CommandProcess;
import dev.flyball.tools.cli.FlyballCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program that runs already is watched, and overruled, by a command beside it. */
@Timeout(300)
@Tag("slow")
class WatchIT {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir Path dir;

  private static Process start(Class<?> main, String... arguments) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessBuilder command =
        new ProcessBuilder(
            java.toString(), "-cp", System.getProperty("java.class.path"), main.getName());
    command.command().addAll(List.of(arguments));
    return command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The first pool of the first frame in which it is like that. */
  private static JsonNode await(URI page, Predicate<JsonNode> wanted) throws Exception {
    return awaitFrame(page, frame -> wanted.test(frame.get("pools").get(0))).get("pools").get(0);
  }

  /** The first frame that has pools and is like that. */
  private static JsonNode awaitFrame(URI page, Predicate<JsonNode> wanted) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(page.resolve("/events")).build();
    var answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofLines());
    try (var lines = answer.body()) {
      return lines
          .filter(line -> line.startsWith("data:{"))
          .map(line -> JsonMapper.shared().readTree(line.substring("data:".length())))
          .filter(frame -> !frame.get("pools").isEmpty())
          .filter(wanted)
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aProcessIsWatchedPinnedAndSeenToEnd() throws Exception {
    Process program = start(WatchedProgram.class);
    try {
      assertThat(output(program).readLine()).isEqualTo("ready");
      Process watch =
          start(FlyballCommand.class, "watch", Long.toString(program.pid()), "--print-token");
      BufferedReader said = output(watch);
      String line = said.readLine();
      assertThat(line).startsWith("dashboard at http://127.0.0.1:").endsWith("/");
      URI page = URI.create(line.substring("dashboard at ".length()));
      assertThat(said.readLine())
          .isEqualTo("Watching process " + program.pid() + ", 1 pool there.");
      String tokenLine = said.readLine();
      assertThat(tokenLine).startsWith("token: ");
      JsonNode seen = await(page, pool -> pool.at("/figures/completedPerSecond").asDouble(0) > 0);
      assertThat(seen.get("name").asString()).isEqualTo(WatchedProgram.POOL);
      assertThat(seen.at("/steering/policy").asString()).isEqualTo("flyball");
      assertThat(seen.at("/steering/limitMax").asInt()).isEqualTo(90);
      JsonNode named =
          awaitFrame(page, frame -> frame.at("/sources/0/program/process").asLong() > 0);
      assertThat(named.at("/sources/0/program/process").asLong()).isEqualTo(program.pid());
      assertThat(named.at("/sources/0/program/name").asString()).isEqualTo("WatchedProgram");
      assertThat(named.at("/sources/0/program/host").asString()).isNotEmpty();

      String token = tokenLine.substring("token: ".length());
      HttpRequest pin =
          HttpRequest.newBuilder(page.resolve("/act/pin"))
              .header("Authorization", "Bearer " + token)
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "workers=23&pool=" + encoded(seen.get("id").asString())))
              .build();
      assertThat(CLIENT.send(pin, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      // The mode and the size of a frame are not of one moment.
      JsonNode pinned =
          await(
              page,
              pool ->
                  pool.at("/steering/mode").asString().equals("PINNED")
                      && pool.at("/figures/workersTarget").asInt() == 23);
      assertThat(pinned.get("name").asString()).isEqualTo(WatchedProgram.POOL);

      program.getOutputStream().close();
      assertThat(watch.waitFor()).isZero();
      assertThat(said.lines().toList()).last().asString().endsWith("has ended.");
    } finally {
      program.destroyForcibly();
    }
  }

  /** Of a pool that others own as well: what it does not tell is said to be not known. */
  @Test
  void aProcessIsShownAsText() throws Exception {
    Process program = start(WatchedProgram.class, "adopt");
    try {
      assertThat(output(program).readLine()).isEqualTo("ready");
      Process watch = start(FlyballCommand.class, "watch", Long.toString(program.pid()), "--text");
      List<String> said = output(watch).lines().toList();
      assertThat(watch.waitFor()).isZero();
      assertThat(said.get(0))
          .matches("WatchedProgram, process " + program.pid() + " on .+: .*2 pools.*");
      assertThat(said).anyMatch(line -> line.contains("<b>orders</b>\\u000A\\u0007: "));
      assertThat(said)
          .anyMatch(line -> line.matches(".* of at most 90, .*/s fail, 95 % in .* ms"))
          .anyMatch(line -> line.endsWith("failures not known, response times not known"));
    } finally {
      program.destroyForcibly();
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void whatIsNoJavaProgramAndWhatNobodyAnswersIsSaid() throws Exception {
    Process other = new ProcessBuilder("sleep", "100").start();
    try {
      CommandProcess.Ended ended =
          CommandProcess.start(
                  dir,
                  CommandLines.class,
                  CommandLines.argument("watch", Long.toString(other.pid())),
                  CommandLines.argument("watch", "127.0.0.1:1"),
                  CommandLines.argument("watch", Long.toString(other.pid()), "--user", "me"),
                  CommandLines.argument("watch", "127.0.0.1:1", "--text", "--port", "8090"))
              .ended();
      List<String> said =
          List.of(
              "must be a Java program of yours but is not",
              CommandLines.ENDED + 1,
              "flyball: no connection to 127.0.0.1:1: nobody answers there",
              CommandLines.ENDED + 1,
              "--user is for HOST:PORT",
              CommandLines.ENDED + 2,
              "--text shows no page, so --port must not be given",
              CommandLines.ENDED + 2);
      assertThat(ended.err()).containsSubsequence(said);
    } finally {
      other.destroyForcibly();
    }
  }
}
