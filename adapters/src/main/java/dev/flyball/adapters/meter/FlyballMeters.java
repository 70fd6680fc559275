package dev.flyball.adapters.meter;

import static dev.flyball.adapters.meter.TargetMeter.Kind.COUNTER;
import static dev.flyball.adapters.meter.TargetMeter.Kind.GAUGE;
import static dev.flyball.adapters.meter.TargetMeter.Kind.UP_DOWN_COUNTER;
import static dev.flyball.adapters.meter.TargetMeter.Unit.NONE;
import static dev.flyball.adapters.meter.TargetMeter.Unit.SECONDS;
import static dev.flyball.adapters.meter.TargetMeter.Unit.TASKS;
import static dev.flyball.adapters.meter.TargetMeter.Unit.WORKERS;

import dev.flyball.admission.Importance;
import dev.flyball.control.Decision;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import dev.flyball.policy.Regime;
import dev.flyball.pool.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The meters that are Flyball's own, {@code flyball.*}; docs/metrics.md lists them. What every
 * executor has beside them goes by the names of each library's convention.
 */
public final class FlyballMeters {

  /** Of every target. */
  public static final List<TargetMeter> OF_TARGETS = ofTargets();

  /** Of targets with a governor. */
  public static final List<TargetMeter> OF_GOVERNORS = ofGovernors();

  /** Of targets whose single times are known. */
  public static final List<TargetHistogram> HISTOGRAMS =
      List.of(
          new TargetHistogram(
              "flyball.wait.histogram",
              "How long tasks waited",
              TaskTimes::waits,
              seen -> seen.times().waitNanosSum()),
          new TargetHistogram(
              "flyball.response.histogram",
              "How long it took from their arrival to their end",
              TaskTimes::responses,
              seen -> seen.times().responseNanosSum()));

  private FlyballMeters() {}

  private static List<TargetMeter> ofTargets() {
    List<TargetMeter> all = new ArrayList<>();
    all.add(
        TargetMeter.of(
            "flyball.size", UP_DOWN_COUNTER, WORKERS, "Workers asked for", MeteredTarget::size));
    all.add(tasks("flyball.arrived", "Tasks that were accepted", seen -> seen.flow().arrived()));
    all.add(
        tasks(
            "flyball.failed", "Tasks that ended with an exception", seen -> seen.flow().failed()));
    all.add(
        tasks(
            "flyball.retried",
            "Further attempts at tasks that had failed",
            seen -> seen.flow().retried()));
    all.add(
        tasks("flyball.rejected", "Tasks that were turned away", seen -> seen.flow().rejected()));
    for (Importance importance : Importance.values()) {
      all.add(
          new TargetMeter(
              "flyball.shed",
              COUNTER,
              TASKS,
              "Tasks that the rule for who gets in turned away",
              Map.of("importance", importance.word()),
              it -> it.shed(importance)));
    }
    all.addAll(
        quantiles("flyball.wait", "From arrival to start", seen -> seen.times().waitQuantiles()));
    all.addAll(
        quantiles(
            "flyball.response", "From arrival to end", seen -> seen.times().responseQuantiles()));
    all.add(
        TargetMeter.of(
            "flyball.service",
            COUNTER,
            SECONDS,
            "From start to end",
            it -> it.life().times().serviceNanosSum() / 1e9));
    all.add(
        TargetMeter.of(
            "flyball.service.mean",
            GAUGE,
            SECONDS,
            "From start to end, on average",
            it ->
                it.window()
                    .map(Observation::meanServiceSeconds)
                    .orElseGet(it.life()::meanServiceSeconds)
                    .orElse(Double.NaN)));
    return List.copyOf(all);
  }

  private static TargetMeter tasks(
      String name, String description, ToLongFunction<Observation> figure) {
    return TargetMeter.of(name, COUNTER, TASKS, description, it -> figure.applyAsLong(it.life()));
  }

  private static List<TargetMeter> quantiles(
      String name, String description, Function<Observation, Quantiles> of) {
    return List.of(
        quantile(name, "0.5", description, of, Quantiles::p50Nanos),
        quantile(name, "0.95", description, of, Quantiles::p95Nanos),
        quantile(name, "0.99", description, of, Quantiles::p99Nanos));
  }

  private static TargetMeter quantile(
      String name,
      String share,
      String description,
      Function<Observation, Quantiles> of,
      ToLongFunction<Quantiles> nanos) {
    return new TargetMeter(
        name,
        GAUGE,
        SECONDS,
        description,
        Map.of("quantile", share),
        it ->
            it.window()
                .map(of)
                .filter(quantiles -> !quantiles.isEmpty())
                .map(quantiles -> nanos.applyAsLong(quantiles) / 1e9)
                .orElse(Double.NaN));
  }

  private static List<TargetMeter> ofGovernors() {
    List<TargetMeter> all = new ArrayList<>();
    all.add(
        TargetMeter.of(
            "flyball.advised",
            UP_DOWN_COUNTER,
            WORKERS,
            "Workers that the policy advises",
            it ->
                it.governor()
                    .lastAdvice()
                    .map(Advice::workers)
                    .map(Integer::doubleValue)
                    .orElse(Double.NaN)));
    for (Regime regime : Regime.values()) {
      all.add(
          new TargetMeter(
              "flyball.regime",
              GAUGE,
              NONE,
              "1 for what limits it now",
              Map.of("regime", regime.word()),
              it -> it.isLimitedBy(regime) ? 1 : 0));
    }
    for (Decision.Cause cause : Decision.Cause.values()) {
      all.add(
          new TargetMeter(
              "flyball.resizes",
              COUNTER,
              NONE,
              "Changes of the size",
              Map.of("cause", cause.word()),
              it -> it.resizes(cause)));
    }
    all.add(
        TargetMeter.of(
            "flyball.governor.mode",
            GAUGE,
            NONE,
            "0 governs, 1 advises only, 2 pinned, 3 overridden",
            it -> it.governor().mode().ordinal()));
    all.add(
        TargetMeter.of(
            "flyball.policy.failures",
            COUNTER,
            NONE,
            "Advices that failed",
            it -> it.governor().policyFailures()));
    return List.copyOf(all);
  }
}
