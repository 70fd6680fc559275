package dev.flyball.pool.permit;

import dev.flyball.admission.ShedCause;
import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.line.Growth;
import dev.flyball.admission.line.WaitingLine;
import dev.flyball.admission.line.WaitingLine.Shed;
import dev.flyball.admission.line.WaitingLine.Workers;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.OffloadMeter;
import dev.flyball.measure.RunQueueWait;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.measure.thread.CpuSample;
import dev.flyball.policy.Reason;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.SaturationAlarm;
import dev.flyball.pool.base.ShedTeller;
import dev.flyball.pool.base.SlotCount;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue for permits: the threads that wait, the permits that are held, and the meters of both.
 *
 * <p><b>How is it designed?</b> One lock around all of it, held for about a tenth of a microsecond:
 * a thread that takes a permit wants to do something longer. A permit that is given back is given
 * to the first waiting thread under the same lock, and that thread is then woken. So no other
 * thread can come in between, and a woken thread has its permit.
 *
 * <p><b>Locking.</b> {@code lock} guards all fields except the callbacks. No foreign code is called
 * with the lock held.
 */
public final class PermitQueue {

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final Set<Waiter> waiters = new LinkedHashSet<>();
  private @Nullable WaitingLine<Waiter> line; // in the place of those, once the rule decides
  private final PermitHolds holds = new PermitHolds();
  private final SlotCount permits;
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final WorkerMeter meter = new WorkerMeter();
  private final OffloadMeter processor = new OffloadMeter();
  private final Growth growth;
  private final Set<Thread> waitingHolders = new LinkedHashSet<>();
  private boolean circleSaid;
  private long rejected;

  private final AdmissionSettings settings;
  private final ShedTeller shed;
  private final SafeLog log;

  /** Called, without the lock, when a thread has to wait or is turned away. */
  private volatile Runnable shortage = () -> {};

  /** Called, without the lock, by a thread that had to wait. */
  private volatile @Nullable LongConsumer waitListener;

  /**
   * So many permits.
   *
   * @param owner what messages call them, such as "permits 'db'"
   * @param log where its messages go
   * @param settings who gets one
   */
  public PermitQueue(int limit, String owner, SafeLog log, AdmissionSettings settings) {
    long nowNanos = System.nanoTime();
    this.permits = new SlotCount(limit, nowNanos);
    this.growth = new Growth(limit);
    this.shed = new ShedTeller(owner, log);
    this.log = log;
    this.settings = settings;
    if (settings.matter()) {
      line = newLine();
    }
  }

  private WaitingLine<Waiter> newLine() {
    return new WaitingLine<>(settings.rule(), Integer.MAX_VALUE, this::shed);
  }

  // ---- Permits

  public boolean tryAcquire(KindProfile kind, TaskOptions options) {
    Waiter waiter;
    boolean given;
    lock.lock();
    try {
      waiter = waiter(kind, options, System.nanoTime());
      given = mayStart(waiter) && giveAtOnce(waiter);
      if (!given) {
        rejected++;
      }
    } finally {
      lock.unlock();
    }
    if (given) {
      waiter.beginSample();
    } else {
      shortage.run();
    }
    return given;
  }

