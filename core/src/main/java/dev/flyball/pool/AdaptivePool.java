package dev.flyball.pool;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.measure.MachineRoom;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.State;
import dev.flyball.pool.base.TaskSink;
import dev.flyball.pool.dispatch.Dispatcher;
import dev.flyball.pool.dispatch.DispatcherLook;
import dev.flyball.pool.dispatch.DispatcherLook.Standing;
import dev.flyball.pool.govern.GovernorText;
import dev.flyball.pool.govern.SizeControl;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An executor that measures itself and can be resized while it runs.
 *
 * <pre>{@code
 * AdaptivePool orders = AdaptivePool.named("orders").limits(2, 200).build();
 * orders.execute("invoice", () -> handle(order));
 * }</pre>
 *
 * <p>This type is the pool's public side. {@code Dispatcher} brings tasks and workers together;
 * {@code Worker} is one worker.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 *
 * <p><b>Guarantees.</b> Tasks start in the order of their arrival. Each task that was taken in is
 * run exactly once, or handed back by {@link #shutdownNow()}, or was cancelled or withdrawn before
 * it started. A change of size loses nothing, runs nothing twice, and interrupts no running task.
 * What happens before {@code execute} happens before the task. What a task throws reaches its
 * owner: the future where it was submitted, the thread's uncaught-exception handler where it was
 * executed. No interrupt passes from one task to the next, nor does a change of the thread's name,
 * priority, context class loader or uncaught-exception handler. Thread-locals stay with the worker,
 * as in every pool; where they must not, a {@link Limiter} gives each task a thread of its own.
 */
public final class AdaptivePool extends MeasuredExecutor {

  private final int queueCapacity;
  private final Dispatcher dispatcher;
  private final Optional<PoolFigures> figures;
  final SizeControl control;
  private final Optional<Governor> governor;

  AdaptivePool(PoolBuilder plan) {
    super(plan.name, log(plan.name), plan.rejection, plan.decoration);
    this.queueCapacity = plan.queueCapacity;
    this.dispatcher = new Dispatcher(plan.dispatching(), log(plan.name), life);
    this.figures =
        plan.measured
            ? Optional.of(
                new PoolFigures(
                    host -> offload.addedTo(dispatcher.look().totals(host)), plan.signals))
            : Optional.empty();
    this.control =
        new SizeControl(
            "pool '" + plan.name + "'",
            this::observe,
            dispatcher::resize,
            dispatcher::onSaturation,
            this::note,
            () -> room(plan.machine.now()),
            dispatcher::onWait,
            dispatcher::runsCurrentThread,
            () -> ResizeCost.FREE);
    this.governor = plan.governing.governor(plan.name, control);
    try {
      dispatcher.startMissing();
      governor.ifPresent(Governor::start);
    } catch (Throwable e) {
      dispatcher.stop(); // no caller gets this pool, so no other thread could end its threads
      throw e;
    }
  }

  private static SafeLog log(String name) {
    return new SafeLog(AdaptivePool.class, "pool '" + name + "'");
  }

  /** Begins a builder of a pool; the name appears in thread names, messages and reports. */
  public static PoolBuilder named(String name) {
    return new PoolBuilder(name);
  }

  @Override
  TaskSink sink() {
    return dispatcher;
  }

  // ---- Size and end

  /**
   * {@inheritDoc}
   *
   * <p>Growing starts workers only for tasks that wait, unless the pool {@linkplain
   * PoolBuilder#prestart() starts them beforehand}. Shrinking ends idle workers at once; busy ones
   * end after their task.
   */
  @Override
  public Resizable control() {
    return control.takenBy("whoever called control()");
  }

  @Override
  void end() {
    dispatcher.shutdown();
  }

  @Override
  List<Runnable> stop() {
    return dispatcher.stop();
  }

  // ---- Figures

  private Observation observe() {
    dispatcher.startMissing(); // what could not be started before, or was lost
    return figures().observe();
  }

  @Override
  public Observation lifetime() {
    return figures().lifetime();
  }

  @Override
  public Optional<TaskTimes> taskTimes() {
    return Optional.of(figures().taskTimes());
  }

  @Override
  public Supplier<Observation> windows() {
    return figures().windows();
  }

  private PoolFigures figures() {
    return figures.orElseThrow(
        () -> new IllegalStateException("pool '" + name() + "' was built unmeasured"));
  }

  /** Whether the pool has its sensors. */
  public boolean measured() {
    return figures.isPresent();
  }

  @Override
  public Optional<Governor> governor() {
    return governor;
  }

  @Override
  public int workersTarget() {
    return dispatcher.look().standing().asked();
  }

  @Override
  public int workersCurrent() {
    return dispatcher.look().standing().alive();
  }

  /** The most workers that ever existed at one time. */
  public int workersMax() {
    return dispatcher.look().standing().largest();
  }

  @Override
  public int queued() {
    return dispatcher.look().standing().queued();
  }

  @Override
  public OptionalInt queueCapacity() {
    return OptionalInt.of(queueCapacity);
  }

  /** Half of what the machine leaves: other pools see the same room. */
  private Optional<Resizable.Room> room(Optional<MachineRoom.Room> machine) {
    return dispatcher.isVirtual()
        ? Optional.empty()
        : machine.map(room ->
            new Resizable.Room(
                (int) Math.min(Integer.MAX_VALUE, workersCurrent() + room.threads() / 2),
                room.bound()));
  }

  private Optional<Reason> note() {
    return Stream.of(
            OwnWaitsNote.of(dispatcher.look().standing()),
            dispatcher.look().waitCircle(),
            sensorsNote())
        .flatMap(Optional::stream)
        .reduce(Reason::and);
  }

  /** What is not known of the workers for want of file descriptors. */
  private Optional<Reason> sensorsNote() {
    DispatcherLook.Sampled now = dispatcher.look().sampled();
    return now.isWanting()
        ? Optional.of(
            Reason.by(
                "sensors",
                "run-queue wait unknown: %{sampled}d of %{workers}d workers are sampled",
                now.sampled(),
                now.workers()))
        : Optional.empty();
  }

  /** The pool in one line, with every number that explains what it does. */
  @Override
  public String toString() {
    State state = life.state(); // first: states only move on
    Standing now = dispatcher.look().standing();
    return String.format(
        Locale.ROOT,
        "pool '%s' (%s): %d workers asked for, %d alive, %d busy, %d queued%s%s%s%s%s",
        name(),
        state.name().toLowerCase(Locale.ROOT),
        now.asked(),
        now.alive(),
        now.busy(),
        now.queued(),
        queueCapacity == Integer.MAX_VALUE ? "" : " of at most " + queueCapacity,
        dispatcher.shedText(),
        sensorsNote().map(note -> "; " + note).orElse(""),
        OwnWaitsNote.text(now) + dispatcher.look().waitCircle().map(note -> "; " + note).orElse(""),
        GovernorText.of(governor));
  }
}
