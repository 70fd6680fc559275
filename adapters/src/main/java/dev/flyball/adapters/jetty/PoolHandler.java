package dev.flyball.adapters.jetty;

import dev.flyball.pool.AdaptivePool;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A Jetty handler that handles each request in a pool, as one task.
 *
 * <p>Jetty's own threads accept, read and parse, and close. So the pool is measured and sized by
 * the requests alone; with {@link JettyThreads} it also gets the reading of connections that
 * clients close, which are short tasks of the same class.
 *
 * <pre>{@code
 * Server server = new Server();
 * server.setHandler(PoolHandler.over(pool, app));
 * }</pre>
 *
 * <p>A request that the pool does not take is answered with 503. The pool's rejection must not run
 * or delay a task in the caller's thread, which may be one that reads for all: it may be {@code
 * abort}, the default, and no other.
 *
 * <p>Safe for any number of threads. The caller owns the pool, and ends it after the server.
 */
public final class PoolHandler extends Handler.Wrapper {

  private final AdaptivePool pool;

  private PoolHandler(AdaptivePool pool, Handler handler) {
    super(handler);
    this.pool = pool;
  }

  /**
   * A handler that has another one run in a pool.
   *
   * @param pool runs its requests
   * @param handler handles them
   */
  public static PoolHandler over(AdaptivePool pool, Handler handler) {
    Objects.requireNonNull(pool, "pool must not be null");
    Objects.requireNonNull(handler, "handler must not be null");
    return new PoolHandler(pool, handler);
  }

  /** It only hands over, so that no thread is needed for it. */
  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    try {
      pool.execute(() -> handleHere(request, response, callback));
    } catch (RejectedExecutionException full) {
      Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
    }
    return true;
  }

  private void handleHere(Request request, Response response, Callback callback) {
    boolean handled;
    try {
      handled = super.handle(request, response, callback);
    } catch (Throwable failure) {
      Response.writeError(request, response, callback, failure);
      return;
    }
    if (!handled) {
      Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
    }
  }
}
