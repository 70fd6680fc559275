package dev.flyball.lab.container;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Connections that are closed one after the other. */
final class Closing {

  private static final long ALL_NANOS = 2_000_000_000;

  private Closing() {}

  /** Closes all in two seconds. */
  static <C> Runnable of(List<C> open, Consumer<C> close) {
    return () -> {
      for (C connection : open) {
        close.accept(connection);
        LockSupport.parkNanos(ALL_NANOS / open.size());
      }
    };
  }
}
