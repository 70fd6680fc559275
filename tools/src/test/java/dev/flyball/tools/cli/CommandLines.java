package dev.flyball.tools.cli;

/**
 * Several command lines in one process, whose start takes longer than most of them: each is run as
 * by {@link FlyballCommand#main}, and a line on standard error says with which exit code.
 */
final class CommandLines {

  static final String ENDED = "ended with ";

  private static final String BLANK = "\n";

  private CommandLines() {}

  /** A command line as one argument of {@link #main}. */
  static String argument(String... words) {
    return String.join(BLANK, words);
  }

  public static void main(String[] lines) {
    for (String line : lines) {
      int code = FlyballCommand.execute(line.split(BLANK, -1));
      System.err.println(ENDED + code);
    }
  }
}
