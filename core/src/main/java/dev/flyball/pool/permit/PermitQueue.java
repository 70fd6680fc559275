package dev.flyball.pool.permit;

import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.pool.base.SaturationAlarm;
import dev.flyball.pool.base.SlotCount;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The queue for permits: the threads that wait, the permits that are held, and the meters of both.
 *
 * <p><b>How is it designed?</b> One lock around all of it, held for about a tenth of a microsecond:
 * a thread that takes a permit wants to do something longer. A permit that is given back is given
 * to the first waiting thread under the same lock, and that thread is then woken. So no other
 * thread can come in between, and a woken thread has its permit.
 *
 * <p><b>Locking.</b> {@code lock} guards all fields except {@code shortage}. No foreign code is
 * called with the lock held.
 */
public final class PermitQueue {

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final Set<Waiter> waiters = new LinkedHashSet<>();
  private final PermitHolds holds = new PermitHolds();
  private final SlotCount permits;
  private final KindProfile kind = new KindProfile("");
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final WorkerMeter meter = new WorkerMeter();
  private long rejected;

  /** Called, without the lock, when a thread has to wait or is turned away. */
  private volatile Runnable shortage = () -> {};

  public PermitQueue(int limit) {
    this.permits = new SlotCount(limit, System.nanoTime());
  }

  /** A thread that waits. */
  private static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private final long arrivalStamp;

    /** Written under the lock; read by the waiting thread without it. */
    private volatile boolean served;

    Waiter(long arrivalStamp) {
      this.arrivalStamp = arrivalStamp;
    }
  }

  public boolean tryAcquire() {
    boolean given;
    lock.lock();
    try {
      given = giveAtOnce(System.nanoTime());
      if (!given) {
        rejected++;
      }
    } finally {
      lock.unlock();
    }
    if (!given) {
      shortage.run();
    }
    return given;
  }

  /** Takes a permit; false when there was none in time. */
  public boolean acquire(long waitNanosMax) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Waiter waiter;
    lock.lock();
    try {
      long nowStamp = System.nanoTime();
      if (giveAtOnce(nowStamp)) {
        return true;
      }
      waiter = new Waiter(nowStamp);
      waiters.add(waiter);
      arrivals.arrived(nowStamp, kind);
    } finally {
      lock.unlock();
    }
    shortage.run();
    return await(waiter, waitNanosMax);
  }

  private boolean giveAtOnce(long nowStamp) {
    if (!waiters.isEmpty() || holds.size() >= permits.limit()) {
      return false;
    }
    holds.begin(Thread.currentThread(), nowStamp, nowStamp);
    arrivals.arrived(nowStamp, kind);
    meter.started(nowStamp, nowStamp);
    return true;
  }

  private boolean await(Waiter waiter, long waitNanosMax) throws InterruptedException {
    boolean interrupted = false;
    while (!waiter.served && !interrupted) {
      long leftNanos = waitNanosMax - (System.nanoTime() - waiter.arrivalStamp);
      if (leftNanos <= 0) {
        break;
      }
      LockSupport.parkNanos(this, leftNanos);
      interrupted = Thread.interrupted();
    }
    boolean served = waiter.served || !gaveUp(waiter);
    if (interrupted && served) {
      Thread.currentThread().interrupt(); // it has its permit; the interrupt is for what follows
    } else if (interrupted) {
      throw new InterruptedException();
    }
    return served;
  }

  /** Takes a waiting thread out of the line; false when it was given its permit before. */
  private boolean gaveUp(Waiter waiter) {
    lock.lock();
    try {
      boolean waited = waiters.remove(waiter);
      if (waited) {
        arrivals.withdrawn(System.nanoTime());
      }
      return waited;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a permit back; false when none is held. */
  public boolean release() {
    lock.lock();
    try {
      if (holds.size() == 0) {
        return false;
      }
      long nowStamp = System.nanoTime();
      PermitHolds.Hold ended = holds.end(Thread.currentThread());
      kind.record(nowStamp - ended.startStamp());
      meter.ended(ended.arrivalStamp(), ended.startStamp(), nowStamp, kind.referenceNanos(), false);
      serve(nowStamp);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Gives the free permits to the threads that have waited longest, and wakes them. */
  private void serve(long nowStamp) {
    while (holds.size() < permits.limit() && !waiters.isEmpty()) {
      Waiter first = waiters.iterator().next();
      holds.begin(first.thread, first.arrivalStamp, nowStamp);
      waiters.remove(first);
      meter.started(first.arrivalStamp, nowStamp);
      first.served = true;
      LockSupport.unpark(first.thread);
    }
  }

  public void resize(int limit) {
    lock.lock();
    try {
      long nowStamp = System.nanoTime();
      permits.change(limit, nowStamp);
      serve(nowStamp);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sets the callback for threads that have to wait or are turned away; calls it at once if one
   * waits.
   */
  public void onSaturation(SaturationAlarm alarm) {
    shortage = alarm;
    if (standing().waiting() > 0) {
      alarm.run();
    }
  }

  /**
   * The permits at one moment.
   *
   * @param limit how many there should be
   * @param held how many are held
   * @param waiting threads that wait for one
   */
  public record Standing(int limit, int held, int waiting) {}

  public Standing standing() {
    lock.lock();
    try {
      return new Standing(permits.limit(), holds.size(), waiters.size());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Everything counted so far. Copies the histograms without the lock, so that no thread waits for
   * it.
   */
  public MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    HostMeter.Reading processors = host.get();
    long beganNanos = System.nanoTime();
    MeterSum sum = new MeterSum();
    meter.addTo(sum);
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      return new MeterSnapshot(
          nowNanos,
          nowNanos - beganNanos,
          permits.limit(),
          Math.max(permits.limit(), holds.size()),
          permits.slotNanos(nowNanos),
          rejected,
          AdmissionCount.NONE,
          arrivals.copy(),
          sum,
          OptionalLong.empty(),
          OptionalLong.empty(),
          processors);
    } finally {
      lock.unlock();
    }
  }
}
