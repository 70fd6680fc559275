package dev.flyball.adapters.servlet;

import dev.flyball.admission.TaskShedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * What a client is answered whose request was turned away.
 *
 * <p>Called by the thread that found that the request must go, whichever that is: it must return
 * soon, and write little. The response is not committed, and is completed afterwards.
 */
@FunctionalInterface
public interface ShedAnswer {

  /**
   * Writes the answer.
   *
   * @param why the reason
   * @param retryAfterSeconds in how long the client should try again, at least 1
   */
  void write(
      HttpServletRequest request,
      HttpServletResponse response,
      TaskShedException why,
      int retryAfterSeconds)
      throws IOException;

  /** Status 503 with {@code Retry-After}, and the reason in one line of plain text. */
  static ShedAnswer plain() {
    return (request, response, why, retryAfterSeconds) -> {
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      response.setHeader("Retry-After", Integer.toString(retryAfterSeconds));
      response.setContentType("text/plain");
      response.setCharacterEncoding("UTF-8");
      response.getWriter().println(why.shedCause().word() + ": " + why.getMessage());
    };
  }
}
