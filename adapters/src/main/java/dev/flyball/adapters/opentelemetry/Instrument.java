package dev.flyball.adapters.opentelemetry;

import dev.flyball.adapters.meter.TargetMeter;
import dev.flyball.adapters.meter.TargetMeter.Kind;
import dev.flyball.adapters.meter.TargetMeter.Unit;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleCounterBuilder;
import io.opentelemetry.api.metrics.DoubleGaugeBuilder;
import io.opentelemetry.api.metrics.LongCounterBuilder;
import io.opentelemetry.api.metrics.LongGaugeBuilder;
import io.opentelemetry.api.metrics.LongUpDownCounterBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.opentelemetry.api.metrics.ObservableMeasurement;

/** The instrument of all meters of one name: of whole numbers, or of seconds. */
sealed interface Instrument {

  /** What a callback is registered for. */
  ObservableMeasurement measurement();

  /** Takes a figure; to be called by that callback only. */
  void record(double figure, Attributes attributes);

  /** That of a meter. */
  static Instrument of(Meter meter, TargetMeter its) {
    return its.unit() == Unit.SECONDS ? ofSeconds(meter, its) : ofCounts(meter, its);
  }

  /** Of whole numbers. */
  record Counts(ObservableLongMeasurement measurement) implements Instrument {
    @Override
    public void record(double figure, Attributes attributes) {
      measurement.record((long) figure, attributes);
    }
  }

  /** Of seconds. */
  record Seconds(ObservableDoubleMeasurement measurement) implements Instrument {
    @Override
    public void record(double figure, Attributes attributes) {
      measurement.record(figure, attributes);
    }
  }

  private static Instrument ofSeconds(Meter meter, TargetMeter its) {
    if (its.kind() == Kind.COUNTER) {
      DoubleCounterBuilder counter = meter.counterBuilder(its.name()).ofDoubles();
      return new Seconds(counter.setUnit("s").setDescription(its.description()).buildObserver());
    }
    DoubleGaugeBuilder gauge = meter.gaugeBuilder(its.name());
    return new Seconds(gauge.setUnit("s").setDescription(its.description()).buildObserver());
  }

  private static Instrument ofCounts(Meter meter, TargetMeter its) {
    String unit = unit(its.unit());
    return new Counts(
        switch (its.kind()) {
          case COUNTER -> {
            LongCounterBuilder counter = meter.counterBuilder(its.name());
            yield counter.setUnit(unit).setDescription(its.description()).buildObserver();
          }
          case UP_DOWN_COUNTER -> {
            LongUpDownCounterBuilder counter = meter.upDownCounterBuilder(its.name());
            yield counter.setUnit(unit).setDescription(its.description()).buildObserver();
          }
          case GAUGE -> {
            LongGaugeBuilder gauge = meter.gaugeBuilder(its.name()).ofLongs();
            yield gauge.setUnit(unit).setDescription(its.description()).buildObserver();
          }
        });
  }

  /** None rather than "1", which exporters for Prometheus take for a ratio. */
  private static String unit(Unit unit) {
    return switch (unit) {
      case WORKERS -> "{thread}";
      case TASKS -> "{task}";
      case SECONDS -> "s";
      case NONE -> "";
    };
  }
}
