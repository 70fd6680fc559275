package dev.flyball.bench;

import java.util.concurrent.ArrayBlockingQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What a task's owner wrote before it handed the task over, the worker that takes it sees.
 *
 * <p>The queue is the JDK's for now, whose guarantee is known: the test shows that the set-up
 * works. A queue of our own takes its place here.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The worker came before the task.")
@Outcome(id = "1, 42", expect = Expect.ACCEPTABLE, desc = "The worker has the task, and all of it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The worker has the task, but not what it carries.")
@State
public class HandOverStress {

  private final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
  private int carried;

  /** The task's owner. */
  @Actor
  public void producer() {
    carried = 42;
    queue.add(1);
  }

  /** The worker: takes what is there, and looks at what the task carries. */
  @Actor
  public void worker(II_Result seen) {
    Integer task = queue.poll();
    if (task != null) {
      seen.r1 = task;
      seen.r2 = carried;
    }
  }
}
