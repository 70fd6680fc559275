package dev.flyball.tools.cli.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.tools.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A race's progress as it is written. */
class RaceProgressTest {

  private static String written(Terminal terminal, String... names) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (RaceProgress progress = new RaceProgress(terminal, out)) {
      for (int i = 0; i < names.length; i++) {
        progress.ended(i + 1, names.length, names[i]);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Terminal terminal(boolean live, int columns) {
    return new Terminal(live, columns, 24, false, true);
  }

  @Test
  void aLineIsDrawnOverTheOneBeforeAndNeverWiderThanTheTerminal() {
    String written = written(terminal(true, 40), "fixed in half-core", "a ".repeat(40));
    String[] frames = written.split("\r", -1);
    assertThat(frames).hasSize(4);
    assertThat(frames[1]).isEqualTo("race: 1 of 2 runs, fixed in half-core\u001b[K");
    assertThat(frames[2]).hasSize(39 + "\u001b[K".length());
    assertThat(frames[3]).isEqualTo("\u001b[K");
    assertThat(written).doesNotContain("\n");
  }

  @Test
  void aNameCannotMoveTheCursor() {
    assertThat(written(terminal(true, 80), "a\u001b[2J\nb")).contains("a\\u001B[2J\\u000Ab");
  }

  @Test
  void withoutATerminalTheLinesArePlain() {
    String written = written(terminal(false, 80), "a", "b");
    assertThat(written).isEqualTo("race: 1 of 2 runs\nrace: 2 of 2 runs\n".replace("\n", nl()));
  }

  private static String nl() {
    return System.lineSeparator();
  }
}
