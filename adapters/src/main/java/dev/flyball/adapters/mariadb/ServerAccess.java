package dev.flyball.adapters.mariadb;

import dev.flyball.base.Require;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a server, and the account to use there.
 *
 * <p>The password is never part of a text: {@link #toString} leaves it out, and a password inside
 * the URL is refused, since URLs end up in logs.
 *
 * @param url a JDBC URL of MariaDB's driver, which talks to Percona Server too, {@code
 *     jdbc:mariadb://host:port/?option=value}
 * @param user the account's name
 * @param password the account's password, empty for none
 */
public record ServerAccess(String url, String user, String password) {

  private static final String SCHEME = "jdbc:mariadb:";

  /** Some option whose name ends in {@code password}: the account's, a key store's. */
  private static final Pattern SECRET_OPTION =
      Pattern.compile("[?&]\\s*[a-z]*(password|pwd|secret)\\s*=", Pattern.CASE_INSENSITIVE);

  private static final Pattern SECRET_BEFORE_HOST = Pattern.compile("//[^/?]*@");

  private static final Pattern FIRST_HOST =
      Pattern.compile("//(?:address=\\(host=)?(\\[[^\\]]*]|[^:/,?)]*)");

  public ServerAccess {
    String shown = withoutOptions(url);
    if (SECRET_OPTION.matcher(url).find() || SECRET_BEFORE_HOST.matcher(url).find()) {
      throw new IllegalArgumentException(
          "url must not contain a password or an account (options are printed and logged) but "
              + shown
              + " had one");
    }
    if (!url.startsWith(SCHEME + "//")) {
      throw new IllegalArgumentException(
          "url must begin with " + SCHEME + "// but was " + shown + hint(url));
    }
    if (shown.contains(",")) {
      throw new IllegalArgumentException("url must name one server but was " + shown);
    }
    Require.notBlank("user", user);
  }

  private static String hint(String url) {
    return url.toLowerCase(Locale.ROOT).startsWith("jdbc:mysql:")
        ? "; for a MariaDB server or a Percona Server write jdbc:mariadb:// (MySQL's own pool cannot"
            + " be resized while it runs)"
        : "";
  }

  /** The URL as it may be shown and logged: without its options. */
  public String shownUrl() {
    return withoutOptions(url);
  }

  /** Whether the server runs on this machine, as far as the URL says. */
  boolean isOnThisMachine() {
    Matcher host = FIRST_HOST.matcher(url);
    return host.find()
        && switch (host.group(1).toLowerCase(Locale.ROOT)) {
          case "localhost", "127.0.0.1", "[::1]", "" -> true;
          default -> false;
        };
  }

  private static String withoutOptions(String url) {
    int options = url.indexOf('?');
    String place = options < 0 ? url : url.substring(0, options);
    return place.replaceAll("//[^/]*@", "//");
  }

  @Override
  public String toString() {
    return "ServerAccess[url=" + shownUrl() + ", user=" + user + "]";
  }
}
