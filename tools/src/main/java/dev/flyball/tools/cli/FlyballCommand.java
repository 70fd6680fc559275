package dev.flyball.tools.cli;

import java.io.PrintStream;

/** The command {@code flyball}: a placeholder that shows what the launcher hands over. */
public final class FlyballCommand {

  private FlyballCommand() {}

  /** Prints the arguments and what is known of the terminal; exits 2, for no command is known. */
  public static void main(String[] arguments) {
    PrintStream out = System.out;
    out.println("arguments: " + String.join(" | ", arguments));
    out.println("java: " + System.getProperty("java.version"));
    out.println("terminal: " + System.getProperty("flyball.terminal"));
    out.println("columns: " + System.getProperty("flyball.columns"));
    System.exit(2);
  }
}
