package dev.flyball.lab.torture;

import dev.flyball.lab.torture.Producer.Deadline;
import dev.flyball.lab.torture.RoundPlan.Ending;
import dev.flyball.lab.torture.RoundPlan.Starts;
import dev.flyball.lab.torture.Submitter.CountedRejection;
import dev.flyball.lab.torture.Torture.QuietLog;
import dev.flyball.lab.torture.TortureReport.Counted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One round: an executor is made, used and abused, and ended, as its plan says; then comes the
 * check.
 *
 * <p>For one thread, which an interrupt ends early; the threads that it starts end with the round.
 */
final class Round {

  private static final long LOOK_NANOS = 50_000;
  private static final long JOIN_MILLIS = 5;

  private final String name;
  private final RoundPlan plan;
  private final TaskLedger ledger = new TaskLedger();
  private final HostileThreads threads;
  private final TortureTarget target;
  private final Disturber disturber;
  private final Thread disturbing;
  private final List<Thread> producers = new ArrayList<>();
  private final Set<Future<?>> handedBack = Collections.newSetFromMap(new IdentityHashMap<>());
  private volatile boolean over;

  private Round(String name, RoundPlan plan, TortureTarget.Maker maker) {
    this.name = name;
    this.plan = plan;
    this.threads = new HostileThreads(name, plan, ledger);
    CountedRejection rejection = new CountedRejection(plan.refusing(), ledger);
    this.target = maker.make(name, plan, threads, rejection);
    Submitter submitter = new Submitter(plan, ledger, rejection, target);
    for (int i = 0; i < plan.producers(); i++) {
      producers.add(daemon("producer", new Producer(plan, ledger, submitter, i, () -> over)));
    }
    this.disturber = new Disturber(plan, ledger, target, threads, producers);
    this.disturbing = daemon("disturber", disturber);
  }

  private Thread daemon(String role, Runnable body) {
    Thread thread = new Thread(body, "torturer-" + role + "-of-" + plan.seed());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs a round.
   *
   * @param name the executor's name, which no other thread's name contains
   * @param log where the executor says what it drops
   */
  static RoundResult run(String name, RoundPlan plan, TortureTarget.Maker maker, QuietLog log)
      throws InterruptedException {
    Round round = new Round(name, plan, maker);
    try {
      round.run();
    } finally {
      round.letGo();
    }
    return new InvariantCheck(plan, round.ledger, round.target, round.handedBack, log.dropsOf(name))
        .result();
  }

  private void run() throws InterruptedException {
    producers.forEach(Thread::start);
    disturbing.start();
    if (plan.ending().early()) {
      await("half of the tasks were never handed in", this::halfIsIn);
    } else {
      joinProducers();
    }
    beforeTheEnd();
    end();
    joinProducers();
    awaitTermination();
    stopDisturber();
    joinWorkers();
  }

  private boolean halfIsIn() {
    return ledger.count() >= plan.producers() * plan.tasksEach() / 2;
  }

  private void beforeTheEnd() throws InterruptedException {
    boolean drain = plan.ending() == Ending.DRAIN;
    if (drain || !plan.resizedToTheEnd()) {
      stopDisturber();
    }
    if (drain || !plan.startsFailToTheEnd()) {
      threads.heal();
      if (plan.starts() != Starts.NEVER_FAIL) {
        target.resize(plan.workersMax()); // tasks that no worker could be started for wait for this
      }
    }
    if (drain) {
      await("tasks wait and no worker comes", () -> target.managed().queued() == 0);
    }
  }

  private void end() throws InterruptedException {
    over = plan.ending().interrupts() || plan.startsFailToTheEnd();
    switch (plan.ending()) {
      case DRAIN, SHUTDOWN, SHUTDOWN_EARLY -> target.executor().shutdown();
      case STOP, STOP_EARLY -> takeBack(target.executor().shutdownNow());
      case BOTH_EARLY -> {
        Thread other = daemon("ender", () -> target.executor().shutdown());
        other.start();
        takeBack(target.executor().shutdownNow());
        join(other);
      }
      case CLOSE, CLOSE_INTERRUPTED -> close(plan.ending() == Ending.CLOSE_INTERRUPTED);
    }
  }

  private void close(boolean interrupted) throws InterruptedException {
    Thread closer =
        daemon(
            "closer",
            () -> {
              if (interrupted) {
                Thread.currentThread().interrupt();
              }
              target.closing().run();
              if (Thread.currentThread().isInterrupted() != interrupted) {
                ledger.fault("close lost an interrupt, or made one up");
              }
            });
    closer.start();
    join(closer);
  }

  /** Cancels the futures, as their owner would, since nothing else will complete them. */
  private void takeBack(List<Runnable> tasks) {
    for (Runnable task : tasks) {
      if (task instanceof TortureTask plain) {
        plain.handedBack.incrementAndGet();
      } else if (task instanceof Future<?> future) {
        if (!handedBack.add(future)) {
          ledger.fault("a future was handed back twice");
        }
        future.cancel(false);
      } else {
        ledger.fault("something was handed back that was never handed in: " + task);
      }
    }
  }

  private void joinProducers() throws InterruptedException {
    for (Thread producer : producers) {
      join(producer);
    }
  }

  /**
   * Once the executor is stopped, many tasks handed in at a time may wait for ever, as documented.
   */
  private void join(Thread thread) throws InterruptedException {
    Deadline deadline = new Deadline();
    while (thread.isAlive()) {
      thread.join(JOIN_MILLIS);
      if (over && producers.contains(thread)) {
        thread.interrupt();
      }
      if (deadline.isOver()) {
        ledger.fault(thread.getName() + " is stuck; " + target + stacks());
        return;
      }
    }
  }

  private void awaitTermination() throws InterruptedException {
    Deadline deadline = new Deadline();
    while (!target.executor().awaitTermination(JOIN_MILLIS, TimeUnit.MILLISECONDS)) {
      if (deadline.isOver()) {
        ledger.fault("it never terminated: " + target + stacks());
        return;
      }
    }
  }

  private void await(String orElse, BooleanSupplier condition) throws InterruptedException {
    Deadline deadline = new Deadline();
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (deadline.isOver()) {
        ledger.fault(orElse + ": " + target + stacks());
        return;
      }
    }
  }

  private void stopDisturber() throws InterruptedException {
    disturber.stop();
    join(disturbing);
  }

  private void joinWorkers() throws InterruptedException {
    for (Thread worker : threads.made()) {
      join(worker);
    }
    if (target.governor().isPresent()) {
      await(
          "a thread is left",
          () ->
              Thread.getAllStackTraces().keySet().stream()
                  .noneMatch(thread -> thread.getName().contains(name)));
    }
  }

  /** What the threads of this executor are at, for a message. */
  private String stacks() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach((thread, stack) -> {
          if (thread.getName().contains(name) || thread.getName().endsWith("-" + plan.seed())) {
            text.append(" | ").append(thread.getName()).append(' ').append(thread.getState());
            for (int i = 0; i < Math.min(stack.length, 12); i++) {
              text.append(" < ").append(stack[i]);
            }
          }
        });
    return text.toString();
  }

  /** Whatever has happened, nothing goes on; what has ended well is not changed by it. */
  private void letGo() {
    over = true;
    disturber.stop();
    if (!target.executor().isTerminated()) {
      target.executor().shutdownNow();
    }
    producers.forEach(Thread::interrupt);
  }

  /**
   * The result of a round.
   *
   * @param plan what it was
   * @param faults what went wrong
   * @param counts what happened
   */
  record RoundResult(RoundPlan plan, List<String> faults, Map<Counted, Long> counts) {}
}
