package dev.flyball.adapters.servlet;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import dev.flyball.pool.Offloaded;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request that was handed to a pool: the pool's task on one side, the container's asynchronous
 * request on the other.
 *
 * <p><b>States</b>, and the thread that changes them:
 *
 * <pre>
 *   NEW       handed to the pool; the container's thread still has it
 *   PARKED    asynchronous; it waits and holds no thread                    (container's)
 *   EARLY     a worker took it before it was parked                         (worker)
 *   CALLER    the pool had the caller run it: the container's thread goes on (container's)
 *   ADMITTED  the container was told to dispatch it                         (the later of the two)
 *   OUT       turned away, or its client has gone; a worker passes it over  (any)
 *   ENDED     the dispatched request has been answered                      (container's)
 * </pre>
 *
 * <p>A worker stays with its ticket from ADMITTED until ENDED. So what the pool measures is the
 * whole time that the request is worked on, in any thread, the servlet's own asynchronous work
 * included.
 *
 * <p><b>Guarantees.</b> A request is either dispatched, or answered with a refusal, or given up,
 * and this once. A worker that waits is let go when the request ends, when the filter is destroyed,
 * or when it is interrupted.
 */
final class Ticket implements Callable<Optional<Void>>, Sheddable, AsyncListener {

  private enum State {
    NEW,
    PARKED,
    EARLY,
    CALLER,
    ADMITTED,
    OUT,
    ENDED
  }

  private final PoolGate gate;
  private final Thread containers = Thread.currentThread();
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Written by the container's thread before PARKED, read after. */
  private @Nullable AsyncContext context;

  /** Written by the container's thread before PARKED, read after. */
  private @Nullable Future<?> task;

  /** Written by the container's thread before PARKED, read after. */
  private long usualTimeoutMillis;

  /** Written before OUT by the thread that turned it away. */
  private volatile @Nullable TaskShedException why;

  /** Written by the worker before EARLY or ADMITTED, read after. */
  private volatile Optional<Deadline> deadline = Optional.empty();

  private final AtomicBoolean served = new AtomicBoolean();

  /** The pool's thread; written before EARLY or ADMITTED, read after. */
  private @Nullable Thread worker;

  /** What the container's thread does of it; null where the pool's own thread does it. */
  private volatile @Nullable Offloaded work;

  Ticket(PoolGate gate) {
    this.gate = gate;
  }

  // ---- The pool's side

  @Override
  public Optional<Void> call() {
    run();
    return Optional.empty();
  }

  @Override
  public void run() {
    deadline = Deadline.current();
    worker = Thread.currentThread();
    if (Thread.currentThread().equals(containers) && state.compareAndSet(State.NEW, State.CALLER)) {
      return;
    }
    if (state.compareAndSet(State.NEW, State.EARLY)) {
      awaitEnd();
    } else if (state.compareAndSet(State.PARKED, State.ADMITTED)) {
      WorkerDispatch.dispatch(this::dispatch);
      awaitEnd();
    }
  }

  @Override
  public void shed(TaskShedException reason) {
    why = reason;
    if (!state.compareAndSet(State.NEW, State.OUT)
        && state.compareAndSet(State.PARKED, State.OUT)) {
      gate.refuse(parked(), reason);
      over();
    }
  }

  private void awaitEnd() {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the pool stops; the container ends the request
    }
  }

  // ---- The container's side

  /** The pool has it, as this. */
  void taken(Future<?> future) {
    task = future;
  }

  /** Why it was turned away before it was parked; empty where it was not. */
  Optional<TaskShedException> shedAlready() {
    return state.get() == State.OUT ? Optional.ofNullable(why) : Optional.empty();
  }

  /** Whether the pool had the thread run it that handed it over. */
  boolean isForCaller() {
    return state.get() == State.CALLER;
  }

  /** The container's own time-out, which a servlet finds that goes asynchronous itself. */
  void usualTimeout(long millis) {
    usualTimeoutMillis = millis;
  }

  /** The request waits from now on without a thread; or is dispatched, where a worker has it. */
  void park(AsyncContext asynchronous) {
    context = asynchronous;
    if (state.compareAndSet(State.NEW, State.PARKED)) {
      return;
    }
    if (state.compareAndSet(State.EARLY, State.ADMITTED)) {
      dispatch();
    } else {
      shedAlready().ifPresent(reason -> gate.refuse(asynchronous, reason));
      over();
    }
  }

  /** The request could not be made asynchronous: nothing will come of it. */
  void abandon() {
    state.set(State.OUT);
    over();
  }

  private void dispatch() {
    try {
      parked().dispatch();
    } catch (RuntimeException e) {
      // The container gave the request up in between, such as for a client that has gone.
      over();
    }
  }

  private AsyncContext parked() {
    AsyncContext asynchronous = context;
    if (asynchronous == null) {
      throw new AssertionError("context must be there in state " + state);
    }
    return asynchronous;
  }

  /** Whether this is the request's first way through the filter since it was admitted. */
  boolean serve(Supplier<Offloaded> offloaded) {
    boolean first = state.get() == State.ADMITTED && served.compareAndSet(false, true);
    if (first && !Thread.currentThread().equals(worker)) {
      work = offloaded.get();
    }
    return first;
  }

  /** The container's thread goes, whether or not the request is answered. */
  void leave() {
    Offloaded begun = work;
    if (begun != null) {
      begun.leave();
    }
  }

  /** That of the task, the pool's default included. */
  Optional<Deadline> deadline() {
    return deadline;
  }

  /** The dispatched request has been answered. Any number of times. */
  void end() {
    if (state.compareAndSet(State.ADMITTED, State.ENDED)) {
      Offloaded begun = work;
      if (begun != null) {
        begun.close();
      }
      over();
    }
  }

  /** Lets a worker that waits go, whatever has become of the request. */
  void over() {
    ended.countDown();
    gate.over(this);
  }

  @Override
  public void onComplete(AsyncEvent event) {
    if (state.get() == State.ADMITTED && !served.get()) {
      gate.wasPassedBy();
    }
    end();
  }

  /** While it waits, an error can only be one of the connection: nothing else happens to it. */
  @Override
  public void onError(AsyncEvent event) {
    if (state.compareAndSet(State.PARKED, State.OUT)) {
      gate.gone(waiting());
      over();
      try {
        event.getAsyncContext().complete();
      } catch (IllegalStateException e) {
        // the container has completed it by itself
      }
    }
  }

  /** While it waits, the time-out is its deadline; later, it is the servlet's. */
  @Override
  public void onTimeout(AsyncEvent event) {
    if (state.compareAndSet(State.PARKED, State.OUT)) {
      waiting().cancel(false);
      gate.refuse(event.getAsyncContext(), Refusals.expired());
      over();
    }
  }

  private Future<?> waiting() {
    Future<?> future = task;
    if (future == null) {
      throw new AssertionError("task must be there in state " + state);
    }
    return future;
  }

  /** The servlet itself goes asynchronous, which makes the container forget its listeners. */
  @Override
  public void onStartAsync(AsyncEvent event) {
    AsyncContext again = event.getAsyncContext();
    again.addListener(this);
    again.setTimeout(usualTimeoutMillis);
  }
}
