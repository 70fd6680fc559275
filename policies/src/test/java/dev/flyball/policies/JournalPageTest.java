package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.Decision.Cause;
import dev.flyball.policy.Regime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/journal.md} names every part that can decide, and the file it is in. */
class JournalPageTest {

  private static final Path PAGE = Path.of("..", "docs", "journal.md");
  private static final Path SOURCES = Path.of("..", "core/src/main/java/dev/flyball");
  private static final Pattern PART = Pattern.compile("Reason\\.by\\(\\s*\"([a-z-]+)\"");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`[^|]+`) \\| [^|]+ \\| `?([^|`]+)`? \\|$");

  @Test
  void everyPartIsInTheTableWithItsFile() throws IOException {
    NavigableSet<String> named = new TreeSet<>();
    Matcher rows = ROW.matcher(Files.readString(PAGE));
    while (rows.find()) {
      Stream.of(rows.group(1).split(", ")).map(word -> word.replace("`", "")).forEach(named::add);
      if (rows.group(2).endsWith(".java")) {
        assertThat(SOURCES.resolve(rows.group(2))).exists();
      }
    }
    assertThat(named).containsAll(parts());
    assertThat(named).contains("demand").hasSizeGreaterThan(15);
  }

  private static NavigableSet<String> parts() throws IOException {
    NavigableSet<String> parts = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        PART.matcher(Files.readString(file)).results().forEach(it -> parts.add(it.group(1)));
      }
    }
    Stream.of(Regime.values()).map(Regime::word).forEach(parts::add);
    Stream.of(Cause.values())
        .filter(cause -> cause != Cause.ADVISE_ONLY) // its reason is the policy's
        .map(Cause::word)
        .forEach(parts::add);
    return parts;
  }
}
