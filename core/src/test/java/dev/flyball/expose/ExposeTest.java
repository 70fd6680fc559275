package dev.flyball.expose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.admission.ClosedDoor;
import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.base.Await;
import dev.flyball.control.Journal;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdaptivePool;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMX;
import javax.management.MBeanServer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The pool as others see it: a real bean server, a real recording. */
@Timeout(120)
class ExposeTest {

  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  private static PoolMXBean bean(String pool) {
    return JMX.newMXBeanProxy(SERVER, PoolMonitor.objectName(pool), PoolMXBean.class);
  }

  @Test
  void theBeanSaysWhatThePoolDid() throws Exception {
    try (AdaptivePool pool =
        Flyball.start(
            AdaptivePool.named("jmx \"quoted\"")
                .governedBy(new FixedSize(3))
                .limits(1, 8)
                .period(Duration.ofMillis(1)))) {
      for (int i = 0; i < 10; i++) {
        pool.submit(() -> LockSupport.parkNanos(2_000_000)).get();
      }
      Await.until(() -> pool.lifetime().flow().completed() == 10);
      PoolMXBean bean = bean("jmx \"quoted\"");
      Await.until(() -> bean.getRequestsRetired() == 10);
      assertThat(bean.getRequestPerSecondRetirementRate()).isPositive();
      assertThat(bean.getActive()).isZero();
      assertThat(bean.getAverageServiceTime()).isPositive();
      assertThat(bean.getAverageTimeWaitingInPool()).isNotNegative();
      assertThat(bean.getAverageResponseTime())
          .isGreaterThanOrEqualTo(bean.getAverageServiceTime());
      assertThat(bean.getRatioOfDeadTimeToResponseTime()).isBetween(0.0, 1.0);
      assertThat(bean.getEstimatedAverageNumberOfActiveRequests()).isBetween(0.0, 1.1);
      assertThat(bean.getRatioOfActiveRequestsToCoreCount()).isBetween(0.0, 1.1);
      Await.until(() -> bean.getLastAdvice() == 3);
      assertThat(bean.getLastReason()).isEqualTo("fixed at 3");
      Await.until(() -> bean.getWorkersTarget() == 3);
      assertThat(bean.getMode()).isEqualTo("GOVERN");
      Await.until(() -> bean.getWindowBusyWorkers() == 0); // a window after the last task
      assertThat(bean.getVerdict()).isEqualTo("keeps up");
      assertThat(bean.getVerdictLevel()).isEqualTo("FINE");
      assertThat(bean.getVerdictSentence()).isEqualTo("Keeps up: 0.0 of 3 workers are busy.");
      assertThat(bean.getLimitMax()).isEqualTo(8);
    }
    assertThat(SERVER.isRegistered(PoolMonitor.objectName("jmx \"quoted\""))).isFalse();
  }

