package dev.flyball.admission;

/**
 * A task that is told when it had been let in and is then turned away, such as to answer its
 * client. A future needs no such method: a thread that waits for it gets the exception. A callable
 * that is submitted may be one too, where no thread waits for its future.
 */
public interface Sheddable extends Runnable {

  /**
   * Called once, in the place of {@link #run()}, by the thread that found that the task must go: a
   * submitter or a worker. It holds no lock, and must return soon.
   *
   * @param why the reason, and in how long one like it would be let in
   */
  void shed(TaskShedException why);
}
