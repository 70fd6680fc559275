package dev.flyball.tools.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** How a line of the log looks on the command line. */
class CommandLogTest {

  private static String line(Level level, Throwable thrown) {
    LogRecord said = new LogRecord(level, "governor 'size': held");
    said.setThrown(thrown);
    return new CommandLog().format(said);
  }

  @Test
  void aWarningIsOneLineWithoutATrace() {
    assertThat(line(Level.WARNING, new IllegalStateException("the server\n is away")))
        .isEqualTo(
            "flyball: governor 'size': held: java.lang.IllegalStateException: the server is away"
                + System.lineSeparator());
  }

  @Test
  void aNameCannotSpeakToTheTerminal() {
    LogRecord said = new LogRecord(Level.WARNING, "pool 'a\nb\u001b[2J' is full");
    assertThat(new CommandLog().format(said))
        .isEqualTo("flyball: pool 'a\\u000Ab\\u001B[2J' is full" + System.lineSeparator());
  }

  @Test
  void anErrorIsShownWhole() {
    assertThat(line(Level.SEVERE, new IllegalStateException("a defect")))
        .startsWith("flyball: governor 'size': held" + System.lineSeparator())
        .contains("IllegalStateException: a defect", "at " + CommandLogTest.class.getName());
  }
}
