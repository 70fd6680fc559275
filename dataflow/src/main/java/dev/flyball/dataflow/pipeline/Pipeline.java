package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A running data-flow program: stages of user code, each with its own threads and its own bounded
 * queue. The stages measure themselves, and their numbers of threads can be changed while records
 * flow.
 *
 * <pre>{@code
 * PipelineBuilder plan = Pipeline.named("tickets");
 * StagePlan<byte[], Ticket> decoder = plan.stage("decoder", Decoder::new);
 * StagePlan<Ticket, Row> converter = plan.map("converter", Row::of);
 * StagePlan<Row, Void> serializer = plan.sink("serializer", disk::write);
 * StagePlan<Row, Void> feeder = plan.sink("feeder", database::insert);
 * decoder.to(converter);
 * converter.to(serializer).to(feeder); // a copy each
 * try (Pipeline<byte[]> tickets = plan.build(decoder)) {
 *   tickets.put(packet);
 *   tickets.resize("feeder", 4);
 * }
 * }</pre>
 *
 * <p><b>How is it designed, and why?</b> Between two stages stands one queue, a ring guarded by one
 * lock. So any number of threads may put and take records, stages can merge, and adding or removing
 * a thread needs no agreement with other threads. Many records share the cost of a lock: a worker
 * takes a batch at a time, and delivers its output in one piece. A batch is as large as takes about
 * 0.1 ms. So where a record takes longer than that, records move one by one, and where it takes
 * nanoseconds, in hundreds. Waking a thread costs more than a lock, so a thread is woken only when
 * none is on its way, see {@code StageQueue}.
 *
 * <p><b>States.</b> RUNNING - DRAINING ({@link #drain}, {@link #close}: no record is accepted,
 * stages end one after the other, each when those before it have ended and its queue is empty) -
 * ABORTED ({@link #abort}: threads are interrupted, waiting records are handed back) - TERMINATED
 * (all threads have ended). Each only moves to a later one.
 *
 * <p><b>Shared state.</b> Any thread may call any method here. A stage's instance belongs to its
 * thread unless it is shared; its emitter belongs to that thread during one call. What happens
 * before a record is put or emitted happens before the next stage works on it. No user code runs
 * with a lock held, except that of a {@link Spill}, that which gives a record its key, and a
 * subscriber's, which one thread at a time calls.
 *
 * <p><b>Guarantees.</b> An accepted record is given to its stage exactly once, unless its queue was
 * full and had to drop it, or {@link #abort} handed it back. The same holds for each emitted
 * record. A stage of one thread takes records in the order in which they came, and an {@linkplain
 * StagePlan#ordered ordered} stage keeps that order with more threads; one that is {@linkplain
 * StagePlan#orderedBy ordered by key} keeps it for records with equal keys. A stage's exceptions go
 * to the {@linkplain DeadLetters dead letters}, errors of the machine included, and its thread goes
 * on. So do records that fail on anything else, a {@link Spill} or a lack of memory. A change of
 * the number of threads loses nothing, does nothing twice and interrupts nothing; a thread's
 * instance may {@linkplain Stage#end emit} what it still holds before it leaves. A thread that its
 * stage's own code has interrupted works on: the interrupt ends with the record.
 *
 * <p><b>Progress.</b> Records wait in a worker's batch while it works on others; when one of them
 * takes longer than expected, an idle thread of the stage takes over the rest (not in an ordered
 * stage). A queue that blocks delays every stage that sends to it, and in the end the source. There
 * is no deadlock, since stages never send in a circle, but the slowest stage that blocks sets the
 * rate of all.
 *
 * @param <E> the type of the records that its first entry accepts
 */
public final class Pipeline<E> implements AutoCloseable {

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final String name;
  private final Map<String, RunningStage> stages = new LinkedHashMap<>();
  private final Map<StagePlan<?, ?>, Entry<?>> entries = new LinkedHashMap<>();
  private final Entry<E> main;

  /** Written under the monitor. */
  private volatile PipelineState state = PipelineState.RUNNING;

  private volatile @Nullable ResponseTimes responses;

  private final DeadLetterOffice office;
  private final Optional<InFlightLimit> inFlight;
  private final CountDownLatch terminated = new CountDownLatch(1);
  private final CountDownLatch running;

  Pipeline(
      PipelineBuilder plan,
      List<StagePlan<?, ?>> inOrder,
      StagePlan<E, ?> first,
      List<StagePlan<?, ?>> others) {
    this.name = plan.name;
    this.inFlight = plan.inFlight;
    this.running = new CountDownLatch(inOrder.size());
    this.office = new DeadLetterOffice(name, plan.deadLetters);
    List<StagePlan<?, ?>> lastFirst = new ArrayList<>(inOrder);
    Collections.reverse(lastFirst);
    Map<String, RunningStage> made = new TreeMap<>();
    for (StagePlan<?, ?> stage : lastFirst) {
      List<RunningStage> outputs = stage.outputs.stream().map(to -> made.get(to.name)).toList();
      made.put(stage.name, new RunningStage(plan, stage, outputs, office, this::ended));
    }
    inOrder.forEach(stage -> stages.put(stage.name, made.get(stage.name)));
    this.main = new Entry<>(this, stage(first.name).queue(), inFlight);
    entries.put(first, main);
    others.forEach(
        other -> entries.put(other, new Entry<>(this, stage(other.name).queue(), inFlight)));
    start();
  }

  private void start() {
    try {
      stages.values().forEach(RunningStage::start);
    } catch (Throwable e) {
      abort(Duration.ZERO);
      throw e;
    }
  }

  /** Begins a builder of a pipeline; the name appears in thread names and messages. */
  public static PipelineBuilder named(String name) {
    return new PipelineBuilder(name);
  }

  // ---- Records

  /** Offers a record to the first entry, see {@link Entry#offer}. */
  public boolean offer(E record) {
    return main.offer(record);
  }

  /**
   * Puts a record into the first entry, see {@link Entry#put(Object)}.
   *
   * @throws RejectedExecutionException when the pipeline accepts no more records
   * @throws InterruptedException when interrupted while waiting; the record was not accepted
   */
  public void put(E record) throws InterruptedException {
    main.put(record);
  }

  /**
   * Puts a record into the first entry, and has its source told what has become of it, see {@link
   * Entry#put(Object, Consumer)}.
   *
   * @throws RejectedExecutionException when the pipeline accepts no more records
   * @throws InterruptedException when interrupted while waiting; the record was not accepted
   */
  public void put(E record, Consumer<? super Outcome> done) throws InterruptedException {
    main.put(record, done);
  }

  /**
   * Measures how long records take through the pipeline, from now on until that is closed. One
   * reader takes what was measured; another call begins anew for another reader.
   */
  public synchronized ResponseTimes measureResponses() {
    ResponseTimes begun = new ResponseTimes(this::endMeasuring);
    responses = begun;
    return begun;
  }

  private synchronized void endMeasuring(ResponseTimes times) {
    if (times.equals(responses)) {
      responses = null;
    }
  }

  /** What measures the record that comes now; null where it is not measured. */
  @Nullable ResponseTimes responses() {
    ResponseTimes times = responses;
    return times != null && times.isNext() ? times : null;
  }

  /**
   * The way in at one of the stages that the pipeline was built with.
   *
   * @throws IllegalArgumentException when that stage is no entry of this pipeline
   */
  @SuppressWarnings("unchecked") // it was made for that stage
  public <T> Entry<T> entry(StagePlan<T, ?> stage) {
    Entry<?> entry = entries.get(stage);
    if (entry == null) {
      throw new IllegalArgumentException(
          "stage '"
              + stage.name
              + "' must be an entry of pipeline '"
              + name
              + "' but those are "
              + String.join(", ", entryNames()));
    }
    return (Entry<T>) entry;
  }

  // ---- Threads

  /**
   * Changes the number of threads of a stage: more threads start at once; surplus threads end when
   * they are between records.
   *
   * <p>If an instance of the stage or its thread cannot be made, the cause is thrown; then the
   * existing threads are the stage's threads, and go on.
   *
   * @throws IllegalArgumentException when there is no such stage
   */
  public void resize(String stage, int threads) {
    stage(stage).resize(Require.atLeast("threads", 1, threads));
  }

  /**
   * Asks for a number of threads of a stage and returns at once: those too many end when they are
   * between records, those missing are started by {@link #startMissing}.
   *
   * @throws IllegalArgumentException when there is no such stage
   */
  public void request(String stage, int threads) {
    stage(stage).ask(Require.atLeast("threads", 1, threads));
  }

  /**
   * Starts the threads of a stage that are missing. That runs the program's own code, which makes
   * the stage's instances, and so may take long.
   *
   * <p>If an instance of the stage or its thread cannot be made, the cause is thrown; the existing
   * threads go on, and those missing remain asked for, so that another call tries again.
   *
   * @throws IllegalArgumentException when there is no such stage
   */
  public void startMissing(String stage) {
    stage(stage).hireMissing();
  }

  private RunningStage stage(String wanted) {
    return Nearest.named("stage", wanted, stages.values(), RunningStage::name);
  }

  // ---- The end

  /** Accepts no more records, and returns at once; see {@link #awaitTermination}. */
  public void shutdown() {
    if (moveTo(PipelineState.DRAINING)) {
      entries.values().forEach(Entry::close);
      inFlight.ifPresent(InFlightLimit::wakeAll);
    }
  }

  /**
   * Accepts no more records and waits until all accepted records are done.
   *
   * @return whether they are; if not, the pipeline goes on with them
   */
  public boolean drain(Duration timeout) throws InterruptedException {
    shutdown();
    return awaitTermination(timeout);
  }

  /**
   * Drains without a limit of time; when interrupted, aborts, and unfinished records go to the dead
   * letters.
   */
  @Override
  public void close() {
    shutdown();
    boolean interrupted = false;
    while (state() != PipelineState.TERMINATED && !interrupted) {
      try {
        terminated.await();
      } catch (InterruptedException e) {
        interrupted = true;
        giveUp(abort(Duration.ZERO));
        Thread.currentThread().interrupt();
      }
    }
  }

  private void giveUp(Remainder left) {
    Throwable cause = new CancellationException("pipeline '" + name + "' was closed");
    left.records()
        .forEach((stage, records) -> records.forEach(record -> office.send(stage, record, cause)));
  }

  /**
   * Aborts the pipeline: it accepts nothing, begins nothing more, and interrupts its threads. If a
   * stage throws because of that, its record goes to the dead letters.
   *
   * @param patience how long to wait for threads to end; the others are left to themselves
   * @return the unfinished records; empty when another call has had them already
   */
  public Remainder abort(Duration patience) {
    moveTo(PipelineState.ABORTED);
    if (state != PipelineState.TERMINATED) {
      office.abort();
      entries.values().forEach(Entry::abort);
      inFlight.ifPresent(InFlightLimit::wakeAll);
      stages.values().forEach(stage -> stage.queue().abort());
      stages.values().forEach(RunningStage::abort);
      awaitQuietly(patience);
    }
    return Remainder.of(stages.values());
  }

  private void awaitQuietly(Duration patience) {
    try {
      if (!awaitTermination(patience)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until all threads have ended; false if the time is over first. */
  public boolean awaitTermination(Duration timeout) throws InterruptedException {
    return terminated.await(nanos(timeout), TimeUnit.NANOSECONDS);
  }

  /** The duration in nanoseconds, at most the largest long; 0 for a negative one. */
  private static long nanos(Duration timeout) {
    if (timeout.isNegative()) {
      return 0;
    }
    return timeout.compareTo(LONGEST) < 0 ? timeout.toNanos() : Long.MAX_VALUE;
  }

  /** Moves to the next state and returns true, if the present state is an earlier one. */
  private synchronized boolean moveTo(PipelineState next) {
    boolean later = next.compareTo(state) > 0;
    if (later) {
      state = next;
    }
    return later;
  }

  /** Called by each stage when its last thread ends. */
  private void ended() {
    running.countDown();
    if (running.getCount() == 0) {
      moveTo(PipelineState.TERMINATED);
      terminated.countDown();
    }
  }

  // ---- Figures

  /** Everything counted so far; two of them make a window. */
  public PipelineTotals observe() {
    List<StageTotals> totals = stages.values().stream().map(RunningStage::totals).toList();
    return new PipelineTotals(name, state(), System.nanoTime(), totals);
  }

  /**
   * Everything counted so far of one stage.
   *
   * @throws IllegalArgumentException when there is no such stage
   */
  public StageTotals observe(String stage) {
    return stage(stage).totals();
  }

  public PipelineState state() {
    return state;
  }

  public String name() {
    return name;
  }

  /** The names of its stages, each after those that send to it. */
  public List<String> stageNames() {
    return List.copyOf(stages.keySet());
  }

  /** The names of the stages that take records from outside, the first entry first. */
  public List<String> entryNames() {
    return entries.keySet().stream().map(StagePlan::name).toList();
  }

  /** The requested threads, by stage. */
  public Map<String, Integer> threads() {
    Map<String, Integer> asked = new LinkedHashMap<>();
    stages.forEach((stage, running) -> asked.put(stage, running.threadsAsked()));
    return Collections.unmodifiableMap(asked);
  }

  /** The pipeline in one line, with the threads and the queue of each stage. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder("pipeline '" + name + "' (" + state() + ")");
    for (RunningStage stage : stages.values()) {
      StageTotals.Size size = stage.totals().size();
      line.append(", ").append(stage.name());
      line.append(": ").append(size.threadsAlive()).append(" of ").append(size.threadsAsked());
      line.append(" threads, ").append(size.queued()).append(" queued of at most ");
      line.append(size.queueCapacity());
    }
    return line.toString();
  }
}
