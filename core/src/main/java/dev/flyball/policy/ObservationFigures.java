package dev.flyball.policy;

import dev.flyball.base.Nearest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The table of an observation's figures: the name of each, its getter and its setter. */
final class ObservationFigures {

  private static final String SIGNAL = "signals.";
  private static final String DEMAND = "perTask.demands.";
  private static final String WAIT = "perTask.waits.";

  /** A figure; a missing sensor has no value. */
  private record Figure(
      String name,
      Function<Observation, Optional<? extends Number>> value,
      BiConsumer<ObservationBuilder, Number> fill) {}

  private static final List<Figure> ALL = new ArrayList<>();

  static {
    count("window.startNanos", o -> o.window().startNanos(), (b, v) -> b.startNanos = v);
    count("window.lengthNanos", o -> o.window().lengthNanos(), (b, v) -> b.lengthNanos = v);
    number("size.workersTarget", o -> o.size().workersTarget(), (b, v) -> b.workersTarget = v);
    number("size.workersCurrent", o -> o.size().workersCurrent(), (b, v) -> b.workersCurrent = v);
    mean("size.workersMean", o -> o.size().workersMean(), (b, v) -> b.workersMean = v);
    mean("size.busyMean", o -> o.size().busyMean(), (b, v) -> b.busyMean = v);
    mean("size.queuedMean", o -> o.size().queuedMean(), (b, v) -> b.queuedMean = v);
    count("size.queuedAtEnd", o -> o.size().queuedAtEnd(), (b, v) -> b.queuedAtEnd = v);
    count("flow.arrived", o -> o.flow().arrived(), (b, v) -> b.arrived = v);
    count("flow.started", o -> o.flow().started(), (b, v) -> b.started = v);
    count("flow.completed", o -> o.flow().completed(), (b, v) -> b.completed = v);
    count("flow.failed", o -> o.flow().failed(), (b, v) -> b.failed = v);
    count("flow.retried", o -> o.flow().retried(), (b, v) -> b.retried = v);
    count("flow.rejected", o -> o.flow().rejected(), (b, v) -> b.rejected = v);
    count("flow.shed", o -> o.flow().shed(), (b, v) -> b.shed = v);
    count(
        "times.serviceNanosSum", o -> o.times().serviceNanosSum(), (b, v) -> b.serviceNanosSum = v);
    count(
        "times.referenceNanosSum",
        o -> o.times().referenceNanosSum(),
        (b, v) -> b.referenceNanosSum = v);
    count("times.waitNanosSum", o -> o.times().waitNanosSum(), (b, v) -> b.waitNanosSum = v);
    count(
        "times.responseNanosSum",
        o -> o.times().responseNanosSum(),
        (b, v) -> b.responseNanosSum = v);
    figure(
        "times.cpuNanosSum",
        o -> known(o.times().cpuNanosSum()),
        (b, v) -> b.cpuNanosSum = OptionalLong.of(whole("times.cpuNanosSum", v)));
    figure(
        "times.runQueueWaitNanosSum",
        o -> known(o.times().runQueueWaitNanosSum()),
        (b, v) -> b.runQueueWaitNanosSum = OptionalLong.of(whole("times.runQueueWaitNanosSum", v)));
    figure(
        "times.referenceSquaresSum",
        o -> known(o.times().referenceSquaresSum()),
        (b, v) -> b.referenceSquaresSum = OptionalDouble.of(v.doubleValue()));
    quantiles(
        "times.responseQuantiles.",
        o -> o.times().responseQuantiles(),
        b -> b.responseQuantiles,
        (b, v) -> b.responseQuantiles = v);
    quantiles(
        "times.waitQuantiles.",
        o -> o.times().waitQuantiles(),
        b -> b.waitQuantiles,
        (b, v) -> b.waitQuantiles = v);
    count("offered.knownTasks", o -> o.offered().knownTasks(), (b, v) -> b.knownTasks = v);
    count("offered.firstNanosSum", o -> o.offered().firstNanosSum(), (b, v) -> b.firstNanosSum = v);
    count(
        "offered.recentNanosSum",
        o -> o.offered().recentNanosSum(),
        (b, v) -> b.recentNanosSum = v);
    count(
        "offered.referenceNanosSum",
        o -> o.offered().referenceNanosSum(),
        (b, v) -> b.offeredReferenceNanosSum = v);
    count("offered.deadlineTasks", o -> o.offered().deadlineTasks(), (b, v) -> b.deadlineTasks = v);
    mean(
        "offered.deadlineShareSum",
        o -> o.offered().deadlineShareSum(),
        (b, v) -> b.deadlineShareSum = v);
    mean("host.cores", o -> o.host().cores(), (b, v) -> b.cores = v);
    figure(
        "host.processBusyCores",
        o -> known(o.host().processBusyCores()),
        (b, v) -> b.processBusyCores = OptionalDouble.of(v.doubleValue()));
    figure(
        "host.hostBusyCores",
        o -> known(o.host().hostBusyCores()),
        (b, v) -> b.hostBusyCores = OptionalDouble.of(v.doubleValue()));
  }

