package dev.flyball.spring;

import dev.flyball.adapters.micrometer.FlyballMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The meters of all targets, which the start of an application does not wait for. */
final class LateMetrics implements MeterBinder, AutoCloseable {

  private final FlyballMetrics metrics = new FlyballMetrics();
  private final FlyballTargets targets;
  private boolean closed; // guarded by this

  LateMetrics(FlyballTargets targets) {
    this.targets = targets;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    targets.afterStart(() -> bind(registry));
  }

  private synchronized void bind(MeterRegistry registry) {
    if (!closed) { // as where the application ends right after its start
      metrics.bindTo(registry);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    metrics.close();
  }
}
