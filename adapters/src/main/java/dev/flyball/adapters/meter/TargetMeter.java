package dev.flyball.adapters.meter;

import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * One meter of a target.
 *
 * @param name in words with dots between them
 * @param kind how its figure moves, and whether figures can be added up
 * @param unit that of the figure
 * @param description what it means, for a reader of dashboards
 * @param labels what tells it from others of the same name, beside the name of the target
 * @param figure reads it; NaN where it is not known now
 */
public record TargetMeter(
    String name,
    Kind kind,
    Unit unit,
    String description,
    Map<String, String> labels,
    ToDoubleFunction<MeteredTarget> figure) {

  /** How a figure moves. */
  public enum Kind {
    /** Only grows, from 0 at the time at which the target was made. */
    COUNTER,
    /** Goes up and down, and can be added up over targets. */
    UP_DOWN_COUNTER,
    /** Goes up and down; a sum over targets means nothing. */
    GAUGE
  }

  /** What is counted or measured. */
  public enum Unit {
    /** Workers: threads, slots, permits, connections. */
    WORKERS,
    TASKS,
    SECONDS,
    /** No unit. */
    NONE
  }

  public TargetMeter {
    labels = Map.copyOf(labels);
  }

  /** A meter without labels. */
  public static TargetMeter of(
      String name,
      Kind kind,
      Unit unit,
      String description,
      ToDoubleFunction<MeteredTarget> figure) {
    return new TargetMeter(name, kind, unit, description, Map.of(), figure);
  }
}
