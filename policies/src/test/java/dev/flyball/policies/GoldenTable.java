package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A table in docs/known-answers.md that a test computes: it must be what is written there, or, with
 * {@code -Dgolden=update}, is written there.
 *
 * <p>A table stands between the lines {@code <!-- table: name -->} and {@code <!-- end -->}.
 */
final class GoldenTable {

  private static final Path PAGE = Path.of("..", "docs", "known-answers.md");

  private GoldenTable() {}

  static void check(String name, String computed) {
    String page = read();
    String begin = "<!-- table: " + name + " -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("\n<!-- end -->", from);
    assertThat(page).as("docs/known-answers.md").contains(begin);
    if ("update".equals(System.getProperty("golden"))) {
      write(page.substring(0, from) + computed + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to))
        .as("the table '%s' of docs/known-answers.md; -Dgolden=update rewrites it", name)
        .isEqualTo(computed);
  }

  private static String read() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(String page) {
    try {
      Files.writeString(PAGE, page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
