package dev.flyball.dataflow.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * One stage of a pipeline that runs: its queue, its workers, where it sends to.
 *
 * <p><b>States.</b> Running - ended, when its last worker has left and none will come: then it
 * tells those that it sends to, and the pipeline.
 */
final class RunningStage {

  private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());

  private final String name;
  private final Supplier<Stage<Object, Object>> logic;
  private final Outputs outputs;
  private final StageQueue queue;
  private final StageWorkers workers;
  private final Optional<OrderGate> gate;
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
    this.queue = new StageQueue(plan, office, workers);
    this.gate = plan.ordered ? Optional.of(new OrderGate()) : Optional.empty();
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

  // ---- Threads

  void start() {
    resize(threadsAtStart);
  }

  /** Asks for so many threads; those missing are started, those too many leave by themselves. */
  void resize(int wanted) {
    queue.lock();
    try {
      workers.ask(wanted);
      queue.wakeAll();
    } finally {
      queue.unlock();
    }
    while (isShort()) {
      hire();
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
      started = start(worker, threads.newThread(worker));
    } finally {
      if (!started) {
        worker.closeLogic();
      }
    }
  }

  /** Starts a worker unless somebody else was faster, or it is too late. */
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
      last = !ended && workers.existing() == 0 && queue.exhausted();
      ended |= last;
    } finally {
      queue.unlock();
    }
    if (last) {
      end();
    }
  }

  /** A worker died outside of any record: its records go to the dead letters, another one comes. */
  void lost(StageWorker worker, Throwable cause) {
    LOG.log(System.Logger.Level.ERROR, "a worker of stage '" + name + "' died", cause);
    List<Object> records;
    queue.lock();
    try {
      records = worker.batch.seize();
      workers.leaving();
    } finally {
      queue.unlock();
    }
    records.forEach(record -> failed(record, cause));
    ended(worker);
    resize(threadsAsked());
  }

  private void end() {
    spill.ifPresent(this::close);
    outputs.queues().forEach(StageQueue::producerGone);
    onEnd.run();
  }

  private void close(Spill<Object> aside) {
    try {
      aside.close();
    } catch (IOException | RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "spill of stage '" + name + "' failed to close", e);
    }
  }

  // ---- Records

  void deliver(long batch, Outbox outbox, StageMeter meter) {
    if (gate.isPresent()) {
      gate.get().deliver(batch, outbox, meter);
    } else {
      outbox.deliver();
    }
  }

  void failed(Object record, Throwable cause) {
    office.send(name, Optional.of(record), cause);
  }

  /** Second step of an abort, after the queues of all stages: frees and interrupts the threads. */
  void abort() {
    gate.ifPresent(g -> g.abort(new Outbox(outputs, new StageMeter(outputs.count()), true)));
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
