package dev.flyball.pool.dispatch;

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
    int before = search.state();
    assertThat(Search.isTaking(before)).isFalse();
    assertThat(search.take(slot)).isSameAs(task);
    assertThat(search.isBusy()).isFalse();
    assertThat(Search.isTaking(search.state())).isFalse();
    assertThat(Search.isSameTurn(before, search.state())).isFalse();
  }

  @Test
  void whoeverFindsNoneCountsAsLookingUntilItSaysOtherwise() {
    assertThat(search.gather()).isTrue();
    assertThat(search.take(slot)).isNull();
    assertThat(search.isBusy()).isTrue();
    int before = search.state();
    assertThat(Search.isTaking(before)).isFalse();
    search.end();
    assertThat(search.isBusy()).isFalse();
    assertThat(Search.isSameTurn(before, search.state())).isTrue();
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
