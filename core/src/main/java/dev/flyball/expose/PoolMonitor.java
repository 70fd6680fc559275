package dev.flyball.expose;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.ShedTotals;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.expose.ShownTargets.Shown;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.PoolViewMBean;
import dev.flyball.expose.view.PoolViewer;
import dev.flyball.expose.view.Verdict;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Forecast;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Regime;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The JMX bean of a pool, a limiter or permits, registered with the platform's bean server until
 * the target terminates or is collected.
 */
public final class PoolMonitor implements PoolMXBean {

  private final WeakReference<Shown> shown;

  PoolMonitor(WeakReference<Shown> shown) {
    this.shown = shown;
  }

  private ManagedTarget pool() {
    return ShownTargets.orGone(shown).look().target();
  }

  private Observation life() {
    return ShownTargets.orGone(shown).look().life();
  }

  private Optional<Observation> window() {
    return ShownTargets.orGone(shown).look().window();
  }

  /**
   * Makes a pool, a limiter or permits visible over JMX until it has terminated, or was collected.
   *
   * @throws IllegalStateException when another one of the same name is registered, or when the pool
   *     was built without its sensors
   */
  public static void register(ManagedTarget pool) {
    ShownTargets.show(pool);
  }

  /** The pools that are visible over JMX, by name. */
  public static List<AdaptivePool> pools() {
    return targets().stream()
        .filter(AdaptivePool.class::isInstance)
        .map(AdaptivePool.class::cast)
        .toList();
  }

  /** All targets that are visible over JMX, by name: pools, limiters, permits. */
  public static List<ManagedTarget> targets() {
    return ShownTargets.all();
  }

  /**
   * Tells of all targets that are visible now, and of each one that comes and goes from now on,
   * until {@link #unfollow}.
   */
  public static void follow(TargetListener listener) {
    ShownTargets.follow(Objects.requireNonNull(listener, "listener must not be null"));
  }

  /** Tells that listener no more; does nothing where it does not follow. */
  public static void unfollow(TargetListener listener) {
    ShownTargets.unfollow(listener);
  }

  /** The object name of a pool's figures and switches. */
  public static ObjectName objectName(String pool) {
    return objectName("Pool", pool);
  }

  /** The object name of a pool's {@linkplain PoolViewMBean view}. */
  public static ObjectName viewName(String pool) {
    return objectName("PoolView", pool);
  }

  private static ObjectName objectName(String type, String pool) {
    try {
      return new ObjectName("dev.flyball:type=" + type + ",name=" + ObjectName.quote(pool));
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException("name must be usable over JMX but was '" + pool + "'", e);
    }
  }

  @Override
  public String getFlyballVersion() {
    return Objects.requireNonNullElse(
        PoolMonitor.class.getPackage().getImplementationVersion(), "unknown");
  }

  @Override
  public double getRequestPerSecondRetirementRate() {
    return life().throughputPerSecond();
  }

  @Override
  public double getWindowThroughput() {
    return window(Observation::throughputPerSecond);
  }

  @Override
  public long getActive() {
    return life().flow().started() - life().flow().completed();
  }

  @Override
  public double getAverageServiceTime() {
    return orNaN(life().meanServiceSeconds());
  }

  @Override
  public double getAverageTimeWaitingInPool() {
    return orNaN(life().meanWaitSeconds());
  }

  @Override
  public double getAverageResponseTime() {
    return orNaN(life().meanResponseSeconds());
  }

  @Override
  public double getEstimatedAverageNumberOfActiveRequests() {
    return orNaN(life().littlesL());
  }

  @Override
  public double getRatioOfDeadTimeToResponseTime() {
    return orNaN(life().deadTimeRatio());
  }

  @Override
  public double getRatioOfActiveRequestsToCoreCount() {
    Observation life = life();
    return orNaN(life.littlesL()) / life.host().cores();
  }

  @Override
  public double getMeasuredAverageNumberOfActiveRequests() {
    return life().inSystemMean();
  }

  @Override
  public long getRequestsRetired() {
    return life().flow().completed();
  }

  @Override
  public long getRequestsFailed() {
    return life().flow().failed();
  }

  @Override
  public long getRequestsRetried() {
    return life().flow().retried();
  }

  @Override
  public long getRequestsRejected() {
    return life().flow().rejected();
  }

  @Override
  public long getRequestsShed() {
    return pool().shedTotals().tasks();
  }

  @Override
  public Map<String, Long> getRequestsShedByCause() {
    Map<String, Long> tasks = new LinkedHashMap<>();
    for (ShedCause cause : ShedCause.values()) {
      tasks.put(cause.word(), 0L);
    }
    return shed(tasks, row -> row.cause().word());
  }

  @Override
  public Map<String, Long> getRequestsShedByImportance() {
    Map<String, Long> tasks = new LinkedHashMap<>();
    for (Importance importance : Importance.values()) {
      tasks.put(importance.word(), 0L);
    }
    return shed(tasks, row -> row.importance().word());
  }

