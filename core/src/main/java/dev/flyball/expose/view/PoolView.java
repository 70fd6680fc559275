package dev.flyball.expose.view;

import dev.flyball.control.Governor;
import dev.flyball.policy.Advice;
import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Regime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of everything that a dashboard shows of a pool.
 *
 * <p>It consists of numbers, texts and lists of these, so it passes over JMX unchanged.
 *
 * @param name the pool's name
 * @param identity distinguishes the pool from another one of the same name, as after a restart
 * @param window the sequence number of the viewer's window, from 1; an equal number is the same
 *     window
 * @param figures the last window
 * @param steering the governor's state
 * @param entries the decisions worth showing, oldest first
 * @param shed tasks that the rule for who gets in has turned away: the kinds, classes and causes of
 *     which most were lately, and one row for all others
 * @param learned throughput as a function of the size, as far as the policy has learned it
 */
public record PoolView(
    String name,
    String identity,
    long window,
    WindowFigures figures,
    Steering steering,
    List<Entry> entries,
    List<ShedRow> shed,
    List<Learned> learned) {

  public PoolView {
    entries = List.copyOf(entries);
    shed = List.copyOf(shed);
    learned = List.copyOf(learned);
  }

  /**
   * The state of the governor.
   *
   * @param mode the governor's mode; "UNGOVERNED" without a governor
   * @param policy the policy's name; empty without one
   * @param regime the limiting resource of the pool; empty if the policy does not say
   * @param advice the last advice of the policy, in workers; 0 before the first
   * @param wanted the same before limits were applied; 0 before the first
   * @param reason the reason of the last advice
   * @param adviceAgeSeconds the age of the last advice in seconds; NaN before the first
   * @param limitMin the smallest allowed size; 0 without a governor
   * @param limitMax the largest allowed size; 0 without a governor
   * @param sizeChanges the number of changes of size
   * @param policyFailures the number of failures of the policy
   * @param targetFailures the number of times the target could not be observed or resized
   */
  public record Steering(
      String mode,
      String policy,
      String regime,
      int advice,
      int wanted,
      String reason,
      double adviceAgeSeconds,
      int limitMin,
      int limitMax,
      long sizeChanges,
      long policyFailures,
      long targetFailures) {

    /** The mode of a pool without a governor. */
    public static final String UNGOVERNED = "UNGOVERNED";

    /** The state without a governor. */
    public static final Steering NONE =
        new Steering(UNGOVERNED, "", "", 0, 0, "", Double.NaN, 0, 0, 0, 0, 0);

    /** The state of a governor whose policy has that name. */
    static Steering of(Governor it, String policy) {
      Optional<Advice> advice = it.lastAdvice();
      return new Steering(
          it.mode().name(),
          policy,
          advice.flatMap(advised -> advised.reason().regime()).map(Regime::word).orElse(""),
          advice.map(Advice::workers).orElse(0),
          it.wanted().orElse(0),
          advice.map(Advice::why).orElse(""),
          it.lastAdviceAge().map(Duration::toNanos).map(nanos -> nanos / 1e9).orElse(Double.NaN),
          it.limits().min(),
          it.limits().max(),
          it.journal().changes(),
          it.policyFailures(),
          it.targetFailures());
    }
  }

  /**
   * A decision of the governor.
   *
   * @param number counts the decisions of one governor, from 1
   * @param agoSeconds how long ago it was made
   * @param cause which path decided, by the name of its constant
   * @param from the size before
   * @param to the size after
   * @param advised what the policy wanted; 0 where it was not asked or failed
   * @param why the reason
   */
  public record Entry(
      long number, double agoSeconds, String cause, int from, int to, int advised, String why) {}

  /**
   * The tasks that were turned away for one cause.
   *
   * @param kind their kind; empty where none was named
   * @param importance their class in one word; empty in the row of all others
   * @param cause why, in one word; empty in the row of all others
   * @param tasks how many since the pool was made
   * @param perSecond how many per second of the window
   */
  public record ShedRow(
      String kind, String importance, String cause, long tasks, double perSecond) {}

  /**
   * The policy's knowledge of one size.
   *
   * @param workers the size
   * @param throughput what gets done at that size, in a unit of the policy's own
   * @param error the standard error of the throughput, as a share of it
   * @param atSeconds when it was measured, on the target's clock; NaN where the error always holds
   */
  public record Learned(double workers, double throughput, double error, double atSeconds) {
    static Learned of(LearnedSize size) {
      return new Learned(size.workers(), size.throughput(), size.error(), size.atSeconds());
    }
  }
}
