package dev.flyball.pool.dispatch;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.line.Growth;
import dev.flyball.admission.line.WaitingLine;
import dev.flyball.admission.line.WaitingLine.Shed;
import dev.flyball.admission.line.WaitingLine.Workers;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Aftermath;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.ShedTeller;
import dev.flyball.pool.dispatch.queue.CancelledTasks;
import dev.flyball.pool.dispatch.queue.CoarseClock;
import dev.flyball.pool.dispatch.queue.Label;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import dev.flyball.pool.dispatch.queue.TaskSlot;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of the submission queue that an admission rule decides: who gets in, and who starts
 * next.
 *
 * <p><b>How is it designed, and why?</b> A line in the order of importance and deadlines needs a
 * lock at both ends, and the rule takes about as long as ten empty tasks. Neither is worth it while
 * tasks hardly wait: the order of tasks that start within a moment is of no importance, and none of
 * them is late. So there are two states.
 *
 * <ul>
 *   <li><b>Calm</b>: tasks go through the lock-free queue, first come, first served, each with its
 *       options and deadline. A worker looks at the deadline of the task that it takes, and asks
 *       here only where that is near.
 *   <li><b>Engaged</b>: tasks wait in a {@link WaitingLine}, and a token goes into the queue for
 *       each. A worker that takes a token comes here and gets the task whose turn it is by then. To
 *       call, hire and park workers the queue's length matters and not what is in it: so none of
 *       the rules of {@link WorkerRegistry} knows of the line.
 * </ul>
 *
 * <p>Calm becomes engaged when a task comes that is expected to wait longer than 20 milliseconds
 * (1, if its importance or its tenant is said) or a sixteenth of the time it has left, whose room
 * is taken, or which finds that for as long no task was taken though some waited. A task of which
 * nothing is said engages nothing, unless very many wait. What waits in the queue then goes into
 * the line, so that none is passed by those that come later. Engaged becomes calm when the line is
 * empty. A rule that is not ours is asked about every task: always engaged.
 *
 * <p><b>Tokens.</b> All are equal. A task that leaves the line without a worker takes a token with
 * it out of the queue; if none is there, since workers have taken all of them and are on their way
 * here, one of those is void from then on, and is counted as such. The next task that comes is
 * served by that one and adds none. So at any time
 *
 * <pre>
 *   tokens in the queue + tokens that workers hold = tasks in the line + void tokens
 *   void tokens &gt; 0 only if no token is in the queue
 * </pre>
 *
 * <p>From the first line: no task is left without a token that leads a worker to it. From both: an
 * empty line means that no token is in the queue, so calm tasks are never behind tokens; and a
 * worker that finds the line empty has held a void one.
 *
 * <p><b>Clocks.</b> Tasks that come densely are not all clocked in the calm state. The deadline of
 * one that is not, and that counts from its arrival, counts from a moment before it: usually a
 * millisecond, at most the tick of the {@link CoarseClock}. In the line, all are clocked.
 *
 * <p>Not thread-safe: guarded by the lock of the submission queue. The rule is asked with that lock
 * held, and is not to call the pool.
 */
final class Admitting {

  /** What goes through the queue for a task in the line; it is never run. */
  static final Runnable TOKEN = () -> {};

  /** In the place of a token's deadline, so that a worker looks once for both. */
  static final long OF_TOKEN = Long.MIN_VALUE;

  private static final Label OF_TOKENS =
      new Label(new KindProfile(""), TaskOptions.NONE, OF_TOKEN, false);

  private final SubmissionQueue submissions;
  private final TaskQueue queue;
  private final WorkerRegistry registry;
  private final ArrivalSampler sampler;
  private final CancelledTasks cancelled;
  private final AdmissionSettings settings;
  private final boolean measured;
  private final ShedTeller counts;
  private final WaitingLine<WaitingTask> line;
  private final Growth growth;
  private final CalmGauge calm;
  private final DenseLabels labels;
  private final TaskSlot slot = new TaskSlot();