  private ObservationFigures() {}

  static SortedMap<String, Number> of(Observation seen) {
    SortedMap<String, Number> figures = new TreeMap<>();
    for (Figure figure : ALL) {
      figure.value().apply(seen).ifPresent(value -> figures.put(figure.name(), value));
    }
    seen.perTask().demands().forEach((name, value) -> figures.put(DEMAND + name, value));
    seen.perTask().waits().forEach((name, value) -> figures.put(WAIT + name, value));
    seen.signals().forEach((name, value) -> figures.put(SIGNAL + name, value));
    return Collections.unmodifiableSortedMap(figures);
  }

  static Observation read(SortedMap<String, ? extends Number> figures) {
    ObservationBuilder made = new ObservationBuilder();
    SortedMap<String, Double> demands = new TreeMap<>();
    SortedMap<String, Double> waits = new TreeMap<>();
    figures.forEach((name, value) -> {
      if (name.startsWith(DEMAND)) {
        demands.put(name.substring(DEMAND.length()), value.doubleValue());
      } else if (name.startsWith(WAIT)) {
        waits.put(name.substring(WAIT.length()), value.doubleValue());
      } else if (name.startsWith(SIGNAL)) {
        made.signal(name.substring(SIGNAL.length()), value.doubleValue());
      } else {
        named(name).fill().accept(made, value);
      }
    });
    return made.perTask(PerTask.of(demands, waits)).build();
  }

  private static Figure named(String name) {
    for (Figure figure : ALL) {
      if (figure.name().equals(name)) {
        return figure;
      }
    }
    throw new IllegalArgumentException(
        Nearest.unknown("figure", name, ALL.stream().map(Figure::name).toList()));
  }

  private static void figure(
      String name,
      Function<Observation, Optional<? extends Number>> value,
      BiConsumer<ObservationBuilder, Number> fill) {
    ALL.add(new Figure(name, value, fill));
  }

  private static void count(
      String name, Function<Observation, Long> value, BiConsumer<ObservationBuilder, Long> fill) {
    figure(name, o -> Optional.of(value.apply(o)), (b, v) -> fill.accept(b, whole(name, v)));
  }

  private static void number(
      String name,
      Function<Observation, Integer> value,
      BiConsumer<ObservationBuilder, Integer> fill) {
    figure(
        name,
        o -> Optional.of(value.apply(o)),
        (b, v) -> {
          long whole = whole(name, v);
          if (whole != (int) whole) {
            throw new IllegalArgumentException(
                name + " must be at most " + Integer.MAX_VALUE + " but was " + whole);
          }
          fill.accept(b, (int) whole);
        });
  }

  private static void mean(
      String name,
      Function<Observation, Double> value,
      BiConsumer<ObservationBuilder, Double> fill) {
    figure(name, o -> Optional.of(value.apply(o)), (b, v) -> fill.accept(b, v.doubleValue()));
  }

  /** The six figures of quantiles; none of them if there were no durations. */
  private static void quantiles(
      String prefix,
      Function<Observation, Quantiles> value,
      Function<ObservationBuilder, Quantiles> filled,
      BiConsumer<ObservationBuilder, Quantiles> fill) {
    for (int i = 0; i < Quantiles.NAMES.size(); i++) {
      int at = i;
      figure(
          prefix + Quantiles.NAMES.get(i),
          o -> value.apply(o).isEmpty() ? Optional.empty() : Optional.of(value.apply(o).at(at)),
          (b, v) ->
              fill.accept(b, filled.apply(b).with(at, whole(prefix + Quantiles.NAMES.get(at), v))));
    }
  }

  private static long whole(String name, Number value) {
    if (value.doubleValue() != Math.rint(value.doubleValue())) {
      throw new IllegalArgumentException(name + " must be a whole number but was " + value);
    }
    return value.longValue();
  }

  private static Optional<Long> known(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }

  private static Optional<Double> known(OptionalDouble value) {
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }
}
