package dev.flyball.dashboard;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The mailbox between the sampler and all viewers: one place, which holds the latest frame.
 *
 * <p>Publishing never waits for a viewer. A slow viewer takes the latest frame when it is ready,
 * and never sees those in between; so a viewer costs no memory beyond the frame it is writing.
 */
final class LatestFrame {

  /**
   * A frame as it is written to viewers.
   *
   * @param number the sequence number of the frame, from 1
   * @param full all that is known of each pool
   * @param brief of each pool what a list of pools shows
   */
  record Frame(long number, Payload full, Payload brief) {}

  /** Bytes that never change, made when the first viewer wants them. */
  static final class Payload {
    private final Supplier<byte[]> making;

    // Guarded by this.
    private Optional<byte[]> made = Optional.empty();

    Payload(Supplier<byte[]> making) {
      this.making = making;
    }

    /** Not to be changed. */
    synchronized byte[] bytes() {
      byte[] bytes = made.orElseGet(making);
      made = Optional.of(bytes);
      return bytes;
    }
  }

  // Guarded by this.
  private Frame latest =
      new Frame(0, new Payload(() -> new byte[0]), new Payload(() -> new byte[0]));
  private boolean closed;

  /** Puts a frame in the place of the one before. */
  synchronized void publish(Payload full, Payload brief) {
    latest = new Frame(latest.number() + 1, full, brief);
    notifyAll();
  }

  /** The number of the latest frame; 0 before the first. */
  synchronized long number() {
    return latest.number();
  }

  /**
   * Waits for a frame that is later than the one of that number.
   *
   * @return the latest; the same number again when the time is over or there will be no more
   */
  synchronized Frame awaitAfter(long number, long timeoutMillis) throws InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!closed && latest.number() <= number) {
      long leftNanos = endNanos - System.nanoTime();
      if (leftNanos <= 0) {
        break;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
    }
    return latest;
  }

  /** Ends the wait of all viewers. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized boolean closed() {
    return closed;
  }
}
