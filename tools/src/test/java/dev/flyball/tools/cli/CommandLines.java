package dev.flyball.tools.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Several command lines in one process, whose start takes longer than most of them: each is run as
 * by {@link FlyballCommand#main}, and a line on standard error says with which exit code. The lines
 * are those of the arguments; without any, those of standard input, as they come.
 */
public final class CommandLines {

  public static final String ENDED = "ended with ";

  private static final String BLANK = "\u001f";

  private CommandLines() {}

  /** A command line as one argument of {@link #main}, or as one line for it. */
  public static String argument(String... words) {
    return String.join(BLANK, words);
  }

  public static void main(String[] lines) throws IOException {
    for (String line : lines) {
      run(line);
    }
    if (lines.length == 0) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        run(line);
      }
    }
  }

  private static void run(String line) {
    int code = FlyballCommand.execute(line.split(BLANK, -1));
    System.err.println(ENDED + code);
  }
}
