package dev.flyball.pool.permit;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.line.WaitingLine.Shed;
import dev.flyball.base.ThreadDeadline;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.thread.CpuSample;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread that asks for a permit, and may have to wait for it.
 *
 * <p>Made by that thread. What becomes of it is written under the lock of the queue, and read by
 * the waiting thread without it.
 */
final class Waiter {

  final Thread thread = Thread.currentThread();
  final KindProfile kind;
  final TaskOptions options;
  final long arrivalStamp;
  final long deadlineNanos;
  private final @Nullable ThreadDeadline deadline; // null for one that has none

  /** Measures its hold; written before it is served. */
  @Nullable CpuSample sample;

  volatile boolean served;
  volatile @Nullable Shed<Waiter> shed;

  Waiter(KindProfile kind, TaskOptions options, long arrivalStamp, long deadlineNanos) {
    this.kind = kind;
    this.options = options;
    this.arrivalStamp = arrivalStamp;
    this.deadlineNanos = Math.max(arrivalStamp, deadlineNanos);
    this.deadline = deadlineNanos == Arrival.NO_DEADLINE ? null : ThreadDeadline.ofThread();
  }

  /** The same as a rule may know it. */
  Arrival who() {
    return new Arrival(
        kind.kind(), options.importance(), options.tenant(), arrivalStamp, deadlineNanos);
  }

  /** Whether it waits still. */
  boolean waits() {
    return !served && shed == null;
  }

  /** Begins to measure what its thread does with the permit, if that is to be measured. */
  void beginSample() {
    CpuSample its = sample;
    if (its != null) {
      its.begin();
    }
  }

  /** How long it may wait at the most, from now on. */
  long leftNanos(long nowNanos) {
    return deadline == null ? Long.MAX_VALUE : deadlineNanos - nowNanos;
  }

  /**
   * Has its thread know its deadline.
   *
   * @return what ends that
   */
  Optional<Runnable> beginDeadline() {
    ThreadDeadline own = deadline;
    if (own == null) {
      return Optional.empty();
    }
    ThreadDeadline.Span span = own.begin(deadlineNanos);
    return Optional.of(() -> own.end(span));
  }
}
