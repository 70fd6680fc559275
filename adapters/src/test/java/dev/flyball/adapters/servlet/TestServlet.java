package dev.flyball.adapters.servlet;

import dev.flyball.admission.Deadline;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A servlet that answers, waits, throws, or goes asynchronous, as the end of the path says. */
final class TestServlet extends HttpServlet {

  static final String MARK = "mark";

  /** Requests that wait in here until they get one. */
  static final Semaphore GO = new Semaphore(0);

  /** The processor time of /compute. */
  static final long COMPUTING_NANOS = 20_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  static final AtomicInteger HELD = new AtomicInteger();
  static final AtomicInteger SERVED = new AtomicInteger();

  /** Requests to /a/gone that are back from the filters, and wait for their turn. */
  static final AtomicInteger LEFT_TO_WAIT = new AtomicInteger();

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SERVED.incrementAndGet();
    String path = request.getPathInfo();
    switch (path) {
      case "/hold" -> {
        hold();
        answer(request, response);
      }
      case "/compute" -> {
        long until = THREADS.getCurrentThreadCpuTime() + COMPUTING_NANOS;
        while (THREADS.getCurrentThreadCpuTime() < until) {
          Thread.onSpinWait();
        }
        answer(request, response);
      }
      case "/throw" -> throw new IllegalStateException("the servlet's own");
      case "/async" -> {
        AsyncContext context = request.startAsync();
        new Thread(
                () -> {
                  hold();
                  answer(request, (HttpServletResponse) context.getResponse());
                  context.complete();
                })
            .start();
      }
      case "/timeout" -> {
        AsyncContext context = request.startAsync();
        response.getWriter().print(context.getTimeout());
        context.complete();
      }
      case "/never" -> request.startAsync();
      case "/again" -> {
        if (request.getAttribute("again") == null) {
          request.setAttribute("again", "yes");
          AsyncContext context = request.startAsync();
          new Thread(context::dispatch).start();
        } else {
          answer(request, response);
        }
      }
      default -> answer(request, response);
    }
  }

  private static void hold() {
    HELD.incrementAndGet();
    GO.acquireUninterruptibly();
    HELD.decrementAndGet();
  }

  private static void answer(HttpServletRequest request, HttpServletResponse response) {
    try {
      response
          .getWriter()
          .printf(
              Locale.ROOT,
              "%s %s?%s %s %s %s deadline=%d",
              request.getMethod(),
              request.getRequestURI(),
              request.getQueryString(),
              new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
              request.getDispatcherType(),
              request.getAttribute(MARK),
              Deadline.current().map(left -> left.remaining().toMillis()).orElse(-1L));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
