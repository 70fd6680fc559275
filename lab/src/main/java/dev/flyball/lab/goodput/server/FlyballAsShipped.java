package dev.flyball.lab.goodput.server;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import jakarta.servlet.Servlet;

/** Flyball as it comes: a pool with all settings at their defaults takes the requests. */
final class FlyballAsShipped {

  private FlyballAsShipped() {}

  static Servlet before(Servlet servlet) {
    AdaptivePool pool = Flyball.pool("requests");
    return new HandoverServlet(servlet, (request, handed) -> pool.execute(handed));
  }
}
