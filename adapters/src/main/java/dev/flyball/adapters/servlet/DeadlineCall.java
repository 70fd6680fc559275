package dev.flyball.adapters.servlet;

import dev.flyball.admission.Deadline;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Optional;

/** A call of what comes after the filter, during which a deadline is the current one. */
@FunctionalInterface
interface DeadlineCall {

  void run() throws IOException, ServletException;

  /** Makes the call, in this thread; what it throws is thrown as it is. */
  static void run(Optional<Deadline> deadline, DeadlineCall call)
      throws IOException, ServletException {
    if (deadline.isEmpty()) {
      call.run();
      return;
    }
    try {
      deadline.get().run(() -> runCarrying(call));
    } catch (Carried carried) {
      if (carried.thrown instanceof IOException failure) {
        throw failure;
      }
      throw (ServletException) carried.thrown;
    }
  }

  private static void runCarrying(DeadlineCall call) {
    try {
      call.run();
    } catch (IOException | ServletException e) {
      throw new Carried(e);
    }
  }

  /** What the call threw, on its way through a runnable. */
  final class Carried extends RuntimeException {

    private final Exception thrown;

    private Carried(Exception thrown) {
      super(thrown.toString(), thrown, false, false);
      this.thrown = thrown;
    }
  }
}
