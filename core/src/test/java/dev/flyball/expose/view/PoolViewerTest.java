package dev.flyball.expose.view;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.admission.Admission;
import dev.flyball.admission.ClosedDoor;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.control.Governor;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.AdoptedPool;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.management.JMX;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one who watches is shown of a pool. */
@Timeout(120)
class PoolViewerTest {

  private static AdaptivePool pool(String name) {
    return AdaptivePool.named(name).ungoverned().workers(4).build();
  }

  private static PoolView view(PoolViewer viewer) {
    return awaited(viewer::view, 0);
  }

  /** A view of a window that is later than the one of that number. */
  private static PoolView awaited(Supplier<Optional<PoolView>> views, long window) {
    while (true) {
      Optional<PoolView> view = views.get();
      if (view.isPresent() && view.get().window() > window) {
        return view.get();
      }
      assertThat(Thread.interrupted()).as("the time is up").isFalse();
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** It is only polled: what it does not tell is not shown as zero. */
  @Test
  void whatAnAdoptedPoolDoesNotTellIsNotKnown() throws Exception {
    ThreadPoolExecutor found =
        new ThreadPoolExecutor(4, 4, 1, SECONDS, new LinkedBlockingQueue<>());
    try (AdoptedPool mail = Flyball.govern("view-adopted", found)) {
      PoolViewer viewer = PoolViewer.of(mail);
      Future<?> failing =
          found.submit(() -> {
            throw new IllegalStateException("no connection");
          });
      assertThatThrownBy(failing::get).hasMessageContaining("no connection");
      PoolView seen = awaited(viewer::view, 0);
      while (!(seen.figures().completedPerSecond() > 0)) {
        seen = awaited(viewer::view, seen.window());
      }
      assertThat(seen.figures().failedPerSecond()).isNaN();
      assertThat(seen.figures().responseMillisP95()).isNaN();
      assertThat(seen.figures().serviceMillis()).isNotNegative();
      assertThat(Verdict.of(seen).level()).isNotEqualTo(Verdict.Level.TROUBLE);
    } finally {
      found.shutdownNow();
    }
  }

  /** What it knows; telling it fails. */
  private record Mute(RuntimeException why) implements SizingPolicy {

    @Override
    public Advice advise(Observation seen) {
      return new Advice(3, Reason.of("three"), this);
    }

    @Override
    public List<LearnedSize> learned() {
      throw why;
    }
  }

  @Test
  void aPolicyThatCannotTellWhatItHasLearnedHidesNothingElse() {
    try (AdaptivePool pool =
        AdaptivePool.named("view-mute")
            .governedBy(new Mute(new IllegalStateException("no curve")))
            .build()) {
      PoolView seen = view(PoolViewer.of(pool));
      assertThat(seen.learned()).isEmpty();
      assertThat(seen.figures().workersTarget()).isPositive();
      assertThat(seen.steering().mode()).isEqualTo("GOVERN");
    }
  }

  @Test
  void whoAsksAgainAtOnceSeesTheSameWindow() {
    try (AdaptivePool pool = pool("hurry")) {
      long beganNanos = System.nanoTime();
      PoolViewer viewer = PoolViewer.of(pool);
      long lastWindow = 0;
      for (int i = 0; i < 1000; i++) {
        Optional<PoolView> view = viewer.view();
        lastWindow = view.map(PoolView::window).orElse(0L);
        assertThat(view.map(it -> it.figures().seconds()).orElse(1.0)).isGreaterThan(0.0199);
      }
      assertThat(lastWindow).isLessThanOrEqualTo((System.nanoTime() - beganNanos) / 20_000_000);
    }
  }

  @Test
  void whereTheGovernorSawNothingNewTheWindowIsTheSame() {
    try (AdaptivePool pool = pool("sleepy");
        Governor governor = Governor.of("sleepy", pool.control(), new FixedSize(4)).build()) {
      PoolViewer viewer = PoolViewer.of(governor);
      governor.step();
      assertThat(view(viewer).window()).isEqualTo(1);
      governor.adviseOnly();
      assertThat(view(viewer).window()).isEqualTo(1);
      assertThat(view(viewer).steering().mode()).isEqualTo("ADVISE_ONLY");
      governor.step();
      assertThat(view(viewer).window()).isEqualTo(2);
    }
  }

  @Test
  void eachViewIsOfTheTimeSinceTheOneBefore() throws Exception {
    try (AdaptivePool pool = pool("viewed")) {
      PoolViewer often = PoolViewer.of(pool);
      PoolViewer once = PoolViewer.of(pool);
      for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < 10 * round; i++) {
          pool.submit(() -> LockSupport.parkNanos(100_000)).get();
        }
        WindowFigures figures = awaited(often::view, round - 1).figures();
        assertThat(Math.round(figures.arrivedPerSecond() * figures.seconds()))
            .isEqualTo(10L * round);
        assertThat(figures.serviceMillis()).isGreaterThanOrEqualTo(0.1);
        assertThat(figures.deadTimeRatio()).isBetween(0.0, 1.0);
      }
      WindowFigures all = view(once).figures();
      assertThat(Math.round(all.arrivedPerSecond() * all.seconds())).isEqualTo(60);
      assertThat(view(once).steering()).isEqualTo(PoolView.Steering.NONE);
    }
  }

