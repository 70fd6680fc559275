package dev.flyball.adapters.opentelemetry;

import dev.flyball.pool.TaskDecorator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import java.util.Objects;

/**
 * The decorator that tells a trace how long a task waited for a worker.
 *
 * <pre>{@code
 * AdaptivePool.named("orders").decorate(QueueWaits.of("orders"))
 * }</pre>
 *
 * <p>When a task starts that was submitted while a span was current, that span gets the event
 * {@value #EVENT} with the pool's name ({@code jvm.executor.name}) and the seconds from the
 * submission to the start ({@code flyball.wait}). A span that submits several tasks gets an event
 * for each; one that has ended by then takes none.
 *
 * <p>Where no span is current, or the current one does not record, the task is left as it is, and
 * no clock is read.
 *
 * <p>It does not carry the trace to the worker; {@code task -> Context.current().wrap(...)} around
 * it does. In a scheduled pool the wait would contain the delay.
 */
public final class QueueWaits implements TaskDecorator {

  /** The name of the event. */
  public static final String EVENT = "flyball.queue.wait";

  /** The seconds from submission to start. */
  private static final AttributeKey<Double> WAIT = AttributeKey.doubleKey("flyball.wait");

  private final String pool;

  private QueueWaits(String pool) {
    this.pool = pool;
  }

  /**
   * Of the tasks of one pool.
   *
   * @param pool its name
   */
  public static TaskDecorator of(String pool) {
    return new QueueWaits(Objects.requireNonNull(pool, "pool must not be null"));
  }

  @Override
  public Runnable decorate(Runnable task) {
    Span span = Span.current();
    return span.isRecording() ? new Waiting(task, span, pool, System.nanoTime()) : task;
  }

  /** A task that waits. */
  private record Waiting(Runnable task, Span span, String pool, long arrivedNanos)
      implements Runnable {

    @Override
    public void run() {
      double seconds = (System.nanoTime() - arrivedNanos) / 1e9;
      span.addEvent(EVENT, Attributes.of(Names.TARGET, pool, WAIT, seconds));
      task.run();
    }
  }
}
