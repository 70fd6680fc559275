package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.measure.ArrivalStride;
import dev.flyball.measure.KindProfile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker that looks for a task counts as, from its first look to its last. */
class SearchTest {

  private final TaskQueue queue = new TaskQueue();
  private final Search search = new Search(queue);
  private final TaskSlot slot = new TaskSlot();

  @BeforeEach
  void whereItIsWorthwhile() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "nobody looks on one processor");
  }

  private Runnable added() {
    Runnable task = () -> {};
    queue.add(task, new KindProfile("kind"), ArrivalStride.UNCLOCKED);
    return task;
  }

  @Test
  void whoeverFindsATaskLooksNoMore() {
    Runnable task = added();
    assertThat(search.look()).isTrue();
    assertThat(search.isBusy()).isTrue();
    assertThat(search.takes()).isZero();
    assertThat(search.take(slot)).isSameAs(task);
    assertThat(search.isBusy()).isFalse();
    assertThat(search.isTaking()).isFalse();
    assertThat(search.takes()).isEqualTo(1);
  }

  @Test
  void whoeverFindsNoneCountsAsLookingUntilItSaysOtherwise() {
    assertThat(search.gather()).isTrue();
    assertThat(search.take(slot)).isNull();
    assertThat(search.isBusy()).isTrue();
    assertThat(search.isTaking()).isFalse();
    search.end();
    assertThat(search.isBusy()).isFalse();
  }

  @Test
  void onlyOneLooksAtATime() {
    assertThat(search.gather()).isTrue();
    assertThat(search.look()).isFalse();
    assertThat(search.gather()).isFalse();
    search.end();
    assertThat(search.look()).isTrue();
  }
}
