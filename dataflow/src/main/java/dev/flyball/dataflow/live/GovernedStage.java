package dev.flyball.dataflow.live;

import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.base.OneLine;
import dev.flyball.control.Decision;
import dev.flyball.control.Governor;
import dev.flyball.control.Journal;
import dev.flyball.control.Mode;
import dev.flyball.control.Resizable;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.StageTotals;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.ManagedTarget;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A stage of a governed pipeline as a target of its own: a pool of threads, whose tasks are
 * records.
 *
 * <p>It has a {@link Governor} like that of any pool, with all its switches: pin, override, advise
 * only, limits, another policy, listeners, a journal. The governor asks the pipeline's policy,
 * which plans all stages together, and is stepped by the pipeline's {@link FlowGovernor}; it has no
 * thread of its own, and must not be started or stepped by others.
 *
 * <p>A stage's new thread runs the program's own code, to make its instance, and that may take
 * long. So threads are not changed while a governor's monitor is held: after a decision by the
 * policy the pipeline's governor does it, and after one by hand a thread that is made for it. A
 * change that fails is in the reason of each decision until one succeeds.
 *
 * <p>Any thread may call any method.
 */
public final class GovernedStage implements ManagedTarget {

  private static final System.Logger LOG = System.getLogger(GovernedStage.class.getName());

  private final FlowGovernor flow;
  private final Pipeline<?> pipeline;
  private final String stage;
  private final Governor governor;
  private final FlowReading beginning;

  /** The number of threads that was asked for and not given yet; 0 for none. */
  private final AtomicInteger wanted = new AtomicInteger();

  /** Held while threads are changed, so that the last wish is done last. */
  private final ReentrantLock changing = new ReentrantLock();

  private volatile Optional<Reason> trouble = Optional.empty();
  private final AtomicLong failures = new AtomicLong();

  /** What the present step has for the governor; none between steps. */
  private volatile Optional<Turn> turn = Optional.empty();

  /** What a step of the pipeline's governor has for a stage: the window and the advice. */
  record Turn(Supplier<Observation> seen, Supplier<Advised> advised) {}

  /** What the pipeline's policy says of a stage. */
  record Advised(int threads, Reason reason) {}

  GovernedStage(FlowGovernor flow, String stage, Limits limits, FlowGovernorBuilder plan) {
    this.flow = flow;
    this.pipeline = plan.pipeline;
    this.stage = stage;
    this.beginning = FlowReading.of(pipeline);
    this.governor =
        Governor.of(pipeline.name() + "/" + stage, new Seat(), new PipelinePolicy())
            .limits(limits)
            .period(plan.period)
            .journal(Journal.ofLast(plan.journalCapacity))
            .size(beginning.totals().stage(stage).size().threadsAsked())
            .build();
  }

  // ---- As the governor sees it

  /** The threads of the stage. */
  private final class Seat implements Resizable {

    @Override
    public Observation observe() {
      return turn().seen().get();
    }

    @Override
    public void resize(int workers) {
      wanted.set(workers);
      if (!flow.isStepping()) {
        Thread hand = new Thread(GovernedStage.this::change, "flyball-resize-" + name());
        hand.setDaemon(true);
        hand.start();
      }
    }

    @Override
    public Optional<Reason> note() {
      return trouble;
    }
  }

  /** Asks what the policy of the pipeline has said of this stage. */
  private final class PipelinePolicy implements SizingPolicy {

    @Override
    public Advice advise(Observation seen) {
      Advised said = turn().advised().get();
      return new Advice(said.threads(), said.reason(), this);
    }
  }

  private Turn turn() {
    return turn.orElseThrow(() ->
        new IllegalStateException(
            "governor '"
                + name()
                + "' must be stepped by the governor of its pipeline but another one has"));
  }

  /** What its governor leaves to the pipeline's policy. */
  StageRule rule() {
    boolean follows = governor.mode() == Mode.GOVERN && asksThePipeline();
    return new StageRule(stage, governor.limits(), !follows);
  }

  /** Whether its governor asks the pipeline's policy, and is not overridden. */
  boolean asks() {
    return governor.mode() != Mode.OVERRIDDEN && asksThePipeline();
  }

