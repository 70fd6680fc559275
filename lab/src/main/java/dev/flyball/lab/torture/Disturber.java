package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that resizes, interrupts, cancels, overrules the policy, and keeps threads from being
 * started, all at random, until it is told to stop.
 */
final class Disturber implements Runnable {

  private static final long PAUSE_NANOS_MAX = 400_000;
  private static final int CANCELLED_MAX = 16;

  private final RoundPlan plan;
  private final TaskLedger ledger;
  private final TortureTarget target;
  private final HostileThreads threads;
  private final List<Thread> producers;
  private final Random random;
  private volatile boolean over;

  Disturber(
      RoundPlan plan,
      TaskLedger ledger,
      TortureTarget target,
      HostileThreads threads,
      List<Thread> producers) {
    this.plan = plan;
    this.ledger = ledger;
    this.target = target;
    this.threads = threads;
    this.producers = producers;
    this.random = new Random(plan.seed() ^ 0x5DEECE66DL);
  }

  @Override
  public void run() {
    try {
      while (!over) {
        disturb();
        LockSupport.parkNanos(random.nextLong(PAUSE_NANOS_MAX));
      }
    } catch (Throwable e) {
      ledger.fault("the executor failed whoever changed it: " + e);
    }
  }

  void stop() {
    over = true;
  }

  private void disturb() {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> resize();
      case 3 -> overrule();
      case 4 -> interrupt();
      case 5 -> cancel();
      case 6 -> changeStarts();
      default -> look();
    }
  }

  private void resize() {
    ledger.resizes.incrementAndGet();
    target.resize(1 + random.nextInt(plan.workersMax()));
  }

  private void overrule() {
    target
        .governor()
        .ifPresent(governor -> {
          try {
            overrule(governor, 1 + random.nextInt(plan.workersMax()));
          } catch (IllegalStateException closed) {
            if (!target.executor().isShutdown()) {
              ledger.fault("a governor closed before its pool");
            }
          }
        });
  }

  private void overrule(Governor governor, int workers) {
    switch (random.nextInt(7)) {
      case 0 -> governor.pin(workers);
      case 1 -> governor.override(workers);
      case 2 -> governor.adviseOnly();
      case 3 -> governor.limits(Limits.of(1, workers));
      case 4 -> governor.policy(new FixedSize(workers));
      case 5 -> governor.policy(failing());
      default -> {
        governor.policy(Policies.standard());
        governor.govern();
      }
    }
  }

  private static SizingPolicy failing() {
    return (Observation seen) -> {
      throw new IllegalStateException("no advice (on purpose)");
    };
  }

  private void interrupt() {
    List<Thread> all = random.nextBoolean() ? producers : threads.made();
    if (plan.interrupts() && !all.isEmpty()) {
      ledger.interrupts.incrementAndGet();
      all.get(random.nextInt(all.size())).interrupt();
    }
  }

  private void cancel() {
    for (int i = 0; plan.cancels() && i < CANCELLED_MAX; i++) {
      Future<?> future = ledger.remembered(ledger.count() - random.nextInt(2 * CANCELLED_MAX));
      if (future != null && future.cancel(random.nextBoolean())) {
        ledger.cancellations.incrementAndGet();
      }
    }
  }

  /** Where threads fail at all, sometimes none can be started, sometimes each can. */
  private void changeStarts() {
    if (plan.starts() != RoundPlan.Starts.NEVER_FAIL) {
      threads.fail(random.nextInt(4) == 0 ? 1 : plan.starts().failing * random.nextInt(3) / 2);
    }
  }

  private void look() {
    if (target.toString().isEmpty()
        || target.alive().getAsInt() < 0
        || target.life().get().filter(seen -> seen.flow().completed() < 0).isPresent()) {
      ledger.fault("a pool looked at had no figures");
    }
  }
}
