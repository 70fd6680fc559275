package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One stage of a pipeline that runs: its queue, its workers, where it sends to.
 *
 * <p><b>States.</b> Running - ended, when its last worker has left and none will come: then it
 * tells those that it sends to, and the pipeline.
 */
final class RunningStage {

  private final String name;
  private final Supplier<Stage<Object, Object>> logic;
  private final Outputs outputs;
  private final StageQueue queue;
  private final StageWorkers workers;
  private final Optional<OrderGate> gate;
  private final FlushRule flush;
  private final Optional<Retry> retry;
  private final Optional<Publication<?>> publication;
  private final String pipeline;
  private final Optional<InFlightLimit> inFlight;
  private final Optional<Spill<Object>> spill;
  private final ThreadFactory threads;
  private final DeadLetterOffice office;
  private final Runnable onEnd;
  private final int threadsAtStart;

  // Guarded by the queue's lock.
  private boolean ended;

  RunningStage(
      PipelineBuilder pipeline,
      StagePlan<?, ?> plan,
      List<RunningStage> receivers,
      DeadLetterOffice office,
      Runnable onEnd) {
    this.name = plan.name;
    this.logic = logicOf(plan);
    this.outputs = Outputs.of(plan, receivers);
    this.workers = new StageWorkers(plan);
    this.queue = new StageQueue(plan, office, workers, this::endAfterAbort);
    this.gate = plan.ordered ? Optional.of(new OrderGate()) : Optional.empty();
    this.flush = plan.flush;
    this.retry = plan.retry;
    this.publication = plan.publication;
    this.pipeline = pipeline.name;
    this.inFlight = pipeline.inFlight;
    this.spill = plan.spill;
    this.threads =
        pipeline.threads.orElseGet(
            () -> StageThreads.named("flyball-" + pipeline.name + "-" + name, pipeline.daemon));
    this.office = office;
    this.onEnd = onEnd;
    this.threadsAtStart = plan.threads;
    receivers.forEach(receiver -> receiver.queue.addProducer());
  }

  @SuppressWarnings("unchecked") // only records of its type are sent to it, the plans see to that
  private static Supplier<Stage<Object, Object>> logicOf(StagePlan<?, ?> plan) {
    return () -> (Stage<Object, Object>) plan.logic.get();
  }

  String name() {
    return name;
  }

  StageQueue queue() {
    return queue;
  }

  boolean ordered() {
    return gate.isPresent();
  }

  FlushRule flushRule() {
    return flush;
  }

  /** A thread begins to work for this stage. */
  void enter() {
    inFlight.ifPresent(InFlightLimit::enter);
  }

  /** Whether and when a record is tried again. */
  Optional<Retry> retry() {
    return retry;
  }

  /** In whose order its workers deliver, if they have to. */
  Optional<OrderGate> gate() {
    return gate;
  }

  // ---- Threads

  void start() {
    resize(threadsAtStart);
  }

  /**
   * Asks for so many threads; those missing are started, those too many leave by themselves. What
   * keeps one from being started is thrown; then those that are there are what is asked for.
   */
  void resize(int wanted) {
    ask(wanted);
    try {
      hireMissing();
    } catch (Throwable e) {
      makeDo(wanted);
      throw e;
    }
  }

  /** Asks for so many threads, and starts none; those too many leave by themselves. */
  void ask(int wanted) {
    queue.lock();
    try {
      workers.ask(wanted);
      queue.wakeAll();
    } finally {
      queue.unlock();
    }
  }

  /** Starts the threads that are missing; what keeps one from being started is thrown. */
  void hireMissing() {
    while (isShort()) {
      hire();
    }
  }

  /**
   * Requests no more threads than there are, unless another caller has resized the stage meanwhile.
   */
  private void makeDo(int wanted) {
    queue.lock();
    try {
      if (workers.asked() == wanted) {
        workers.ask(Math.min(wanted, workers.alive()));
      }
    } finally {
      queue.unlock();
    }
  }

  private boolean isShort() {
    queue.lock();
    try {
      return !ended && !queue.exhausted() && workers.alive() < workers.asked();
    } finally {
      queue.unlock();
    }
  }

  private void hire() {
    StageWorker worker = new StageWorker(this, logic.get(), outputs);
    boolean started = false;
    try {
      started = start(worker, newThread(worker));
    } finally {
      if (!started) {
        worker.closeLogic();
      }
    }
  }

  private Thread newThread(StageWorker worker) {
    return Objects.requireNonNull(
        threads.newThread(worker),
        () -> "thread factory must make a thread for stage '" + name + "' but made none");
  }

