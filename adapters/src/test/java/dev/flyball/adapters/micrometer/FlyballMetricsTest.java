package dev.flyball.adapters.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.adapters.base.FailingPool;
import dev.flyball.adapters.base.HeldTasks;
import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.AdoptedPool;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FlyballMetricsTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final FlyballMetrics metrics = new FlyballMetrics(Tags.of("app", "shop"));

  @AfterEach
  void close() {
    metrics.close();
    assertThat(registry.getMeters()).isEmpty();
    registry.close();
  }

  private double value(String meter, String pool) {
    return registry.get(meter).tags("name", pool).gauge().value();
  }

  private List<String> names(String pool) {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .filter(id -> pool.equals(id.getTag("name")))
        .map(Meter.Id::getName)
        .distinct()
        .toList();
  }

  private static List<String> executorMeters(MeterRegistry registry) {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .filter(id -> id.getName().startsWith("executor"))
        .map(id -> id.getName() + " " + id.getType() + " " + id.getBaseUnit())
        .sorted()
        .toList();
  }

  /** Only the room left in the queue is not known of a pool of any kind. */
  @Test
  void theNamesAndUnitsAreThoseOfMicrometerForAPoolOfTheJdk() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    MeterRegistry theirs = new SimpleMeterRegistry();
    new ExecutorServiceMetrics(executor, "mail", "", Tags.empty()).bindTo(theirs);
    metrics.bindTo(registry);
    try (AdoptedPool mail = Flyball.start(AdoptedPool.named("mail", executor).adviseOnly())) {
      List<String> expected = new ArrayList<>(executorMeters(theirs));
      expected.removeIf(meter -> meter.startsWith("executor.queue.remaining"));
      assertThat(executorMeters(registry)).isEqualTo(expected);
      assertThat(value("executor.pool.core", "mail")).isEqualTo(mail.workersTarget()).isEqualTo(3);
      assertThat(registry.get("flyball.size").tags("app", "shop").gauge().value()).isEqualTo(3);
    }
    assertThat(names("mail")).isEmpty();
    executor.shutdown();
    theirs.close();
  }

  @Test
  void aPoolThatWasThereBeforeHasMetersThatMoveUntilItEnds() throws Exception {
    try (AdaptivePool orders = Flyball.pool("metered")) {
      metrics.bindTo(registry);
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
      Await.until(() ->
          registry.get("executor.completed").tags("name", "metered").functionCounter().count()
              == 50);
      assertThat(value("executor.active", "metered")).isZero();
      Await.until(() -> value("flyball.advised", "metered") >= 1);
      Await.until(() ->
          registry.get("flyball.regime").tags("name", "metered").gauges().stream()
                  .mapToDouble(gauge -> gauge.value())
                  .sum()
              == 1);
    }
    assertThat(names("metered")).isEmpty();
  }

  @Test
  void resizesOfBeforeTheMetersAreCounted() {
    try (AdaptivePool early = Flyball.start(AdaptivePool.named("early").workers(2))) {
      early.governor().orElseThrow().pin(7);
      early.governor().orElseThrow().pin(5);
      metrics.bindTo(registry);
      assertThat(
              registry
                  .get("flyball.resizes")
                  .tags("name", "early", "cause", "pinned")
                  .functionCounter()
                  .count())
          .isEqualTo(2);
    }
  }

  private double within(String meter, String bound) {
    return registry.get(meter).tags("name", "counted", "le", bound).functionCounter().count();
  }

  @Test
  void histogramsCountEachTaskByItsTimes() throws Exception {
    metrics.bindTo(registry);
    try (AdaptivePool counted =
        Flyball.start(AdaptivePool.named("counted").workers(1).limits(1, 1))) {
      HeldTasks.run(counted, 20);
      Await.until(() -> within("flyball.response.histogram", "+Inf") == 21);
      Await.until(() -> within("flyball.wait.histogram", "+Inf") == 21);
      assertThat(within("flyball.response.histogram", "0.1")).isZero();
      assertThat(within("flyball.wait.histogram", "0.1")).isBetween(0.0, 1.0);
      FunctionTimer service =
          registry.get("flyball.service").tags("name", "counted").functionTimer();
      Await.until(() -> service.count() == 21);
      assertThat(service.totalTime(TimeUnit.SECONDS)).isGreaterThan(HeldTasks.HELD_SECONDS);
    }
    assertThat(names("counted")).isEmpty();
  }

  @Test
  void aPoolOfOthersWhoseSingleTimesAreNotKnownHasNoHistogram() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    metrics.bindTo(registry);
    try (AdoptedPool mail = Flyball.start(AdoptedPool.named("mail", executor).adviseOnly())) {
      assertThat(names(mail.name()))
          .contains("flyball.service", "flyball.wait")
          .noneMatch(name -> name.endsWith(".histogram"));
    }
    executor.shutdown();
  }

  @Test
  void aPoolThatWasDroppedIsCollectedAndItsMetersGo() throws Exception {
    metrics.bindTo(registry);
    WeakReference<AdaptivePool> dropped = new WeakReference<>(used("dropped"));
    Await.until(() -> {
      System.gc();
      return dropped.get() == null && names("dropped").isEmpty();
    });
  }

  /** As one whose owner is just ending it: a scrape has the meters of all others, too. */
  @Test
  void aPoolOfOthersThatCannotBeReadKeepsItsCounts() {
    metrics.bindTo(registry);
    FailingPool failing = new FailingPool();
    try (AdoptedPool mail = Flyball.start(AdoptedPool.named("mail", failing).adviseOnly())) {
      failing.completed = 7;
      Await.until(() -> completed("mail") == 7);
      failing.fails = true;
      Await.until(() -> {
        assertThat(completed("mail")).isEqualTo(7);
        assertThat(registry.getMeters())
            .allSatisfy(meter -> meter.measure().forEach(Measurement::getValue));
        return failing.failures.get() > 2;
      });
      assertThat(value("executor.pool.core", "mail")).isEqualTo(mail.workersTarget()).isEqualTo(3);
      failing.completed = 9;
      failing.fails = false;
      Await.until(() -> completed("mail") == 9);
    }
  }

  private double completed(String pool) {
    return registry.get("executor.completed").tags("name", pool).functionCounter().count();
  }

  private static AdaptivePool used(String name) throws Exception {
    AdaptivePool pool = Flyball.pool(name);
    pool.submit(() -> 1).get();
    return pool;
  }
}
