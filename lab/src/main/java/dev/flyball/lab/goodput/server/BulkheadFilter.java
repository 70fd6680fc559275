package dev.flyball.lab.goodput.server;

import io.github.resilience4j.bulkhead.Bulkhead;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A bulkhead of resilience4j in front of a servlet, with its defaults: 25 calls, and a call that
 * finds none free is refused at once, here with 503.
 *
 * @param bulkhead the library's bulkhead
 */
record BulkheadFilter(Bulkhead bulkhead) implements Filter {

  static BulkheadFilter asShipped() {
    return new BulkheadFilter(Bulkhead.ofDefaults("requests"));
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!bulkhead.tryAcquirePermission()) {
      ((HttpServletResponse) response).setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      return;
    }
    try {
      chain.doFilter(request, response);
    } finally {
      bulkhead.onComplete();
    }
  }
}
