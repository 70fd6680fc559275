package dev.flyball.lab.goodput.server;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

/**
 * A filter that hands the rest of a request to a pool, and so frees the container's thread.
 *
 * @param pool takes a request with what is known of it; a {@link RejectedExecutionException} is
 *     answered with 503
 */
record HandoverFilter(BiConsumer<HttpServletRequest, Handed> pool) implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
    AsyncContext exchange = request.startAsync();
    exchange.setTimeout(0);
    Handed handed = new Handed(exchange, chain);
    try {
      pool.accept((HttpServletRequest) request, handed);
    } catch (RejectedExecutionException full) {
      handed.refuse();
    }
  }

  /** A request that a pool is to serve, by {@link #run}, or to refuse; one of them, once. */
  static final class Handed implements Runnable {

    private final AsyncContext exchange;
    private final FilterChain chain;

    private Handed(AsyncContext exchange, FilterChain chain) {
      this.exchange = exchange;
      this.chain = chain;
    }

    @Override
    public void run() {
      try {
        chain.doFilter(exchange.getRequest(), exchange.getResponse());
        exchange.complete();
      } catch (IOException | ServletException | IllegalStateException gone) {
        complete(); // the client has left, and the container may know it already
      }
    }

    /** Answers 503. */
    void refuse() {
      try {
        ((HttpServletResponse) exchange.getResponse())
            .setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        exchange.complete();
      } catch (IllegalStateException gone) {
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
