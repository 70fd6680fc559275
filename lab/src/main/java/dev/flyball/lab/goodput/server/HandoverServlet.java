package dev.flyball.lab.goodput.server;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

/**
 * A servlet that hands each request to a pool, whose worker serves it by another servlet. So the
 * container's thread is free at once.
 *
 * <p>It is no filter: Tomcat takes a filter chain back when the filter returns, so the rest of one
 * cannot be run by another thread.
 */
final class HandoverServlet extends HttpServlet {

  private final Servlet then;
  private final BiConsumer<HttpServletRequest, Handed> pool;

  /**
   * One in front of a servlet.
   *
   * @param pool takes a request with what is to be done for it; a {@link
   *     RejectedExecutionException} is answered with 503
   */
  HandoverServlet(Servlet then, BiConsumer<HttpServletRequest, Handed> pool) {
    this.then = then;
    this.pool = pool;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext exchange = request.startAsync();
    exchange.setTimeout(0);
    Handed handed = new Handed(exchange, then);
    try {
      pool.accept(request, handed);
    } catch (RejectedExecutionException full) {
      handed.refuse();
    }
  }

  /** A request that a pool is to serve, by {@link #run}, or to refuse; one of them, once. */
  static final class Handed implements Runnable {

    private final AsyncContext exchange;
    private final Servlet then;

    private Handed(AsyncContext exchange, Servlet then) {
      this.exchange = exchange;
      this.then = then;
    }

    @Override
    public void run() {
      try {
        then.service(exchange.getRequest(), exchange.getResponse());
      } catch (IOException | ServletException | IllegalStateException gone) {
        // The client has left.
      } finally {
        complete();
      }
    }

    /** Answers 503. */
    void refuse() {
      try {
        ((HttpServletResponse) exchange.getResponse())
            .setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      } catch (IllegalStateException gone) {
        // The client has left.
      } finally {
        complete();
      }
    }

    private void complete() {
      try {
        exchange.complete();
      } catch (IllegalStateException takenBack) {
        // The container has ended the exchange, since the client has left.
      }
    }
  }
}
