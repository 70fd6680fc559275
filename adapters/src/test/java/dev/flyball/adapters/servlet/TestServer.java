package dev.flyball.adapters.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.EnumSet;

/** A running server, with the filter under test and a servlet for all that can happen. */
interface TestServer extends AutoCloseable {

  /** The port that it listens on, for HTTP/1.1, and for HTTP/2 after an upgrade. */
  int port();

  @Override
  void close();

  /**
   * Sets the application up. The servlet is behind the filter under test: under {@code /a}; under
   * {@code /sync}, without support for asynchronous requests; under {@code /old}, behind a filter
   * without it; under {@code /begun}, behind a filter that has sent the beginning of the answer. A
   * filter after it leaves a mark, and is mapped as the filter's documentation says. One before it
   * counts what is back from the filters of {@code /a/gone}.
   */
  static void setUp(ServletContext context, AdmissionFilter filter) {
    add(
        context,
        "gone",
        false,
        (chain, request, response) -> {
          chain.doFilter(request, response);
          TestServlet.LEFT_TO_WAIT.incrementAndGet();
        },
        "/a/gone");
    add(context, "old", false, FilterChain::doFilter, "/old/*").setAsyncSupported(false);
    add(
        context,
        "begun",
        false,
        (chain, request, response) -> {
          response.getWriter().print("begun;");
          response.flushBuffer();
          chain.doFilter(request, response);
        },
        "/begun/*");
    filter.addTo(context, "/*");
    add(
        context,
        "after",
        true,
        (chain, request, response) -> {
          request.setAttribute(TestServlet.MARK, "marked");
          chain.doFilter(request, response);
        },
        "/*");
    ServletRegistration.Dynamic servlet = context.addServlet("work", new TestServlet());
    servlet.setAsyncSupported(true);
    servlet.addMapping("/a/*", "/old/*", "/begun/*");
    context.addServlet("old-work", new TestServlet()).addMapping("/sync/*");
  }

  /** What a filter does. */
  @FunctionalInterface
  interface Way {
    void go(FilterChain chain, ServletRequest request, ServletResponse response)
        throws IOException, ServletException;
  }

  private static FilterRegistration.Dynamic add(
      ServletContext context, String name, boolean after, Way way, String pattern) {
    Filter filter = (request, response, chain) -> way.go(chain, request, response);
    FilterRegistration.Dynamic added = context.addFilter(name, filter);
    added.setAsyncSupported(true);
    added.addMappingForUrlPatterns(
        after
            ? EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC)
            : EnumSet.of(DispatcherType.REQUEST),
        after,
        pattern);
    return added;
  }
}
