package dev.flyball.pool.admit;

import dev.flyball.admission.Verdict;
import dev.flyball.admission.line.Growth;
import dev.flyball.admission.line.WaitingLine;
import dev.flyball.admission.line.WaitingLine.Shed;
import dev.flyball.admission.line.WaitingLine.Workers;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Aftermath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a limiter that wait under an admission rule, in the place of the {@link TaskLine},
 * once something is said of a task that matters.
 *
 * <p>Not thread-safe: guarded by the lock of the slots. The rule is asked with that lock held, and
 * is not to call the limiter.
 */
final class AdmittedTasks {

  private final WaitingLine<RunningTask> line;
  private final Growth growth;
  private List<Shed<RunningTask>> gone = new ArrayList<>();

  AdmittedTasks(AdmissionSettings settings, int queueCapacity, int limit) {
    this.line = new WaitingLine<>(settings.rule(), queueCapacity, shed -> gone.add(shed));
    this.growth = new Growth(limit);
  }

  int size() {
    return line.size();
  }

  /** Asks the rule about a task that comes; where it is let in, it waits here. */
  Verdict offer(RunningTask run, int limit, int free) {
    return line.offer(run, run.who(), run.kind, workers(run.arrivalStamp, limit, free), !run.asked);
  }

  /** Notes a task that has started at once, and those that it stands for. */
  void passedBy(RunningTask run) {
    line.passedBy(
        run.kind, run.options.importance(), run.stands, run.deadlineNanos, run.startStamp);
  }

  /** Has a task wait that was let in before. */
  void admit(RunningTask run) {
    line.admit(run, run.who(), run.kind);
  }

  /**
   * Takes the task to be started next; null where none may start, or some had to go that the caller
   * should look after first.
   */
  @Nullable RunningTask poll(int limit, int free) {
    try {
      return line.poll(workers(System.nanoTime(), limit, free));
    } catch (OutOfMemoryError e) {
      return line.pollUnasked();
    }
  }

  private Workers workers(long nowNanos, int limit, int free) {
    return new Workers(nowNanos, limit, Math.max(0, free), growth.isUnderWay(nowNanos));
  }

  boolean remove(RunningTask run) {
    return line.remove(run);
  }

  /** Hands each to an action, the one that came first before the others. */
  void forEach(Consumer<RunningTask> action) {
    line.waiting().forEach(action);
  }

  @Nullable RunningTask removeOldest() {
    return line.removeOldest();
  }

  Collection<RunningTask> drain() {
    return line.drain();
  }

  void resized(int limit, long nowNanos) {
    growth.resized(limit, nowNanos);
  }

  AdmissionCount count(long shed) {
    return line.count(shed);
  }

  long ruleFailures() {
    return line.ruleFailures();
  }

  /** Whether tasks are to be told, or a failure, by a thread that holds no lock. */
  boolean hasAftermath() {
    return !gone.isEmpty() || line.hasFailure();
  }

  /** What is left to do once the lock is released. */
  Aftermath<RunningTask> takeAftermath() {
    List<Shed<RunningTask>> now = gone;
    gone = new ArrayList<>();
    return new Aftermath<>(now, line.takeFirstFailure());
  }
}