  private long voidTokens;
  private List<Shed<WaitingTask>> gone = new ArrayList<>();
  private boolean passedBy; // by tasks of which nothing is said: only if none is in the line
  private boolean holdsInner; // of the tasks in the line, one may be a task's of the same pool

  Admitting(
      SubmissionQueue submissions,
      TaskQueue queue,
      WorkerRegistry registry,
      ArrivalSampler sampler,
      CancelledTasks cancelled,
      ShedTeller counts,
      DispatchPlan plan) {
    this.submissions = submissions;
    this.queue = queue;
    this.registry = registry;
    this.sampler = sampler;
    this.cancelled = cancelled;
    this.counts = counts;
    this.settings = plan.admission();
    this.measured = plan.measured();
    this.line = new WaitingLine<>(settings.rule(), plan.queueCapacity(), this::shed);
    this.growth = new Growth(registry.asked());
    this.calm = new CalmGauge(queue, registry, settings, plan.queueCapacity(), line);
    this.labels = new DenseLabels(settings);
  }

  // ---- In

  /** Whether tasks of which nothing is said go by here, into the queue, if there is room. */
  boolean isPassedBy() {
    return passedBy && calm.isShort();
  }

  /** Notes a task that has done so, and was clocked. */
  void passesBy(KindProfile kind, int weight, long nowNanos) {
    labels.clocked(nowNanos);
    calm.look(nowNanos);
    line.passedBy(kind, Importance.NORMAL, weight, Arrival.NO_DEADLINE, nowNanos);
    calm.learn();
  }

  /**
   * Takes a task in, if there is room and the rule agrees.
   *
   * @param again whether it was offered before, and counts no more
   */
  Answer offer(Runnable task, KindProfile kind, TaskOptions options, boolean again) {
    int weight = measured ? sampler.next(kind) : 0;
    if (weight == 0 && queue.sizeSeen() < calm.size() && sampler.isDense()) {
      Label label = labels.shared(kind, options, submissions.isInner());
      if (label != null) {
        long mark = sampler.unclocked();
        queue.add(task, label, mark);
        submissions.arrived(mark, kind, 0);
        return submissions.isShort() ? Answer.TAKEN_SHORT : Answer.TAKEN;
      }
    }
    return offer(task, kind, options, weight, again);
  }

  /** Takes in one of tasks that do not come densely, or may have to wait. */
  private Answer offer(
      Runnable task, KindProfile kind, TaskOptions options, int weight, boolean again) {
    boolean hasDeadline = settings.hasDeadline(options);
    boolean isDense = measured && sampler.isDense();
    boolean clocked =
        weight > 0 || (hasDeadline && !isDense) || settings.countsFromArrival(options);
    long nowNanos = 0;
    if (clocked) {
      nowNanos = System.nanoTime();
      labels.clocked(nowNanos);
    }
    if (hasDeadline && isDense) {
      CoarseClock.SHARED.want();
    }
    long mark = ArrivalSampler.UNCLOCKED;
    if (weight > 0) {
      mark = sampler.clocked(nowNanos);
      calm.look(nowNanos);
    } else if (measured) {
      mark = sampler.unclocked();
    }
    if (!line.isEmpty()
        || !calm.isCalm(options, hasDeadline, labels.clockedNanos())
        || !submissions.hasRoom()) {
      return offerToLine(
          task, kind, mark, options, clocked ? nowNanos : System.nanoTime(), weight, again);
    }
    passedBy = settings.letsInWhatStartsSoon() && settings.deadlineNanos() == 0;
    long deadlineNanos = settings.deadlineNanos(options, labels.clockedNanos());
    if (weight > 0) {
      line.passedBy(kind, options.importance(), weight, deadlineNanos, nowNanos);
      calm.learn();
    }
    submissions.noteInner();
    queue.add(task, new Label(kind, options, deadlineNanos, submissions.isInner()), mark);
    submissions.arrived(mark, kind, weight);
    return submissions.isShort() ? Answer.TAKEN_SHORT : Answer.TAKEN;
  }

