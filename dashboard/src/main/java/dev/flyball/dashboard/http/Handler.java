package dev.flyball.dashboard.http;

import java.io.IOException;

/** What answers requests. */
@FunctionalInterface
public interface Handler {

  /**
   * Answers one request.
   *
   * @throws Refusal when the request cannot be served; the refusal is then the answer
   * @throws IOException when the client is gone
   */
  void handle(Request request, Response response) throws IOException, Refusal;
}
