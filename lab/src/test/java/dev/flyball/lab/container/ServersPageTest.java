package dev.flyball.lab.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every line of code in docs/servers.md is one of a test in this package. */
class ServersPageTest {

  private static final Path PAGE = Path.of("../docs/servers.md");
  private static final Path TESTS = Path.of("src/test/java/dev/flyball/lab/container");

  @Test
  void everyLineOfCodeIsThatOfATest() throws IOException {
    Set<String> tested = new TreeSet<>();
    try (Stream<Path> files = Files.list(TESTS)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.readAllLines(file).forEach(line -> tested.add(line.strip()));
      }
    }
    assertThat(tested).containsAll(code(Files.readAllLines(PAGE)));
  }

  private static Set<String> code(List<String> page) {
    Set<String> code = new TreeSet<>();
    boolean inside = false;
    for (String line : page) {
      boolean fence = line.startsWith("```");
      if (inside && !fence) {
        code.add(line.strip());
      }
      inside ^= fence;
    }
    assertThat(code).hasSizeGreaterThan(20);
    return code;
  }
}