  private Answer offerToLine(
      Runnable task,
      KindProfile kind,
      long mark,
      TaskOptions options,
      long nowNanos,
      int weight,
      boolean again) {
    calm.forgetSize();
    passedBy = false;
    if (line.isEmpty()) {
      engage(nowNanos);
    }
    WaitingTask waits =
        WaitingTask.of(
            task,
            kind,
            mark,
            options,
            submissions.isInner(),
            nowNanos,
            settings.deadlineNanos(options, nowNanos));
    Verdict verdict = line.offer(waits, waits.who(), kind, workers(nowNanos), !again);
    noteFailure();
    calm.weighWait();
    if (verdict.answer() == Verdict.Answer.OUT) {
      return Answer.shed(counts.exception(verdict));
    }
    boolean added = false;
    try {
      addToken();
      added = true;
    } finally {
      if (!added) {
        line.remove(waits); // there was no memory for a token
      }
    }
    note(waits);
    submissions.arrived(mark, kind, weight);
    queue.refresh();
    return submissions.isShort() ? Answer.ADMITTED_SHORT : Answer.ADMITTED;
  }

  private void noteFailure() {
    if (line.hasFailure()) {
      submissions.leavesAftermath();
    }
  }

  private void note(WaitingTask waits) {
    holdsInner |= waits.inner();
    if (waits.task() instanceof PoolFuture<?> future) {
      future.entry = waits;
    }
  }

  private void addToken() {
    if (voidTokens > 0) {
      voidTokens--; // a worker that holds one is on its way
    } else {
      queue.add(TOKEN, OF_TOKENS, ArrivalSampler.UNCLOCKED);
    }
  }

  /**
   * Has what waits in the queue wait in the line. The tasks stay in the queue until all is made
   * that may fail for want of memory, so none is lost then.
   */
  private void engage(long nowNanos) {
    calm.moves();
    long head = queue.taken();
    @Nullable WaitingTask[] all = new WaitingTask[(int) Math.max(0, queue.added() - head)];
    queue.reserve(all.length);
    boolean made = false;
    try {
      for (int i = 0; i < all.length; i++) {
        Runnable task = cancelled.has(head + i) ? null : queue.peek(head + i, slot);
        if (task != null) {
          WaitingTask waits = waiting(task, slot, nowNanos);
          line.admit(waits, waits.who(), waits.kind());
          all[i] = waits;
        }
      }
      made = true;
    } finally {
      if (!made) {
        leaveLine(all, 0, all.length);
      }
    }
    int left = 0;
    for (Runnable task = queue.withdraw(slot); task != null; task = queue.withdraw(slot)) {
      int place = (int) (slot.number - head);
      leaveLine(all, left, place); // workers have taken those meanwhile
      left = place + 1;
      boolean unused = cancelled.forget(slot.number);
    }
    leaveLine(all, left, all.length);
    for (WaitingTask waits : all) {
      if (waits != null) {
        note(waits);
        addToken();
      }
    }
  }

  private void leaveLine(@Nullable WaitingTask[] all, int from, int to) {
    for (int i = from; i < to; i++) {
      WaitingTask waits = all[i];
      if (waits != null) {
        line.remove(waits);
        all[i] = null;
      }
    }
  }

  private WaitingTask waiting(Runnable task, TaskSlot from, long nowNanos) {
    boolean clocked = ArrivalSampler.weight(from.arrivalMark) > 0;
    return WaitingTask.of(
        task,
        from.kind(),
        from.arrivalMark,
        from.options(),
        from.inner(),
        clocked ? Math.min(nowNanos, from.arrivalMark) : nowNanos,
        from.deadlineNanos);
  }

  // ---- Out

  /**
   * Gives the task whose turn it is for a token. Null where there is none: the token was void. The
   * token itself where so many had to go that the worker is to look after those first, and to come
   * again.
   *
   * @param into what is known of the task
   */
  @Nullable Runnable redeem(TaskSlot into) {
    WaitingTask next = poll();
    if (next == null) {
      if (!line.isEmpty()) {
        return TOKEN;
      }
      voidTokens--;
      return null;
    }
    into.know(next);
    return next.task();
  }

