package dev.flyball.adapters.servlet;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * What the filter says of a request to the pool: its deadline, kind, importance and tenant.
 *
 * @param headers where clients say how long they wait; of several, the shortest holds
 * @param deadlineNanos of a request that says none; 0 for no deadline
 * @param deadlineNanosMax the longest that a client may ask for
 * @param invalid counts headers that are not written as they should be
 */
record RequestOptions(
    List<TimeoutHeader> headers,
    long deadlineNanos,
    long deadlineNanosMax,
    Function<? super HttpServletRequest, String> kind,
    Function<? super HttpServletRequest, Importance> importance,
    Function<? super HttpServletRequest, Optional<String>> tenant,
    LongAdder invalid) {

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE");

  /**
   * The usual kind: the method and the pattern by which the servlet is mapped, such as {@code GET
   * /orders/*}. There are only so many, whatever clients send.
   */
  static String usualKind(HttpServletRequest request) {
    String method = request.getMethod();
    return (METHODS.contains(method) ? method : "OTHER")
        + " "
        + request.getHttpServletMapping().getPattern();
  }

  TaskOptions of(HttpServletRequest request, long arrivedNanos) {
    TaskOptions options =
        TaskOptions.kind(kind.apply(request)).importance(importance.apply(request));
    Optional<String> owner = tenant.apply(request).filter(name -> !name.isBlank());
    if (owner.isPresent()) {
      options = options.tenant(owner.get());
    }
    long withinNanos = withinNanos(request);
    return withinNanos == 0 ? options : options.by(Deadline.atNanos(arrivedNanos + withinNanos));
  }

  private long withinNanos(HttpServletRequest request) {
    long shortest = Long.MAX_VALUE;
    for (TimeoutHeader header : headers) {
      String value = request.getHeader(header.name());
      if (value != null) {
        OptionalLong said = header.nanos(value);
        if (said.isPresent()) {
          shortest = Math.min(shortest, said.getAsLong());
        } else {
          invalid.increment();
        }
      }
    }
    return shortest == Long.MAX_VALUE ? deadlineNanos : Math.min(shortest, deadlineNanosMax);
  }
}
