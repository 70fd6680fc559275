package dev.flyball.tools.cli.shared;

import dev.flyball.tools.cli.terminal.Terminal;
import java.io.Console;

/** The source of an account's password: the environment, or the person at the terminal. */
public final class Password {

  /** The environment variable that holds that of a database's account. */
  public static final String VARIABLE = "FLYBALL_MARIADB_PASSWORD";

  /** The environment variable that holds that of a JMX user. */
  public static final String JMX_VARIABLE = "FLYBALL_JMX_PASSWORD";

  private Password() {}

  /**
   * The password; empty if none is set and there is no terminal to ask at.
   *
   * @param variable the environment variable that may hold it
   */
  public static String of(String user, String variable) {
    String given = System.getenv(variable);
    if (given != null) {
      return given;
    }
    Console console = Terminal.here().live() ? System.console() : null;
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    return typed == null ? "" : new String(typed);
  }
}
