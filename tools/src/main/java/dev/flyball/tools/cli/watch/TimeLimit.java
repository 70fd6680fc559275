package dev.flyball.tools.cli.watch;

import dev.flyball.base.OneLine;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks another program on a thread of its own, and gives it up after a while: many answers that are
 * each in time, and the work of reading a hostile one, add up.
 */
final class TimeLimit {

  private TimeLimit() {}

  /**
   * The answer.
   *
   * @param program what people call the program
   * @throws IOException when there is none in time, or asking failed; in one line
   */
  static <T> T ask(String program, long seconds, Callable<T> question)
      throws IOException, InterruptedException {
    FutureTask<T> asking = new FutureTask<>(question);
    Thread thread = new Thread(asking, "flyball-asking");
    thread.setDaemon(true);
    thread.start();
    try {
      return asking.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "no connection to " + program + ": no answer within " + seconds + " s", e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause(), "cause");
      String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      throw new IOException(OneLine.of(why), cause);
    }
  }
}
