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
import dev.flyball.dataflow.policy.StageRule;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.TaskTimes;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
 * long. So threads are asked for while the governor's monitor is held, and started later: after a
 * decision by the policy the pipeline's governor does it, and after one by hand a thread that is
 * made for it. Threads that cannot be started remain asked for: each step tries again, no decision
 * is made of that, and the reason of each says what is missing and why.
 *
 * <p>Any thread may call any method.
 */
public final class GovernedStage implements ManagedTarget {

  private static final System.Logger LOG = System.getLogger(GovernedStage.class.getName());

  private final FlowGovernor flow;
  private final Pipeline<?> pipeline;
  private final String stage;
  final Governor governor;
  private final FlowReading beginning;

  /** What keeps the threads that are missing from being started; empty while nothing does. */
  private volatile Optional<Throwable> trouble = Optional.empty();

  private final AtomicLong failures = new AtomicLong();

  /** The number of the last decision before the present step. The stepping thread's. */
  private long decidedBefore;

  /** The thread that runs a step of this stage; null between steps. */
  private volatile @Nullable Thread stepper;

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
      pipeline.request(stage, workers);
      if (!Thread.currentThread().equals(stepper)) {
        Thread hand = new Thread(GovernedStage.this::startMissing, "flyball-resize-" + name());
        hand.setDaemon(true);
        hand.start();
      }
    }

    @Override
    public Optional<Reason> note() {
      return trouble.map(GovernedStage.this::missing);
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

  /** Whether its governor asks the pipeline's policy. */
  boolean asks() {
    return governor.mode() != Mode.OVERRIDDEN && asksThePipeline();
  }

  private boolean asksThePipeline() {
    return !governor.isClosed() && Policies.innermost(governor.policy()) instanceof PipelinePolicy;
  }

  /** Lets its governor decide, and changes the threads. Returns the decision, if there was one. */
  Optional<Decision> step(Turn now) {
    stepper = Thread.currentThread();
    turn = Optional.of(now);
    try {
      governor.step();
    } finally {
      turn = Optional.empty();
      stepper = null;
    }
    startMissing();
    return decided();
  }

  /** What was decided last since it was asked the last time, and not by hand. */
  private Optional<Decision> decided() {
    List<Decision> since = governor.journal().after(decidedBefore);
    Optional<Decision> last = Optional.empty();
    for (Decision decision : since) {
      decidedBefore = decision.number();
      last = decision.isByHand() ? last : Optional.of(decision);
    }
    return last;
  }

  private void startMissing() {
    try {
      pipeline.startMissing(stage);
      trouble = Optional.empty();
    } catch (Throwable e) {
      failures.incrementAndGet();
      if (trouble.isEmpty()) {
        String who = "stage '" + OneLine.of(name()) + "': ";
        LOG.log(System.Logger.Level.WARNING, who + "a thread cannot be started", e);
      }
      trouble = Optional.of(e);
    }
  }

  private Reason missing(Throwable why) {
    StageTotals.Size now = size();
    return Reason.of(
        "%{alive}d of %{asked}d threads run, another one cannot be started: %s",
        now.threadsAlive(), now.threadsAsked(), why.toString());
  }

  /** The number of times threads could not be started. */
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

  /** Empty: single records are not timed. */
  @Override
  public Optional<TaskTimes> taskTimes() {
    return Optional.empty();
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
    return pipeline.observe(stage).size();
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
    StageTotals.Size now = size();
    return (int) Math.min(Integer.MAX_VALUE, now.queued() + now.spilled());
  }

  /** How many records the queue holds; what it puts aside when it is full is not counted. */
  @Override
  public OptionalInt queueCapacity() {
    return OptionalInt.of(size().queueCapacity());
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
