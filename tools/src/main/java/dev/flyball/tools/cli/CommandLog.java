package dev.flyball.tools.cli;

import dev.flyball.lab.report.TextWidth;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What a line of this project's log looks like on the command line: as the command's own messages
 * do, for whoever reads it has typed a command and operates no log.
 *
 * <p>A warning is one line; what an error was thrown by, a defect, is shown whole.
 */
final class CommandLog extends Formatter {

  /** Kept, for a logger that nobody holds forgets its handlers and its level. */
  private static final Logger HOUSE = Logger.getLogger("dev.flyball");

  /** Has this project's log, and nobody else's, written to standard error in this form. */
  static void install() {
    if (HOUSE.getHandlers().length == 0) {
      ConsoleHandler console = new ConsoleHandler();
      console.setFormatter(new CommandLog());
      HOUSE.addHandler(console);
      HOUSE.setUseParentHandlers(false);
    }
  }

  /** Leaves out warnings from now on, for a command that shows in its own way what they say. */
  static void errorsOnly() {
    HOUSE.setLevel(Level.SEVERE);
  }

  @Override
  public String format(LogRecord said) {
    Throwable thrown = said.getThrown();
    String line = "flyball: " + TextWidth.printable(formatMessage(said));
    if (thrown == null) {
      return line + System.lineSeparator();
    }
    if (said.getLevel().intValue() < Level.SEVERE.intValue()) {
      return line
          + ": "
          + TextWidth.printable(thrown.toString().replaceAll("\\s+", " "))
          + System.lineSeparator();
    }
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return line + System.lineSeparator() + trace;
  }
}
