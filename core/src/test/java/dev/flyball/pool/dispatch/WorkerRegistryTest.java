package dev.flyball.pool.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.StartRetry;
import dev.flyball.pool.dispatch.queue.IdleSpin;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a submitter without the lock is told, at the moments on which it depends. */
class WorkerRegistryTest {

  private final DispatchPlan plan =
      new DispatchPlan(
          "registry",
          Thread::new,
          true,
          1,
          false,
          0,
          Long.MAX_VALUE,
          Integer.MAX_VALUE,
          AdmissionSettings.STANDARD,
          SensorBudget.SHARED);
  private final TaskQueue queue = new TaskQueue();
  private final WorkerRegistry registry = registry();

  private WorkerRegistry registry() {
    SafeLog log = new SafeLog(WorkerRegistryTest.class, "registry");
    Dispatcher dispatcher = new Dispatcher(plan, log, new Lifecycle(log, plan));
    StartRetry retry = new StartRetry(log, () -> {});
    return new WorkerRegistry(dispatcher, queue, new IdleSpin(queue), retry, plan);
  }

  private Worker hired() {
    queue.add(() -> {}, new KindProfile(""), ArrivalSampler.UNCLOCKED);
    return Objects.requireNonNull(registry.nextToLaunch(), "nobody is hired");
  }

  private void takesATask(Worker worker) {
    assertThat(registry.comeBack(worker)).isFalse();
    registry.publish();
    assertThat(queue.poll(worker.slot)).isNotNull();
  }

  @Test
  void aWorkerIsWantedWhileNoneExists() {
    assertThat(registry.wanted()).isTrue();
    Worker only = hired();
    assertThat(registry.wanted()).isFalse();
    takesATask(only);
    assertThat(registry.wanted()).as("as many exist as were asked for").isFalse();
  }

  /**
   * Whoever resizes looks at the queue after he has asked; a task that comes in between must see
   * that a worker may be hired for it, or nobody ever would.
   */
  @Test
  void oneMoreIsWantedAsSoonAsItIsAskedFor() {
    takesATask(hired());
    registry.ask(2);
    assertThat(registry.wanted()).isTrue();
  }

  @Test
  void anIdleWorkerIsWantedAndOneThatWasCalledIsNot() {
    Worker only = hired();
    takesATask(only);
    registry.lieDown(only, false);
    assertThat(registry.wanted()).isTrue();
    queue.add(() -> {}, new KindProfile(""), ArrivalSampler.UNCLOCKED);
    assertThat(registry.nextToLaunch()).isSameAs(only);
    assertThat(registry.wanted()).isFalse();
  }
}
