package dev.flyball.lab.goodput.server;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import jakarta.servlet.Filter;

/** Flyball as it comes: a pool with all settings at their defaults takes the requests. */
final class FlyballAsShipped {

  private FlyballAsShipped() {}

  static Filter filter() {
    AdaptivePool pool = Flyball.pool("requests");
    return new HandoverFilter((request, handed) -> pool.execute(handed));
  }
}