  /** Starts a worker unless another thread has started it, or it is too late. */
  private boolean start(StageWorker worker, Thread thread) {
    queue.lock();
    try {
      if (ended || queue.exhausted() || workers.alive() >= workers.asked()) {
        return false;
      }
      workers.hired(worker);
      worker.startAs(thread);
      return true;
    } catch (Throwable e) {
      workers.neverStarted(worker);
      throw e;
    } finally {
      queue.unlock();
    }
  }

  /** A worker that the queue told to leave has done so. */
  void ended(StageWorker worker) {
    queue.lock();
    boolean last;
    try {
      workers.ended(worker);
      queue.left(worker);
      last = !ended && workers.existing() == 0 && queue.exhausted();
      ended |= last;
    } finally {
      queue.unlock();
    }
    if (last) {
      end();
    }
  }

  private void end() {
    spill.ifPresent(this::close);
    outputs.queues().forEach(StageQueue::producerGone);
    publication.ifPresent(this::end);
    onEnd.run();
  }

  private void end(Publication<?> publication) {
    publication.end(
        queue.isAborted()
            ? Optional.of(new CancellationException("pipeline '" + pipeline + "' was aborted"))
            : Optional.empty());
  }

  private void close(Spill<Object> aside) {
    try {
      aside.close();
    } catch (Throwable e) {
      tell("its spill failed to close", e);
    }
  }

  // ---- What fails

  /** A record, or null where it was none, goes to the dead letters. Never throws. */
  void failed(@Nullable Object record, Throwable cause) {
    office.send(name, record, cause);
  }

  /** What becomes, for its source, of a record that fails so. */
  Outcome outcomeOf(Throwable cause) {
    return office.outcomeOf(cause);
  }

  /** Writes to the log. Never throws. */
  void tell(String what, Throwable cause) {
    PipelineLog.tell(Level.WARNING, "stage '" + name + "': " + what, cause);
  }

  /** Second step of an abort, after the queues of all stages: frees and interrupts the threads. */
  void abort() {
    gate.ifPresent(this::leaveOver);
    queue.collectCalls().forEach(this::abort);
    List<StageWorker> toInterrupt = new ArrayList<>();
    boolean last;
    queue.lock();
    try {
      toInterrupt.addAll(workers.all());
      last = !ended && workers.existing() == 0;
      ended |= last;
    } finally {
      queue.unlock();
    }
    toInterrupt.forEach(StageWorker::interrupt);
    if (last) {
      end();
    }
  }

  /** Delivers what waits for its turn to queues that are aborted. */
  private void leaveOver(OrderGate gate) {
    StageMeter unread = new StageMeter(outputs.count());
    Outbox deliverer = new Outbox(outputs, unread, Optional.empty(), new Batch());
    gate.abort().forEach(deliverer::deliver);
  }

  /** Ends a call that an abort has found, or cancels it, and then it ends by that. */
  private void abort(AsyncCall call) {
    if (call.finished() || call.pausing()) {
      endAfterAbort(call);
    } else {
      call.cancel();
    }
  }

  /** Leaves over what came of a call. Never throws. */
  private void endAfterAbort(AsyncCall call) {
    if (!call.endsByAbort()) {
      return;
    }
    Throwable failure = call.failure();
    if (failure != null) {
      failed(call.record, failure);
      return;
    }
    try {
      Outbox out =
          new Outbox(outputs, new StageMeter(outputs.count()), Optional.empty(), new Batch());
      out.emitResultOf(call);
      out.deliverAll();
      Tracked.end(call.record, Outcome.DONE);
    } catch (Throwable e) {
      failed(call.record, e);
    }
  }

  // ---- Figures

  int threadsAsked() {
    queue.lock();
    try {
      return workers.asked();
    } finally {
      queue.unlock();
    }
  }

  StageTotals totals() {
    queue.lock();
    try {
      StageSum sum = workers.sum();
      SortedMap<String, Long> out = new TreeMap<>();
      for (int i = 0; i < outputs.count(); i++) {
        out.put(outputs.names().get(i), sum.out[i]);
      }
      StageTotals.Time time =
          new StageTotals.Time(
              sum.busyNanos,
              sum.inputWaitNanos,
              sum.outputWaitNanos,
              sum.queueWaitNanos,
              workers.cpuNanos());
      return new StageTotals(
          name,
          queue.size(),
          queue.figures().flow(sum),
          time,
          sum.service,
          queue.figures().gaps(),
          out);
    } finally {
      queue.unlock();
    }
  }
}
