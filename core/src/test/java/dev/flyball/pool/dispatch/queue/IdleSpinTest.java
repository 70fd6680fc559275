package dev.flyball.pool.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker that looks for a task counts as, from its first look to its last. */
class IdleSpinTest {

  private final TaskQueue queue = new TaskQueue();
  private final IdleSpin spin = new IdleSpin(queue);
  private final TaskSlot slot = new TaskSlot();

  @BeforeEach
  void whereItIsWorthwhile() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "nobody looks on one processor");
  }

  private Runnable added() {
    Runnable task = () -> {};
    queue.add(task, new KindProfile("kind"), ArrivalSampler.UNCLOCKED);
    return task;
  }

  @Test
  void whoeverFindsATaskLooksNoMore() {
    Runnable task = added();
    assertThat(spin.spin()).isTrue();
    assertThat(spin.isSpinning()).isTrue();
    int before = spin.state();
    assertThat(IdleSpin.isTaking(before)).isFalse();
    assertThat(spin.take(slot)).isSameAs(task);
    assertThat(spin.isSpinning()).isFalse();
    assertThat(IdleSpin.isTaking(spin.state())).isFalse();
    assertThat(IdleSpin.isSameTurn(before, spin.state())).isFalse();
  }

  @Test
  void whoeverFindsNoneCountsAsLookingUntilItSaysOtherwise() {
    assertThat(spin.batchSpin()).isTrue();
    assertThat(spin.take(slot)).isNull();
    assertThat(spin.isSpinning()).isTrue();
    int before = spin.state();
    assertThat(IdleSpin.isTaking(before)).isFalse();
    spin.end();
    assertThat(spin.isSpinning()).isFalse();
    assertThat(IdleSpin.isSameTurn(before, spin.state())).isTrue();
  }

  @Test
  void onlyOneLooksAtATime() {
    assertThat(spin.batchSpin()).isTrue();
    assertThat(spin.spin()).isFalse();
    assertThat(spin.batchSpin()).isFalse();
    spin.end();
    assertThat(spin.spin()).isTrue();
  }
}
