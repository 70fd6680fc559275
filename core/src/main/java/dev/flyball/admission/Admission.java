package dev.flyball.admission;

/**
 * A rule for who gets in: an immutable value, like a {@link dev.flyball.policy.SizingPolicy}. It is
 * asked when a task comes and again when a worker takes it, and answers in, out, or in for another
 * one, and why. The answer carries the rule to be asked next, so what a rule has learned is in the
 * value itself: the same rule asked the same always answers the same.
 *
 * <p>It is asked with a lock held, so it must answer at once. Implementations are records. They
 * hold no clock, no lock and no randomness.
 */
public interface Admission {

  /** Decides about a task that has just come. */
  Verdict arriving(Arrival task, PoolState now);

  /**
   * Decides about a task that a worker is about to start, or that has waited so long that it should
   * be asked about: in or out.
   */
  Verdict starting(Arrival task, PoolState now);

  /** In which order tasks of the same importance start, or all, see {@link #importantFirst}. */
  default Order order() {
    return Order.DEADLINE;
  }

  /**
   * Whether a more important task starts before a less important one. If not, importance is for the
   * rule alone, and the order is that of one line for all.
   */
  default boolean importantFirst() {
    return true;
  }

  /** The share of a tenant in what is done, relative to those of others; for {@link Order#FAIR}. */
  default double shareOf(String tenant) {
    return 1;
  }

  /** The orders of tasks that are equally important. */
  enum Order {
    /** First come, first served. */
    ARRIVAL,
    /** The one whose deadline is first; of equal ones, the one that came first. */
    DEADLINE,
    /** The one that came last. */
    NEWEST,
    /**
     * Tenants by turns, in proportion to their shares (start-time fair queueing: Goyal, Vin, Cheng
     * 1996); of one tenant, the one that came first.
     */
    FAIR
  }
}