  /**
   * Takes a permit; false when there was none in time.
   *
   * @throws TaskShedException when the rule turns the thread away
   */
  public boolean acquire(KindProfile kind, TaskOptions options, long waitNanosMax)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Waiter waiter;
    Verdict verdict = null;
    Throwable failure = null;
    lock.lock();
    try {
      long nowStamp = System.nanoTime();
      waiter = waiter(kind, options, nowStamp);
      if (!settings.letsInWhatStartsSoon() || !giveAtOnce(waiter)) {
        if (line == null && options.matter()) {
          admit();
        }
        if (line == null) {
          waiters.add(waiter);
          arrivals.arrived(nowStamp, kind);
        } else {
          verdict = line.offer(waiter, waiter.who(), kind, workers(nowStamp));
          failure = line.takeFirstFailure();
          if (verdict.answer() == Verdict.Answer.OUT) {
            rejected++;
          } else {
            verdict = null;
            arrivals.arrived(nowStamp, kind);
            serve(nowStamp);
          }
        }
      }
    } finally {
      lock.unlock();
    }
    shed.logFailure(failure);
    if (verdict != null) {
      shortage.run();
      TaskShedException why = shed.exception(verdict);
      shed.turnedAway(kind.kind(), options.importance(), why);
      throw why;
    }
    if (waiter.served) {
      waiter.beginSample();
      return true;
    }
    if (waiter.waits()) {
      shortage.run();
    }
    boolean isHolder = beginHeldWait(waiter);
    boolean waits = isHolder || waiter.waits();
    try {
      boolean served = await(waiter, waitNanosMax);
      if (served) {
        waiter.beginSample();
      }
      return served;
    } finally {
      if (isHolder) {
        endHeldWait(waiter.thread);
      }
      if (waits) {
        tellWait(waiter);
      }
    }
  }

  private void tellWait(Waiter waiter) {
    LongConsumer listener = waitListener;
    if (listener != null) {
      listener.accept(System.nanoTime() - waiter.arrivalStamp);
    }
  }

  /** Notes that a thread waits which holds permits; false where it holds none. */
  private boolean beginHeldWait(Waiter waiter) {
    boolean isCircle;
    int held;
    lock.lock();
    try {
      if (!waiter.waits() || holds.of(waiter.thread) == 0) {
        return false;
      }
      waitingHolders.add(waiter.thread);
      held = holds.size();
      isCircle = !circleSaid && heldByWaiting() == held && held >= permits.limit();
      circleSaid |= isCircle;
    } finally {
      lock.unlock();
    }
    if (isCircle) {
      log.log(
          System.Logger.Level.WARNING,
          "has all " + held + " permits held by threads that wait for another one",
          null);
    }
    return true;
  }

  private void endHeldWait(Thread waited) {
    lock.lock();
    try {
      waitingHolders.remove(waited);
      circleSaid = false;
    } finally {
      lock.unlock();
    }
  }

  private int heldByWaiting() {
    return waitingHolders.stream().mapToInt(holds::of).sum();
  }

  private Waiter waiter(KindProfile kind, TaskOptions options, long nowStamp) {
    return new Waiter(kind, options, nowStamp, settings.deadlineNanos(options, nowStamp));
  }

  /** From the first thread on that says something that matters, the rule decides. */
  private void admit() {
    WaitingLine<Waiter> made = newLine();
    for (Waiter waiter : waiters) {
      made.admit(waiter, waiter.who(), waiter.kind);
    }
    waiters.clear();
    line = made;
  }

  private int waiting() {
    return line == null ? waiters.size() : line.size();
  }

  private Workers workers(long nowNanos) {
    int free = Math.max(0, permits.limit() - holds.size());
    return new Workers(nowNanos, permits.limit(), free, growth.isUnderWay(nowNanos));
  }

  /** A rule of ours lets in whatever starts at once and in time; another one is always asked. */
  private boolean mayStart(Waiter waiter) {
    return settings.letsInWhatStartsSoon()
        || line == null
        || line.starting(waiter, waiter.who(), waiter.kind, workers(waiter.arrivalStamp)).answer()
            != Verdict.Answer.OUT;
  }

  private boolean giveAtOnce(Waiter waiter) {
    long nowStamp = waiter.arrivalStamp;
    if (waiting() > 0 || holds.size() >= permits.limit() || waiter.leftNanos(nowStamp) <= 0) {
      return false;
    }
    if (line != null) {
      line.passedBy(waiter.kind, waiter.options.importance(), 1, waiter.deadlineNanos, nowStamp);
    }
    arrivals.arrived(nowStamp, waiter.kind);
    begin(waiter, nowStamp);
    waiter.served = true;
    return true;
  }

  private boolean await(Waiter waiter, long waitNanosMax) throws InterruptedException {
    boolean interrupted = false;
    while (waiter.waits() && !interrupted) {
      long nowNanos = System.nanoTime();
      long leftNanos = waitNanosMax - (nowNanos - waiter.arrivalStamp);
      if (leftNanos <= 0) {
        break;
      }
      if (waiter.leftNanos(nowNanos) <= 0) {
        expire(waiter, nowNanos);
      } else {
        LockSupport.parkNanos(this, Math.min(leftNanos, waiter.leftNanos(nowNanos)));
        interrupted = Thread.interrupted();
      }
    }
    boolean hasLeft = waiter.waits() && gaveUp(waiter);
    boolean served = !hasLeft && waiter.served; // read last: it may have been served until now
    Shed<Waiter> gone = waiter.shed;
    if (interrupted && (served || gone != null)) {
      Thread.currentThread().interrupt(); // it has its answer; the interrupt is for what follows
    } else if (interrupted) {
      throw new InterruptedException();
    }
    if (gone != null) {
      TaskShedException why = shed.exception(gone);
      shed.announce(gone, why);
      throw why;
    }
    return served;
  }

  /** Takes a waiting thread out of the line whose deadline has passed, unless it has its answer. */
  private void expire(Waiter waiter, long nowNanos) {
    Reason why =
        Reason.of("has waited too long: %{waited}.3f s", (nowNanos - waiter.arrivalStamp) / 1e9);
    lock.lock();
    try {
      if (removed(waiter)) {
        shed(new Shed<>(waiter, waiter.who(), ShedCause.EXPIRED, why, 0));
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean removed(Waiter waiter) {
    return line == null ? waiters.remove(waiter) : line.remove(waiter);
  }

  /** A thread that waited goes without a permit; called under the lock. */
  private void shed(Shed<Waiter> gone) {
    arrivals.withdrawn(System.nanoTime());
    shed.count(gone);
    gone.task().shed = gone;
    LockSupport.unpark(gone.task().thread);
  }

  /** Takes a waiting thread out of the line; false when it was given its permit before. */
  private boolean gaveUp(Waiter waiter) {
    lock.lock();
    try {
      boolean waited = removed(waiter);
      if (waited) {
        arrivals.withdrawn(System.nanoTime());
      }
      return waited;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a permit back; false when no thread holds one. */
  public boolean release() {
    PermitHolds.Hold ended;
    Throwable failure;
    lock.lock();
    try {
      ended = holds.end(Thread.currentThread());
      if (ended == null) {
        return false;
      }
      ended.endDeadline();
      failure = ended.sample() == null ? ended(ended) : null;
    } finally {
      lock.unlock();
    }
    if (ended.sample() != null) {
      ended.leave(); // reads files: not under the lock
      failure = endedLocked(ended);
    }
    shed.logFailure(failure);
    return true;
  }

  private @Nullable Throwable endedLocked(PermitHolds.Hold hold) {
    lock.lock();
    try {
      return ended(hold);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the permit that this thread was given last from it: it is held until the result is run,
   * for the first time. Empty where the thread has none.
   */
  public Optional<Runnable> detach() {
    PermitHolds.Hold detached;
    lock.lock();
    try {
      detached = holds.detach(Thread.currentThread());
    } finally {
      lock.unlock();
    }
    if (detached == null) {
      return Optional.empty();
    }
    detached.leave();
    detached.endDeadline();
    AtomicBoolean released = new AtomicBoolean();
    return Optional.of(() -> {
      if (released.compareAndSet(false, true)) {
        release(detached);
      }
    });
  }

  private void release(PermitHolds.Hold detached) {
    Throwable failure;
    lock.lock();
    try {
      holds.endDetached();
      failure = ended(detached);
    } finally {
      lock.unlock();
    }
    shed.logFailure(failure);
  }

  /** Measures a hold that has ended and gives the permit on; what the rule has thrown first. */
  private @Nullable Throwable ended(PermitHolds.Hold hold) {
    long nowStamp = System.nanoTime();
    KindProfile kind = hold.kind();
    kind.record(nowStamp - hold.startStamp());
    meter.ended(hold.arrivalStamp(), hold.startStamp(), nowStamp, kind.referenceNanos(), false);
    CpuSample sample = hold.sample();
    if (sample != null) {
      processor.ended(sample);
    }
    serve(nowStamp);
    return line == null ? null : line.takeFirstFailure();
  }

  /** Gives the free permits to the threads whose turn it is, and wakes them. */
  private void serve(long nowStamp) {
    while (holds.size() < permits.limit() && waiting() > 0) {
      Waiter first = next(nowStamp);
      if (first != null) {
        begin(first, nowStamp);
        first.served = true;
        LockSupport.unpark(first.thread);
      }
    }
  }

  private void begin(Waiter holder, long nowStamp) {
    holder.sample = processor.next(holder.thread, nowStamp);
    holds.begin(holder, nowStamp);
    meter.started(holder.arrivalStamp, nowStamp);
  }

  private @Nullable Waiter next(long nowStamp) {
    if (line != null) {
      return line.poll(workers(nowStamp));
    }
    Waiter first = waiters.iterator().next();
    waiters.remove(first);
    return first;
  }

  public void resize(int limit) {
    lock.lock();
    try {
      long nowStamp = System.nanoTime();
      permits.change(limit, nowStamp);
      growth.resized(limit, nowStamp);
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

  /** Sets the callback for threads that had to wait. */
  public void onWait(@Nullable LongConsumer waitedNanos) {
    waitListener = waitedNanos;
  }

  /** Whether the current thread holds a permit. */
  public boolean isHeldHere() {
    lock.lock();
    try {
      return holds.of(Thread.currentThread()) > 0;
    } finally {
      lock.unlock();
    }
  }

  /** How many threads were turned away, to be appended to a line; empty for none. */
  public String shedText() {
    return shed.text();
  }

  /** What the rule has turned away so far. */
  public ShedTotals shedTotals() {
    lock.lock();
    try {
      return shed.totals(line == null ? 0 : line.ruleFailures());
    } finally {
      lock.unlock();
    }
  }

  /** Adds a listener for what the rule turns away from now on. */
  public void onShed(ShedListener listener) {
    shed.onShed(listener);
  }

  /**
   * The permits at one moment.
   *
   * @param limit how many there should be
   * @param held how many are held
   * @param waiting threads that wait for one
   * @param heldByWaiting how many are held by threads that wait for another one
   */
  public record Standing(int limit, int held, int waiting, int heldByWaiting) {}

  public Standing standing() {
    lock.lock();
    try {
      return new Standing(permits.limit(), holds.size(), waiting(), heldByWaiting());
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
      MeterSnapshot all =
          new MeterSnapshot(
              nowNanos,
              nowNanos - beganNanos,
              permits.limit(),
              Math.max(permits.limit(), holds.size()),
              permits.slotNanos(nowNanos),
              rejected,
              line == null ? AdmissionCount.NONE : line.count(shed.overloaded()),
              arrivals.copy(),
              sum,
              OptionalLong.empty(),
              RunQueueWait.UNKNOWN,
              processors);
      return processor.aloneIn(all);
    } finally {
      lock.unlock();
    }
  }
}
