package dev.flyball.pool.base;

import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.measure.KindProfile;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The part of an executor that takes tasks in. */
public interface TaskSink {

  /** Takes the task in, if it still takes any, there is room, and the rule lets it in. */
  Intake offer(Runnable task, KindProfile kind, TaskOptions options);

  /** Takes the task in as soon as there is room, if there is in time; else as above. */
  Intake offer(Runnable task, KindProfile kind, TaskOptions options, long waitNanosMax)
      throws InterruptedException;

  /** Takes the task that has waited longest out of the queue, unless the executor is shut down. */
  Optional<Runnable> withdrawOldest();

  /** A future has been cancelled: if it waits here, it leaves. */
  void cancelled(PoolFuture<?> future);

  /**
   * The current thread is about to wait until a future of this executor is done. If it is one that
   * runs a task of this executor, its place may be lent meanwhile, first of all to the awaited
   * task. It then must call {@link #waited} when it waits no more.
   *
   * <p>Called without a lock. An executor that lends adds 1 to {@link PoolFuture#ownWaiters} and
   * looks after that whether the future is done; its end looks at them after it is done. So one of
   * the two sees the other.
   *
   * @param isTimed whether it waits for a limited time, and so must not be kept by running a task
   */
  OwnWait awaits(PoolFuture<?> future, boolean isTimed);

  /**
   * The current thread, whose place is lent, has waited for a while, and the future is not done. An
   * executor that has no other thread for it now runs the awaited task in this one.
   */
  void stillAwaits(PoolFuture<?> future);

  /**
   * How long such a thread waits before such a call.
   *
   * @param looks how many it has made
   */
  long awaitsNanos(int looks);

  /**
   * The current thread waits no more, for whatever reason.
   *
   * @param wait what {@link #awaits} has returned, if it was not {@link OwnWait#NONE}
   */
  void waited(OwnWait wait, PoolFuture<?> future);

  /**
   * A future for which threads of this executor wait is done: what was lent goes back. Called by
   * the thread that has ended it, without a lock.
   */
  void awaitedIsDone(PoolFuture<?> future);

  /**
   * Sets the callback for threads that had to wait for a task of this executor to start; null for
   * none.
   */
  void onWait(@Nullable LongConsumer waitedNanos);

  /** That callback; null where there is none. */
  @Nullable LongConsumer waitListener();

  /**
   * The deadline of a task with these options that arrived then; {@link
   * dev.flyball.admission.Arrival#NO_DEADLINE} for none.
   */
  long deadlineNanos(TaskOptions options, long arrivedNanos);

  /** Counts a rejected task. */
  void countRejected();

  /** Counts a task that the rule has turned away when it came, which was not taken in after all. */
  void countShed(KindProfile kind, TaskOptions options, TaskShedException why);

  /** Adds a listener for what the rule turns away from now on. */
  void onShed(ShedListener listener);

  /** What the rule has turned away so far. */
  ShedTotals shedTotals();

  /** Whether the current thread runs a task of this executor. */
  boolean runsCurrentThread();

  /** Whether nothing more is taken. */
  boolean isShutdown();
}
