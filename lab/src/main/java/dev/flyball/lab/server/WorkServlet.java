package dev.flyball.lab.server;

import dev.flyball.lab.server.Service.Work;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The servlet behind {@code /kind/*}: finds the work of a kind and hands it to the pool under test.
 *
 * <p>Work goes on in its pool while the server stops. From {@link #leave} on, none of it turns to
 * the container any more, which by then takes down what a request is dispatched through.
 */
final class WorkServlet extends HttpServlet {

  /** The container need not say that a dispatch has ended, such as where the client has gone. */
  private static final long LEAVING_NANOS_MAX = 5_000_000_000L;

  private final Map<String, Work> works;
  private final BiConsumer<String, Runnable> pool;

  // Guarded by this.
  private final Set<HandedOut> dispatched = new HashSet<>(); // and not yet completed
  private boolean left;

  WorkServlet(Map<String, Work> works, BiConsumer<String, Runnable> pool) {
    this.works = Map.copyOf(works);
    this.pool = pool;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getDispatcherType() == DispatcherType.ASYNC) {
      throw new IOException("the work broke off while its answer was under way");
    }
    String path = request.getPathInfo();
    String kind = path == null ? "" : path.substring(1);
    Work work = works.get(kind);
    if (work == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "no kind of work is called " + kind);
    } else {
      dispatch(kind, work, request.startAsync());
    }
  }

  private void dispatch(String kind, Work work, AsyncContext exchange) throws IOException {
    exchange.setTimeout(0);
    HandedOut handedOut = new HandedOut();
    exchange.addListener(handedOut);
    try {
      pool.accept(kind, () -> performAndComplete(work, exchange, handedOut));
    } catch (RejectedExecutionException full) {
      fail(response(exchange), HttpServletResponse.SC_SERVICE_UNAVAILABLE, "the pool is full");
      exchange.complete();
    }
  }

  /**
   * An answer that breaks off must end with its connection, or the client would take the next one
   * for the rest of it. Only the container can close it, so the request is sent through the servlet
   * again. When the container has taken the exchange back, because the client has gone, or the
   * server is stopping and closes all connections itself, whatever fails afterwards fails for that
   * reason.
   */
  private void performAndComplete(Work work, AsyncContext exchange, HandedOut handedOut) {
    try {
      perform(work, response(exchange));
      exchange.complete();
    } catch (IOException | IllegalStateException failure) {
      if (!handedOut.takenBack) {
        breakOff(exchange, handedOut);
      }
    }
  }

  private void breakOff(AsyncContext exchange, HandedOut handedOut) {
    if (!begins(handedOut)) {
      return;
    }
    try {
      exchange.dispatch();
    } catch (IllegalStateException | UnsupportedOperationException takenBack) {
      ended(handedOut); // it was taken back just now, and its connection with it
    }
  }

  private synchronized boolean begins(HandedOut dispatch) {
    return !left && dispatched.add(dispatch);
  }

  private synchronized void ended(HandedOut dispatch) {
    dispatched.remove(dispatch);
    notifyAll();
  }

  /**
   * The server is about to stop: lets no dispatch begin, and waits until the container has
   * completed those that have.
   */
  synchronized void leave() {
    left = true;
    long deadline = System.nanoTime() + LEAVING_NANOS_MAX;
    try {
      while (!dispatched.isEmpty() && deadline - System.nanoTime() > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpServletResponse response(AsyncContext exchange) {
    return (HttpServletResponse) exchange.getResponse();
  }

  /**
   * Does the work and ends the response. A worker that is interrupted answers 503; it keeps its
   * interrupt, but only after the answer is out, for a socket closes under a thread that writes to
   * it while interrupted.
   */
  private static void perform(Work work, HttpServletResponse response) throws IOException {
    try {
      work.perform(response.getOutputStream());
      response.flushBuffer();
    } catch (InterruptedException stopped) {
      try {
        fail(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "the worker was stopped");
      } finally {
        Thread.currentThread().interrupt();
      }
    } catch (RuntimeException | Error broken) {
      fail(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, broken.toString());
    }
  }

  private static void fail(HttpServletResponse response, int status, String why)
      throws IOException {
    if (response.isCommitted()) {
      throw new IOException("the answer was under way when it failed: " + why);
    }
    response.reset();
    response.setStatus(status);
    byte[] body = why.getBytes(StandardCharsets.UTF_8);
    response.setContentType("text/plain;charset=utf-8");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
    response.flushBuffer();
  }

  /** Whether the container has taken an exchange back that was handed to the pool. */
  private final class HandedOut implements AsyncListener {
    private volatile boolean takenBack;

    @Override
    public void onComplete(AsyncEvent event) {
      takenBack = true;
      ended(this);
    }

    @Override
    public void onError(AsyncEvent event) {
      takenBack = true;
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      takenBack = true;
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
