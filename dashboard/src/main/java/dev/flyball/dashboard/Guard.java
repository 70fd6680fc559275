package dev.flyball.dashboard;

import dev.flyball.dashboard.http.Refusal;
import dev.flyball.dashboard.http.Request;
import dev.flyball.dashboard.http.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules for what a client may read and do.
 *
 * <p>Every client that reaches the port may read, but a browser only for a page of this server:
 * another page's script must not read what its user's machine can reach. The {@code Origin} or
 * {@code Sec-Fetch-Site} header that the browser sends identifies a foreign page; the {@code Host}
 * header identifies a page whose name was pointed at this machine. An address as a host is always
 * allowed, since it cannot be pointed elsewhere.
 *
 * <p>An action needs the token as well, and a client on this machine unless set otherwise. A
 * request that a proxy passes on counts as remote, wherever the proxy is.
 *
 * @param token the secret that a client must send with an action
 * @param hosts names by which the server may be called, besides {@code localhost}
 * @param remoteActions whether clients on other machines may act
 */
record Guard(String token, Set<String> hosts, boolean remoteActions) {

  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+]");
  private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

  /** What proxies add to a request. */
  private static final List<String> PASSED_ON =
      List.of(
          "Forwarded",
          "Via",
          "X-Forwarded-For",
          "X-Forwarded-Host",
          "X-Forwarded-Proto",
          "X-Forwarded-Port",
          "X-Forwarded-Server",
          "X-Real-IP");

  private static final String BEARER = "Bearer ";

  Guard {
    hosts = Set.copyOf(hosts);
  }

  /** Lets a request pass that asks for something to read. */
  void checkReading(Request request) throws Refusal {
    String host = request.header("Host").orElse("");
    if (!known(host)) {
      throw new Refusal(
          403,
          "host must be localhost, an address or a name that was allowed but was '" + host + "'");
    }
    Optional<String> origin = request.header("Origin");
    if (origin.isPresent() && !isOf(origin.get(), host)) {
      throw new Refusal(403, "requests from other origins are refused: " + origin.get());
    }
    boolean opensPage = request.header("Sec-Fetch-Mode").orElse("").equals("navigate");
    boolean foreign =
        !List.of("", "same-origin", "none").contains(request.header("Sec-Fetch-Site").orElse(""));
    if (foreign && !(opensPage && request.method().equals("GET"))) {
      throw new Refusal(403, "requests from other sites are refused");
    }
  }

  /** Lets a request pass that wants to act; {@link #checkReading} is asked before. */
  void checkActing(Request request, Response response) throws Refusal {
    String given = request.header("Authorization").orElse("");
    boolean proved =
        given.startsWith(BEARER) && same(given.substring(BEARER.length()).strip(), token);
    if (!proved) {
      response.header("WWW-Authenticate", "Bearer realm=\"flyball\"");
      throw new Refusal(
          401,
          "the token is needed, and it must fit: the program has it as Dashboard.token(), and a"
              + " command gives it with --print-token or --token-file");
    }
    if (!remoteActions && PASSED_ON.stream().anyMatch(name -> request.header(name).isPresent())) {
      throw new Refusal(
          403, "only this machine may act, and a proxy passed this on from elsewhere");
    }
    if (!remoteActions && !request.client().isLoopbackAddress()) {
      throw new Refusal(403, "only this machine may act");
    }
  }

  private boolean known(String host) {
    String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    return name.equals("localhost") || hosts.contains(name) || ADDRESS.matcher(name).matches();
  }

  private static boolean isOf(String origin, String host) {
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }

  /** Takes as long for any two texts of the same length. */
  private static boolean same(String given, String wanted) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
  }
}
