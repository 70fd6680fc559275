package dev.flyball.lab.goodput.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The servlet of every server: calls the backend on the thread that it is given, and answers. */
public final class GoodputServlet extends HttpServlet {

  private static final byte[] ANSWER = "served\n".getBytes(StandardCharsets.US_ASCII);

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      Station.here().call();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      return;
    }
    response.setContentType("text/plain");
    response.setContentLength(ANSWER.length);
    response.getOutputStream().write(ANSWER);
  }
}
