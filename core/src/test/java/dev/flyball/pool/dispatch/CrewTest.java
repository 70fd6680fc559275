package dev.flyball.pool.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.measure.ArrivalStride;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a submitter without the lock is told, at the moments on which it depends. */
class CrewTest {

  private final DispatchPlan plan =
      new DispatchPlan("crew", Thread::new, true, 1, false, 0, Long.MAX_VALUE, Integer.MAX_VALUE);
  private final TaskQueue queue = new TaskQueue();
  private final Crew crew = crew();

  private Crew crew() {
    SafeLog log = new SafeLog(CrewTest.class, "crew");
    Dispatcher dispatcher = new Dispatcher(plan, log, new Lifecycle(log));
    return new Crew(dispatcher, queue, new Search(queue), plan);
  }

  private Worker hired() {
    queue.add(() -> {}, new KindProfile(""), ArrivalStride.UNCLOCKED);
    return Objects.requireNonNull(crew.nextToLaunch(), "nobody is hired");
  }

  private void takesATask(Worker worker) {
    assertThat(crew.comeBack(worker)).isFalse();
    crew.publish();
    assertThat(queue.poll(worker.slot)).isNotNull();
  }

  @Test
  void aWorkerIsWantedWhileNoneExists() {
    assertThat(crew.wanted()).isTrue();
    Worker only = hired();
    assertThat(crew.wanted()).isFalse();
    takesATask(only);
    assertThat(crew.wanted()).as("as many exist as were asked for").isFalse();
  }

  /**
   * Whoever resizes looks at the queue after he has asked; a task that comes in between must see
   * that a worker may be hired for it, or nobody ever would.
   */
  @Test
  void oneMoreIsWantedAsSoonAsItIsAskedFor() {
    takesATask(hired());
    crew.ask(2);
    assertThat(crew.wanted()).isTrue();
  }

  @Test
  void anIdleWorkerIsWantedAndOneThatWasCalledIsNot() {
    Worker only = hired();
    takesATask(only);
    crew.lieDown(only, false);
    assertThat(crew.wanted()).isTrue();
    queue.add(() -> {}, new KindProfile(""), ArrivalStride.UNCLOCKED);
    assertThat(crew.nextToLaunch()).isSameAs(only);
    assertThat(crew.wanted()).isFalse();
  }
}
