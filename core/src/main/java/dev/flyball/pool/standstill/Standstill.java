package dev.flyball.pool.standstill;

/**
 * The watch over one executor whose tasks may wait for tasks in its queue in a way that it cannot
 * see: {@code CompletableFuture.supplyAsync(task, executor).join()}, a completion service, a latch.
 *
 * <p><b>How is it decided?</b> An executor stands still while nothing is taken from its queue and a
 * task waits there that one of its own tasks has submitted (an <i>inner</i> task). That may be a
 * lock-up, or a downstream that hangs: from outside both look alike. So it is a guess, and is kept
 * cheap: without an inner task that waits there is no rescue, however long an executor hangs, and
 * the inner tasks are all that is run beyond the size. When a rescue is due, {@link RescuePace}
 * says; what it does is the executor's.
 *
 * <p>An executor is looked at 40 times a second, from its first inner task on until a second has
 * passed without one. It is looked at 400 times a second for tasks that join, and these lend their
 * places although others move, while tasks wait that may be joined, and where the guess was right
 * lately: or a burst of requests that each join three tasks would run a few of them per look.
 *
 * <p><b>Threads.</b> {@link #want} is for any thread, all else for that of the {@link
 * StandstillWatch}.
 */
public final class Standstill {

  /** The executor's part. */
  @FunctionalInterface
  public interface Rescue {

    /**
     * Looks at the executor, and lends places where that is due.
     *
     * @return whether an inner task waits or may be joined, or a place is lent
     */
    boolean look(RescuePace pace);
  }

  /** The executor's part for single tasks that lend their places. */
  @FunctionalInterface
  public interface QuickLook {

    /**
     * Lends the places of tasks that are parked in {@code join} or {@code get} of a {@code
     * CompletableFuture} while others wait, whatever other tasks do.
     *
     * @param guesses whether a task counts of which it is not known what it joins
     * @return whether the next look is to come soon
     */
    boolean look(boolean guesses);
  }

  private static final int IDLE_LOOKS = 40;

  private final Rescue rescue;
  private final QuickLook quickLook;
  private final RescuePace pace = new RescuePace();

  /** Here, so that it is not loaded in a task that is at the end of its stack: it would be lost. */
  private final StandstillWatch watch = StandstillWatch.SHARED;

  private int idleLooks; // of the watching thread

  private volatile boolean wanted; // since the last look
  private volatile boolean
      hurried; // by a task that may be joined, and that waited at the last look
  private volatile boolean watched;

  /** The watch over the executor that is rescued so; it begins when it is wanted. */
  public Standstill(Rescue rescue, QuickLook quickLook) {
    this.rescue = rescue;
    this.quickLook = quickLook;
  }

  /**
   * An inner task has come: the executor is to be looked at for a while.
   *
   * @param mayBeJoined whether at once, since it is known that its submitter may join it
   */
  public void want(boolean mayBeJoined) {
    if (!wanted) {
      wanted = true;
    }
    boolean hurries = mayBeJoined && !hurried;
    if (hurries) {
      hurried = true;
    }
    if (!watched || watch.isStopped()) { // for want of memory for its thread
      watched = true;
      watch.add(this);
    }
    if (hurries) {
      watch.wake();
    }
  }

  /** Looks at the executor; true when there is nothing more to look for. */
  boolean look() {
    boolean isInUse = wanted;
    wanted = false;
    isInUse |= rescue.look(pace);
    if (isInUse && quickLook.look(pace.isConfirmed())) {
      hurried = true;
    }
    idleLooks = isInUse ? 0 : idleLooks + 1;
    return idleLooks >= IDLE_LOOKS;
  }

  /** Whether its tasks may wait for inner tasks now, or were seen to lately. */
  boolean hurries() {
    return hurried || (idleLooks == 0 && pace.isConfirmed());
  }

  /** Looks for such tasks only, between two looks. */
  void quickLook() {
    if (hurries()) {
      hurried = false; // first: a task that comes from now on says so again
      if (quickLook.look(pace.isConfirmed())) {
        hurried = true;
      }
    }
  }

  /** It is looked at no more; unless an inner task has come, whose submitter has not seen that. */
  void left() {
    watched = false;
    if (wanted) {
      want(false);
    }
  }
}
