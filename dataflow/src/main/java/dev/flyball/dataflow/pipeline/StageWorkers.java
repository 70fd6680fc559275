package dev.flyball.dataflow.pipeline;

import dev.flyball.measure.thread.ThreadCpu;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The workers of one stage, and what those that are gone have counted. Guarded by the lock of the
 * stage's queue.
 */
final class StageWorkers {

  /** How long a batch may take before an idle worker takes over the rest of it. */
  static final long STALE_NANOS = 500_000;

  private final boolean ordered;
  private final boolean keyed;
  private final List<StageWorker> workers = new ArrayList<>();
  private final StageSum gone;
  private OptionalLong goneCpuNanos = OptionalLong.of(0);
  private int asked;
  private int leaving; // still among the workers, but will not take anything any more

  StageWorkers(StagePlan<?, ?> plan) {
    this.ordered = plan.ordered;
    this.keyed = plan.key.isPresent();
    this.gone = new StageSum(plan.outputs.size());
  }

  int asked() {
    return asked;
  }

  void ask(int threads) {
    asked = threads;
  }

  /** Those that take records. */
  int alive() {
    return workers.size() - leaving;
  }

  /** Those whose thread has not ended. */
  int existing() {
    return workers.size();
  }

  boolean tooMany() {
    return alive() > asked;
  }

  void hired(StageWorker worker) {
    workers.add(worker);
  }

  /** One of them will take nothing any more. */
  void leaving(StageWorker worker) {
    if (!worker.leaving) {
      worker.leaving = true;
      leaving++;
    }
  }

  /** One has ended; what it counted is kept. */
  void ended(StageWorker worker) {
    leaving(worker);
    leaving--;
    workers.remove(worker);
    worker.meter.addTo(gone, worker.meter.lastStamp());
    goneCpuNanos = plus(goneCpuNanos, worker.cpuNanosAtEnd());
  }

  /** One whose thread could not be started. */
  void neverStarted(StageWorker worker) {
    workers.remove(worker);
  }

  List<StageWorker> all() {
    return List.copyOf(workers);
  }

  // ---- Taking over

  /**
   * Gives a worker what another one has taken and does not come to.
   *
   * <p>Not in an ordered stage, where the order of a batch is that of its worker.
   */
  boolean seizeFor(StageWorker worker) {
    if (ordered || keyed) {
      return false;
    }
    for (StageWorker other : workers) {
      if (isStale(other, worker.stamp())) {
        Batch batch = other.batch;
        int count = batch.seizeInto(worker.batch);
        if (count > 0) {
          worker.batch.filled(count, worker.stamp());
          return true;
        }
      }
    }
    return false;
  }

  /** Puts what others have taken and do not come to back, where a stage is ordered by key. */
  void takeBackStale(StageWorker worker, WaitingRoom room) {
    if (keyed) {
      workers.stream().filter(other -> isStale(other, worker.stamp())).forEach(room::takeBackFrom);
    }
  }

  private static boolean isStale(StageWorker worker, long nowStamp) {
    return worker.batch.unclaimed() > 0 && nowStamp - worker.batch.takenStamp() > STALE_NANOS;
  }

  /** How long an idle worker should wait before it looks again; 0 for as long as it takes. */
  long patienceNanos() {
    if (ordered) {
      return 0;
    }
    for (StageWorker worker : workers) {
      if (worker.batch.unclaimed() > 0) {
        return STALE_NANOS;
      }
    }
    return 0;
  }

  /** Takes what they have not begun out of all of them. */
  List<Object> seizeAll() {
    return workers.stream().flatMap(worker -> worker.batch.seize().stream()).toList();
  }

  // ---- Figures

  /** What all have counted so far, those gone included. */
  StageSum sum() {
    StageSum sum = new StageSum(gone.out.length);
    sum.add(gone);
    long now = System.nanoTime();
    workers.forEach(worker -> worker.meter.addTo(sum, now));
    return sum;
  }

  /** Processor time of all so far; empty where it is not known of one of them. */
  OptionalLong cpuNanos() {
    if (goneCpuNanos.isEmpty() || !ThreadCpu.available()) {
      return OptionalLong.empty();
    }
    long[] nanos = ThreadCpu.ofThreads(workers.stream().mapToLong(StageWorker::threadId).toArray());
    OptionalLong sum = goneCpuNanos;
    for (int i = 0; i < nanos.length; i++) {
      boolean running = nanos[i] != ThreadCpu.UNKNOWN;
      sum = plus(sum, running ? OptionalLong.of(nanos[i]) : workers.get(i).cpuNanosAtEnd());
    }
    return sum;
  }

  /** Unknown once one of the parts is. */
  private static OptionalLong plus(OptionalLong sum, OptionalLong part) {
    return sum.isPresent() && part.isPresent()
        ? OptionalLong.of(sum.getAsLong() + part.getAsLong())
        : OptionalLong.empty();
  }
}
