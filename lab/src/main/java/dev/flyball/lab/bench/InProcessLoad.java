package dev.flyball.lab.bench;

import dev.flyball.lab.bench.PlannedTasks.PlannedTask;
import dev.flyball.lab.bench.RealScenario.ClientSide;
import dev.flyball.lab.bench.RealScenario.Clock;
import dev.flyball.lab.bench.RealScenario.Offering;
import dev.flyball.lab.harness.Clients;
import dev.flyball.lab.harness.Pacer;
import dev.flyball.lab.harness.Pacer.Plan;
import dev.flyball.lab.harness.Timings;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Source;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The load of one pool in this process: a pacer that hands over each task at its time. What a task
 * waits because the pacer is late counts as the senders see it. A client of a closed source comes
 * back from the thread of the worker that ended its task.
 */
final class InProcessLoad implements Offering {

  private final PlannedTasks tasks;
  private final Clock clock;
  private final RealPool taker;
  private final Runnable whenEnded;
  private final Pacer pacer;
  private final Timings lag = new Timings();
  private final Timings responses = new Timings();

  /** Tasks on their way, and one more while more may come: at 0 the load has ended. */
  private final AtomicLong open = new AtomicLong(1);

  /**
   * The load of one pool.
   *
   * @param taker the pool that takes the tasks
   * @param whenEnded told once, when nothing more will come and all that came has ended
   */
  InProcessLoad(PlannedTasks tasks, Clock clock, RealPool taker, Runnable whenEnded) {
    this.tasks = tasks;
    this.clock = clock;
    this.taker = taker;
    this.whenEnded = whenEnded;
    this.pacer = new Pacer("flyball-bench-pacer-" + tasks.pool().name(), clock::nanos, this::pace);
  }

  @Override
  public void start() {
    pacer.start();
  }

  private void pace(Pacer own) {
    boolean goesOn = true;
    for (int phase = 0; phase < tasks.pool().phases().size() && goesOn; phase++) {
      goesOn = pace(own, phase);
    }
    oneLess();
  }

  private boolean pace(Pacer own, int index) {
    Phase phase = tasks.pool().phases().get(index);
    if (!(phase.source() instanceof Source.Closed closed)) {
      return own.pace(
          Plan.of(tasks.of(index).iterator(), PlannedTask::atNanos),
          tasks.endNanos(index),
          task -> handOver(task, refused -> {}));
    }
    Clients clients =
        new Clients(closed.clients(), closed.think(), tasks.phaseSeed(index), phase.fromNanos());
    return own.pace(
        clients,
        tasks.endNanos(index),
        turn ->
            handOver(
                tasks.next(turn.atNanos()),
                refused ->
                    clients.think(clients.turn(turn.client(), clock.nanos(), refused), own)));
  }

  /**
   * Hands over a task.
   *
   * @param comeBack told when it has ended, and whether it was refused
   */
  private void handOver(PlannedTask task, Consumer<Boolean> comeBack) {
    open.incrementAndGet();
    lag.record(clock.nanos() - task.atNanos());
    try {
      taker.dispatch(task.kind(), () -> perform(task, comeBack));
    } catch (RejectedExecutionException full) {
      comeBack.accept(true);
      oneLess();
    }
  }

  /** Does a task, on a worker. */
  private void perform(PlannedTask task, Consumer<Boolean> comeBack) {
    try {
      taker.perform(task);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
      return;
    } catch (RuntimeException | Error failure) { // planned or not, the task has ended
      ended(task, comeBack);
      throw failure;
    }
    ended(task, comeBack);
  }

  private void ended(PlannedTask task, Consumer<Boolean> comeBack) {
    responses.record(clock.nanos() - task.atNanos());
    comeBack.accept(false);
    oneLess();
  }

  private void oneLess() {
    if (open.decrementAndGet() == 0) {
      whenEnded.run();
    }
  }

  @Override
  public ClientSide seen() {
    return new ClientSide(
        tasks.pool().name(),
        lag.count(),
        responses.count(),
        lag.quantiles(),
        responses.quantiles());
  }

  @Override
  public void close() {
    pacer.close();
  }
}
