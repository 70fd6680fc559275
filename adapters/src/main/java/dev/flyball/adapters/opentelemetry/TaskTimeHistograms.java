package dev.flyball.adapters.opentelemetry;

import dev.flyball.adapters.meter.FlyballMeters;
import dev.flyball.adapters.meter.FollowedTargets;
import dev.flyball.adapters.meter.MeteredTarget;
import dev.flyball.adapters.meter.TargetHistogram;
import dev.flyball.adapters.meter.TargetHistogram.Bound;
import dev.flyball.policy.DurationCounts;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfoBuilder;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Histograms of the times of tasks, of all visible targets whose single times are known: from
 * arrival to start, and to end.
 *
 * <pre>{@code
 * SdkMeterProvider.builder().registerMetricProducer(TaskTimeHistograms.start())
 * }</pre>
 *
 * <p>They are made of the counts that a pool has of its own, when they are collected, and so cost
 * the tasks nothing. OpenTelemetry's API has no such instrument; its SDK takes them from a producer
 * of metrics. Counts and sums are those since the target was made (cumulative), also for readers
 * that prefer differences. Lengths are within 1.6 %. There are no exemplars.
 *
 * <p>Any thread may call any method.
 */
public final class TaskTimeHistograms implements MetricProducer, AutoCloseable {

  private static final List<Double> BOUNDS_SECONDS =
      TargetHistogram.BOUNDS.stream().map(bound -> Double.valueOf(bound.seconds())).toList();

  private final InstrumentationScopeInfo scope = scope();
  private final FollowedTargets<Target> targets = FollowedTargets.follow(Target::new, gone -> {});

  private TaskTimeHistograms() {}

  /** Begins, until it is closed. */
  public static TaskTimeHistograms start() {
    return new TaskTimeHistograms();
  }

  private static InstrumentationScopeInfo scope() {
    InstrumentationScopeInfoBuilder scope = InstrumentationScopeInfo.builder(Names.SCOPE);
    String version = Names.version();
    return version == null ? scope.build() : scope.setVersion(version).build();
  }

  @Override
  public Collection<MetricData> produce(Resource resource) {
    long nowEpochNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    List<MetricData> all = new ArrayList<>();
    for (TargetHistogram each : FlyballMeters.HISTOGRAMS) {
      List<HistogramPointData> points =
          targets.all().stream().flatMap(target -> target.point(each, nowEpochNanos)).toList();
      if (!points.isEmpty()) {
        all.add(new Histogram(resource, scope, each, points));
      }
    }
    return all;
  }

  /** Has none from now on. */
  @Override
  public void close() {
    targets.close();
  }

  /** A target, held weakly. */
  private record Target(
      WeakReference<MeteredTarget> its, Attributes attributes, long madeEpochNanos) {

    Target(MeteredTarget target) {
      this(
          new WeakReference<>(target),
          Attributes.of(Names.TARGET, target.name()),
          TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis())
              - target.life().window().lengthNanos());
    }

    /** Its point in a histogram; none where it has gone, or single times are not known. */
    Stream<HistogramPointData> point(TargetHistogram histogram, long nowEpochNanos) {
      MeteredTarget target = its.get();
      return target == null
          ? Stream.empty()
          : target.taskTimes().map(histogram.counts()).stream()
              .map(counts -> point(target, histogram, counts, nowEpochNanos));
    }

    private HistogramPointData point(
        MeteredTarget target,
        TargetHistogram histogram,
        DurationCounts counts,
        long nowEpochNanos) {
      double seconds = histogram.nanosSum().applyAsLong(target.life()) / 1e9;
      return HistogramPointData.create(
          madeEpochNanos,
          nowEpochNanos,
          attributes,
          seconds,
          false,
          0,
          false,
          0,
          BOUNDS_SECONDS,
          each(counts));
    }

    /** How many there are between each two bounds. */
    private static List<Long> each(DurationCounts counts) {
      List<Long> each = new ArrayList<>();
      long before = 0;
      for (Bound bound : TargetHistogram.BOUNDS) {
        long within = counts.within(bound.nanos());
        each.add(within - before);
        before = within;
      }
      each.add(counts.count() - before);
      return each;
    }
  }

  /** A histogram as the SDK reads it. */
  private record Histogram(
      Resource resource,
      InstrumentationScopeInfo scope,
      TargetHistogram its,
      List<HistogramPointData> points)
      implements MetricData {

    @Override
    public Resource getResource() {
      return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
      return scope;
    }

    @Override
    public String getName() {
      return its.name();
    }

    @Override
    public String getDescription() {
      return its.description();
    }

    @Override
    public String getUnit() {
      return "s";
    }

    @Override
    public MetricDataType getType() {
      return MetricDataType.HISTOGRAM;
    }

    @Override
    public HistogramData getData() {
      return HistogramData.create(AggregationTemporality.CUMULATIVE, points);
    }
  }
}
