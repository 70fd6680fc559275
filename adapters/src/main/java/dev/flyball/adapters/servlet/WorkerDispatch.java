package dev.flyball.adapters.servlet;

import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An executor for a container, which lets an admitted request run on the pool's worker itself.
 *
 * <p>Without it, a worker that takes a request tells the container to dispatch it, and waits until
 * one of the container's threads has run it: two threads for a request, of which one sleeps. With
 * it, the container's job runs in the worker at once; everything else goes to the container's own
 * threads, of which a few suffice, since they only read and parse.
 *
 * <pre>{@code
 * // Tomcat; in Spring Boot in a TomcatProtocolHandlerCustomizer
 * connector.getProtocolHandler().setExecutor(WorkerDispatch.over(Executors.newFixedThreadPool(4)));
 *
 * // Jetty
 * new ServerConnector(server, WorkerDispatch.over(server.getThreadPool()), null, null, -1, -1, ...)
 * }</pre>
 *
 * <p>Safe for any number of threads. The caller owns the other executor, and ends it.
 */
public final class WorkerDispatch implements Executor {

  /** Set while a worker tells its container to dispatch. */
  private static final ThreadLocal<WorkerDispatch.Held> DISPATCHING = new ThreadLocal<>();

  private final Executor others;

  private WorkerDispatch(Executor others) {
    this.others = others;
  }

  /**
   * An executor that passes on everything but dispatches of admitted requests.
   *
   * @param others runs what else the container has to do
   */
  public static WorkerDispatch over(Executor others) {
    Objects.requireNonNull(others, "others must not be null");
    return new WorkerDispatch(others);
  }

  @Override
  public void execute(Runnable job) {
    Held held = DISPATCHING.get();
    if (held == null || held.job != null) {
      others.execute(job);
    } else {
      held.job = job;
    }
  }

  /**
   * Calls what makes the container dispatch, and runs the job that comes of it, if it comes to this
   * thread. The job runs after the call, since the container may hold locks during it.
   */
  static void dispatch(Runnable dispatch) {
    Held held = new Held();
    DISPATCHING.set(held);
    try {
      dispatch.run();
    } finally {
      DISPATCHING.remove();
    }
    if (held.job != null) {
      held.job.run();
    }
  }

  /** The job that comes of a dispatch. */
  private static final class Held {
    private @Nullable Runnable job;
  }
}
