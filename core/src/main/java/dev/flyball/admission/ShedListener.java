package dev.flyball.admission;

import java.time.Duration;

/** A callback for tasks that were turned away by the rule for who gets in, such as a log. */
@FunctionalInterface
public interface ShedListener {

  /**
   * Called once for a task that was turned away, by a submitter or a worker that holds no lock. It
   * must return soon: under overload there are many. A listener that throws is called no more.
   *
   * @param kind the task's kind; empty text where none was named
   * @param importance its class
   * @param waited how long it had waited; zero for one that was turned away when it came, or whose
   *     arrival was not clocked, as of many in a quick stream
   * @param why the reason, and in how long one like it would be let in
   */
  void shed(String kind, Importance importance, Duration waited, TaskShedException why);
}
