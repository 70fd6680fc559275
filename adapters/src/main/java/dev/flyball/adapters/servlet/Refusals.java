package dev.flyball.adapters.servlet;

import dev.flyball.admission.ShedCause;
import dev.flyball.admission.TaskShedException;
import dev.flyball.policy.Reason;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The answers to requests that were turned away. */
final class Refusals {

  private static final int RETRY_SECONDS_MAX = 3600;

  private final ShedAnswer answer;

  Refusals(ShedAnswer answer) {
    this.answer = answer;
  }

  /**
   * Answers, if that is still possible: a response of which a filter before this one has sent a
   * part already ends there.
   */
  void answer(HttpServletRequest request, HttpServletResponse response, TaskShedException why)
      throws IOException {
    if (!response.isCommitted()) {
      answer.write(request, response, why, retryAfterSeconds(why));
    }
  }

  /** Of a request that a pool refused for want of room, or at its end, without more to say. */
  static TaskShedException rejected() {
    return new TaskShedException(
        "the server", ShedCause.FULL, Reason.of("it takes no more requests"), Duration.ZERO);
  }

  /** Of a request that still waited at its deadline, while nothing happened in the pool. */
  static TaskShedException expired() {
    return new TaskShedException(
        "the server", ShedCause.EXPIRED, Reason.of("it waited until its deadline"), Duration.ZERO);
  }

  /**
   * The time that the pool says, in seconds rounded up, at least 1, and up to as much again at
   * random: clients that were turned away together must not come back together.
   */
  private static int retryAfterSeconds(TaskShedException why) {
    long roundedUp = why.retryAfter().plusNanos(999_999_999).toSeconds();
    int seconds = (int) Math.max(1, Math.min(RETRY_SECONDS_MAX, roundedUp));
    return seconds + ThreadLocalRandom.current().nextInt(seconds + 1);
  }
}
