package dev.flyball.dataflow.live;

import dev.flyball.base.OneLine;
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
 * <p>A failure never harms the pipeline. If the policy throws, or the pipeline cannot be observed
 * or resized, the threads are held and the failure is in the journal; the first failure of a series
 * is logged. Once the pipeline accepts no more records, the governor makes no more decisions; the
 * first step after the pipeline's last thread has ended closes the governor.
 *
 * <p><b>Threads.</b> Any thread may call any method. {@link FlowGovernorBuilder#start} makes one
 * daemon thread; without it, only calls of {@link #step} drive the pipeline. The monitor that
 * guards every change of state is not held while the pipeline is observed and resized and the
 * policy asked. So a policy that never returns, or a stage whose new thread never starts, blocks
 * only the governor's own loop.
 */
public final class FlowGovernor implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(FlowGovernor.class.getName());

  private final Pipeline<?> pipeline;
  private final Duration period;
  private final FlowJournal journal;

  /** Held during a step, so that only one step runs at a time. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Belongs to the stepping thread. */
  private final FlowWindows windows;

  // Guarded by this.
  private FlowPolicy policy;
  private boolean adviseOnly;
  private boolean failing;
  private long failures;
  private long decisionCount;
  private boolean closed;
  private final List<Runnable> closeActions = new ArrayList<>();
  private Optional<ScheduledExecutorService> thread = Optional.empty();

  FlowGovernor(FlowGovernorBuilder plan) {
    this.pipeline = plan.pipeline;
    this.period = plan.period;
    this.journal = new FlowJournal(plan.journalCapacity);
    this.windows = new FlowWindows(plan.pipeline);
    this.policy = plan.policy;
    this.adviseOnly = plan.adviseOnly;
  }

  /** Begins a builder of a governor of a pipeline. */
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
    // Not at a fixed rate: after a delayed step, the missed steps would follow in windows of no
    // length.
    var unused = ticker.scheduleWithFixedDelay(this::step, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  // ---- The loop

  /**
   * Runs one turn of the loop: observe, ask, apply. The window is the time since the last turn, so
   * the first turn only observes. Does nothing while another step is running, or while the pipeline
   * drains; closes the governor once the pipeline has terminated.
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
    if (pipeline.state() == PipelineState.TERMINATED) {
      close();
    }
  }

  private Optional<FlowObservation> observe() {
    try {
      return windows.next();
    } catch (Throwable e) {
      held(
          Cause.PIPELINE_FAILED,
          Optional.empty(),
          List.of(),
          "the pipeline could not be observed",
          e);
      return Optional.empty();
    }
  }

  private void ask(FlowObservation seen) {
    FlowAdvice advice;
    try {
      advice = policy().advise(seen);
    } catch (Throwable e) {
      held(Cause.POLICY_FAILED, Optional.of(seen), List.of(), "the policy failed", e);
      return;
    }
    apply(seen, advice);
  }

  private void apply(FlowObservation seen, FlowAdvice advice) {
    if (!follow(seen, advice)) {
      return;
    }
    List<Change> done = new ArrayList<>();
    for (Change change : advice.changes()) {
      try {
        if (isClosed()) {
          break;
        }
        pipeline.resize(change.stage(), change.to());
        done.add(change);
      } catch (Throwable e) {
        held(Cause.PIPELINE_FAILED, Optional.of(seen), done, "could not be done: " + change, e);
        return;
      }
    }
    succeeded(Cause.POLICY, seen, done, advice.why());
  }

  /** Records the advice and returns whether it is to be followed. */
  private synchronized boolean follow(FlowObservation seen, FlowAdvice advice) {
    if (closed) {
      return false;
    }
    policy = advice.next();
    if (adviseOnly) {
      succeeded(Cause.ADVISE_ONLY, seen, advice.changes(), advice.why());
    }
    return !adviseOnly;
  }

  private synchronized void succeeded(
      Cause cause, FlowObservation seen, List<Change> changes, String why) {
    failing = false;
    decide(cause, Optional.of(seen), changes, why);
  }

  private synchronized void decide(
      Cause cause, Optional<FlowObservation> seen, List<Change> changes, String why) {
    decisionCount++;
    journal.add(new FlowDecision(decisionCount, System.nanoTime(), cause, seen, changes, why));
  }

  /** Records that the threads are held; logs only the first of a series. */
  private synchronized void held(
      Cause cause, Optional<FlowObservation> seen, List<Change> done, String what, Throwable e) {
    failures++;
    if (!failing) {
      warn(what + ", the threads are held", e);
    }
    failing = true;
    decide(cause, seen, done, "held: " + what + ": " + e);
  }

  // ---- From outside

  /** Leaves the threads alone from now on and only publishes the advice. */
  public synchronized void adviseOnly() {
    adviseOnly = true;
  }

  /** Follows the policy again, from the next step on. */
  public synchronized void govern() {
    adviseOnly = false;
  }

  /** Whether it only publishes the advice. */
  public synchronized boolean advisesOnly() {
    return adviseOnly;
  }

  /** The governed pipeline. */
  public Pipeline<?> pipeline() {
    return pipeline;
  }

  /** The policy that is asked next, with everything it has learned. */
  public synchronized FlowPolicy policy() {
    return policy;
  }

  /** The last decisions. */
  public FlowJournal journal() {
    return journal;
  }

  /** The number of times the policy failed, or the pipeline could not be observed or resized. */
  public synchronized long failures() {
    return failures;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /**
   * Registers an action to run when the governor is closed, such as removing it from a directory.
   * It runs at once if the governor is closed already. A failing action is logged, and affects no
   * other.
   */
  public void onClose(Runnable action) {
    boolean now;
    synchronized (this) {
      now = closed;
      if (!now) {
        closeActions.add(action);
      }
    }
    if (now) {
      runGuarded(action);
    }
  }

  private void runGuarded(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      warn("an action at its close failed", e);
    }
  }

  private void warn(String what, Throwable e) {
    String who = "governor of pipeline '" + OneLine.of(pipeline.name()) + "': ";
    LOG.log(System.Logger.Level.WARNING, who + what, e);
  }

  /**
   * Stops governing. Does not wait for a running step, which may still finish its present change.
   * The pipeline goes on as it is.
   */
  @Override
  public void close() {
    List<Runnable> actions;
    synchronized (this) {
      closed = true;
      thread.ifPresent(ScheduledExecutorService::shutdown);
      actions = List.copyOf(closeActions);
      closeActions.clear();
    }
    actions.forEach(this::runGuarded);
  }
}
