package dev.flyball.adapters.opentelemetry;

import dev.flyball.adapters.meter.FlyballMeters;
import dev.flyball.adapters.meter.FollowedTargets;
import dev.flyball.adapters.meter.MeteredTarget;
import dev.flyball.adapters.meter.TargetMeter;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.MeterBuilder;
import io.opentelemetry.api.metrics.ObservableMeasurement;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of all visible targets: pools of ours, limiters, permits, adopted pools; from the
 * time at which a target becomes visible until it has ended.
 *
 * <pre>{@code
 * FlyballTelemetry telemetry = FlyballTelemetry.start(openTelemetry);
 * }</pre>
 *
 * <p>The {@code jvm.executor.*} metrics are those that OpenTelemetry's semantic conventions are to
 * have for executors; they are a proposal still, and may change here as they change there. What is
 * beyond them is {@code flyball.*}; docs/metrics.md lists all. {@code jvm.executor.name} is the
 * name of the target. All are asynchronous instruments: they are read when they are collected, and
 * cost the tasks nothing. OpenTelemetry has no asynchronous histogram; {@link TaskTimeHistograms}
 * has those.
 *
 * <p>Metrics hold no target: one that was dropped is collected, and its metrics go.
 *
 * <p>Any thread may call any method.
 */
public final class FlyballTelemetry implements AutoCloseable {

  private final Map<String, Instrument> instruments = new LinkedHashMap<>();
  private final FollowedTargets<Target> targets;
  private final BatchCallback callback;
  private final AtomicBoolean closed = new AtomicBoolean();

  private FlyballTelemetry(Meter meter) {
    ExecutorMeters.ALL.forEach(each -> add(meter, each));
    FlyballMeters.OF_TARGETS.forEach(each -> add(meter, each));
    FlyballMeters.OF_GOVERNORS.forEach(each -> add(meter, each));
    this.targets = FollowedTargets.follow(this::target, gone -> {});
    List<ObservableMeasurement> all =
        instruments.values().stream().map(Instrument::measurement).toList();
    this.callback =
        meter.batchCallback(
            this::observe,
            all.get(0),
            all.subList(1, all.size()).toArray(new ObservableMeasurement[0]));
  }

  /**
   * Gives the meter provider of this OpenTelemetry the metrics of all targets, until it is closed.
   */
  public static FlyballTelemetry start(OpenTelemetry openTelemetry) {
    Objects.requireNonNull(openTelemetry, "openTelemetry must not be null");
    MeterBuilder meter = openTelemetry.getMeterProvider().meterBuilder(Names.SCOPE);
    String version = Names.version();
    return new FlyballTelemetry(
        version == null ? meter.build() : meter.setInstrumentationVersion(version).build());
  }

  /** Takes all metrics away; does nothing when it was closed before. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) { // the SDK warns of a second time
      callback.close();
      targets.close();
    }
  }

  private void add(Meter meter, TargetMeter each) {
    instruments.computeIfAbsent(each.name(), unseen -> Instrument.of(meter, each));
  }

  private void observe() {
    targets.all().forEach(Target::observe);
  }

  /** What is observed of a target, which is held weakly. */
  private record Target(WeakReference<MeteredTarget> its, List<Figure> figures) {
    void observe() {
      MeteredTarget target = its.get();
      if (target != null) {
        figures.forEach(figure -> figure.observe(target));
      }
    }
  }

  /** One figure of a target. */
  private record Figure(
      Instrument instrument, Attributes attributes, ToDoubleFunction<MeteredTarget> figure) {
    void observe(MeteredTarget target) {
      double now = figure.applyAsDouble(target);
      if (!Double.isNaN(now)) {
        instrument.record(now, attributes);
      }
    }
  }

  private Target target(MeteredTarget target) {
    Attributes name = Attributes.of(Names.TARGET, target.name());
    Attributes executor =
        name.toBuilder().put(AttributeKey.stringKey("jvm.executor.type"), target.type()).build();
    List<Figure> figures = new ArrayList<>();
    ExecutorMeters.ALL.forEach(each -> figures.add(figure(each, executor, "")));
    target.meters().forEach(each -> figures.add(figure(each, name, "flyball.")));
    return new Target(new WeakReference<>(target), List.copyOf(figures));
  }

  /**
   * One of its figures.
   *
   * @param prefix puts the keys of its labels into the name space of attributes
   */
  private Figure figure(TargetMeter meter, Attributes common, String prefix) {
    AttributesBuilder attributes = common.toBuilder();
    meter.labels().forEach((key, value) -> attributes.put(prefix + key, value));
    Instrument instrument = Objects.requireNonNull(instruments.get(meter.name()), "instrument");
    return new Figure(instrument, attributes.build(), meter.figure());
  }
}