  /** A task whose turn it is is not lost for want of memory for the question. */
  private @Nullable WaitingTask poll() {
    try {
      WaitingTask next = line.poll(workers(System.nanoTime()));
      noteFailure();
      return next;
    } catch (OutOfMemoryError e) {
      return line.pollUnasked();
    }
  }

  /**
   * Asks the rule about a task that came through the queue and is about to start; false for out.
   */
  boolean mayStart(Runnable task, TaskSlot its) {
    try {
      long nowNanos = System.nanoTime();
      WaitingTask starts = waiting(task, its, nowNanos);
      Verdict verdict = line.starting(starts, starts.who(), starts.kind(), workers(nowNanos));
      if (verdict.answer() == Verdict.Answer.OUT) {
        leaves(Shed.of(starts, starts.who(), verdict));
        return false;
      }
    } catch (OutOfMemoryError e) {
      // as above, it is not lost for want of memory for the question
    }
    return true;
  }

  private void shed(Shed<WaitingTask> shed) {
    leaves(shed);
    withdrawToken();
  }

  private void leaves(Shed<WaitingTask> shed) {
    gone.add(shed); // first, for it may fail for want of memory
    submissions.leavesAftermath();
    submissions.withdrawn(shed.task().arrivalMark());
    submissions.roomMadeHere();
  }

  private void withdrawToken() {
    if (queue.withdraw(slot) == null) {
      voidTokens++;
    }
  }

  /** Takes a future out that was cancelled; null when it does not wait here. */
  @SuppressWarnings("ReferenceEquality") // this very future
  @Nullable WaitingTask remove(PoolFuture<?> future) {
    if (future.entry instanceof WaitingTask waits && waits.task() == future && line.remove(waits)) {
      withdrawToken();
      return waits;
    }
    return null;
  }

  /** Takes a task out; null when it does not wait here. */
  @SuppressWarnings("ReferenceEquality") // this very task
  @Nullable WaitingTask remove(Runnable task) {
    WaitingTask found = null;
    for (WaitingTask waits : line.waiting()) {
      found = waits.task() == task ? waits : found;
    }
    if (found != null) {
      line.remove(found);
      withdrawToken();
    }
    return found;
  }

  /** Whether tasks may wait in the line that tasks of the same pool have submitted. */
  boolean mayHoldInner() {
    holdsInner &= !line.isEmpty();
    return holdsInner;
  }

  /** Takes them out. */
  List<WaitingTask> removeInner() {
    holdsInner = false;
    List<WaitingTask> inner = new ArrayList<>();
    for (WaitingTask waits : line.waiting()) {
      if (waits.inner()) {
        inner.add(waits);
      }
    }
    for (WaitingTask waits : inner) {
      line.remove(waits);
      withdrawToken();
    }
    return inner;
  }

  /** Takes out the task that has waited longest; null where none waits in the line. */
  @Nullable WaitingTask withdrawOldest() {
    WaitingTask oldest = line.removeOldest();
    if (oldest != null) {
      withdrawToken();
    }
    return oldest;
  }

  /** Takes all out, the one that would start first at the head. */
  Collection<WaitingTask> drain() {
    Collection<WaitingTask> drained = line.drain();
    for (int i = 0; i < drained.size(); i++) {
      withdrawToken();
    }
    return drained;
  }

  /** What is left to do once the lock is released. */
  Aftermath<WaitingTask> takeAftermath() {
    List<Shed<WaitingTask>> now = gone;
    gone = new ArrayList<>();
    return new Aftermath<>(now, line.takeFirstFailure());
  }

  // ---- The pool

  private Workers workers(long nowNanos) {
    int taking = Math.max(0, line.size() - queue.size()); // workers on their way with a token
    return new Workers(
        nowNanos, registry.asked(), registry.free() + taking, growth.isUnderWay(nowNanos));
  }

  void resized(int workers) {
    growth.resized(workers, System.nanoTime());
    calm.weighWait();
    calm.forgetSize();
  }

  AdmissionCount count() {
    return line.count(counts.overloaded());
  }

  long ruleFailures() {
    return line.ruleFailures();
  }
}
