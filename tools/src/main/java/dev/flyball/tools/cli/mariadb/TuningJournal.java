package dev.flyball.tools.cli.mariadb;

import dev.flyball.control.Decision;
import dev.flyball.policy.Observation;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file to which every decision is written as one line of JSON, as soon as it is made.
 *
 * <p>A file that takes no more ends the journal, with one message, and not the run. Any thread may
 * write.
 */
final class TuningJournal implements AutoCloseable {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** Guarded by this; empty where there is no journal, or no longer. */
  private Optional<Writer> file;

  private TuningJournal(Optional<Writer> file) {
    this.file = file;
  }

  /**
   * The journal in a file, behind what that holds; without a file one that forgets.
   *
   * @throws IllegalArgumentException when the file cannot be written
   */
  static TuningJournal open(@Nullable String path) {
    if (path == null) {
      return new TuningJournal(Optional.empty());
    }
    try {
      return new TuningJournal(
          Optional.of(
              Files.newBufferedWriter(
                  Path.of(path),
                  StandardCharsets.UTF_8,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND)));
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "journal must be a file that can be written but was '" + path + "' (" + reason(e) + ")",
          e);
    }
  }

  private static String reason(Exception e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }

  /** Writes that something happened: its name, and what there is to say of it. */
  void event(String name, Map<String, String> figures) {
    ObjectNode line = line(name);
    figures.forEach(line::put);
    write(line);
  }

  /** Writes a decision about a knob. */
  void decided(String knob, Decision decision) {
    ObjectNode line = line("decision");
    line.put("knob", knob);
    line.put("cause", decision.cause().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    line.put("from", decision.from());
    line.put("to", decision.to());
    decision.advised().ifPresent(advised -> line.put("advised", advised));
    line.put("why", decision.why());
    decision.seen().ifPresent(seen -> line.set("seen", seen(seen)));
    write(line);
  }

  private static ObjectNode line(String event) {
    return MAPPER.createObjectNode().put("time", Instant.now().toString()).put("event", event);
  }

  private static ObjectNode seen(Observation seen) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("seconds", rounded(seen.window().seconds()));
    node.put("throughputPerSecond", rounded(seen.throughputPerSecond()));
    node.put("workersTarget", seen.size().workersTarget());
    node.put("workersCurrent", seen.size().workersCurrent());
    node.put("busyMean", rounded(seen.size().busyMean()));
    node.put("queuedMean", rounded(seen.size().queuedMean()));
    seen.signals().forEach((name, value) -> node.put(name, rounded(value)));
    return node;
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_EVEN);
  }

  private synchronized void write(ObjectNode line) {
    if (file.isEmpty()) {
      return;
    }
    try {
      file.get().write(MAPPER.writeValueAsString(line) + "\n");
      file.get().flush();
    } catch (IOException e) {
      file = Optional.empty();
      System.err.println("flyball: the journal ends here, for its file takes no more: " + e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (IOException e) {
      System.err.println("flyball: the journal could not be closed: " + e);
    }
    file = Optional.empty();
  }
}
