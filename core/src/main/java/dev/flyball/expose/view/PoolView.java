package dev.flyball.expose.view;

import dev.flyball.policy.LearnedSize;
import java.util.List;

/**
 * All that somebody who watches a pool wants to know of it at one moment.
 *
 * <p>Made of numbers, texts and lists of such, so that it passes over JMX as it is.
 *
 * @param name the pool's name
 * @param identity tells the pool from another one of the same name, as after a restart
 * @param window counts the viewer's windows, from 1; the same number again is the same window
 * @param figures the last window
 * @param steering who decides about the size
 * @param entries the decisions that tell something, oldest first
 * @param learned throughput as a function of the size, as far as the policy has learned it
 */
public record PoolView(
    String name,
    String identity,
    long window,
    WindowFigures figures,
    Steering steering,
    List<Entry> entries,
    List<Learned> learned) {

  public PoolView {
    entries = List.copyOf(entries);
    learned = List.copyOf(learned);
  }

  /**
   * Who decides about the size, and how.
   *
   * @param mode the governor's mode; "UNGOVERNED" where there is none
   * @param policy the policy's name; empty where there is none
   * @param regime what limits the pool; empty where the policy does not say
   * @param advice what the policy advised last; 0 where it has not advised yet
   * @param reason why it advised so
   * @param adviceAgeSeconds how long ago, NaN where it has not advised yet
   * @param limitMin the smallest size allowed; 0 where there is no governor
   * @param limitMax the largest size allowed; 0 where there is no governor
   * @param sizeChanges how often the size was changed
   * @param policyFailures how often the policy failed
   * @param targetFailures how often the target could not be observed or resized
   */
  public record Steering(
      String mode,
      String policy,
      String regime,
      int advice,
      String reason,
      double adviceAgeSeconds,
      int limitMin,
      int limitMax,
      long sizeChanges,
      long policyFailures,
      long targetFailures) {

    /** The mode of a pool that nobody governs. */
    public static final String UNGOVERNED = "UNGOVERNED";

    /** Nobody decides. */
    public static final Steering NONE =
        new Steering(UNGOVERNED, "", "", 0, "", Double.NaN, 0, 0, 0, 0, 0);
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
   * What the policy has learned of one size.
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
