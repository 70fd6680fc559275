package dev.flyball.adapters.servlet;

import dev.flyball.base.Require;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A request header in which a client says how long it will wait for the answer.
 *
 * <p>There is no standard one. Those in use differ in name and unit; {@link #USUAL} are read unless
 * others are named.
 *
 * @param name the header's name; case does not matter
 * @param format how its value is written
 */
public record TimeoutHeader(String name, Format format) {

  /** What Envoy and Istio tell the server behind them, in milliseconds. */
  public static final TimeoutHeader ENVOY = millis("x-envoy-expected-rq-timeout-ms");

  /** That of gRPC, also sent by its gateways: up to eight digits and a unit, such as 200m. */
  public static final TimeoutHeader GRPC = new TimeoutHeader("grpc-timeout", Format.GRPC);

  /** That of the Connect protocol, in milliseconds. */
  public static final TimeoutHeader CONNECT = millis("Connect-Timeout-Ms");

  /** A plain name that says its unit, for clients of one's own. */
  public static final TimeoutHeader PLAIN = millis("X-Request-Timeout-Ms");

  /** The headers that are read unless others are named. */
  public static final List<TimeoutHeader> USUAL = List.of(PLAIN, ENVOY, CONNECT, GRPC);

  private static final int DIGITS_MAX = 10;
  private static final int GRPC_DIGITS_MAX = 8;
  private static final long LONGEST_NANOS = 365L * 24 * 3600 * 1_000_000_000;

  public TimeoutHeader {
    Require.notBlank("name", name);
    Objects.requireNonNull(format, "format must not be null");
  }

  /** How a timeout is written. */
  public enum Format {
    /** Whole milliseconds: 1500. */
    MILLIS,
    /** Seconds, with a fraction or without: 1.5. */
    SECONDS,
    /** Up to eight digits and a unit (H, M, S, m, u, n): 1500m. */
    GRPC
  }

  /** A header of this name with whole milliseconds. */
  public static TimeoutHeader millis(String name) {
    return new TimeoutHeader(name, Format.MILLIS);
  }

  /** A header of this name with seconds, with a fraction or without. */
  public static TimeoutHeader seconds(String name) {
    return new TimeoutHeader(name, Format.SECONDS);
  }

  /**
   * The timeout that such a header's value says, in nanoseconds; longer than a year counts as a
   * year. Empty when it is not written as it should be, or is zero.
   */
  OptionalLong nanos(String value) {
    String text = value.trim();
    return switch (format) {
      case MILLIS -> whole(text, DIGITS_MAX, 1_000_000);
      case SECONDS -> decimal(text);
      case GRPC -> grpc(text);
    };
  }

  private static OptionalLong grpc(String text) {
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    int last = text.length() - 1;
    long unitNanos =
        switch (text.charAt(last)) {
          case 'H' -> 3_600_000_000_000L;
          case 'M' -> 60_000_000_000L;
          case 'S' -> 1_000_000_000L;
          case 'm' -> 1_000_000L;
          case 'u' -> 1_000L;
          case 'n' -> 1L;
          default -> 0L;
        };
    return unitNanos == 0
        ? OptionalLong.empty()
        : whole(text.substring(0, last), GRPC_DIGITS_MAX, unitNanos);
  }

  private static OptionalLong whole(String digits, int digitsMax, long unitNanos) {
    if (digits.isEmpty() || digits.length() > digitsMax || !isAllDigits(digits)) {
      return OptionalLong.empty();
    }
    return positive(Long.parseLong(digits) * (double) unitNanos);
  }

  private static OptionalLong decimal(String text) {
    int point = text.indexOf('.');
    String digits = point < 0 ? text : text.substring(0, point) + text.substring(point + 1);
    boolean isNumber =
        !digits.isEmpty() && digits.length() <= 2 * DIGITS_MAX && isAllDigits(digits);
    return isNumber ? positive(Double.parseDouble(text) * 1e9) : OptionalLong.empty();
  }

  private static boolean isAllDigits(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static OptionalLong positive(double nanos) {
    long bounded = (long) Math.min(LONGEST_NANOS, nanos);
    return bounded > 0 ? OptionalLong.of(bounded) : OptionalLong.empty();
  }
}
