package dev.flyball.pool;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.policy.Observation;
import dev.flyball.pool.admit.AdmissionControl;
import dev.flyball.pool.admit.LimiterLook;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.TaskSink;
import dev.flyball.pool.govern.GovernorText;
import dev.flyball.pool.govern.SizeControl;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * An executor with a new thread for each task and a limit on the tasks that run at once: what
 * virtual threads lack. It measures itself, and the limit can be changed while it runs.
 *
 * <pre>{@code
 * Limiter orders = Limiter.named("orders").atMost(200).queueCapacity(10_000).build();
 * orders.execute("invoice", () -> handle(order));
 * }</pre>
 *
 * <p><b>Why not a semaphore around a virtual thread's work?</b> Then every task has its thread at
 * once and waits inside of it, without a bound, and how many wait and for how long is unknown. Here
 * a task waits in a queue, which may have a bound, and costs no thread before it starts; submitting
 * one never waits, unless {@link Rejection#block} is set.
 *
 * <p>This type is the limiter's public side; {@code AdmissionControl} gives tasks their slots.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 *
 * <p><b>Guarantees.</b> Tasks start in the order of their arrival, each on a thread of its own that
 * never ran another: no thread-local, no interrupt and no name passes from one task to the next.
 * Each task that was taken in is run exactly once, or handed back by {@link #shutdownNow()}, or was
 * cancelled or withdrawn before it started. Raising the limit starts waiting tasks at once;
 * lowering it interrupts nothing and waits for nothing, and no task starts before enough have
 * ended. What happens before {@code execute} happens before the task. What a task throws reaches
 * its owner: the future where it was submitted, the thread's uncaught-exception handler where it
 * was executed.
 *
 * <p><b>Tasks that wait for tasks of their own limiter</b>, by {@code get}, {@code invokeAll} or
 * {@code invokeAny}, lend their slot meanwhile, first of all to the task that they wait for, so
 * they cannot hold one another up. So do those that join {@code CompletableFuture}s of its own
 * tasks. Other waits (latches, completion services) are not seen: where the limiter stands still,
 * it guesses at them after some time, and then runs what its own tasks have submitted first, beyond
 * the limit.
 *
 * <p><b>Figures.</b> They are those of {@link AdaptivePool}; a "worker" is a slot for a task. As
 * virtual threads have no processor time of their own, that of the workers is not known, but for
 * what they have {@linkplain #offloaded() other threads} do. Service begins when a task has its
 * slot; that its thread may have to wait for a processor is part of it, as with ordinary threads.
 */
public final class Limiter extends MeasuredExecutor {

  private final int queueCapacity;
  private final AdmissionControl admission;
  private final PoolFigures figures;
  final SizeControl control;
  private final Optional<Governor> governor;

  Limiter(LimiterBuilder plan) {
    super(plan.name, log(plan.name), plan.rejection, plan.decoration);
    this.queueCapacity = plan.queueCapacity;
    this.admission = new AdmissionControl(plan.admitting(), owner(plan.name), log(plan.name), life);
    this.figures =
        new PoolFigures(host -> offload.aloneIn(admission.look().totals(host)), plan.signals);
    this.control =
        new SizeControl(
            owner(plan.name),
            this::observe,
            admission::resize,
            admission::onSaturation,
            () -> OwnWaitsNote.of(admission.look().standing()),
            Optional::empty,
            admission::onWait,
            admission::runsCurrentThread,
            () -> ResizeCost.FREE);
    this.governor = plan.governing.governor(plan.name, control);
    governor.ifPresent(Governor::start);
  }

  private static SafeLog log(String name) {
    return new SafeLog(Limiter.class, owner(name));
  }

  private static String owner(String name) {
    return "limiter '" + name + "'";
  }

  /** Begins a builder of a limiter; the name appears in thread names and messages. */
  public static LimiterBuilder named(String name) {
    return new LimiterBuilder(name);
  }

  @Override
  TaskSink sink() {
    return admission;
  }

  // ---- Size and end

  /**
   * {@inheritDoc}
   *
   * <p>Here {@code workers} are the tasks that may run at once. Tasks that wait and have a slot
   * after a resize are started before it returns.
   */
  @Override
  public Resizable control() {
    return control.takenBy("whoever called control()");
  }

  @Override
  void end() {
    admission.shutdown();
  }

  @Override
  List<Runnable> stop() {
    return admission.stop();
  }

  // ---- Figures

  private Observation observe() {
    admission.startWaiting(); // what could not be started before
    return figures.observe();
  }

  @Override
  public Observation lifetime() {
    return figures.lifetime();
  }

  @Override
  public Optional<TaskTimes> taskTimes() {
    return Optional.of(figures.taskTimes());
  }

  @Override
  public Supplier<Observation> windows() {
    return figures.windows();
  }

  @Override
  public Optional<Governor> governor() {
    return governor;
  }

  /** The limit: the number of tasks that may run at once. */
  @Override
  public int workersTarget() {
    return admission.look().standing().limit();
  }

  /**
   * The existing slots: as many as the limit, or more while tasks still hold slots of a higher
   * limit.
   */
  @Override
  public int workersCurrent() {
    LimiterLook.Standing now = admission.look().standing();
    return Math.max(now.limit(), now.taken());
  }

  /** Running tasks, without those that wait for tasks of this limiter and have lent their slot. */
  public int running() {
    return admission.look().standing().taken();
  }

  @Override
  public int queued() {
    return admission.look().standing().waiting();
  }

  @Override
  public OptionalInt queueCapacity() {
    return OptionalInt.of(queueCapacity);
  }

  /** The limiter in one line, with every number that explains what it does. */
  @Override
  public String toString() {
    String waits = OwnWaitsNote.of(admission.look().standing()).map(note -> "; " + note).orElse("");
    return admission.look().text() + waits + GovernorText.of(governor);
  }
}
