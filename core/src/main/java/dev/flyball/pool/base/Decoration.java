package dev.flyball.pool.base;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an executor does to each task that it is handed: runs it inside of what the user's decorator
 * has made of it. What the task is besides, a future or {@link Sheddable}, it remains.
 *
 * <p>Immutable. The decorator is called by the submitting thread.
 */
public final class Decoration {

  /** That of an executor without a decorator. */
  public static final Decoration NONE = new Decoration(null);

  private final @Nullable UnaryOperator<Runnable> decorator;

  private Decoration(@Nullable UnaryOperator<Runnable> decorator) {
    this.decorator = decorator;
  }

  /** That by this decorator. */
  public static Decoration by(UnaryOperator<Runnable> decorator) {
    return new Decoration(decorator);
  }

  private static Runnable decorated(UnaryOperator<Runnable> by, Runnable task) {
    return Objects.requireNonNull(by.apply(task), "decorate must not return null");
  }

  /** Whether it is the task of a {@code CompletableFuture}, decorated or not. */
  public static boolean isCompletion(Runnable task) {
    Runnable its = task instanceof Promised<?> promised ? promised.itself() : task;
    return its instanceof CompletableFuture.AsynchronousCompletionTask;
  }

  /** A task that is executed, decorated. */
  public Runnable of(Runnable task) {
    if (decorator == null) {
      return task;
    }
    Runnable made = decorated(decorator, task);
    if (task instanceof Future<?> future) {
      return new Promised<>(made, task, future);
    }
    return task instanceof Sheddable told ? new Told(made, told) : made;
  }

  /** A task that is submitted, decorated. */
  public <T> Callable<T> of(Callable<T> task) {
    if (decorator == null) {
      return task;
    }
    Objects.requireNonNull(task, "task must not be null");
    Call<T> call = new Call<>(task);
    call.decorated = decorated(decorator, call);
    return task instanceof Sheddable told ? new ToldCall<>(call, told) : call;
  }

  /** A task that is told when it is turned away. */
  private record Told(Runnable decorated, Sheddable task) implements Sheddable {

    @Override
    public void run() {
      decorated.run();
    }

    @Override
    public void shed(TaskShedException why) {
      task.shed(why);
    }
  }

  /** A task that is a future, and may be told besides. */
  private record Promised<T>(Runnable decorated, Runnable itself, Future<T> task)
      implements RunnableFuture<T>, Sheddable {

    @Override
    public void shed(TaskShedException why) {
      TaskOwner.shed(itself, why);
    }

    @Override
    public void run() {
      decorated.run();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return task.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean isCancelled() {
      return task.isCancelled();
    }

    @Override
    public boolean isDone() {
      return task.isDone();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
      return task.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
      return task.get(timeout, unit);
    }
  }

  /** A callable; what it returns or throws is kept while the decoration ends. */
  private static final class Call<T> implements Callable<T>, Runnable {

    private final Callable<T> task;
    private Runnable decorated = this;
    private boolean ran;
    private @Nullable T result;
    private @Nullable Exception failure;

    Call(Callable<T> task) {
      this.task = task;
    }

    @Override
    @SuppressWarnings("NullAway") // a result may be null if the task's type says so
    public T call() throws Exception {
      decorated.run();
      if (failure != null) {
        throw failure;
      }
      if (!ran) {
        throw new IllegalStateException("what decorate returns must run the task but did not");
      }
      return result;
    }

    /** Called by the decoration. */
    @Override
    public void run() {
      ran = true;
      try {
        result = task.call();
      } catch (Exception e) {
        failure = e;
      }
    }
  }

  /** A callable that is told when it is turned away. */
  private record ToldCall<T>(Call<T> task, Sheddable told) implements Callable<T>, Sheddable {

    @Override
    public T call() throws Exception {
      return task.call();
    }

    @Override
    public void run() {
      task.run();
    }

    @Override
    public void shed(TaskShedException why) {
      told.shed(why);
    }
  }
}
