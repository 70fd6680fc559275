package dev.flyball.dataflow.live;

import dev.flyball.base.Nearest;
import dev.flyball.base.OneLine;
import dev.flyball.control.Decision;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.dataflow.live.GovernedStage.Advised;
import dev.flyball.dataflow.live.GovernedStage.Turn;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineState;
import dev.flyball.dataflow.pipeline.ResponseTimes;
import dev.flyball.dataflow.policy.FlowAdvice;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.dataflow.policy.FlowObservation;
import dev.flyball.dataflow.policy.FlowPolicy;
import dev.flyball.dataflow.policy.ResponseGoal;
import dev.flyball.dataflow.policy.StageRule;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Regime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The loop that drives one pipeline: observe it, ask the policy, have each stage's governor decide.
 *
 * <pre>{@code
 * try (FlowGovernor governor = FlowGovernor.of(pipeline).limits("feeder", Limits.of(1, 50)).start()) {
 *   governor.stage("feeder").pin(8); // the others are planned around it
 *   governor.journal().decisions().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p><b>How is it designed, and why?</b> Threads of all stages follow from one plan, so one policy
 * is asked for all of them. But each stage is a pool of threads with a queue, and what a person
 * wants of it is what he wants of any pool: limits, to hold it, to see why. So each stage has an
 * ordinary {@link Governor}, whose policy is what the plan says of this stage. It has all the
 * switches, listeners and journals that pools have; and what its hand holds, the plan takes as
 * given ({@link StageRule}).
 *
 * <p>A failure never harms the pipeline. If the policy throws, or the pipeline cannot be observed,
 * the threads are held, and each stage's governor writes that down and logs the first of a series.
 * Once the pipeline accepts no more records, no more decisions are made; the first step after the
 * pipeline's last thread has ended closes the governor.
 *
 * <p><b>Threads.</b> Any thread may call any method. {@link FlowGovernorBuilder#start} makes one
 * daemon thread; without it, only calls of {@link #step} drive the pipeline. No monitor is held
 * while the pipeline is observed and resized and the policy asked. So a policy that never returns,
 * or a stage whose new thread never starts, blocks only the governor's own loop: what is done by
 * hand takes effect all the same. Listeners of a stage's decisions are called without any lock that
 * another thread waits for, so they may use every switch of every stage.
 */
public final class FlowGovernor implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(FlowGovernor.class.getName());

  /** Fewer response times say nothing. */
  private static final double RECORDS_MIN = 30;

  private final Pipeline<?> pipeline;
  private final FlowJournal journal;
  private final Map<String, GovernedStage> stages;
  private final Optional<Goal.Latency> latency;

  /** Measures how long records take; read where there is such a goal. */
  private final Optional<ResponseTimes> responses;

  /** Held during a step, so that only one step runs at a time. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Where the next window begins. Belongs to the stepping thread. */
  private Optional<FlowReading> last = Optional.empty();

  // Guarded by this.
  private FlowPolicy policy;
  private long failures;
  private long decisionCount;
  private boolean closed;
  private final List<Runnable> closeActions = new ArrayList<>();
  private Optional<ScheduledExecutorService> thread = Optional.empty();

  FlowGovernor(FlowGovernorBuilder plan) {
    this.pipeline = plan.pipeline;
    this.journal = new FlowJournal(plan.journalCapacity);
    this.policy = plan.policy;
    this.latency = plan.latency;
    this.responses = latency.map(goal -> pipeline.measureResponses());
    Map<String, GovernedStage> made = new LinkedHashMap<>();
    for (String stage : pipeline.stageNames()) {
      Limits limits = plan.limits.getOrDefault(stage, plan.otherLimits);
      made.put(stage, new GovernedStage(this, stage, limits, plan));
    }
    this.stages = Collections.unmodifiableMap(made);
    if (plan.adviseOnly) {
      adviseOnly();
    }
  }

  /** Begins a builder of a governor of a pipeline. */
  public static FlowGovernorBuilder of(Pipeline<?> pipeline) {
    return new FlowGovernorBuilder(pipeline);
  }

  synchronized void start(long periodNanos) {
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(task -> {
          Thread made = new Thread(task, "flyball-governor-" + pipeline.name());
          made.setDaemon(true);
          return made;
        });
    thread = Optional.of(ticker);
    // Not at a fixed rate: after a delayed step, the missed steps would follow in windows of no
    // length.
    var unused =
        ticker.scheduleWithFixedDelay(this::step, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
  }

  // ---- The loop

  /**
   * Runs one turn of the loop: observe, ask, apply. The window is the time since the last turn, so
   * the first turn only observes. Does nothing while another step is running, also where a listener
   * that this one tells calls it, or while the pipeline drains; closes the governor once the
   * pipeline has terminated.
   */
  public void step() {
    if (stepping.isHeldByCurrentThread() || !stepping.tryLock()) {
      return;
    }
    try {
      if (!isClosed() && pipeline.state() == PipelineState.RUNNING) {
        turn();
      }
    } finally {
      stepping.unlock();
    }
    if (pipeline.state() == PipelineState.TERMINATED) {
      close();
    }
  }

  private void turn() {
    Optional<FlowReading> earlier = last;
    FlowReading now;
    Optional<FlowObservation> seen;
    try {
      now = FlowReading.of(pipeline);
      List<StageRule> rules = stages.values().stream().map(GovernedStage::rule).toList();
      seen = earlier.map(before -> now.since(before, rules, response()));
    } catch (Throwable e) {
      failed();
      String why = "the pipeline could not be observed: " + e;
      decide(Optional.empty(), why, stage -> new Turn(thrower(e), thrower(e)));
      return;
    }
    last = Optional.of(now);
    seen.ifPresent(window -> ask(earlier.orElseThrow(), now, window));
  }

  private Optional<ResponseGoal> response() {
    return latency.map(goal -> {
      ResponseTimes.Taken taken = responses.orElseThrow().take(goal.quantile(), recordsMin(goal));
      return new ResponseGoal(goal, taken.records(), taken.seconds());
    });
  }

  /** So many say something about a quantile. */
  private static int recordsMin(Goal.Latency goal) {
    return (int) Math.ceil(Math.max(RECORDS_MIN, 1 / (1 - goal.quantile().orElse(0))));
  }

  private void ask(FlowReading earlier, FlowReading now, FlowObservation seen) {
    if (stages.values().stream().noneMatch(GovernedStage::asks)) {
      String why = "no stage asks the policy";
      FlowAdvice none = new FlowAdvice(List.of(), why, policy());
      decide(
          Optional.of(seen),
          why,
          stage -> new Turn(() -> now.since(earlier, stage), () -> advised(seen, stage, none)));
      return;
    }
    FlowAdvice advice;
    try {
      advice = policy().advise(seen);
      advice.changes().forEach(change -> seen.stage(change.stage()));
    } catch (Throwable e) {
      failed();
      decide(
          Optional.of(seen),
          "held: the policy failed: " + e,
          stage -> new Turn(() -> now.since(earlier, stage), thrower(e)));
      return;
    }
    if (!isClosed()) {
      learned(advice.next());
      decide(
          Optional.of(seen),
          advice.why(),
          stage -> new Turn(() -> now.since(earlier, stage), () -> advised(seen, stage, advice)));
    }
  }

  private static <T> Supplier<T> thrower(Throwable e) {
    return () -> {
      if (e instanceof Error error) {
        throw error;
      }
      throw e instanceof RuntimeException it ? it : new IllegalStateException(e);
    };
  }

  /** What the advice says of a stage; one that is not to change keeps its threads. */
  private static Advised advised(FlowObservation seen, String stage, FlowAdvice advice) {
    Optional<Change> change =
        advice.changes().stream().filter(it -> it.stage().equals(stage)).findFirst();
    int threads = change.map(Change::to).orElse(seen.stage(stage).size().threadsAsked());
    String why = change.map(it -> it.why() + "; ").orElse("") + advice.why();
    Optional<Regime> regime = Optional.ofNullable(advice.regimes().get(stage));
    return new Advised(
        threads, regime.map(it -> Reason.in(it, "%s", why)).orElse(Reason.of("%s", why)));
  }

  /** Has each stage's governor decide, one after the other, unless it is closed meanwhile. */
  private void decide(Optional<FlowObservation> seen, String why, Function<String, Turn> turns) {
    SortedMap<String, Decision> decisions = new TreeMap<>();
    for (GovernedStage stage : stages.values()) {
      if (!isClosed()) {
        stage.step(turns.apply(stage.stage())).ifPresent(it -> decisions.put(stage.stage(), it));
      }
    }
    synchronized (this) {
      decisionCount++;
      journal.add(new FlowDecision(decisionCount, System.nanoTime(), seen, decisions, why));
    }
  }

  private synchronized void failed() {
    failures++;
  }

  private synchronized void learned(FlowPolicy next) {
    policy = next;
  }

  // ---- From outside

  /**
   * The governor of a stage, with all its switches: to pin or override its threads, to set its
   * limits, only to advise, to listen to its decisions. It is stepped by this governor.
   *
   * @throws IllegalArgumentException when there is no such stage
   */
  public Governor stage(String name) {
    return Nearest.named("stage", name, stages.values(), GovernedStage::stage).governor;
  }

  /** The stages as targets, each after those that send to it. */
  public List<GovernedStage> stages() {
    return List.copyOf(stages.values());
  }

  /** Leaves the threads of all stages alone from now on and only publishes the advice. */
  public void adviseOnly() {
    open().forEach(Governor::adviseOnly);
  }

  /** Has all stages follow their policies again, from the next step on. */
  public void govern() {
    open().forEach(Governor::govern);
  }

  /**
   * The kill switch: all stages keep the threads that they have now, and the policy is no longer
   * asked.
   */
  public void override() {
    open().forEach(stage -> stage.override(Math.max(1, stage.size())));
  }

  /** The governors of the stages that are not closed. */
  private List<Governor> open() {
    return stages.values().stream()
        .map(stage -> stage.governor)
        .filter(governor -> !governor.isClosed())
        .toList();
  }

  /** The mode of all stages; empty where they differ. */
  public Optional<Mode> mode() {
    List<Mode> modes =
        stages.values().stream().map(stage -> stage.governor.mode()).distinct().toList();
    return modes.size() == 1 ? Optional.of(modes.get(0)) : Optional.empty();
  }

  /** The governed pipeline. */
  public Pipeline<?> pipeline() {
    return pipeline;
  }

  /** The policy that is asked next, with everything it has learned. */
  public synchronized FlowPolicy policy() {
    return policy;
  }

  /** The last decisions of its own loop; what was done by hand is in the journals of the stages. */
  public FlowJournal journal() {
    return journal;
  }

  /**
   * The number of times the policy failed, the pipeline could not be observed, or threads could not
   * be started.
   */
  public synchronized long failures() {
    return failures + stages.values().stream().mapToLong(GovernedStage::failures).sum();
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
      String who = "governor of pipeline '" + OneLine.of(pipeline.name()) + "': ";
      LOG.log(System.Logger.Level.WARNING, who + "an action at its close failed", e);
    }
  }

  /**
   * Stops governing, and closes the governors of the stages. Does not wait for a running step,
   * which may still finish its present change. The pipeline goes on as it is.
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
    responses.ifPresent(ResponseTimes::close);
    stages.values().forEach(stage -> runGuarded(stage.governor::close));
    actions.forEach(this::runGuarded);
  }
}
