package dev.flyball.dashboard.http;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A whole request.
 *
 * @param client the address that it came from
 * @param method the method, as it was sent
 * @param path the path, decoded; begins with a slash
 * @param query what followed the question mark, not decoded; empty where there was none
 * @param headers the values of each header, whose name may be in any case
 * @param body the body, empty where there was none
 */
public record Request(
    InetAddress client,
    String method,
    String path,
    String query,
    Map<String, List<String>> headers,
    String body) {

  /** Copies the headers. */
  public Request {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    headers = copy;
  }

  /** The value of a header; all values, with commas between, of one that was sent repeatedly. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name)).map(values -> String.join(", ", values));
  }
}
