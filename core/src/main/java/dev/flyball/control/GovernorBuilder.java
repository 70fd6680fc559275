package dev.flyball.control;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.Objects;

/** A builder of governors; every setting has a default. */
public final class GovernorBuilder {

  /** Five minutes at ten polls a second; each decision takes about 0.9 kB, so 2.6 MB at most. */
  private static final int DECISIONS_KEPT = 3000;

  final String name;
  final Resizable target;
  final SizingPolicy policy;
  Limits limits = Limits.NONE;
  Duration period = Duration.ofSeconds(1);
  Clock clock = Clock.SYSTEM;
  Journal journal = Journal.ofLast(DECISIONS_KEPT);
  int size;
  boolean collectable;

  GovernorBuilder(String name, Resizable target, SizingPolicy policy) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name must not be blank but was '" + name + "'");
    }
    this.name = name;
    this.target = target;
    this.policy = policy;
  }

  /** The allowed sizes. Default: from 1 up, without an upper limit. */
  public GovernorBuilder limits(Limits allowed) {
    Objects.requireNonNull(allowed, "allowed must not be null");
    this.limits = allowed;
    return this;
  }

  /**
   * The time from one step to the next for a policy that has no wish of its own. Default: one
   * second.
   *
   * @throws IllegalArgumentException when it is below one millisecond or above 365 days
   */
  public GovernorBuilder period(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    this.period = requirePeriod(time);
    return this;
  }

  /**
   * Returns the given period if a governor can keep it.
   *
   * @throws IllegalArgumentException when it is below one millisecond or above 365 days
   */
  public static Duration requirePeriod(Duration time) {
    if (time.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException("period must be at least PT0.001S but was " + time);
    }
    return Durations.atMostAYear("period", time);
  }

  /** The clock that stamps decisions. Default: the machine's monotonic clock. */
  public GovernorBuilder clock(Clock source) {
    Objects.requireNonNull(source, "source must not be null");
    this.clock = source;
    return this;
  }

  /** The journal to write to. Default: a journal of the last 3000 decisions. */
  public GovernorBuilder journal(Journal memory) {
    Objects.requireNonNull(memory, "memory must not be null");
    this.journal = memory;
    return this;
  }

  /**
   * The size that the target has now, at least 1, where it is known before the first observation:
   * limits and decisions by hand before that say from which size they change it.
   */
  public GovernorBuilder size(int workers) {
    this.size = Require.atLeast("size", 1, workers);
    return this;
  }

  /**
   * Lets the started governor be collected, and its thread end, once neither the governor nor the
   * target is reachable from elsewhere; for a target that holds its governor. One that does not may
   * lose its governor first; another one can then govern it. Default: it governs until it is
   * closed.
   *
   * <p>Its policy, listeners and actions may refer to the target.
   */
  public GovernorBuilder collectable() {
    this.collectable = true;
    return this;
  }

  /** Makes the governor, which does nothing until it is started or stepped. */
  public Governor build() {
    return new Governor(this);
  }
}
