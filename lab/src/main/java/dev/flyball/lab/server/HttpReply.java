package dev.flyball.lab.server;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The reply that goes out as the body of an HTTP response. */
final class HttpReply implements Reply {

  private final HttpServletResponse response;

  HttpReply(HttpServletResponse response) {
    this.response = response;
  }

  @Override
  public void length(long bytes) {
    response.setContentLengthLong(bytes);
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    response.getOutputStream().write(buffer, offset, length);
  }
}