  @Override
  public Map<String, Long> getRequestsShedByAll() {
    return shed(
        new LinkedHashMap<>(),
        row ->
            "kind="
                + row.kind()
                + " importance="
                + row.importance().word()
                + " cause="
                + row.cause().word());
  }

  private Map<String, Long> shed(Map<String, Long> tasks, Function<ShedTotals.Row, String> nameOf) {
    for (ShedTotals.Row row : pool().shedTotals().rows()) {
      tasks.merge(nameOf.apply(row), row.tasks(), Long::sum);
    }
    return tasks;
  }

  @Override
  public double getWindowShedRate() {
    return window(seen -> seen.flow().shed() / seen.window().seconds());
  }

  @Override
  public double getCoreCount() {
    return life().host().cores();
  }

  @Override
  public int getWorkersTarget() {
    return pool().workersTarget();
  }

  @Override
  public int getWorkersCurrent() {
    return pool().workersCurrent();
  }

  @Override
  public int getQueued() {
    return pool().queued();
  }

  @Override
  public double getWindowSeconds() {
    return window(seen -> seen.window().seconds());
  }

  @Override
  public double getWindowArrivalRate() {
    return window(Observation::arrivalRatePerSecond);
  }

  @Override
  public double getWindowBusyWorkers() {
    return window(seen -> seen.size().busyMean());
  }

  @Override
  public double getWindowResponseMillisP95() {
    return window(seen ->
        seen.times().responseQuantiles().isEmpty()
            ? Double.NaN
            : seen.times().responseQuantiles().p95Nanos() / 1e6);
  }

  private double window(Function<Observation, Double> figure) {
    return window().map(figure).orElse(Double.NaN);
  }

  @Override
  public String getVerdict() {
    return verdict(Verdict::word);
  }

  @Override
  public String getVerdictLevel() {
    return verdict(verdict -> verdict.level().name());
  }

  @Override
  public String getVerdictSentence() {
    return verdict(Verdict::sentence);
  }

  private String verdict(Function<Verdict, String> part) {
    return window().map(seen -> part.apply(PoolViewer.verdict(pool(), seen))).orElse("");
  }

  @Override
  public String getMode() {
    return pool()
        .governor()
        .map(Governor::mode)
        .map(Mode::name)
        .orElse(PoolView.Steering.UNGOVERNED);
  }

  @Override
  public String getPolicy() {
    return pool().governor().map(Governor::policy).map(Policies::nameOf).orElse("");
  }

  @Override
  public String getRegime() {
    return pool()
        .governor()
        .flatMap(Governor::lastAdvice)
        .flatMap(advised -> advised.reason().regime())
        .map(Regime::word)
        .orElse("");
  }

  @Override
  public int getLastAdvice() {
    return pool().governor().flatMap(Governor::lastAdvice).map(Advice::workers).orElse(0);
  }

  @Override
  public String getLastReason() {
    return pool().governor().flatMap(Governor::lastAdvice).map(Advice::why).orElse("");
  }

  @Override
  public double getLastAdviceAgeSeconds() {
    return pool()
        .governor()
        .flatMap(Governor::lastAdviceAge)
        .map(Duration::toNanos)
        .map(nanos -> nanos / 1e9)
        .orElse(Double.NaN);
  }

  @Override
  public long getSizeChanges() {
    return pool().governor().map(governor -> governor.journal().changes()).orElse(0L);
  }

  @Override
  public long getPolicyFailures() {
    return pool().governor().map(Governor::policyFailures).orElse(0L);
  }

  @Override
  public int getLimitMin() {
    return pool().governor().map(governor -> governor.limits().min()).orElse(0);
  }

  @Override
  public int getLimitMax() {
    return pool().governor().map(governor -> governor.limits().max()).orElse(0);
  }

  @Override
  public void setLimits(int min, int max) {
    governor().limits(Limits.of(min, max));
  }

  @Override
  public void pin(int workers) {
    governor().pin(workers);
  }

  @Override
  public void override(int workers) {
    governor().override(workers);
  }

  @Override
  public void adviseOnly() {
    governor().adviseOnly();
  }

  @Override
  public void govern() {
    governor().govern();
  }

  @Override
  public String forecast(int workers) {
    return governor()
        .forecast(workers)
        .map(Forecast::toString)
        .orElse(workers + " workers: nothing is known of them");
  }

  @Override
  public void policy(String specification) {
    governor().policy(Policies.parse(specification));
  }

  private Governor governor() {
    return pool()
        .governor()
        .orElseThrow(() -> new IllegalStateException("'" + pool().name() + "' has no governor"));
  }

  private static double orNaN(OptionalDouble figure) {
    return figure.orElse(Double.NaN);
  }
}
