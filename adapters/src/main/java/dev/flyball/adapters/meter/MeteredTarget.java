package dev.flyball.adapters.meter;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedTotals;
import dev.flyball.base.OneLine;
import dev.flyball.control.Decision;
import dev.flyball.control.Governor;
import dev.flyball.expose.TargetLook;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Regime;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A target as its meters read it: one observation serves all that are read within 100 ms.
 *
 * <p>A target that cannot be read now, such as a pool that its owner is just ending, has the counts
 * and sums of before, and no window: it must not take all others out of a scrape.
 *
 * <p>The target holds it. A registry of meters must hold it weakly, and so does not keep a target
 * that was dropped.
 *
 * <p>Any thread may call any method.
 */
public final class MeteredTarget {

  private static final System.Logger LOG = System.getLogger(MeteredTarget.class.getName());

  private final TargetLook look;
  private volatile Observation lastLife;

  private MeteredTarget(ManagedTarget target) {
    this.look = new TargetLook(target);
    this.lastLife = look.life();
  }

  /** Begins to meter a target. */
  static MeteredTarget of(ManagedTarget target) {
    MeteredTarget metered = new MeteredTarget(target);
    target.onTermination(metered::ended);
    return metered;
  }

  /** The action at the target's end, through which the target holds this. */
  private void ended() {
    // nothing to do: its meters go when the list of targets tells its end
  }

  /** Its name. */
  public String name() {
    return look.target().name();
  }

  /** The name of its class. */
  public String type() {
    return look.target().getClass().getName();
  }

  /** The meters that it has. */
  public List<TargetMeter> meters() {
    List<TargetMeter> all = new ArrayList<>(FlyballMeters.OF_TARGETS);
    if (look.target().governor().isPresent()) {
      all.addAll(FlyballMeters.OF_GOVERNORS);
    }
    return all;
  }

  /** The histograms that it has: none where single times are not known. */
  public List<TargetHistogram> histograms() {
    return taskTimes().isPresent() ? FlyballMeters.HISTOGRAMS : List.of();
  }

  /** Tasks that have ended. */
  public long completed() {
    return life().flow().completed();
  }

  /** Workers that run a task. */
  public long active() {
    return life().flow().started() - life().flow().completed();
  }

  /** Workers that run no task. */
  public long idle() {
    return Math.max(0, workers() - active());
  }

  /** Tasks that wait. */
  public int queued() {
    return look.target().queued();
  }

  /** Workers that there are. */
  public int workers() {
    return look.target().workersCurrent();
  }

  /** Workers that are asked for. */
  public int size() {
    return look.target().workersTarget();
  }

  /** The most workers that its limits allow; without a governor, its size. */
  public int max() {
    return look.target().governor().map(governor -> governor.limits().max()).orElseGet(this::size);
  }

  /** Tasks that were turned away. */
  public long rejected() {
    return life().flow().rejected();
  }

  /** The time since it was made; as it was read last where it cannot be read now. */
  public Observation life() {
    try {
      Observation now = look.life();
      lastLife = now;
      return now;
    } catch (RuntimeException e) {
      unread(e);
      return lastLife;
    }
  }

  /** The times of all its tasks since it was made; empty where single times are not known. */
  public Optional<TaskTimes> taskTimes() {
    return look.taskTimes();
  }

  /** The last window of a second or more; empty where it cannot be read now. */
  Optional<Observation> window() {
    try {
      return look.window();
    } catch (RuntimeException e) {
      unread(e);
      return Optional.empty();
    }
  }

  /** The target itself says in the log that it cannot be read. */
  private void unread(RuntimeException e) {
    LOG.log(System.Logger.Level.DEBUG, () -> "'" + OneLine.of(name()) + "' cannot be read", e);
  }

  Governor governor() {
    return look.target().governor().orElseThrow();
  }

  boolean isLimitedBy(Regime regime) {
    return governor()
        .lastAdvice()
        .flatMap(advice -> advice.reason().regime())
        .filter(regime::equals)
        .isPresent();
  }

  long shed(Importance importance) {
    return look.target().shedTotals().rows().stream()
        .filter(row -> row.importance() == importance)
        .mapToLong(ShedTotals.Row::tasks)
        .sum();
  }

  long resizes(Decision.Cause cause) {
    return governor().journal().changes(cause);
  }
}
