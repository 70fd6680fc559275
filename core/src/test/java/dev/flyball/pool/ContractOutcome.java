package dev.flyball.pool;

import dev.flyball.pool.StagedExecutor.State;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What came of one call, in words that are the same for every executor that does the same: what it
 * answered or threw, what the executor was afterwards, whether the caller was still interrupted,
 * what became of the futures, and whether the executor terminated in the end.
 */
final class ContractOutcome {

  private ContractOutcome() {}

  /** Makes the call in a thread of its own, interrupted beforehand or not. */
  static String of(ExecutorService executor, State state, ContractCall call, boolean interrupted)
      throws Exception {
    StagedExecutor staged = new StagedExecutor(executor, state);
    String[] outcome = new String[1];
    Thread caller =
        new Thread(() -> outcome[0] = outcome(staged, call, interrupted), "contract-caller");
    caller.start();
    caller.join(30_000);
    return outcome[0] == null ? "no answer" : outcome[0];
  }

  private static String outcome(StagedExecutor staged, ContractCall call, boolean interrupted) {
    ExecutorService executor = staged.executor;
    CountDownLatch over = new CountDownLatch(1);
    if (!call.waits()) {
      over.countDown(); // the gate stays closed
    }
    Thread opener = staged.openGateWhenWaiting(Thread.currentThread(), over);
    Object answer;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      answer = call.on(executor);
    } catch (Throwable e) {
      answer = e;
    }
    over.countDown();
    String after =
        (executor.isShutdown() ? "shut down" : "running")
            + (Thread.interrupted() ? ", caller interrupted" : "");
    try {
      opener.join();
      staged.openGate();
      String said = inWords(answer);
      executor.shutdown();
      boolean terminated = executor.awaitTermination(120, TimeUnit.SECONDS);
      return said + "; " + after + "; " + (terminated ? "terminated" : "never terminated");
    } catch (InterruptedException e) {
      return "interrupted by nobody";
    }
  }

  private static String inWords(Object answer) throws InterruptedException {
    if (answer instanceof Throwable thrown) {
      return "threw " + name(thrown);
    }
    if (answer instanceof Future<?> future) {
      return "future of " + result(future);
    }
    if (answer instanceof List<?> futures) {
      StringBuilder text = new StringBuilder();
      for (Object future : futures) {
        text.append(((Future<?>) future).isDone() ? " done " : " open ");
        text.append(result((Future<?>) future));
      }
      return "futures:" + text;
    }
    return String.valueOf(answer);
  }

  private static String result(Future<?> future) throws InterruptedException {
    try {
      return String.valueOf(future.get(30, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException | CancellationException e) {
      return name(e);
    }
  }

  /** The class, and for a failed task what it failed with. */
  private static String name(Throwable thrown) {
    String own = thrown.getClass().getSimpleName();
    return thrown instanceof ExecutionException && thrown.getCause() != null
        ? own + " by " + thrown.getCause().getClass().getSimpleName()
        : own;
  }
}
