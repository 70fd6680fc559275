package dev.flyball.adapters.grpc;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A call that comes to a gate once: one of its steps waits in a pool's queue, and runs there.
 *
 * <p>gRPC tells a call's events one after the other, and the service relies on it. So what comes
 * while the step waits or runs is held, and told after it by the same thread.
 *
 * <p><b>States.</b> OPEN: events pass. WAITING: the step is in the queue. RUNNING: a thread of the
 * pool runs the step, or tells what was held. From WAITING one of three goes on: the pool that runs
 * the step, the pool that sheds it, or the client that cancels. State and held events are guarded
 * by this; nothing foreign is called under it.
 */
final class GatedCall<Q, A> extends ServerCall.Listener<Q>
    implements Callable<Optional<Void>>, Sheddable {

  private static final Metadata.Key<String> PUSHBACK_MILLIS =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  private static final Status REJECTED =
      Status.UNAVAILABLE.withDescription("the server takes no more calls");

  private enum State {
    OPEN,
    WAITING,
    RUNNING
  }

  private final CallPool pool;
  private final TaskOptions options;
  private final ServerCall<Q, A> call;

  // Guarded by this.
  private State state = State.OPEN;
  private final Queue<Runnable> held = new ArrayDeque<>();

  /** Written before WAITING, read after. */
  private @Nullable Runnable step;

  /** What the pool has of it; empty while it is being handed over. */
  private volatile @Nullable Future<?> task;

  /** Whether its client has cancelled it while it waited. */
  private volatile boolean gone;

  /** Of the service; written by the thread that tells events at the time. */
  private volatile ServerCall.Listener<Q> service = new ServerCall.Listener<>() {};

  GatedCall(CallPool pool, TaskOptions options, ServerCall<Q, A> call) {
    this.pool = pool;
    this.options = options;
    this.call = call;
  }

  /** The service has begun the call, and is told its events from now on. */
  void started(ServerCall.Listener<Q> listener) {
    service = listener;
  }

  // ---- The gate

  /** Hands a step of the call to the pool, with the context that is current now. */
  void enter(Runnable action) {
    step = Context.current().wrap(action);
    synchronized (this) {
      state = State.WAITING;
    }
    try {
      Future<?> future = pool.submit().apply(options, this);
      task = future;
      if (gone) {
        pool.abandon().accept(future);
      }
      if (future.isCancelled()) {
        refuse(REJECTED, new Metadata()); // by a pool that discards what it does not take
      }
    } catch (TaskShedException why) {
      shed(why);
    } catch (RejectedExecutionException e) {
      refuse(REJECTED, new Metadata());
    } catch (RuntimeException | Error e) {
      if (leave()) {
        tellHeld(e); // the pool's Rejection has failed: gRPC closes the call
      }
      throw e;
    }
  }

  @Override
  public Optional<Void> call() {
    try {
      run();
      return Optional.empty();
    } catch (RuntimeException | Error e) {
      tellHandler(e); // the future keeps it, and nothing asks the future
      throw e;
    }
  }

  private static void tellHandler(Throwable thrown) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
  }

  @Override
  public void run() {
    Runnable action = step;
    if (leave() && action != null) {
      Throwable thrown = attempt(action, null);
      tellHeld(thrown);
    }
  }

  @Override
  public void shed(TaskShedException why) {
    Metadata trailers = new Metadata();
    long millis = why.retryAfter().toMillis();
    if (millis > 0) {
      long jittered = millis + ThreadLocalRandom.current().nextLong(millis + 1);
      trailers.put(PUSHBACK_MILLIS, Long.toString(Math.min(Integer.MAX_VALUE, jittered)));
    }
    refuse(
        Status.UNAVAILABLE.withDescription(why.shedCause().word() + ": " + why.getMessage()),
        trailers);
  }

  private void refuse(Status status, Metadata trailers) {
    if (leave()) {
      tellHeld(attempt(() -> call.close(status, trailers), null));
    }
  }

  /** Ends the wait, if the call still waits. */
  private synchronized boolean leave() {
    boolean isMine = state == State.WAITING;
    if (isMine) {
      state = State.RUNNING;
    }
    return isMine;
  }

  /** Tells what was held; then throws what was thrown first. */
  private void tellHeld(@Nullable Throwable thrownBefore) {
    Throwable thrown = thrownBefore;
    for (Runnable event = nextHeld(); event != null; event = nextHeld()) {
      thrown = attempt(event, thrown);
    }
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
  }

  /** Runs it; where it throws, the call is closed, as gRPC does. Returns what was thrown first. */
  private @Nullable Throwable attempt(Runnable action, @Nullable Throwable thrownBefore) {
    try {
      action.run();
      return thrownBefore;
    } catch (Throwable e) {
      closeAfter(e);
      return thrownBefore == null ? e : thrownBefore;
    }
  }

  private void closeAfter(Throwable thrown) {
    try {
      call.close(
          Status.UNKNOWN.withDescription("Application error processing RPC").withCause(thrown),
          new Metadata());
    } catch (IllegalStateException e) {
      // it was closed before
    }
  }

  private synchronized @Nullable Runnable nextHeld() {
    Runnable event = held.poll();
    if (event == null) {
      state = State.OPEN;
    }
    return event;
  }

  // ---- Events

  private void tell(Runnable event) {
    synchronized (this) {
      if (state != State.OPEN) {
        held.add(event);
        return;
      }
    }
    event.run();
  }

  @Override
  public void onMessage(Q message) {
    tell(() -> service.onMessage(message));
  }

  /** The client has sent all: where it sends one message, the method runs now. */
  @Override
  public void onHalfClose() {
    if (call.getMethodDescriptor().getType().clientSendsOneMessage()) {
      enter(() -> service.onHalfClose());
    } else {
      tell(() -> service.onHalfClose());
    }
  }

  @Override
  public void onCancel() {
    tell(() -> service.onCancel());
    if (leave()) {
      gone = true;
      Future<?> future = task;
      if (future != null) {
        pool.abandon().accept(future);
      }
      tellHeld(null);
    }
  }

  @Override
  public void onComplete() {
    tell(() -> service.onComplete());
  }

  @Override
  public void onReady() {
    tell(() -> service.onReady());
  }
}
