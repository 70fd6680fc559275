package dev.flyball.adapters.servlet;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.pool.Permits;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * A gate before which requests wait for a permit in the container's own threads.
 *
 * <p>A request holds its permit until it is answered, the servlet's own asynchronous work included.
 */
final class PermitsGate implements Gate {

  private final Permits permits;
  private final Refusals refusals;
  private final String attribute;

  PermitsGate(Permits permits, Refusals refusals) {
    this.permits = permits;
    this.refusals = refusals;
    this.attribute = PermitsGate.class.getName() + "@" + System.identityHashCode(this);
  }

  @Override
  public void pass(
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain,
      TaskOptions options)
      throws IOException, ServletException {
    try {
      permits.acquire(options);
    } catch (TaskShedException why) {
      refusals.answer(request, response, why);
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServletException("interrupted while waiting for " + permits, e);
    }
    Hold hold = new Hold(permits, Deadline.current());
    request.setAttribute(attribute, hold);
    try {
      DeadlineCall.run(hold.deadline, () -> chain.doFilter(request, response));
    } finally {
      hold.leave(request);
    }
  }

  @Override
  public boolean knows(HttpServletRequest request) {
    return request.getAttribute(attribute) instanceof Hold;
  }

  @Override
  public void passAgain(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Hold hold = (Hold) request.getAttribute(attribute);
    try {
      DeadlineCall.run(hold.deadline, () -> chain.doFilter(request, response));
    } finally {
      hold.releaseWhenAnswered(request);
    }
  }

  @Override
  public long clientsGone() {
    return 0;
  }

  @Override
  public void close() {
    // each permit is released by the request that holds it
  }

  /**
   * A permit that a request holds, in the thread that took it until that leaves the request, and
   * then without a thread: what other requests hold in any thread is not touched. It is released
   * once.
   */
  private static final class Hold implements AsyncListener {

    private final Permits permits;
    private final Optional<Deadline> deadline;

    /** Releases this very permit; written before the thread that took it leaves, read after. */
    private volatile Runnable release = () -> {};

    Hold(Permits permits, Optional<Deadline> deadline) {
      this.permits = permits;
      this.deadline = deadline;
    }

    /** The thread that took it goes. */
    void leave(HttpServletRequest request) {
      release = permits.detach();
      releaseWhenAnswered(request);
    }

    void releaseWhenAnswered(HttpServletRequest request) {
      if (!request.isAsyncStarted()) {
        release();
        return;
      }
      try {
        AsyncContext context = request.getAsyncContext();
        context.addListener(this);
      } catch (IllegalStateException e) {
        release(); // it has ended in between
      }
    }

    private void release() {
      release.run();
    }

    @Override
    public void onComplete(AsyncEvent event) {
      release();
    }

    @Override
    public void onError(AsyncEvent event) {
      // the container completes it
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // the container completes it
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}
