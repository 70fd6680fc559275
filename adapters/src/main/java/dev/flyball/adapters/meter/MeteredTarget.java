package dev.flyball.adapters.meter;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedTotals;
import dev.flyball.control.Decision;
import dev.flyball.control.DecisionListener;
import dev.flyball.control.Governor;
import dev.flyball.expose.TargetLook;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Regime;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.TaskTimes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * A target as its meters read it: one observation serves all that are read within 100 ms.
 *
 * <p>The target holds it. A registry of meters must hold it weakly, and so does not keep a target
 * that was dropped.
 *
 * <p>Any thread may call any method.
 */
public final class MeteredTarget {

  private final TargetLook look;
  private final Resizes resizes = new Resizes();

  private MeteredTarget(ManagedTarget target) {
    this.look = new TargetLook(target);
  }

  /** Begins to meter a target. */
  static MeteredTarget of(ManagedTarget target) {
    MeteredTarget metered = new MeteredTarget(target);
    target.governor().ifPresent(governor -> governor.addListener(metered.resizes));
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

  /** The time since it was made. */
  public Observation life() {
    return look.life();
  }

  /** The times of all its tasks since it was made; empty where single times are not known. */
  public Optional<TaskTimes> taskTimes() {
    return look.taskTimes();
  }

  /** The last window of a second or more. */
  Optional<Observation> window() {
    return look.window();
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
    return resizes.of(cause).sum();
  }

  /** Changes of the size, by cause. */
  private static final class Resizes implements DecisionListener {
    private final Map<Decision.Cause, LongAdder> counts = new EnumMap<>(Decision.Cause.class);

    Resizes() {
      for (Decision.Cause cause : Decision.Cause.values()) {
        counts.put(cause, new LongAdder());
      }
    }

    @Override
    public void decided(Decision decision) {
      if (decision.changed()) {
        of(decision.cause()).increment();
      }
    }

    LongAdder of(Decision.Cause cause) {
      return Objects.requireNonNull(counts.get(cause), "cause");
    }
  }
}
