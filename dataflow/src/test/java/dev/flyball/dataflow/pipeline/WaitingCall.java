package dev.flyball.dataflow.pipeline;

import java.util.concurrent.CompletableFuture;

/** A call that has to wait, in a thread of its own. */
@FunctionalInterface
interface WaitingCall {

  void run() throws Exception;

  /** Begins a call; returns what comes of it, once it waits or has ended. */
  static CompletableFuture<Void> begin(WaitingCall call) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> {
          try {
            call.run();
            end.complete(null);
          } catch (Throwable e) {
            end.completeExceptionally(e);
          }
        });
    thread.start();
    while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
    return end;
  }
}