  @Test
  void whatIsNotKnownIsNotZero() {
    try (AdaptivePool pool = pool("idle")) {
      WindowFigures figures = view(PoolViewer.of(pool)).figures();
      assertThat(figures.responseMillisP95()).isNaN();
      assertThat(figures.serviceMillis()).isNaN();
      assertThat(figures.deadTimeRatio()).isNaN();
      assertThat(figures.cpuShare()).isNaN();
      assertThat(figures.arrivedPerSecond()).isZero();
    }
  }

  @Test
  void onlyDecisionsThatTellSomethingAreHandedOver() {
    try (AdaptivePool pool = pool("told");
        Governor governor = Governor.of("told", pool.control(), new FixedSize(4)).build()) {
      PoolViewer viewer = PoolViewer.of(governor);
      assertThat(viewer.view()).isEmpty();
      for (int i = 0; i < 5; i++) {
        governor.step();
      }
      assertThat(entries(viewer)).containsExactly("POLICY 4 to 4");
      governor.step();
      assertThat(entries(viewer)).isEmpty();
      governor.pin(9);
      governor.step();
      governor.step();
      assertThat(entries(viewer)).containsExactly("PINNED 4 to 9", "PINNED 9 to 9");
      governor.govern();
      governor.limits(Limits.of(1, 6));
      governor.step();
      assertThat(entries(viewer))
          .containsExactly("SWITCHED 9 to 9", "LIMITS 9 to 6", "POLICY 6 to 4");
      assertThat(entries(PoolViewer.of(governor))).hasSize(6);
    }
  }

  @Test
  void whatIsShedIsShownByKindImportanceAndCause() {
    Admission never = new ClosedDoor(ShedCause.LATE, Duration.ZERO);
    try (AdaptivePool pool = AdaptivePool.named("shedding").ungoverned().admission(never).build()) {
      PoolViewer viewer = PoolViewer.of(pool);
      assertThat(view(viewer).shed()).isEmpty();
      long window = view(viewer).window();
      shed(pool, "a", 2);
      shed(pool, "b", 3);
      PoolView view = awaited(viewer::view, window);
      assertThat(view.shed()).extracting(PoolView.ShedRow::kind).containsExactly("b", "a");
      PoolView.ShedRow first = view.shed().get(0);
      assertThat(first.importance()).isEqualTo("normal");
      assertThat(first.cause()).isEqualTo("late");
      assertThat(first.tasks()).isEqualTo(3);
      double seconds = view.figures().seconds();
      assertThat(Math.round(first.perSecond() * seconds)).isEqualTo(3);
      assertThat(Math.round(view.figures().shedPerSecond() * seconds)).isEqualTo(5);
      for (int i = 0; i < 20; i++) {
        shed(pool, "kind " + i, 1);
      }
      PoolView many = awaited(viewer::view, view.window());
      assertThat(many.shed()).hasSize(ShedWindows.ROWS_MAX + 1);
      assertThat(many.shed().get(ShedWindows.ROWS_MAX).cause()).isEmpty();
      assertThat(many.shed().stream().mapToLong(PoolView.ShedRow::tasks).sum()).isEqualTo(25);
    }
  }

