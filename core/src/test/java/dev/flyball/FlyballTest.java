package dev.flyball;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.Governor;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way in: what those get who name no policy. */
@Timeout(120)
class FlyballTest {

  @Test
  void aPoolWithNoNumberInItGetsAsManyWorkersAsItsTasksNeed() throws Exception {
    int tasks = Runtime.getRuntime().availableProcessors() + 10;
    CyclicBarrier together = new CyclicBarrier(tasks);
    try (AdaptivePool pool = Flyball.pool("numberless")) {
      assertThat(pool.workersTarget()).isLessThan(tasks);
      List<Future<Integer>> waiting = new ArrayList<>();
      for (int i = 0; i < tasks; i++) {
        waiting.add(pool.submit(() -> together.await())); // ends only when all of them run at once
      }
      for (Future<Integer> each : waiting) {
        assertThat(each.get()).isBetween(0, tasks);
      }
    }
  }

  @Test
  void everyWayInLeadsToTheStandardPolicy() {
    Class<?> standard = Policies.standard().getClass();
    try (AdaptivePool pool = Flyball.pool("by-name");
        AdaptivePool described = Flyball.start(AdaptivePool.named("described"));
        AdaptivePool bare = AdaptivePool.named("bare").ungoverned().build();
        Governor governor = Flyball.govern("bare", bare.control())) {
      assertThat(pool.governor().orElseThrow().policy()).isInstanceOf(standard);
      assertThat(described.governor().orElseThrow().policy()).isInstanceOf(standard);
      assertThat(governor.policy()).isInstanceOf(standard);
      assertThat(bare.governor()).isEmpty();
    }
  }
}
