package dev.flyball.tools.support;

import java.util.regex.Pattern;

/**
 * Takes out of a line what looks like a secret, such as the password of a database's address in the
 * message of an exception. It knows forms, not secrets: what looks like nothing special stays.
 */
final class Redaction {

  private static final String HIDDEN = "***";

  /** As in {@code jdbc:mariadb://user:secret@host}. */
  private static final Pattern IN_ADDRESS = Pattern.compile("(://)[^\\s/@]+@");

  /** As in {@code password=secret}, {@code "api-key": "secret"} or {@code Bearer secret}. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)((?:[\\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|credentials?)"
              + "[\\w.-]*[\"']?\\s*[=:]\\s*|\\b(?:bearer|basic)\\s+))(\"[^\"]*\"|'[^']*'|[^\\s,;&)]+)");

  private Redaction() {}

  /** The line with three asterisks where something looked like a secret. */
  static String of(String line) {
    String withoutUsers = IN_ADDRESS.matcher(line).replaceAll("$1" + HIDDEN + "@");
    return NAMED.matcher(withoutUsers).replaceAll("$1" + HIDDEN);
  }
}
