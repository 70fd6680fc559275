package dev.flyball.adapters.micrometer;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedTotals;
import dev.flyball.control.Decision;
import dev.flyball.control.DecisionListener;
import dev.flyball.control.Governor;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.expose.TargetListener;
import dev.flyball.expose.TargetLook;
import dev.flyball.policy.Advice;
import dev.flyball.policy.DurationCounts;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import dev.flyball.policy.Regime;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.TaskTimes;
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
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
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

  private final Tags tags;
  private final List<Bound> bounds = new ArrayList<>(); // guarded by this

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

  @Override
  public void bindTo(MeterRegistry registry) {
    Objects.requireNonNull(registry, "registry must not be null");
    Bound bound = new Bound(registry);
    synchronized (this) {
      bounds.add(bound);
    }
    PoolMonitor.follow(bound);
  }

  /** Takes all meters away. */
  @Override
  public void close() {
    List<Bound> all;
    synchronized (this) {
      all = List.copyOf(bounds);
      bounds.clear();
    }
    all.forEach(Bound::close);
  }

  /** The meters in one registry. */
  private final class Bound implements TargetListener {

    private final MeterRegistry registry;
    private final Map<String, List<Meter>> meters = new ConcurrentHashMap<>();

    Bound(MeterRegistry registry) {
      this.registry = registry;
    }

    @Override
    public void shown(ManagedTarget target) {
      meters.computeIfAbsent(target.name(), unseen -> metersOf(target));
    }

    @Override
    public void gone(String name) {
      List<Meter> its = meters.remove(name);
      if (its != null) {
        its.forEach(registry::remove);
      }
    }

    void close() {
      PoolMonitor.unfollow(this);
      List.copyOf(meters.keySet()).forEach(this::gone);
    }

    private List<Meter> metersOf(ManagedTarget target) {
      TargetLook look = new TargetLook(target);
      Decisions decisions = new Decisions();
      target.onTermination(new Held(look, decisions)); // meters hold what they read weakly
      Meters made = new Meters(registry, tags.and("name", target.name()), look);
      made.ofExecutor();
      made.ofFlyball();
      target
          .governor()
          .ifPresent(governor -> {
            governor.addListener(decisions);
            made.ofGovernor(decisions);
          });
      return made.all;
    }
  }

  /** What the meters of a target read, held by the target. */
  private record Held(TargetLook look, Decisions decisions) implements Runnable {
    @Override
    public void run() {
      // its end is told to the listener, which takes the meters away
    }
  }

  /** Decisions by cause. */
  private static final class Decisions implements DecisionListener {
    private final Map<Decision.Cause, LongAdder> counts = new EnumMap<>(Decision.Cause.class);

    Decisions() {
      for (Decision.Cause cause : Decision.Cause.values()) {
        counts.put(cause, new LongAdder());
      }
    }

    @Override
    public void decided(Decision decision) {
      if (decision.changed()) {
        of(decision.cause()).increment();
      }
    }

    LongAdder of(Decision.Cause cause) {
      return Objects.requireNonNull(counts.get(cause), "cause");
    }
  }

  /** Makes the meters of one target. */
  private static final class Meters {

    private static final List<String> BOUNDS_SECONDS =
        List.of(
            "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05",
            "0.1", "0.25", "0.5", "1", "2.5", "5", "10");

    private final MeterRegistry registry;
    private final Tags tags;
    private final TargetLook look;
    final List<Meter> all = new ArrayList<>();

    Meters(MeterRegistry registry, Tags tags, TargetLook look) {
      this.registry = registry;
      this.tags = tags;
      this.look = look;
    }

    void ofExecutor() {
      count("executor.completed", "Tasks that have ended", it -> it.flow().completed());
      gauge(
          "executor.active",
          BaseUnits.THREADS,
          "Workers that run a task",
          it -> (double) it.life().flow().started() - it.life().flow().completed());
      gauge("executor.queued", BaseUnits.TASKS, "Tasks that wait", it -> it.target().queued());
      gauge(
          "executor.pool.size",
          BaseUnits.THREADS,
          "Workers that there are",
          it -> it.target().workersCurrent());
      gauge(
          "executor.pool.core",
          BaseUnits.THREADS,
          "Workers that are asked for",
          it -> it.target().workersTarget());
      gauge(
          "executor.pool.max",
          BaseUnits.THREADS,
          "The most workers that its limits allow",
          it ->
              it.target()
                  .governor()
                  .map(governor -> governor.limits().max())
                  .orElse(it.target().workersTarget()));
    }

    void ofFlyball() {
      gauge(
          "flyball.size",
          BaseUnits.THREADS,
          "Workers asked for",
          it -> it.target().workersTarget());
      count("flyball.arrived", "Tasks that were accepted", it -> it.flow().arrived());
      count("flyball.failed", "Tasks that ended with an exception", it -> it.flow().failed());
      count(
          "flyball.retried",
          "Further attempts at tasks that had failed",
          it -> it.flow().retried());
      count("flyball.rejected", "Tasks that were turned away", it -> it.flow().rejected());
      for (Importance importance : Importance.values()) {
        all.add(
            FunctionCounter.builder("flyball.shed", look, it -> shed(it, importance))
                .tags(tags.and("importance", importance.word()))
                .baseUnit(BaseUnits.TASKS)
                .description("Tasks that the rule for who gets in turned away")
                .register(registry));
      }
      quantiles("flyball.wait", "From arrival to start", it -> it.times().waitQuantiles());
      quantiles("flyball.response", "From arrival to end", it -> it.times().responseQuantiles());
      look.taskTimes()
          .ifPresent(times -> {
            histogram("flyball.wait", "Tasks that waited at most that long", TaskTimes::waits);
            histogram(
                "flyball.response", "Tasks that had ended within that time", TaskTimes::responses);
          });
      all.add(
          FunctionTimer.builder(
                  "flyball.service",
                  look,
                  it -> it.life().flow().completed(),
                  it -> it.life().times().serviceNanosSum(),
                  TimeUnit.NANOSECONDS)
              .tags(tags)
              .description("From start to end")
              .register(registry));
      time(
          "flyball.service.mean",
          tags,
          "From start to end, on average",
          it -> {
            double seconds =
                it.window()
                    .map(Observation::meanServiceSeconds)
                    .orElseGet(it.life()::meanServiceSeconds)
                    .orElse(Double.NaN);
            return 1e9 * seconds;
          });
    }

    void ofGovernor(Decisions decisions) {
      gauge(
          "flyball.advised",
          BaseUnits.THREADS,
          "Workers that the policy advises",
          it ->
              governor(it)
                  .lastAdvice()
                  .map(Advice::workers)
                  .map(Integer::doubleValue)
                  .orElse(Double.NaN));
      for (Regime regime : Regime.values()) {
        all.add(
            Gauge.builder("flyball.regime", look, it -> isIn(regime, it) ? 1 : 0)
                .tags(tags.and("regime", regime.word()))
                .description("1 for what limits it now")
                .register(registry));
      }
      for (Decision.Cause cause : Decision.Cause.values()) {
        all.add(
            FunctionCounter.builder("flyball.resizes", decisions, it -> it.of(cause).sum())
                .tags(tags.and("cause", cause.word()))
                .description("Changes of the size")
                .register(registry));
      }
      gauge(
          "flyball.governor.mode",
          null,
          "0 governs, 1 advises only, 2 pinned, 3 overridden",
          it -> governor(it).mode().ordinal());
      all.add(
          FunctionCounter.builder(
                  "flyball.policy.failures", look, it -> governor(it).policyFailures())
              .tags(tags)
              .description("Advices that failed")
              .register(registry));
    }

    private static Governor governor(TargetLook look) {
      return look.target().governor().orElseThrow();
    }

    private static boolean isIn(Regime regime, TargetLook look) {
      return governor(look)
          .lastAdvice()
          .flatMap(advice -> advice.reason().regime())
          .filter(regime::equals)
          .isPresent();
    }

    private static double shed(TargetLook look, Importance importance) {
      return look.target().shedTotals().rows().stream()
          .filter(row -> row.importance() == importance)
          .mapToLong(ShedTotals.Row::tasks)
          .sum();
    }

    private void count(String name, String description, ToLongFunction<Observation> figure) {
      all.add(
          FunctionCounter.builder(name, look, it -> figure.applyAsLong(it.life()))
              .tags(tags)
              .baseUnit(BaseUnits.TASKS)
              .description(description)
              .register(registry));
    }

    private void gauge(
        String name,
        @Nullable String unit,
        String description,
        ToDoubleFunction<TargetLook> figure) {
      all.add(
          Gauge.builder(name, look, figure)
              .tags(tags)
              .baseUnit(unit)
              .description(description)
              .register(registry));
    }

    private void quantiles(String name, String description, Function<Observation, Quantiles> of) {
      quantile(name, "0.5", description, of, Quantiles::p50Nanos);
      quantile(name, "0.95", description, of, Quantiles::p95Nanos);
      quantile(name, "0.99", description, of, Quantiles::p99Nanos);
    }

    /** Cumulative, by the tag of Prometheus, so that its functions of histograms take them. */
    private void histogram(
        String name, String description, Function<TaskTimes, DurationCounts> of) {
      for (String seconds : BOUNDS_SECONDS) {
        long nanos = new BigDecimal(seconds).movePointRight(9).longValueExact();
        bucket(name, seconds, description, it -> of.apply(it).within(nanos));
      }
      bucket(name, "+Inf", description, it -> of.apply(it).count());
    }

    private void bucket(
        String name, String bound, String description, ToLongFunction<TaskTimes> tasks) {
      all.add(
          FunctionCounter.builder(
                  name + ".histogram",
                  look,
                  it -> it.taskTimes().map(tasks::applyAsLong).orElse(0L))
              .tags(tags.and("le", bound))
              .description(description)
              .register(registry));
    }

    private void quantile(
        String name,
        String share,
        String description,
        Function<Observation, Quantiles> of,
        ToLongFunction<Quantiles> nanos) {
      time(
          name,
          tags.and("quantile", share),
          description,
          it ->
              it.window()
                  .map(of)
                  .filter(quantiles -> !quantiles.isEmpty())
                  .map(quantiles -> (double) nanos.applyAsLong(quantiles))
                  .orElse(Double.NaN));
    }

    private void time(
        String name, Tags its, String description, ToDoubleFunction<TargetLook> nanos) {
      all.add(
          TimeGauge.builder(name, look, TimeUnit.NANOSECONDS, nanos)
              .tags(its)
              .description(description)
              .register(registry));
    }
  }
}
