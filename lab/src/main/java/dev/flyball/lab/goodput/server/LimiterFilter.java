package dev.flyball.lab.goodput.server;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Netflix's concurrency limit in front of a servlet.
 *
 * <p>The library's own filter for this version of the servlet API is not published in its release
 * 0.5.4, so this one stands for it and does the same with the library's limiter: a request that is
 * let in and answered is a success, one that throws is ignored, one that is not let in is answered
 * with 429. Without partitions the library's builder makes this very limiter.
 *
 * @param limiter the library's limiter
 */
record LimiterFilter(Limiter<HttpServletRequest> limiter) implements Filter {

  private static final int TOO_MANY_REQUESTS = 429;

  /** Gradient2 in windows, as the library's readme builds it, all settings at their defaults. */
  static LimiterFilter gradient2() {
    return of(WindowedLimit.newBuilder().build(Gradient2Limit.newBuilder().build()));
  }

  /** Vegas, the default of the library's servlet filter, all settings at their defaults. */
  static LimiterFilter vegas() {
    return of(VegasLimit.newDefault());
  }

  private static LimiterFilter of(Limit limit) {
    return new LimiterFilter(SimpleLimiter.newBuilder().limit(limit).build());
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<Limiter.Listener> admitted = limiter.acquire((HttpServletRequest) request);
    if (admitted.isEmpty()) {
      ((HttpServletResponse) response).setStatus(TOO_MANY_REQUESTS);
      response.getWriter().print("Concurrency limit exceeded");
      return;
    }
    try {
      chain.doFilter(request, response);
      admitted.get().onSuccess();
    } catch (IOException | ServletException | RuntimeException failed) {
      admitted.get().onIgnore();
      throw failed;
    }
  }
}