  @Test
  void aPoolThatWasBuiltAloneIsShownLater() throws Exception {
    AdaptivePool pool = AdaptivePool.named("alone").build();
    AdaptivePool other = AdaptivePool.named("alone").build();
    assertThat(Flyball.targets()).doesNotContain(pool);
    Flyball.show(pool);
    assertThat(Flyball.targets()).contains(pool);
    assertThat(bean("alone").getMode()).isEqualTo("GOVERN");
    assertThatThrownBy(() -> Flyball.show(other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("alone");
    assertThat(other.submit(() -> 1).get()).isEqualTo(1);
    pool.close();
    Flyball.show(other);
    assertThat(Flyball.targets()).contains(other).doesNotContain(pool);
    other.close();
    assertThat(Flyball.targets()).doesNotContain(other);
  }

  @Test
  void theBeanHasWindowsOfItsOwn() {
    try (AdaptivePool pool =
        Flyball.start(
            AdaptivePool.named("windows")
                .governedBy(new FixedSize(3))
                .period(Duration.ofMillis(1)))) {
      PoolMXBean bean = bean("windows");
      Await.until(() -> {
        pool.execute(() -> {});
        return bean.getWindowArrivalRate() > 0 && bean.getWindowResponseMillisP95() > 0;
      });
      // The governor looks a thousand times a second; its windows would hold a task or none.
      assertThat(bean.getWindowSeconds()).isGreaterThanOrEqualTo(1);
      assertThat(bean.getWindowBusyWorkers()).isNotNegative();
      assertThat(bean.getLastAdviceAgeSeconds()).isNotNegative();
    }
  }

  @Test
  void theBeanOverrules() throws Exception {
    try (AdaptivePool pool =
        Flyball.start(
            AdaptivePool.named("overruled")
                .governedBy(new FixedSize(3))
                .period(Duration.ofMillis(1)))) {
      PoolMXBean bean = bean("overruled");
      bean.pin(7);
      assertThat(pool.workersTarget()).isEqualTo(7);
      assertThat(bean.getMode()).isEqualTo("PINNED");
      bean.govern();
      Await.until(() -> pool.workersTarget() == 3);
      bean.setLimits(1, 2);
      Await.until(() -> pool.workersTarget() == 2);
      bean.override(5);
      assertThat(pool.workersTarget()).isEqualTo(5);
      assertThat(bean.forecast(20)).isEqualTo("20 workers: nothing is known of them");
      assertThatThrownBy(() -> bean.forecast(0))
          .hasMessageContaining("workers must be at least 1 but was 0");
      assertThatThrownBy(() -> bean.pin(0)).hasMessageContaining("workers must be at least 1");
    }
  }

  @Test
  void twoPoolsOfOneNameAreRefused() throws Exception {
    try (AdaptivePool first = Flyball.pool("twin")) {
      assertThat(first.isShutdown()).isFalse();
      assertThatThrownBy(() -> Flyball.pool("twin")).hasMessageContaining("is registered already");
      assertThat(first.submit(() -> "works").get()).isEqualTo("works");
    }
    Flyball.pool("twin").close();
  }

  @Test
  void whatIsNotKnownYetIsNotANumber() {
    try (AdaptivePool pool = Flyball.pool("fresh")) {
      assertThat(pool.governor()).isPresent();
      assertThat(bean("fresh").getAverageServiceTime()).isNaN();
      assertThat(bean("fresh").getRatioOfDeadTimeToResponseTime()).isNaN();
    }
  }

  private static final TaskOptions CHECKOUT =
      TaskOptions.kind("checkout").importance(Importance.HIGH);

  private static AdaptivePool closedPool(String name) {
    return Flyball.start(
        AdaptivePool.named(name)
            .ungoverned()
            .workers(1)
            .admission(new ClosedDoor(ShedCause.OVERLOADED, Duration.ofMillis(120))));
  }

  private static void shed(AdaptivePool pool, int times) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> pool.execute(CHECKOUT, () -> {}))
          .isInstanceOf(TaskShedException.class);
    }
  }

  @Test
  void theBeanSaysWhatWasShedByCauseAndImportanceAndKind() {
    try (AdaptivePool pool = closedPool("sheds")) {
      PoolMXBean bean = bean("sheds");
      assertThat(bean.getRequestsShedByAll()).isEmpty();
      shed(pool, 3);
      assertThat(bean.getRequestsShed()).isEqualTo(3);
      assertThat(bean.getRequestsShedByCause())
          .containsEntry("overloaded", 3L)
          .containsEntry("full", 0L)
          .hasSize(ShedCause.values().length);
      assertThat(bean.getRequestsShedByImportance())
          .containsEntry("high", 3L)
          .containsEntry("normal", 0L)
          .hasSize(Importance.values().length);
      assertThat(bean.getRequestsShedByAll())
          .containsOnly(Map.entry("kind=checkout importance=high cause=overloaded", 3L));
      Await.until(() -> {
        shed(pool, 1);
        return bean.getWindowShedRate() > 0;
      });
    }
  }

  @Test
  void shedTasksAreOneEventASecond(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("shed.jfr");
    int tasks = 0;
    try (Recording recording = new Recording();
        AdaptivePool pool = closedPool("overrun")) {
      shed(pool, 10); // no recording runs
      recording.enable("dev.flyball.Shed");
      recording.start();
      long beganNanos = System.nanoTime();
      while (System.nanoTime() - beganNanos < 1_100_000_000) {
        shed(pool, 1);
        tasks++;
      }
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(events).hasSizeBetween(1, 5); // or the machine stood still in between
    RecordedEvent first = events.get(0);
    assertThat(first.getString("pool")).isEqualTo("overrun");
    assertThat(first.getString("kind")).isEqualTo("checkout");
    assertThat(first.getString("importance")).isEqualTo("high");
    assertThat(first.getString("cause")).isEqualTo("overloaded");
    assertThat(first.getDuration("waited")).isZero();
    assertThat(first.getDuration("retryAfter")).isEqualTo(Duration.ofMillis(120));
    assertThat(first.getString("reason"))
        .isEqualTo("task shed by pool 'overrun': the door is closed to 1; try again in 120 ms");
    assertThat(first.getLong("tasks")).isEqualTo(1);
    long told = events.stream().mapToLong(event -> event.getLong("tasks")).sum();
    assertThat(told).isBetween(2L, (long) tasks);
  }

  @Test
  void everyDecisionIsAnEventInTheFlightRecorder(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("decisions.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.flyball.Decision");
      recording.start();
      try (AdaptivePool pool =
          Flyball.start(
              AdaptivePool.named("recorded")
                  .workers(1)
                  .governedBy(new FixedSize(4))
                  .period(Duration.ofMillis(20)))) {
        // Those made before the pool was handed over may have had nobody to record them.
        Journal journal = pool.governor().orElseThrow().journal();
        int before = journal.decisions().size();
        Await.until(() -> journal.decisions().size() >= before + 3);
      }
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(events).hasSizeGreaterThanOrEqualTo(2);
    RecordedEvent last = events.get(events.size() - 1);
    assertThat(last.getString("pool")).isEqualTo("recorded");
    assertThat(last.getString("why")).isEqualTo("fixed at 4");
    assertThat(last.getInt("to")).isEqualTo(4);
    assertThat(last.getString("cause")).isEqualTo("POLICY");
  }
}
