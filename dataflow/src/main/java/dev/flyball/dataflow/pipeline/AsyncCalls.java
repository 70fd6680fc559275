package dev.flyball.dataflow.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The calls of an asynchronous stage that are in flight: begun, or about to be, and not taken with
 * their results. Guarded by the lock of the stage's queue.
 *
 * <p>Workers take from here before they take waiting records: a call that has finished, or is to be
 * begun again after a failure. In an ordered stage finished calls are taken in the order in which
 * their records were. A call in flight holds the key of its record.
 */
final class AsyncCalls {

  private static final KeyHold NO_KEYS = new KeyHold();

  private final int max;
  private final boolean ordered;
  private final boolean keyed;
  private final Function<Object, ? extends CompletionStage<?>> function;
  private final StageQueue queue;
  private final Set<AsyncCall> open = new LinkedHashSet<>();
  private final ArrayDeque<AsyncCall> due = new ArrayDeque<>(); // to begin again, or finished
  private final Batch scratch = new Batch();

  AsyncCalls(StagePlan<?, ?> plan, StagePlan.Async async, StageQueue queue) {
    this.max = async.inFlightMax();
    this.ordered = plan.ordered;
    this.keyed = plan.key.isPresent();
    this.function = async.function();
    this.queue = queue;
  }

  /** How many calls may be added now. */
  int room() {
    return max - open.size();
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** Whether one is to be taken. */
  boolean anyDue() {
    return !due.isEmpty() || headFinished();
  }

  private boolean headFinished() {
    return ordered && !open.isEmpty() && open.iterator().next().finished();
  }

  /** Moves those that are due into a batch, so many at most; returns how many. */
  int moveDueTo(StageWorker worker, int most) {
    int count = 0;
    while (count < most && anyDue()) {
      AsyncCall call = headFinished() ? open.iterator().next() : due.remove();
      if (call.finished()) {
        open.remove(call);
        worker.finished().add(call);
      }
      worker.batch.records[count] = call;
      worker.batch.stamps[count] = worker.stamp();
      count++;
    }
    return count;
  }

  /** Moves waiting records into a batch, as calls to begin; returns how many. */
  int moveNewTo(StageWorker worker, int most, WaitingRoom waiting) {
    int count = 0;
    while (count < most && room() > 0 && waiting.ready(NO_KEYS) > 0) {
      KeyHold keys = keyed ? new KeyHold() : NO_KEYS;
      waiting.moveTo(scratch, 1, keys);
      AsyncCall call = new AsyncCall(scratch.takeOut(0), keys, function, queue);
      open.add(call);
      worker.batch.records[count] = call;
      worker.batch.stamps[count] = scratch.stamps[0];
      count++;
    }
    return count;
  }

  /** A call is finished. */
  void finished(AsyncCall call) {
    call.finish();
    if (!ordered) {
      due.add(call);
    }
  }

  /** A call that has failed is to be begun again now, unless it is not here any more. */
  void again(AsyncCall call) {
    if (open.contains(call)) {
      due.add(call);
    }
  }

  /** A call is given up, or ends after an abort; whether it was here. */
  boolean remove(AsyncCall call) {
    return open.remove(call);
  }

  /** Takes out all. */
  List<AsyncCall> removeAll() {
    List<AsyncCall> all = new ArrayList<>(open);
    open.clear();
    due.clear();
    return all;
  }
}
