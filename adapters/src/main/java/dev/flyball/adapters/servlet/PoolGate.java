package dev.flyball.adapters.servlet;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.pool.Offloaded;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A gate before which requests wait in the queue of a pool or limiter, without a thread.
 *
 * <p>A request comes by twice. First it is handed to the pool and made asynchronous, and the
 * container's thread goes. When a worker takes it, the container dispatches it again, and it goes
 * on to what comes after the filter. That is the only way that the Servlet API allows: a chain of
 * filters belongs to the container's thread (Tomcat clears and reuses it when that thread goes).
 */
final class PoolGate implements Gate {

  private static final System.Logger LOG = System.getLogger(AdmissionFilter.class.getName());

  /**
   * The queue that requests wait in.
   *
   * @param submit takes a request's task in, or refuses it by an exception
   * @param abandon takes one out whose client has gone
   * @param deadline of those that bring none
   * @param offloaded begins to measure a request's work in a thread of the container
   */
  record Pool(
      BiFunction<TaskOptions, Ticket, Future<?>> submit,
      Consumer<Future<?>> abandon,
      Optional<Duration> deadline,
      Supplier<Offloaded> offloaded) {}

  /** The pool itself turns most away that are late; this is for when nothing happens in it. */
  private static final long GRACE_MILLIS = 250;

  private final Pool pool;
  private final Refusals refusals;
  private final String attribute;
  private final Set<Ticket> open = ConcurrentHashMap.newKeySet();
  private final LongAdder gone = new LongAdder();
  private final AtomicBoolean saidPassedBy = new AtomicBoolean();

  PoolGate(Pool pool, Refusals refusals) {
    this.pool = pool;
    this.refusals = refusals;
    this.attribute = PoolGate.class.getName() + "@" + System.identityHashCode(this);
  }

  @Override
  public void pass(
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain,
      TaskOptions options)
      throws IOException, ServletException {
    if (!request.isAsyncSupported()) {
      throw new ServletException(
          "admission over a pool makes requests asynchronous, but this filter, or one before it on"
              + " the way to servlet '"
              + request.getHttpServletMapping().getServletName()
              + "', does not support that: set asyncSupported there, or gate in the server's threads,"
              + " with Permits");
    }
    Ticket ticket = new Ticket(this);
    Optional<TaskShedException> out = handOver(ticket, options);
    if (out.isPresent()) {
      refusals.answer(request, response, out.get());
    } else if (ticket.isForCaller()) {
      DeadlineCall.run(ticket.deadline(), () -> chain.doFilter(request, response));
    } else {
      park(request, response, ticket, waitMillisMax(options));
    }
  }

  /**
   * How long a request may wait: to the end of its deadline, or of the pool's, and a little longer.
   * 0, which is without end, only where neither is set: then a request waits for its turn, as it
   * would for a thread of the container.
   */
  private long waitMillisMax(TaskOptions options) {
    Optional<Duration> left = remaining(options).or(pool::deadline);
    return left.map(time -> time.toMillis() + GRACE_MILLIS).orElse(0L);
  }

  private static Optional<Duration> remaining(TaskOptions options) {
    return options.hasDeadline()
        ? Optional.of(Deadline.atNanos(options.deadlineNanos(System.nanoTime())).remaining())
        : Optional.empty();
  }

  /** Hands a request to the pool; returns the reason where it is turned away at once. */
  private Optional<TaskShedException> handOver(Ticket ticket, TaskOptions options) {
    Optional<TaskShedException> out;
    open.add(ticket);
    boolean answered = false;
    try {
      Future<?> future = pool.submit.apply(options, ticket);
      ticket.taken(future);
      out = future.isCancelled() ? Optional.of(Refusals.rejected()) : ticket.shedAlready();
      answered = true;
    } catch (TaskShedException why) {
      out = Optional.of(why);
      answered = true;
    } catch (RejectedExecutionException e) {
      out = Optional.of(Refusals.rejected());
      answered = true;
    } finally {
      if (!answered) {
        ticket.abandon(); // the pool's Rejection has failed: the container answers
      }
    }
    if (out.isPresent() || ticket.isForCaller()) {
      over(ticket);
    }
    return out;
  }

  private void park(
      HttpServletRequest request, HttpServletResponse response, Ticket ticket, long waitMillisMax) {
    AsyncContext context;
    try {
      request.setAttribute(attribute, ticket);
      context = request.startAsync(request, response);
      ticket.usualTimeout(context.getTimeout());
      context.setTimeout(waitMillisMax);
      context.addListener(ticket);
    } catch (RuntimeException e) {
      ticket.abandon();
      throw e;
    }
    ticket.park(context);
  }

  @Override
  public boolean knows(HttpServletRequest request) {
    return request.getAttribute(attribute) instanceof Ticket;
  }

  @Override
  public void passAgain(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Ticket ticket = (Ticket) request.getAttribute(attribute);
    boolean first = ticket.serve(pool.offloaded);
    HttpServletRequest asFirst = first ? new FirstDispatch(request) : request;
    try {
      DeadlineCall.run(ticket.deadline(), () -> chain.doFilter(asFirst, response));
    } finally {
      ticket.leave();
      if (!request.isAsyncStarted()) {
        ticket.end();
      }
    }
  }

  // ---- What tickets tell

  /** Answers a parked request that was turned away, in any thread, and ends it in any case. */
  void refuse(AsyncContext context, TaskShedException why) {
    try {
      HttpServletRequest request = (HttpServletRequest) context.getRequest();
      HttpServletResponse response = (HttpServletResponse) context.getResponse();
      refusals.answer(request, response, why);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the client of a shed request had gone", e);
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.ERROR, "could not answer a shed request", e);
      failed(context);
    }
    try {
      context.complete();
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "the container had ended a shed request", e);
    }
  }

  /** Answers as the container does where a servlet has thrown something. */
  private static void failed(AsyncContext context) {
    try {
      HttpServletResponse response = (HttpServletResponse) context.getResponse();
      if (!response.isCommitted()) {
        response.reset();
        response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      }
    } catch (IOException | RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "the client of a shed request had gone", e);
    }
  }

  /** The client of a request that waited has gone. */
  void gone(Future<?> waited) {
    gone.increment();
    pool.abandon.accept(waited);
  }

  @Override
  public long clientsGone() {
    return gone.sum();
  }

  void over(Ticket ticket) {
    open.remove(ticket);
  }

  /** An admitted request reached the servlet, but not by the filter. */
  void wasPassedBy() {
    if (saidPassedBy.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the admission filter must be mapped for dispatcher types REQUEST and ASYNC but is not"
              + " for ASYNC: deadlines are unknown to what is called");
    }
  }

  @Override
  public void close() {
    open.forEach(Ticket::over);
  }

  /** The admitted request, which for all that comes after the filter is dispatched first now. */
  private static final class FirstDispatch extends HttpServletRequestWrapper {

    FirstDispatch(HttpServletRequest request) {
      super(request);
    }

    @Override
    public DispatcherType getDispatcherType() {
      return DispatcherType.REQUEST;
    }
  }
}
