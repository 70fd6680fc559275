package dev.flyball.tools.cli.shared;

import java.util.regex.Pattern;

/** A word of a command line as it must be typed. */
public final class ShellWord {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,+@%-]+");

  private ShellWord() {}

  /** The word itself, or in quotes where a shell would take it apart or read something into it. */
  public static String of(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
