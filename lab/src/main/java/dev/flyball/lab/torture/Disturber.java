package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A thread that resizes, interrupts, cancels, overrules the policy, and keeps threads from being
 * started, all at random, until it is over.
 */
record Disturber(
    TaskLedger ledger,
    TortureTarget target,
    HostileThreads threads,
    List<Thread> producers,
    Random random,
    BooleanSupplier over)
    implements Runnable {

  private static final long PAUSE_NANOS_MAX = 400_000;
  private static final int CANCELLED_MAX = 16;

  @Override
  public void run() {
    try {
      while (!over.getAsBoolean()) {
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
      case 3 -> target.governor().ifPresent(this::overrule);
      case 4 -> interrupt();
      case 5 -> cancel();
      case 6 -> changeStarts();
      default -> look();
    }
  }

  private int size() {
    return 1 + random.nextInt(ledger.plan.workersMax());
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
    List<Thread> all = random.nextBoolean() ? producers : threads.made();
    if (ledger.plan.interrupts() && !all.isEmpty()) {
      ledger.count(Counted.INTERRUPTS, 1);
      all.get(random.nextInt(all.size())).interrupt();
    }
  }

  private void cancel() {
    for (int i = 0; ledger.plan.cancels() && i < CANCELLED_MAX; i++) {
      int at = (int) ledger.of(Counted.TASKS) - random.nextInt(2 * CANCELLED_MAX);
      Future<?> future = ledger.remembered(at);
      if (future != null && future.cancel(random.nextBoolean())) {
        ledger.count(Counted.CANCELLATIONS, 1);
      }
    }
  }

  /** Where threads fail at all, sometimes none can be started, sometimes each can. */
  private void changeStarts() {
    double failing = ledger.plan.starts().failing;
    if (failing > 0) {
      threads.fail(random.nextInt(4) == 0 ? 1 : failing * random.nextInt(3) / 2);
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
