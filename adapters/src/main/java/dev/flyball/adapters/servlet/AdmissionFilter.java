package dev.flyball.adapters.servlet;

import dev.flyball.admission.TaskOptions;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.Permits;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;

/**
 * A servlet filter that lets requests in by their deadline and importance, and turns away at once
 * those that would be answered too late: with status 503 and {@code Retry-After}.
 *
 * <pre>{@code
 * Limiter requests = Limiter.named("requests").build();
 * AdmissionFilter filter =
 *     AdmissionFilter.over(requests).deadline(Duration.ofSeconds(2)).build();
 * filter.addTo(servletContext, "/*");
 * }</pre>
 *
 * <p><b>Two ways.</b> Over a {@link Limiter} or an {@link AdaptivePool}, a request waits in their
 * queue, and holds no thread; the container's threads only read and parse. Over {@link Permits}, it
 * waits in the container's thread: for virtual threads, and where a filter before does not support
 * asynchronous requests.
 *
 * <p><b>Which?</b> With a limiter, the worker of a request is a virtual thread that only waits for
 * the container's. With a pool it is a thread of the system; give the container a {@link
 * WorkerDispatch}, and the request runs on that thread itself, so that the pool knows what
 * processor time requests take. Without it, the container must have as many threads as the pool or
 * limiter may have workers, or requests that were admitted wait once more.
 *
 * <p><b>Where.</b> First in the chain. Over a pool or limiter the filter must be mapped for the
 * dispatcher types REQUEST and ASYNC, as {@link #addTo} does. Filters after it must be mapped for
 * ASYNC as well, since the admitted request is dispatched as such; to them, and to the servlet, its
 * dispatcher type is REQUEST, so that those which run once per request do. The servlet may be
 * asynchronous itself, and throws as ever.
 *
 * <p><b>The deadline</b> is what the client says in a {@link TimeoutHeader}, or a default, counted
 * from when the filter sees the request. {@link dev.flyball.admission.Deadline#current()} is it in
 * what comes after the filter. A request that still waits at its deadline is answered then, also
 * when nothing happens in the pool.
 *
 * <p><b>The pool</b> must tell what it does not take: its {@link dev.flyball.pool.Rejection} may be
 * any but {@code discardOldest}. Stop the server before the pool.
 *
 * <p><b>When the client goes</b> while its request waits in the queue of a pool or limiter, and the
 * container tells, the request leaves the queue at once. The pool counts it as shed, with the cause
 * {@link dev.flyball.admission.ShedCause#GONE}, and {@link #clientsGone()} as well. Tomcat and
 * Jetty tell for HTTP/2, where the client resets the stream; Jetty not always where that comes
 * while the request is still in its filters. For HTTP/1.1 neither looks at the connection of a
 * request that waits; there, and over permits, the deadline has to do. A request that has been let
 * in goes on.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 */
public final class AdmissionFilter implements Filter {

  private final Gate gate;
  private final RequestOptions options;

  AdmissionFilter(Gate gate, RequestOptions options) {
    this.gate = gate;
    this.options = options;
  }

  /** Begins a builder of a filter whose requests wait in this pool's queue. */
  public static AdmissionFilterBuilder over(AdaptivePool pool) {
    return new AdmissionFilterBuilder(refusals ->
        new PoolGate(
            new PoolGate.Pool(pool::submit, pool::abandon, pool.deadline(), pool::offloaded),
            refusals));
  }

  /** Begins a builder of a filter whose requests wait in this limiter's queue. */
  public static AdmissionFilterBuilder over(Limiter limiter) {
    return new AdmissionFilterBuilder(refusals ->
        new PoolGate(
            new PoolGate.Pool(
                limiter::submit, limiter::abandon, limiter.deadline(), limiter::offloaded),
            refusals));
  }

  /** Begins a builder of a filter whose requests wait for one of these permits, in their thread. */
  public static AdmissionFilterBuilder over(Permits permits) {
    return new AdmissionFilterBuilder(refusals -> new PermitsGate(permits, refusals));
  }

  /**
   * Adds the filter to an application that starts, before the filters that its descriptor names.
   *
   * @param urlPatterns of the requests that it deals with, such as {@code /*}
   * @throws IllegalStateException when the application has started, or has such a filter
   */
  public void addTo(ServletContext context, String... urlPatterns) {
    FilterRegistration.Dynamic added = context.addFilter("flyball-admission", this);
    if (added == null) {
      throw new IllegalStateException("the application must have one admission filter but had one");
    }
    added.setAsyncSupported(true);
    added.addMappingForUrlPatterns(
        EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), false, urlPatterns);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    long arrivedNanos = System.nanoTime();
    if (!(request instanceof HttpServletRequest asked)
        || !(response instanceof HttpServletResponse answer)) {
      chain.doFilter(request, response);
    } else if (gate.knows(asked)) {
      gate.passAgain(asked, answer, chain);
    } else {
      TaskOptions said = options.of(asked, arrivedNanos);
      gate.pass(asked, answer, chain, said);
    }
  }

  /** Headers that should have said a timeout and were not written as they should be. */
  public long invalidTimeouts() {
    return options.invalid().sum();
  }

  /** Requests that left the queue because their client had gone, where the server tells. */
  public long clientsGone() {
    return gate.clientsGone();
  }

  @Override
  public void destroy() {
    gate.close();
  }
}
