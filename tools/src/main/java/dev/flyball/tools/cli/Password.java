package dev.flyball.tools.cli;

import java.io.Console;
import java.util.Map;

/** The source of an account's password: the environment, or the person at the terminal. */
final class Password {

  /** The environment variable that holds that of a database's account. */
  static final String VARIABLE = "FLYBALL_MARIADB_PASSWORD";

  /** The environment variable that holds that of a JMX user. */
  static final String JMX_VARIABLE = "FLYBALL_JMX_PASSWORD";

  private Password() {}

  /**
   * The password; empty if none is set and there is no terminal to ask at.
   *
   * @param variable the environment variable that may hold it
   */
  static String of(String user, String variable) {
    return of(user, variable, System.getenv());
  }

  private static String of(String user, String variable, Map<String, String> environment) {
    String given = environment.get(variable);
    if (given != null) {
      return given;
    }
    Console console = Terminal.here().live() ? System.console() : null;
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    return typed == null ? "" : new String(typed);
  }
}
