package dev.flyball.adapters.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.adapters.base.FailingPool;
import dev.flyball.adapters.base.HeldTasks;
import dev.flyball.adapters.micrometer.FlyballMetrics;
import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.AdoptedPool;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FlyballTelemetryTest {

  private static final AttributeKey<String> NAME = AttributeKey.stringKey("jvm.executor.name");
  private static final String STATE = "jvm.executor.thread.state";

  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final TaskTimeHistograms histograms = TaskTimeHistograms.start();
  private final OpenTelemetrySdk openTelemetry =
      OpenTelemetrySdk.builder()
          .setMeterProvider(
              SdkMeterProvider.builder()
                  .registerMetricReader(reader)
                  .registerMetricProducer(histograms)
                  .build())
          .build();
  private final FlyballTelemetry telemetry = FlyballTelemetry.start(openTelemetry);

  @AfterEach
  void close() {
    telemetry.close();
    histograms.close();
    assertThat(reader.collectAllMetrics()).isEmpty();
    openTelemetry.close();
  }

  private static boolean isOf(String pool, PointData point) {
    return pool.equals(point.getAttributes().get(NAME));
  }

  /** The metrics that a pool has a point in. */
  private List<MetricData> metrics(String pool) {
    return reader.collectAllMetrics().stream()
        .filter(
            metric -> metric.getData().getPoints().stream().anyMatch(point -> isOf(pool, point)))
        .toList();
  }

  private Set<String> names(String pool) {
    Set<String> names = new TreeSet<>();
    metrics(pool).forEach(metric -> names.add(metric.getName()));
    return names;
  }

  private <P extends PointData> Stream<P> points(
      String pool, String metric, Class<P> type, String label, String value) {
    return metrics(pool).stream()
        .filter(each -> each.getName().equals(metric))
        .flatMap(each -> each.getData().getPoints().stream())
        .filter(point -> isOf(pool, point))
        .filter(point ->
            label.isEmpty()
                || value.equals(point.getAttributes().get(AttributeKey.stringKey(label))))
        .map(type::cast);
  }

  private Optional<Long> value(String pool, String metric, String label, String value) {
    return points(pool, metric, LongPointData.class, label, value)
        .map(LongPointData::getValue)
        .findFirst();
  }

  private long value(String pool, String metric) {
    return value(pool, metric, "", "").orElseThrow();
  }

  /** Of a pool with bounds: each name with its type and unit. */
  @Test
  void theMetricsOfExecutorsAreThoseOfTheProposedConvention() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    executor.prestartAllCoreThreads();
    try (AdoptedPool mail =
        Flyball.start(AdoptedPool.named("mail", executor).limits(2, 8).adviseOnly())) {
      assertThat(
              metrics(mail.name()).stream()
                  .filter(metric -> metric.getName().startsWith("jvm."))
                  .map(
                      metric -> metric.getName() + " " + metric.getType() + " " + metric.getUnit()))
          .containsExactlyInAnyOrder(
              "jvm.executor.thread.count LONG_SUM {thread}",
              "jvm.executor.thread.core LONG_SUM {thread}",
              "jvm.executor.thread.limit LONG_SUM {thread}",
              "jvm.executor.queue.size LONG_SUM {task}",
              "jvm.executor.task.completed LONG_SUM {task}",
              "jvm.executor.task.rejected LONG_SUM {task}");
      assertThat(
              metrics("mail").stream()
                  .filter(metric -> metric.getName().startsWith("jvm."))
                  .filter(metric -> metric.getLongSumData().isMonotonic())
                  .map(MetricData::getName))
          .containsExactlyInAnyOrder("jvm.executor.task.completed", "jvm.executor.task.rejected");
      assertThat(value("mail", "jvm.executor.thread.count", STATE, "active")).contains(0L);
      assertThat(value("mail", "jvm.executor.thread.count", STATE, "idle")).contains(3L);
      assertThat(value("mail", "jvm.executor.thread.core")).isEqualTo(3);
      assertThat(value("mail", "jvm.executor.thread.limit")).isEqualTo(8);
      assertThat(
              points("mail", "jvm.executor.queue.size", LongPointData.class, "", "")
                  .map(PointData::getAttributes))
          .containsExactly(
              Attributes.builder()
                  .put("jvm.executor.name", "mail")
                  .put("jvm.executor.type", "dev.flyball.pool.AdoptedPool")
                  .build());
    }
    executor.shutdown();
  }

  @Test
  void aPoolOfOthersThatCannotBeReadHidesNoOther() {
    FailingPool failing = new FailingPool();
    try (AdoptedPool mail = Flyball.start(AdoptedPool.named("mail", failing).adviseOnly());
        AdaptivePool orders = Flyball.pool("orders")) {
      failing.fails = true;
      Await.until(() -> {
        assertThat(value(orders.name(), "jvm.executor.thread.core")).isPositive();
        assertThat(value(mail.name(), "jvm.executor.task.completed")).isZero();
        return failing.failures.get() > 2;
      });
    }
  }

  @Test
  void whatHasNoBoundHasNoMetricOfIt() {
    try (AdaptivePool free = Flyball.pool("free")) {
      assertThat(names(free.name()))
          .contains("jvm.executor.thread.core")
          .doesNotContain("jvm.executor.thread.limit");
    }
  }

  /** Beside those of executors, which have the names of each one's convention. */
  @Test
  void flyballsOwnMetricsAreThoseThatMicrometerHas() {
    MeterRegistry registry = new SimpleMeterRegistry();
    FlyballMetrics micrometer = new FlyballMetrics();
    micrometer.bindTo(registry);
    try (AdaptivePool both = Flyball.pool("both")) {
      Set<String> theirs = new TreeSet<>();
      registry.getMeters().forEach(meter -> theirs.add(meter.getId().getName()));
      theirs.removeIf(name -> !name.startsWith("flyball."));
      assertThat(theirs).hasSizeGreaterThan(15);
      Await.until(() -> {
        both.execute(() -> {});
        Set<String> ours = names(both.name());
        ours.removeIf(name -> !name.startsWith("flyball."));
        return ours.equals(theirs); // times are known after the first window
      });
      assertThat(value("both", "flyball.arrived")).isPositive();
    }
    micrometer.close();
    registry.close();
  }

  @Test
  void aPoolThatWasThereBeforeHasMetricsThatMoveUntilItEnds() throws Exception {
    telemetry.close();
    try (AdaptivePool orders = Flyball.pool("metered");
        FlyballTelemetry later = FlyballTelemetry.start(openTelemetry)) {
      assertThat(later).isNotNull();
      List<Future<?>> tasks = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        tasks.add(
            orders.submit(() -> {
              Thread.sleep(10);
              return true;
            }));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
      Await.until(() -> value("metered", "jvm.executor.task.completed") == 50);
      assertThat(value("metered", "jvm.executor.thread.count", STATE, "active")).contains(0L);
      assertThat(
              metrics("metered").stream()
                  .filter(metric -> metric.getName().equals("flyball.service"))
                  .flatMap(metric -> metric.getDoubleSumData().getPoints().stream())
                  .mapToDouble(point -> point.getValue())
                  .sum())
          .isGreaterThan(0.5);
      Await.until(() ->
          value("metered", "flyball.advised", "", "").filter(workers -> workers >= 1).isPresent());
      Await.until(() ->
          points("metered", "flyball.regime", LongPointData.class, "", "")
                  .mapToLong(LongPointData::getValue)
                  .sum()
              == 1);
      orders.shutdown();
      assertThat(orders.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      assertThat(names("metered")).isEmpty();
    }
  }

  @Test
  void changesOfTheSizeAreCountedByTheirCause() {
    try (AdaptivePool pinned = Flyball.pool("pinned")) {
      int size = pinned.workersTarget();
      pinned.governor().orElseThrow().pin(size + 3);
      Await.until(() ->
          value("pinned", "flyball.resizes", "flyball.cause", "pinned").equals(Optional.of(1L)));
      assertThat(value("pinned", "flyball.size")).isEqualTo(size + 3);
      assertThat(value("pinned", "flyball.governor.mode")).isEqualTo(2);
    }
  }

  private HistogramPointData histogram(String metric) {
    return points("counted", metric, HistogramPointData.class, "", "").findFirst().orElseThrow();
  }

  private static long within(double seconds, HistogramPointData histogram) {
    int bound = histogram.getBoundaries().indexOf(seconds);
    return histogram.getCounts().stream().limit(bound + 1L).mapToLong(Long::longValue).sum();
  }

  @Test
  void histogramsCountEachTaskByItsTimes() throws Exception {
    try (AdaptivePool counted =
        Flyball.start(AdaptivePool.named("counted").workers(1).limits(1, 1))) {
      HeldTasks.run(counted, 20);
      Await.until(() -> histogram("flyball.response.histogram").getCount() == 21);
      Await.until(() -> histogram("flyball.wait.histogram").getCount() == 21);
      HistogramPointData waits = histogram("flyball.wait.histogram");
      assertThat(within(0.1, histogram("flyball.response.histogram"))).isZero();
      assertThat(within(0.1, waits)).isBetween(0L, 1L);
      assertThat(waits.getSum()).isGreaterThan(20 * HeldTasks.HELD_SECONDS);
      assertThat(waits.getStartEpochNanos()).isPositive().isLessThan(waits.getEpochNanos());
    }
    assertThat(names("counted")).isEmpty();
  }

  @Test
  void aPoolOfOthersWhoseSingleTimesAreNotKnownHasNoHistogram() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    try (AdoptedPool mail = Flyball.start(AdoptedPool.named("mail", executor).adviseOnly())) {
      assertThat(names(mail.name()))
          .contains("flyball.service")
          .noneMatch(name -> name.endsWith(".histogram"));
    }
    executor.shutdown();
  }

  @Test
  void aPoolThatWasDroppedIsCollectedAndItsMetricsGo() throws Exception {
    WeakReference<AdaptivePool> dropped = new WeakReference<>(used("dropped"));
    assertThat(names("dropped")).isNotEmpty();
    Await.until(() -> {
      System.gc();
      return dropped.get() == null && names("dropped").isEmpty();
    });
  }

  private static AdaptivePool used(String name) throws Exception {
    AdaptivePool pool = Flyball.pool(name);
    pool.submit(() -> 1).get();
    return pool;
  }

  @Test
  void theirScopeIsFlyball() {
    try (AdaptivePool orders = Flyball.pool("orders")) {
      assertThat(orders.name()).isEqualTo("orders");
      Collection<MetricData> all = reader.collectAllMetrics();
      assertThat(all)
          .extracting(metric -> metric.getInstrumentationScopeInfo().getName())
          .containsOnly("dev.flyball");
      assertThat(all).extracting(MetricData::getName).contains("flyball.wait.histogram");
    }
  }
}
