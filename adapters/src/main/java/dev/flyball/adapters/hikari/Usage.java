package dev.flyball.adapters.hikari;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import com.zaxxer.hikari.metrics.PoolStats;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import com.zaxxer.hikari.pool.HikariPool;
import com.zaxxer.hikari.util.UtilityElf;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the uses of connections, by a metrics tracker that hands on to the one that was there.
 *
 * <p><b>How?</b> A data source takes a tracker once, and Spring Boot has set Micrometer's by then.
 * The running pool takes another at any time, but does not give away the one that it has. So the
 * factory that was found makes a second one, which counts from zero. In the end the pool keeps that
 * one, without the counts here.
 *
 * <p><b>Micrometer.</b> Its gauges hold on to what they show by a weak reference, which only the
 * first tracker keeps. They would show nothing after the next garbage collection. So the meters of
 * the first are taken away and made anew. The factory does not give its registry away, so it is
 * read from its field. Where that cannot be done, a second tracker of the same name is made and
 * closed, which takes them away, too, with a warning of Micrometer's.
 *
 * <p>Only one thread at a time may call {@link #follow} and {@link #release}; any may call the
 * others.
 */
final class Usage {

  private static final String MICROMETER_FACTORY =
      "com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory";
  private static final String MICROMETER_REGISTRY = "io.micrometer.core.instrument.MeterRegistry";
  private static final String METERS = "hikaricp.";
  private static final String POOL_TAG = "pool";
  private static final double OPEN_MILLIS_FIRST = 200;
  private static final double OPEN_MILLIS_MOST = 30_000;
  private static final double NEWEST = 0.2;
  private static final IMetricsTracker NONE = new IMetricsTracker() {};

  private final HikariDataSource source;
  private final BooleanSupplier ours;
  private final LongAdder returned = new LongAdder();
  private final LongAdder timeouts = new LongAdder();

  // Written under this.
  private volatile double openMillis = Double.NaN;

  // Of the thread that follows.
  private @Nullable Place place;
  private Optional<IMetricsTracker> found = Optional.empty();

  /** Where a tracker is set; another one, once the owner has set another tracker. */
  private record Place(HikariPool pool, @Nullable Object factory, @Nullable Object registry) {}

  /** The tracker that the pool has. */
  private final class Tracker implements IMetricsTracker {

    private final IMetricsTracker next;

    Tracker(IMetricsTracker next) {
      this.next = next;
    }

    @Override
    public void recordConnectionCreatedMillis(long millis) {
      opened(millis);
      next.recordConnectionCreatedMillis(millis);
    }

    @Override
    public void recordConnectionAcquiredNanos(long nanos) {
      if (!ours.getAsBoolean()) {
        next.recordConnectionAcquiredNanos(nanos);
      }
    }

    /** The connection is in use until then, so that it is counted last. */
    @Override
    public void recordConnectionUsageMillis(long millis) {
      if (!ours.getAsBoolean()) {
        next.recordConnectionUsageMillis(millis);
        returned.increment();
      }
    }

    @Override
    public void recordConnectionTimeout() {
      if (!ours.getAsBoolean()) {
        timeouts.increment();
        next.recordConnectionTimeout();
      }
    }

    @Override
    public void close() {
      next.close();
    }
  }

  /**
   * Counts nothing yet.
   *
   * @param ours whether the current thread borrows for the governor, which is no use
   */
  Usage(HikariDataSource source, BooleanSupplier ours) {
    this.source = source;
    this.ours = ours;
  }

  /**
   * Begins to count, also where the owner has set a tracker since.
   *
   * @throws IllegalArgumentException when the metrics that there are cannot be made again
   */
  void follow(HikariPool running) {
    Place now = placeIn(running);
    if (now.equals(place)) {
      return;
    }
    Optional<MetricsTrackerFactory> makes = factoryFound();
    running.setMetricsTrackerFactory((name, stats) -> {
      found = makes.map(factory -> again(factory, name, stats));
      return new Tracker(found.orElse(NONE));
    });
    place = now;
  }

  private Place placeIn(HikariPool pool) {
    return new Place(pool, source.getMetricsTrackerFactory(), source.getMetricRegistry());
  }

  private Optional<MetricsTrackerFactory> factoryFound() {
    MetricsTrackerFactory set = source.getMetricsTrackerFactory();
    Object meters = source.getMetricRegistry();
    if (set != null || meters == null) {
      return Optional.ofNullable(set);
    }
    if (UtilityElf.safeIsAssignableFrom(meters, MICROMETER_REGISTRY)) {
      return Optional.of(Micrometer.factory(meters));
    }
    throw new IllegalArgumentException(
        "metrics of the pool must be those of Micrometer, or a factory that makes them more than"
            + " once, but were a "
            + meters.getClass().getName());
  }

  /** Loaded only where Micrometer is there. */
  private static final class Micrometer {

    static MetricsTrackerFactory factory(Object registry) {
      return new MicrometerMetricsTrackerFactory((MeterRegistry) registry);
    }

    /** Takes the meters of a pool away that a factory has made. */
    static void removeMeters(MetricsTrackerFactory factory, String pool, PoolStats stats) {
      Optional<MeterRegistry> registry = registryOf(factory);
      if (registry.isEmpty()) {
        factory.create(pool, stats).close();
        return;
      }
      for (Meter meter : registry.get().getMeters()) {
        boolean isHikaris = meter.getId().getName().startsWith(METERS);
        if (isHikaris && pool.equals(meter.getId().getTag(POOL_TAG))) {
          registry.get().remove(meter);
        }
      }
    }

    private static Optional<MeterRegistry> registryOf(MetricsTrackerFactory factory) {
      try {
        Field field = MicrometerMetricsTrackerFactory.class.getDeclaredField("registry");
        field.setAccessible(true);
        return Optional.ofNullable((MeterRegistry) field.get(factory));
      } catch (ReflectiveOperationException | RuntimeException e) {
        return Optional.empty();
      }
    }
  }

  private static IMetricsTracker again(MetricsTrackerFactory makes, String name, PoolStats stats) {
    try {
      if (makes.getClass().getName().equals(MICROMETER_FACTORY)) {
        Micrometer.removeMeters(makes, name, stats);
      }
      return makes.create(name, stats);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "metrics of the pool must be of a factory that makes them more than once but were of "
              + makes.getClass().getName(),
          e);
    }
  }

  /** Leaves the pool with the tracker that it had, or the owner has set since. */
  void release() {
    Place before = place;
    if (before != null && before.equals(placeIn(before.pool))) {
      place = null;
      before.pool.setMetricsTrackerFactory(
          found.<MetricsTrackerFactory>map(kept -> (name, stats) -> kept).orElse(null));
    }
  }

  private synchronized void opened(long millis) {
    double now = Math.min(millis, OPEN_MILLIS_MOST);
    openMillis = Double.isNaN(openMillis) ? now : openMillis + NEWEST * (now - openMillis);
  }

  /** The connections that were given back, as often as they were. */
  long returned() {
    return returned.sum();
  }

  /** The callers that got no connection in time. */
  long timeouts() {
    return timeouts.sum();
  }

  /** The time in which a connection opens, or fails to. */
  Duration openTime() {
    double millis = openMillis;
    return Duration.ofMillis(Math.round(Double.isNaN(millis) ? OPEN_MILLIS_FIRST : millis));
  }
}
