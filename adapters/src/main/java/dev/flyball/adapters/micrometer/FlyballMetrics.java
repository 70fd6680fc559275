package dev.flyball.adapters.micrometer;

import dev.flyball.adapters.meter.FollowedTargets;
import dev.flyball.adapters.meter.MeteredTarget;
import dev.flyball.adapters.meter.TargetHistogram;
import dev.flyball.adapters.meter.TargetHistogram.Bound;
import dev.flyball.adapters.meter.TargetMeter;
import dev.flyball.adapters.meter.TargetMeter.Kind;
import dev.flyball.adapters.meter.TargetMeter.Unit;
import dev.flyball.policy.DurationCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of all visible targets: pools of ours, limiters, permits, adopted pools; from the time
 * at which a target becomes visible until it has ended.
 *
 * <p>The {@code executor.*} meters have the names, units and tags of Micrometer's own {@code
 * ExecutorServiceMetrics}, so dashboards for executors show these, too. What is beyond them is
 * {@code flyball.*}; docs/metrics.md lists all.
 *
 * <p>Meters hold no target: one that was dropped is collected, and its meters go.
 *
 * <p>Any thread may call any method.
 */
public final class FlyballMetrics implements MeterBinder, AutoCloseable {

  private static final List<TargetMeter> OF_EXECUTORS =
      List.of(
          TargetMeter.of(
              "executor.completed",
              Kind.COUNTER,
              Unit.TASKS,
              "Tasks that have ended",
              MeteredTarget::completed),
          gauge("executor.active", Unit.WORKERS, "Workers that run a task", MeteredTarget::active),
          gauge("executor.queued", Unit.TASKS, "Tasks that wait", MeteredTarget::queued),
          gauge(
              "executor.pool.size", Unit.WORKERS, "Workers that there are", MeteredTarget::workers),
          gauge(
              "executor.pool.core",
              Unit.WORKERS,
              "Workers that are asked for",
              MeteredTarget::size),
          gauge(
              "executor.pool.max",
              Unit.WORKERS,
              "The most workers that its limits allow",
              MeteredTarget::max));

  private final Tags tags;
  private final List<FollowedTargets<List<Meter>>> bounds = new ArrayList<>(); // guarded by this

  /** Without further tags. */
  public FlyballMetrics() {
    this(Tags.empty());
  }

  /**
   * With tags for all meters.
   *
   * @param tags beside {@code name}, which is that of the target
   */
  public FlyballMetrics(Iterable<Tag> tags) {
    this.tags = Tags.of(tags);
  }

  private static TargetMeter gauge(
      String name, Unit unit, String description, ToLongFunction<MeteredTarget> figure) {
    return TargetMeter.of(
        name, Kind.UP_DOWN_COUNTER, unit, description, it -> (double) figure.applyAsLong(it));
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Objects.requireNonNull(registry, "registry must not be null");
    FollowedTargets<List<Meter>> bound =
        FollowedTargets.follow(
            target -> new Meters(registry, tags.and("name", target.name()), target).all(),
            its -> its.forEach(registry::remove));
    synchronized (this) {
      bounds.add(bound);
    }
  }

  /** Takes all meters away. */
  @Override
  public void close() {
    List<FollowedTargets<List<Meter>>> all;
    synchronized (this) {
      all = List.copyOf(bounds);
      bounds.clear();
    }
    all.forEach(FollowedTargets::close);
  }

  /** Makes the meters of one target, which they hold weakly. */
  private record Meters(MeterRegistry registry, Tags tags, MeteredTarget target) {

    List<Meter> all() {
      List<Meter> all = new ArrayList<>();
      OF_EXECUTORS.forEach(meter -> all.add(registered(meter)));
      target.meters().forEach(meter -> all.add(registered(meter)));
      target.histograms().forEach(histogram -> all.addAll(buckets(histogram)));
      return all;
    }

    private Meter registered(TargetMeter meter) {
      Tags its = tags;
      for (Map.Entry<String, String> label : meter.labels().entrySet()) {
        its = its.and(label.getKey(), label.getValue());
      }
      boolean time = meter.unit() == Unit.SECONDS;
      if (meter.kind() == Kind.COUNTER) {
        return time ? timer(meter, its) : counter(meter, its);
      }
      return time ? timeGauge(meter, its) : gauge(meter, its);
    }

    private Meter counter(TargetMeter meter, Tags its) {
      return FunctionCounter.builder(meter.name(), target, meter.figure())
          .tags(its)
          .baseUnit(unit(meter))
          .description(meter.description())
          .register(registry);
    }

    /** A sum of times is one of all tasks that have ended. */
    private Meter timer(TargetMeter meter, Tags its) {
      return FunctionTimer.builder(
              meter.name(), target, MeteredTarget::completed, meter.figure(), TimeUnit.SECONDS)
          .tags(its)
          .description(meter.description())
          .register(registry);
    }

    private Meter gauge(TargetMeter meter, Tags its) {
      return Gauge.builder(meter.name(), target, meter.figure())
          .tags(its)
          .baseUnit(unit(meter))
          .description(meter.description())
          .register(registry);
    }

    private Meter timeGauge(TargetMeter meter, Tags its) {
      return TimeGauge.builder(meter.name(), target, TimeUnit.SECONDS, meter.figure())
          .tags(its)
          .description(meter.description())
          .register(registry);
    }

    private static @Nullable String unit(TargetMeter meter) {
      return switch (meter.unit()) {
        case WORKERS -> BaseUnits.THREADS;
        case TASKS -> BaseUnits.TASKS;
        case SECONDS, NONE -> null; // meters of times have units of their own
      };
    }

    /** Cumulative, by the tag of Prometheus, so that its functions of histograms take them. */
    private List<Meter> buckets(TargetHistogram histogram) {
      List<Meter> all = new ArrayList<>();
      for (Bound bound : TargetHistogram.BOUNDS) {
        all.add(bucket(histogram, bound.seconds(), counts -> counts.within(bound.nanos())));
      }
      all.add(bucket(histogram, "+Inf", DurationCounts::count));
      return all;
    }

    private Meter bucket(
        TargetHistogram histogram, String bound, ToLongFunction<DurationCounts> tasks) {
      return FunctionCounter.builder(
              histogram.name(),
              target,
              it -> it.taskTimes().map(histogram.counts()).map(tasks::applyAsLong).orElse(0L))
          .tags(tags.and("le", bound))
          .description(histogram.description())
          .register(registry);
    }
  }
}