  private boolean asksThePipeline() {
    return governor.policy() instanceof PipelinePolicy;
  }

  /** Lets its governor decide, and changes the threads. Returns the decision, if there was one. */
  Optional<Decision> step(Turn now) {
    long before = last().map(Decision::number).orElse(0L);
    turn = Optional.of(now);
    try {
      governor.step();
    } finally {
      turn = Optional.empty();
    }
    change();
    return last().filter(decision -> decision.number() > before);
  }

  private Optional<Decision> last() {
    List<Decision> decisions = governor.journal().decisions();
    return decisions.isEmpty()
        ? Optional.empty()
        : Optional.of(decisions.get(decisions.size() - 1));
  }

  /** Does what was asked for last, unless another thread is about to. */
  private void change() {
    while (wanted.get() > 0 && changing.tryLock()) {
      try {
        int threads = wanted.getAndSet(0);
        if (threads > 0) {
          change(threads);
        }
      } finally {
        changing.unlock();
      }
    }
  }

  private void change(int threads) {
    try {
      pipeline.resize(stage, threads);
      trouble = Optional.empty();
    } catch (Throwable e) {
      failures.incrementAndGet();
      if (trouble.isEmpty()) {
        String who = "stage '" + OneLine.of(name()) + "': ";
        LOG.log(System.Logger.Level.WARNING, who + threads + " threads cannot be had", e);
      }
      trouble =
          Optional.of(Reason.of("%{threads}d threads cannot be had: %s", threads, e.toString()));
    }
  }

  /** The number of times its threads could not be changed. */
  long failures() {
    return failures.get();
  }

  // ---- As others see it

  /** The stage's name, without that of its pipeline. */
  public String stage() {
    return stage;
  }

  /** Its governor, which is stepped by the governor of the pipeline. */
  @Override
  public Optional<Governor> governor() {
    return Optional.of(governor);
  }

  Governor switches() {
    return governor;
  }

  /** The pipeline's name and the stage's, as in {@code tickets/feeder}. */
  @Override
  public String name() {
    return pipeline.name() + "/" + stage;
  }

  /** Refused: the pipeline's governor has it. */
  @Override
  public Resizable control() {
    throw new IllegalStateException(
        "the threads of stage '" + name() + "' must be in one hand but its pipeline is governed");
  }

  /** The time since its governor was made. */
  @Override
  public Observation lifetime() {
    return FlowReading.of(pipeline).since(beginning, stage);
  }

  @Override
  public Supplier<Observation> windows() {
    return new Windows();
  }

  /** Windows of a reader's own. */
  private final class Windows implements Supplier<Observation> {

    // Guarded by this.
    private FlowReading last = FlowReading.of(pipeline);

    @Override
    public synchronized Observation get() {
      FlowReading now = FlowReading.of(pipeline);
      Observation seen = now.since(last, stage);
      last = now;
      return seen;
    }
  }

  private StageTotals.Size size() {
    return pipeline.observe().stage(stage).size();
  }

  @Override
  public int workersTarget() {
    return size().threadsAsked();
  }

  @Override
  public int workersCurrent() {
    return size().threadsAlive();
  }

  @Override
  public int queued() {
    return size().queued();
  }

  /** Nothing: a stage has no rule for who gets in. What a full queue drops counts as rejected. */
  @Override
  public ShedTotals shedTotals() {
    return ShedTotals.NONE;
  }

  /** Does nothing: a stage has no rule for who gets in. */
  @Override
  public void onShed(ShedListener listener) {
    Objects.requireNonNull(listener, "listener must not be null");
  }

  /** The action runs when the pipeline's governor is closed. */
  @Override
  public void onTermination(Runnable action) {
    flow.onClose(action);
  }

  @Override
  public String toString() {
    StageTotals.Size size = size();
    return String.format(
        Locale.ROOT,
        "stage '%s': %d threads asked for, %d alive, %d queued, %s",
        name(),
        size.threadsAsked(),
        size.threadsAlive(),
        size.queued(),
        governor.mode().word());
  }
}
