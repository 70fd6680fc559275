package dev.flyball.lab.torture;

import dev.flyball.admission.Sheddable;
import dev.flyball.control.Governor;
import dev.flyball.lab.torture.RoundPlan.Ending;
import dev.flyball.lab.torture.RoundPlan.Starts;
import dev.flyball.lab.torture.Torture.QuietLog;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * One round: an executor is made, used and abused, and ended, as its plan says; then comes the
 * check.
 *
 * <p>For one thread, which an interrupt ends early; the threads that it starts end with the round.
 */
final class Round {

  private static final long LOOK_NANOS = 50_000;
  private static final long JOIN_MILLIS = 5;
  private static final long SERIES_NANOS = 1_000_000;

  private final String name;
  private final RoundPlan plan;
  private final TaskLedger ledger;
  private final HostileThreads threads;
  private final TortureTarget target;
  private final Thread disturber;
  private final List<Thread> producers = new ArrayList<>();
  private volatile boolean undisturbed;
  private volatile boolean over;
  private volatile boolean letGo;

  private Round(String name, RoundPlan plan, UnaryOperator<TortureTarget> change) {
    this.name = name;
    this.plan = plan;
    this.ledger = new TaskLedger(plan);
    this.threads = new HostileThreads(name, ledger);
    this.target =
        change.apply(
            TortureTarget.of(name, ledger, threads, refusal -> Submitter.refuse(ledger, refusal)));
    Submitter submitter = new Submitter(ledger, target);
    for (int i = 0; i < plan.producers(); i++) {
      Random random = new Random(plan.seed() + 31L * i);
      producers.add(daemon("producer", () -> submitter.produce(random, () -> over)));
    }
    this.disturber = daemon("disturber", new Disturber());
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
   * @param change what becomes of the executor before it is used
   * @param log where the executor says what it drops
   */
  static TaskLedger run(
      String name, RoundPlan plan, UnaryOperator<TortureTarget> change, QuietLog log)
      throws InterruptedException {
    Round round = new Round(name, plan, change);
    try {
      round.run();
    } finally {
      round.letGo();
    }
    new InvariantCheck(round.ledger, round.target, log.dropsOf(name)).run();
    return round.ledger;
  }

  private void run() throws InterruptedException {
    producers.forEach(Thread::start);
    disturber.start();
    if (plan.ending().early()) {
      int half = plan.producers() * plan.tasksEach() / 2;
      await("half of the tasks were never handed in: ", () -> ledger.of(Counted.TASKS) >= half);
    } else {
      joinProducers();
    }
    beforeTheEnd();
    end();
    joinProducers();
    await(
        "it never terminated: ",
        () -> target.executor().awaitTermination(JOIN_MILLIS, TimeUnit.MILLISECONDS));
    ledger.ended = true;
    stopDisturber();
    for (Thread worker : threads.made) {
      join(worker);
    }
    if (target.managed().governor().isPresent() || target.scheduled().isPresent()) {
      await(
          "a thread is left: ",
          () ->
              Thread.getAllStackTraces().keySet().stream()
                  .noneMatch(thread -> thread.getName().contains(name)));
    }
  }

  private void beforeTheEnd() throws InterruptedException {
    boolean drain = plan.ending() == Ending.DRAIN;
    if (drain || !plan.resizedToTheEnd()) {
      stopDisturber();
    }
    if (drain || !plan.startsFailToTheEnd()) {
      threads.healed = true;
      if (plan.starts() != Starts.NEVER_FAIL) {
        target.resize(plan.workersMax()); // tasks that no worker could be started for wait for this
      }
    }
    if (drain) {
      cancelSeries();
      await("tasks wait and no worker comes: ", this::isDrained);
    }
  }

  private boolean isDrained() {
    return target.managed().queued() == 0
        && target.scheduled().filter(its -> its.scheduled() > 0).isEmpty();
  }

  private void cancelSeries() {
    for (TimedTask task : ledger.timed) {
      Future<?> series = task.isSeries() ? task.future : null;
      if (series != null && series.cancel(false)) {
        ledger.count(Counted.CANCELLATIONS, 1);
      }
    }
  }

  /** Where series go on after a shutdown, it is their owner that ends them. */
  private void startEndingSeries() {
    if (plan.schedules().filter(RoundPlan.AfterShutdown::series).isPresent()) {
      daemon(
              "canceller",
              () -> {
                while (!target.executor().isTerminated() && !letGo) {
                  LockSupport.parkNanos(SERIES_NANOS);
                  cancelSeries();
                }
              })
          .start();
    }
  }

  private void end() throws InterruptedException {
    over = plan.ending().interrupts() || plan.startsFailToTheEnd();
    startEndingSeries();
    switch (plan.ending()) {
      case DRAIN, SHUTDOWN, SHUTDOWN_EARLY -> target.executor().shutdown();
      case STOP, STOP_EARLY -> takeBack(target.executor().shutdownNow());
      case BOTH_EARLY -> {
        Thread other = daemon("ender", () -> target.executor().shutdown());
        other.start();
        takeBack(target.executor().shutdownNow());
        join(other);
      }
      case CLOSE, CLOSE_INTERRUPTED -> {
        Thread closer = daemon("closer", this::close);
        closer.start();
        join(closer);
      }
    }
  }

  private void close() {
    boolean interrupted = plan.ending() == Ending.CLOSE_INTERRUPTED;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    target.closing().run();
    if (Thread.currentThread().isInterrupted() != interrupted) {
      ledger.fault("close lost an interrupt, or made one up");
    }
  }

  /** Cancels the futures, as their owner would, since nothing else will complete them. */
  private void takeBack(List<Runnable> tasks) {
    for (Runnable task : tasks) {
      if (task instanceof TortureTask plain) {
        plain.handedBack.incrementAndGet();
        ledger.count(Counted.HANDED_BACK, 1);
      } else if (plan.decorated() && !(task instanceof Future) && task instanceof Sheddable its) {
        its.shed(ledger.handedBack); // reaches the task inside of its decoration
        ledger.count(Counted.HANDED_BACK, 1);
      } else if (task instanceof Future<?> future) {
        if (ledger.futuresBack.add(future)) {
          ledger.count(Counted.HANDED_BACK, 1);
        } else {
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
    await(
        thread.getName() + " is stuck; ",
        () -> {
          thread.join(JOIN_MILLIS);
          if (over && producers.contains(thread)) {
            thread.interrupt();
          }
          return !thread.isAlive();
        });
  }

  /** Something to wait for. */
  @FunctionalInterface
  private interface Awaited {
    boolean isThere() throws InterruptedException;
  }

  private void await(String orElse, Awaited event) throws InterruptedException {
    Deadline deadline = new Deadline();
    while (!event.isThere()) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (deadline.isOver()) {
        ledger.fault(orElse + target + stacks());
        return;
      }
    }
  }

  private void stopDisturber() throws InterruptedException {
    undisturbed = true;
    join(disturber);
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
    undisturbed = true;
    letGo = true;
    if (!target.executor().isTerminated()) {
      target.executor().shutdownNow();
    }
    producers.forEach(Thread::interrupt);
  }

  /**
   * The body of a thread that resizes, interrupts, cancels, overrules the policy, and keeps threads
   * from being started, all at random, until it is over.
   */
  private final class Disturber implements Runnable {

    private static final long PAUSE_NANOS_MAX = 400_000;
    private static final int CANCELLED_MAX = 16;

    private final Random random = new Random(plan.seed() ^ 0x5DEECE66DL);

    @Override
    public void run() {
      try {
        while (!undisturbed) {
          disturb();
          LockSupport.parkNanos(random.nextLong(PAUSE_NANOS_MAX));
        }
      } catch (Throwable e) {
        ledger.fault("the executor failed whoever changed it: " + e);
      }
    }

    private void disturb() {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          ledger.count(Counted.RESIZES, 1);
          target.resize(size());
        }
        case 3 -> target.managed().governor().ifPresent(this::overrule);
        case 4 -> interrupt();
        case 5 -> cancel();
        case 6 -> changeStarts();
        default -> look();
      }
    }

    private int size() {
      return 1 + random.nextInt(plan.workersMax());
    }

    private void overrule(Governor governor) {
      int workers = size();
      try {
        switch (random.nextInt(7)) {
          case 0 -> governor.pin(workers);
          case 1 -> governor.override(workers);
          case 2 -> governor.adviseOnly();
          case 3 -> governor.limits(Limits.of(1, workers));
          case 4 -> governor.policy(new FixedSize(workers));
          case 5 ->
              governor.policy(seen -> {
                throw new IllegalStateException("no advice (on purpose)");
              });
          default -> {
            governor.policy(Policies.standard());
            governor.govern();
          }
        }
      } catch (IllegalStateException closed) {
        if (!target.executor().isShutdown()) {
          ledger.fault("a governor closed before its pool");
        }
      }
    }

    private void interrupt() {
      List<Thread> all = random.nextBoolean() ? producers : List.copyOf(threads.made);
      if (plan.interrupts() && !all.isEmpty()) {
        ledger.count(Counted.INTERRUPTS, 1);
        all.get(random.nextInt(all.size())).interrupt();
      }
    }

    private void cancel() {
      for (int i = 0; plan.cancels() && i < CANCELLED_MAX; i++) {
        int at = (int) ledger.of(Counted.TASKS) - random.nextInt(2 * CANCELLED_MAX);
        Future<?> future = ledger.remembered(at);
        if (future != null && future.cancel(random.nextBoolean())) {
          ledger.count(Counted.CANCELLATIONS, 1);
        }
      }
    }

    /** Where threads fail at all, sometimes none can be started, sometimes each can. */
    private void changeStarts() {
      double failing = plan.starts().failing;
      if (failing > 0) {
        threads.failing = random.nextInt(4) == 0 ? 1 : failing * random.nextInt(3) / 2;
      }
    }

    private void look() {
      if (target.toString().isEmpty()
          || target.alive() < 0
          || target.life().filter(seen -> seen.flow().completed() < 0).isPresent()) {
        ledger.fault("a pool looked at had no figures");
      }
    }
  }

  /**
   * A time limit for any wait: half a minute of looking, far more than any wait should need on a
   * busy machine. Each look takes off a bounded amount only, so a process that was stopped for a
   * while does not report every thread as stuck.
   *
   * <p>For one thread, which looks at least every few milliseconds.
   */
  static final class Deadline {

    private static final long LOOK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

    private long leftNanos = TimeUnit.SECONDS.toNanos(30);
    private long lookedNanos = System.nanoTime();

    boolean isOver() {
      long nowNanos = System.nanoTime();
      leftNanos -= Math.min(LOOK_NANOS_MAX, nowNanos - lookedNanos);
      lookedNanos = nowNanos;
      return leftNanos <= 0;
    }
  }
}
