package dev.flyball.dataflow.live;

import dev.flyball.dataflow.live.FlowAdvice.Change;
import dev.flyball.dataflow.live.FlowDecision.Cause;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The loop that drives one pipeline: observe it, ask the policy, apply the advice.
 *
 * <pre>{@code
 * try (FlowGovernor governor = FlowGovernor.of(pipeline).start()) {
 *   ...
 *   governor.journal().decisions().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>A failure never harms the pipeline: where the policy throws, or the pipeline cannot be
 * observed or resized, the threads are held, the failure is in the journal, and the first of a row
 * of failures is logged. Once the pipeline takes nothing in any more, nothing is decided.
 *
 * <p><b>Threads.</b> Any thread may call any method. {@link FlowGovernorBuilder#start} makes one
 * daemon thread; without it, nothing happens but when {@link #step} is called. The pipeline is
 * observed and the policy asked without the monitor that guards every change of state, so a policy
 * that never answers holds up nobody but its own loop.
 */
public final class FlowGovernor implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(FlowGovernor.class.getName());

  private final Pipeline<?> pipeline;
  private final Duration period;
  private final FlowJournal journal;

  /** Held during a step, so that there is one at a time. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Whoever steps has it. */
  private final FlowWindows windows;

  // Guarded by this.
  private FlowPolicy policy;
  private boolean adviseOnly;
  private boolean failing;
  private long failures;
  private long decisionCount;
  private boolean closed;
  private Optional<ScheduledExecutorService> thread = Optional.empty();

  FlowGovernor(FlowGovernorBuilder plan) {
    this.pipeline = plan.pipeline;
    this.period = plan.period;
    this.journal = new FlowJournal(plan.journalCapacity);
    this.windows = new FlowWindows(plan.pipeline);
    this.policy = plan.policy;
    this.adviseOnly = plan.adviseOnly;
  }

  /** Begins the description of a governor of a pipeline. */
  public static FlowGovernorBuilder of(Pipeline<?> pipeline) {
    return new FlowGovernorBuilder(pipeline);
  }

  synchronized void start() {
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(task -> {
          Thread made = new Thread(task, "flyball-governor-" + pipeline.name());
          made.setDaemon(true);
          return made;
        });
    thread = Optional.of(ticker);
    long nanos = period.toNanos();
    var unused = ticker.scheduleAtFixedRate(this::step, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  // ---- The loop

  /**
   * Observe, ask, apply: one turn of the loop; the window is the time since the last turn, so the
   * first one only looks. Does nothing while another one is under way, or once the pipeline takes
   * nothing in.
   */
  public void step() {
    if (!stepping.tryLock()) {
      return;
    }
    try {
      if (!isClosed() && pipeline.state() == PipelineState.RUNNING) {
        observe().ifPresent(this::ask);
      }
    } finally {
      stepping.unlock();
    }
  }

  private Optional<FlowObservation> observe() {
    try {
      return windows.next();
    } catch (Throwable e) {
      held(Cause.PIPELINE_FAILED, Optional.empty(), "the pipeline could not be observed", e);
      return Optional.empty();
    }
  }

  private void ask(FlowObservation seen) {
    FlowAdvice advice;
    try {
      advice = policy().on(seen);
    } catch (Throwable e) {
      held(Cause.POLICY_FAILED, Optional.of(seen), "the policy failed", e);
      return;
    }
    apply(seen, advice);
  }

  private synchronized void apply(FlowObservation seen, FlowAdvice advice) {
    if (closed) {
      return;
    }
    policy = advice.next();
    if (adviseOnly) {
      failing = false;
      decide(Cause.ADVISE_ONLY, Optional.of(seen), advice.changes(), advice.why());
      return;
    }
    List<Change> done = new ArrayList<>();
    for (Change change : advice.changes()) {
      try {
        pipeline.resize(change.stage(), change.to());
        done.add(change);
      } catch (Throwable e) {
        decide(Cause.POLICY, Optional.of(seen), done, advice.why());
        held(Cause.PIPELINE_FAILED, Optional.of(seen), "could not be done: " + change, e);
        return;
      }
    }
    failing = false;
    decide(Cause.POLICY, Optional.of(seen), done, advice.why());
  }

  private synchronized void decide(
      Cause cause, Optional<FlowObservation> seen, List<Change> changes, String why) {
    decisionCount++;
    journal.add(new FlowDecision(decisionCount, System.nanoTime(), cause, seen, changes, why));
  }

  /** Writes down that the threads are held; logs only the first of a row. */
  private synchronized void held(
      Cause cause, Optional<FlowObservation> seen, String what, Throwable e) {
    failures++;
    if (!failing) {
      LOG.log(
          System.Logger.Level.WARNING,
          "governor of pipeline '" + pipeline.name() + "': " + what + ", the threads are held",
          e);
    }
    failing = true;
    decide(cause, seen, List.of(), "held: " + what + ": " + e);
  }

  // ---- From outside

  /** Leaves the threads alone from now on and only says what it would do. */
  public synchronized void adviseOnly() {
    adviseOnly = true;
  }

  /** Follows the policy again, from the next step on. */
  public synchronized void govern() {
    adviseOnly = false;
  }

  /** The policy that is asked next, with all that it has learned. */
  public synchronized FlowPolicy policy() {
    return policy;
  }

  /** The last decisions. */
  public FlowJournal journal() {
    return journal;
  }

  /** How often the policy failed, or the pipeline could not be observed or resized. */
  public synchronized long failures() {
    return failures;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /**
   * Stops governing: once this returns no threads are changed any more. A step that is under way
   * may still end, without effect; it is not waited for. The pipeline goes on as it is.
   */
  @Override
  public synchronized void close() {
    closed = true;
    thread.ifPresent(ScheduledExecutorService::shutdown);
  }
}
