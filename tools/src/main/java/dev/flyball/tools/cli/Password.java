package dev.flyball.tools.cli;

import java.io.Console;
import java.util.Map;

/** Where an account's password comes from: the environment, or whoever sits at the terminal. */
final class Password {

  /** The environment variable that holds it. */
  static final String VARIABLE = "FLYBALL_MARIADB_PASSWORD";

  private Password() {}

  /** The password; empty where none is set and nobody can be asked. */
  static String of(String user) {
    return of(user, System.getenv());
  }

  private static String of(String user, Map<String, String> environment) {
    String given = environment.get(VARIABLE);
    if (given != null) {
      return given;
    }
    Console console = Terminal.here().live() ? System.console() : null;
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    return typed == null ? "" : new String(typed);
  }
}
