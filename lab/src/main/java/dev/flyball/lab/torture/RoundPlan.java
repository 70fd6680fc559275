package dev.flyball.lab.torture;

import dev.flyball.admission.Admission;
import dev.flyball.pool.Rejection;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * The plan of one round, drawn from a seed.
 *
 * @param seed what it was drawn from; what producers, tasks and factories do is drawn from it too
 * @param workers the size at the beginning
 * @param workersMax the largest size that is asked for
 * @param queueCapacity how many tasks may wait
 * @param refusing what happens to a task that finds no room
 * @param prestarted whether threads are started before tasks need them
 * @param overflowMax the most workers beyond the size, 0 for none
 * @param idleMicros how long a worker may be idle
 * @param measured whether the executor has its sensors
 * @param virtual whether the threads are virtual
 * @param starts how often threads cannot be started
 * @param startsFailToTheEnd whether they still cannot while the executor ends
 * @param governed whether a policy decides, too
 * @param interrupts whether threads are interrupted at random
 * @param cancels whether futures are cancelled at random
 * @param invokes whether tasks are also handed in many at a time
 * @param producers how many threads hand in tasks
 * @param tasksEach how many tasks each of them hands in
 * @param pace how they do
 * @param ending how the round ends
 * @param resizedToTheEnd whether sizes change still while the executor ends
 * @param limiter whether the executor is a limiter, and else a pool
 * @param order the order of equally important tasks, where deadlines, importance and tenants are
 *     said of some; empty where nothing is
 * @param decorated whether a decorator carries the submitters' contexts along
 * @param schedules what becomes of scheduled tasks at a shutdown; empty where none is scheduled
 */
record RoundPlan(
    long seed,
    int workers,
    int workersMax,
    int queueCapacity,
    Refusing refusing,
    boolean prestarted,
    int overflowMax,
    int idleMicros,
    boolean measured,
    boolean virtual,
    Starts starts,
    boolean startsFailToTheEnd,
    boolean governed,
    boolean interrupts,
    boolean cancels,
    boolean invokes,
    int producers,
    int tasksEach,
    Pace pace,
    Ending ending,
    boolean resizedToTheEnd,
    boolean limiter,
    Optional<Admission.Order> order,
    boolean decorated,
    Optional<AfterShutdown> schedules) {

  /**
   * The scheduled tasks that go on after a shutdown.
   *
   * @param delayed whether delayed tasks do
   * @param series whether series do
   */
  record AfterShutdown(boolean delayed, boolean series) {}

  /** The rule for a task that finds no room. */
  enum Refusing {
    ABORT(Rejection.abort()),
    CALLER_RUNS(Rejection.callerRuns()),
    DISCARD(Rejection.discard()),
    DISCARD_OLDEST(Rejection.discardOldest()),
    BLOCK(Rejection.block(Duration.ofMillis(3)));

    @SuppressWarnings("ImmutableEnumChecker") // none of them keeps anything
    final Rejection rejection;

    Refusing(Rejection rejection) {
      this.rejection = rejection;
    }

    /** Whether a task is turned away without an error for its submitter. */
    boolean turnsAwayInSilence() {
      return this == CALLER_RUNS || this == DISCARD;
    }
  }

  /** The frequency of failed thread starts. */
  enum Starts {
    NEVER_FAIL(0),
    FAIL_NOW_AND_THEN(0.1),
    FAIL_OFTEN(0.6);

    final double failing;

    Starts(double failing) {
      this.failing = failing;
    }
  }

  /** The way tasks are submitted. */
  enum Pace {
    /** One after the other. */
    AT_ONCE,
    /** In bursts, with pauses about as long as a worker may be idle. */
    IN_BURSTS,
    /** Each after the one before has ended. */
    ONE_AT_A_TIME
  }

  /** The end of a round. */
  enum Ending {
    /** All that waits must run of itself, before anything else happens to the executor. */
    DRAIN,
    SHUTDOWN,
    STOP,
    SHUTDOWN_EARLY,
    STOP_EARLY,
    /** Two threads at once, one of which shuts down and the other stops. */
    BOTH_EARLY,
    CLOSE,
    /** The thread that closes is interrupted, and so stops what it would wait for. */
    CLOSE_INTERRUPTED;

    /** Whether it comes while tasks are still handed in. */
    boolean early() {
      return this == SHUTDOWN_EARLY || this == STOP_EARLY || this == BOTH_EARLY;
    }

    /** Whether running tasks are interrupted by it. */
    boolean interrupts() {
      return this == STOP || this == STOP_EARLY || this == BOTH_EARLY || this == CLOSE_INTERRUPTED;
    }
  }

  /** Draws a plan; the same seed gives the same one on a JDK with virtual threads or without. */
  static RoundPlan of(long seed, boolean virtualThreads) {
    Random random = new Random(seed);
    int workersMax = any(random, 1, 2, 4, 16, 48);
    Starts starts = random.nextInt(3) > 0 ? Starts.NEVER_FAIL : any(random, Starts.values());
    int producers = 1 + random.nextInt(4);
    return new RoundPlan(
        seed,
        1 + random.nextInt(workersMax),
        workersMax,
        any(random, Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 1, 7, 300),
        any(random, Refusing.values()),
        random.nextInt(4) == 0,
        random.nextInt(4) == 0 ? 1 + random.nextInt(24) : 0,
        any(random, 1, 50, 300, 2000, 50_000),
        random.nextInt(6) > 0,
        random.nextInt(4) == 0 && virtualThreads,
        starts,
        random.nextInt(3) == 0 && starts != Starts.NEVER_FAIL,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        producers,
        Math.max(1, any(random, 20, 100, 300, 300, 1500) / producers),
        any(random, Pace.values()),
        any(random, Ending.values()),
        random.nextBoolean(),
        random.nextInt(3) == 0,
        random.nextInt(3) == 0
            ? Optional.empty()
            : Optional.of(any(random, Admission.Order.values())),
        random.nextInt(3) == 0,
        random.nextInt(3) == 0
            ? Optional.of(new AfterShutdown(random.nextBoolean(), random.nextBoolean()))
            : Optional.empty());
  }

  /** One of these, all as likely. */
  @SafeVarargs
  static <T> T any(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  /** The most workers that there may be; a limiter has none beyond its size. */
  int sizeMax() {
    return limiter ? workersMax : Math.max(workersMax, overflowMax);
  }

  /** Whether tasks that wait at the end are not handed back. */
  boolean endsUntold() {
    return ending == Ending.CLOSE_INTERRUPTED;
  }

  /** Whether a thread may be interrupted for another reason than that the executor is stopped. */
  boolean interruptsTasks() {
    return interrupts || cancels || invokes || ending.interrupts();
  }
}