  private static void shed(AdaptivePool pool, String kind, int times) {
    TaskOptions options = TaskOptions.kind(kind);
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> pool.execute(options, () -> {}))
          .isInstanceOf(TaskShedException.class);
    }
  }

  private static List<String> entries(PoolViewer viewer) {
    return view(viewer).entries().stream()
        .map(entry -> entry.cause() + " " + entry.from() + " to " + entry.to())
        .toList();
  }

  @Test
  void whoDecidesIsNamedWhateverIsWrappedAroundIt() {
    String specification = "flyball(max=9,cool-down=1s)";
    try (AdaptivePool pool = pool("steered");
        Governor governor =
            Governor.of("steered", pool.control(), Policies.parse(specification)).build()) {
      pool.execute(() -> {});
      governor.step();
      PoolView.Steering steering = view(PoolViewer.of(governor)).steering();
      assertThat(steering.policy()).isEqualTo("flyball");
      assertThat(steering.mode()).isEqualTo("GOVERN");
      assertThat(steering.adviceAgeSeconds()).isBetween(0.0, 60.0);
      governor.policy(seen -> new FixedSize(2).advise(seen));
      assertThat(view(PoolViewer.of(governor)).steering().policy()).contains("Lambda");
    }
  }

  /** A policy that has learned something. */
  private record Learned(List<LearnedSize> learned) implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      return new Advice(2, Reason.in(Regime.BEHIND, "tries 2 workers"), this);
    }
  }

  @Test
  void whatLimitsThePoolAndWhatWasLearnedIsShown() {
    List<LearnedSize> learned = List.of(new LearnedSize(1, 10, 0.1), new LearnedSize(2, 19, 0.1));
    try (AdaptivePool pool = pool("learned");
        Governor governor = Governor.of("learned", pool.control(), new Learned(learned)).build()) {
      governor.step();
      PoolView view = view(PoolViewer.of(governor));
      assertThat(view.learned())
          .containsExactly(
              new PoolView.Learned(1, 10, 0.1, Double.NaN),
              new PoolView.Learned(2, 19, 0.1, Double.NaN));
      assertThat(view.steering().regime()).isEqualTo("behind");
      assertThat(view.steering().policy()).isEqualTo("Learned");
    }
  }

  @Test
  void overJmxEachViewerHasWindowsOfItsOwn() throws Exception {
    try (AdaptivePool pool =
        Flyball.start(AdaptivePool.named("over\njmx").ungoverned().workers(2))) {
      PoolViewMBean bean =
          JMX.newMBeanProxy(
              ManagementFactory.getPlatformMBeanServer(),
              PoolMonitor.viewName("over\njmx"),
              PoolViewMBean.class);
      long beganNanos = System.nanoTime();
      CompositeData atOnce = bean.view("a");
      if (System.nanoTime() - beganNanos < 20_000_000) {
        assertThat(atOnce).isNull();
      }
      PoolView ofA = read(bean, "a", 0);
      PoolView ofB = read(bean, "b", 0);
      assertThat(ofB.identity()).isEqualTo(ofA.identity());
      pool.submit(() -> {}).get();
      ofA = read(bean, "a", ofA.window());
      assertThat(arrived(ofA)).isEqualTo(1);
      pool.submit(() -> {}).get();
      assertThat(arrived(read(bean, "a", ofA.window()))).isEqualTo(1);
      assertThat(arrived(read(bean, "b", ofB.window()))).isEqualTo(2);
      for (int other = 0; other < 16; other++) {
        bean.view("other " + other);
      }
      assertThat(arrived(read(bean, "a", 0))).isZero(); // it was forgotten, and begins anew
    }
  }

  private static PoolView read(PoolViewMBean bean, String viewer, long window) {
    return awaited(() -> seen(bean, viewer), window);
  }

  private static Optional<PoolView> seen(PoolViewMBean bean, String viewer) {
    return Optional.ofNullable(bean.view(viewer))
        .map(data -> OpenRecord.read(data, PoolView.class));
  }

  private static long arrived(PoolView view) {
    return Math.round(view.figures().arrivedPerSecond() * view.figures().seconds());
  }
}
