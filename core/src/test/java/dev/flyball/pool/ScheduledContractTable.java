package dev.flyball.pool;

import dev.flyball.base.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Uses of a scheduled executor of one worker, each with its outcome in words: those of the JDK's
 * are the measure. No outcome hangs on how long anything takes.
 */
@SuppressWarnings({
  "FutureReturnValueIgnored", // the executor is ended after each use
  "ImmutableEnumChecker" // the uses have no state
})
enum ScheduledContractTable {
  A_DELAYED_TASK_ANSWERS((e, p) -> e.schedule(() -> "answer", 1, TimeUnit.MILLISECONDS).get()),
  A_DELAYED_RUNNABLE_ANSWERS_NULL((e, p) -> e.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get()),
  NO_DELAY((e, p) -> e.schedule(() -> "answer", 0, TimeUnit.SECONDS).get()),
  LESS_THAN_NO_DELAY((e, p) -> e.schedule(() -> "answer", -5, TimeUnit.DAYS).get()),
  THE_LEAST_DELAY((e, p) -> e.schedule(() -> "answer", Long.MIN_VALUE, TimeUnit.DAYS).get()),
  THE_LONGEST_DELAY((e, p) -> {
    Future<?> never = e.schedule(() -> "never", Long.MAX_VALUE, TimeUnit.DAYS);
    Future<?> soon = e.schedule(() -> "soon", 1, TimeUnit.MILLISECONDS);
    return soon.get() + ", " + never.isDone();
  }),
  A_DELAYED_TASK_FAILS(
      (e, p) -> e.schedule(ScheduledContractTable::fail, 1, TimeUnit.MILLISECONDS).get()),
  NOT_BEFORE_ITS_TIME((e, p) -> {
    long beganNanos = System.nanoTime();
    e.schedule(() -> {}, 20, TimeUnit.MILLISECONDS).get();
    return System.nanoTime() - beganNanos >= 20_000_000;
  }),
  IN_THE_ORDER_OF_THEIR_TIMES((e, p) -> {
    p.occupy(e);
    List<String> order = new ArrayList<>(); // by the one worker
    e.schedule(() -> order.add("900"), 900, TimeUnit.MILLISECONDS);
    e.schedule(() -> order.add("300"), 300, TimeUnit.MILLISECONDS);
    Future<?> last = e.schedule(() -> order.add("1200"), 1200, TimeUnit.MILLISECONDS);
    e.schedule(() -> order.add("600"), 600, TimeUnit.MILLISECONDS);
    p.openGate();
    last.get();
    return order;
  }),
  REMAINING_DELAY((e, p) -> {
    ScheduledFuture<?> hour = e.schedule(() -> {}, 1, TimeUnit.HOURS);
    ScheduledFuture<?> day = e.schedule(() -> {}, 1, TimeUnit.DAYS);
    return hour.getDelay(TimeUnit.MINUTES)
        + ", "
        + Integer.signum(hour.compareTo(day))
        + Integer.signum(day.compareTo(hour));
  }),

  NULL_RUNNABLE((e, p) -> e.schedule((Runnable) null, 1, TimeUnit.DAYS)),
  NULL_CALLABLE((e, p) -> e.schedule((Callable<String>) null, 1, TimeUnit.DAYS)),
  NULL_UNIT((e, p) -> e.schedule(() -> "x", 1, null)),
  NULL_AT_A_RATE((e, p) -> e.scheduleAtFixedRate(null, 1, 1, TimeUnit.DAYS)),
  NULL_UNIT_AT_A_RATE((e, p) -> e.scheduleAtFixedRate(() -> {}, 1, 1, null)),
  NO_PERIOD((e, p) -> e.scheduleAtFixedRate(() -> {}, 1, 0, TimeUnit.DAYS)),
  LESS_THAN_NO_PERIOD((e, p) -> e.scheduleAtFixedRate(() -> {}, 1, -1, TimeUnit.DAYS)),
  NULL_WITH_A_DELAY((e, p) -> e.scheduleWithFixedDelay(null, 1, 1, TimeUnit.DAYS)),
  NO_DELAY_BETWEEN((e, p) -> e.scheduleWithFixedDelay(() -> {}, 1, 0, TimeUnit.DAYS)),
  LESS_THAN_NO_DELAY_BETWEEN((e, p) -> e.scheduleWithFixedDelay(() -> {}, 1, -1, TimeUnit.DAYS)),

  A_SERIES_AT_A_RATE((e, p) -> {
    CountDownLatch runs = new CountDownLatch(5);
    Future<?> series = e.scheduleAtFixedRate(runs::countDown, 0, 1, TimeUnit.MILLISECONDS);
    runs.await();
    return series.isDone() + ", " + series.cancel(false) + ", " + said(series);
  }),
  A_SERIES_WITH_A_DELAY((e, p) -> {
    CountDownLatch runs = new CountDownLatch(5);
    Future<?> series = e.scheduleWithFixedDelay(runs::countDown, 0, 1, TimeUnit.MILLISECONDS);
    runs.await();
    return series.isDone() + ", " + series.cancel(false) + ", " + said(series);
  }),
  A_RUN_THAT_FAILS_ENDS_ITS_SERIES((e, p) -> {
    AtomicInteger runs = new AtomicInteger();
    Future<?> series =
        e.scheduleAtFixedRate(
            () -> {
              if (runs.incrementAndGet() == 3) {
                throw new IllegalStateException("on purpose");
              }
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    return said(series) + " after " + runs.get();
  }),
  A_SERIES_THAT_CANCELS_ITSELF((e, p) -> {
    AtomicInteger runs = new AtomicInteger();
    Semaphore known = new Semaphore(0);
    Future<?>[] self = new Future<?>[1];
    self[0] =
        e.scheduleAtFixedRate(
            () -> {
              known.acquireUninterruptibly();
              runs.incrementAndGet();
              self[0].cancel(false);
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    known.release(100);
    return said(self[0]) + " after " + runs.get();
  }),
  LATE_RUNS_FOLLOW_AT_ONCE((e, p) -> {
    p.occupy(e);
    CountDownLatch runs = new CountDownLatch(20);
    e.scheduleAtFixedRate(runs::countDown, 0, 1, TimeUnit.MILLISECONDS);
    p.openGate();
    return runs.await(60, TimeUnit.SECONDS);
  }),
  THE_LONGEST_PERIOD((e, p) -> {
    CountDownLatch ran = new CountDownLatch(2);
    Future<?> rate = e.scheduleAtFixedRate(ran::countDown, 0, Long.MAX_VALUE, TimeUnit.DAYS);
    Future<?> delay =
        e.scheduleWithFixedDelay(ran::countDown, Long.MIN_VALUE, Long.MAX_VALUE, TimeUnit.DAYS);
    ran.await();
    Future<?> soon = e.schedule(() -> "soon", 1, TimeUnit.MILLISECONDS);
    return soon.get() + ", " + rate.isDone() + ", " + delay.isDone();
  }),
  AN_ERROR_ENDS_ITS_SERIES((e, p) -> {
    Future<?> series =
        e.scheduleWithFixedDelay(
            () -> {
              throw new StackOverflowError();
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    return said(series) + ", " + e.submit(() -> "goes on").get() + ends(e);
  }),
  LATE((e, p) -> {
    p.occupy(e);
    ScheduledFuture<?> late = e.schedule(() -> "x", 1, TimeUnit.MILLISECONDS);
    Await.until(() -> late.getDelay(TimeUnit.MICROSECONDS) < -10);
    return late.isDone();
  }),
  NOT_IN_TIME((e, p) -> e.schedule(() -> "x", 1, TimeUnit.DAYS).get(1, TimeUnit.MILLISECONDS)),
  NO_TWO_RUNS_AT_ONCE((e, p) -> {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch runs = new CountDownLatch(10);
    e.scheduleAtFixedRate(
        () -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          Thread.onSpinWait();
          inside.decrementAndGet();
          runs.countDown();
        },
        0,
        1,
        TimeUnit.NANOSECONDS);
    runs.await();
    return most;
  }),

  CANCELLED_BEFORE((e, p) -> {
    Future<?> later = e.schedule(() -> "x", 1, TimeUnit.DAYS);
    return later.cancel(false) + ", " + later.cancel(true) + ", " + said(later) + ends(e);
  }),
  CANCELLED_BEFORE_BEHIND_OTHERS((e, p) -> {
    p.occupy(e);
    Future<?> due = e.schedule(() -> "x", 0, TimeUnit.DAYS);
    boolean cancelled = due.cancel(false);
    p.openGate();
    return cancelled + ", " + said(due) + ends(e);
  }),
  CANCELLED_WHILE_IT_RUNS((e, p) -> {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Future<?> runs =
        e.schedule(
            () -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException end) {
                interrupted.countDown();
              }
            },
            0,
            TimeUnit.SECONDS);
    running.await();
    boolean cancelled = runs.cancel(true);
    interrupted.await();
    return cancelled + ", " + said(runs) + ends(e);
  }),
  A_SERIES_IS_CANCELLED_WHILE_IT_RUNS((e, p) -> {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    Future<?> series =
        e.scheduleAtFixedRate(
            () -> {
              runs.incrementAndGet();
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException end) {
                interrupted.countDown();
              }
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    running.await();
    boolean cancelled = series.cancel(true);
    interrupted.await();
    boolean next = e.submit(() -> Thread.currentThread().isInterrupted()).get();
    return cancelled + ", " + said(series) + " after " + runs + ", " + next + ends(e);
  }),
  A_SERIES_IS_CANCELLED_BEHIND_OTHERS((e, p) -> {
    p.occupy(e);
    AtomicInteger runs = new AtomicInteger();
    Future<?> series = e.scheduleWithFixedDelay(runs::incrementAndGet, 0, 1, TimeUnit.NANOSECONDS);
    boolean cancelled = series.cancel(false);
    p.openGate();
    return cancelled + ", " + said(series) + " after " + runs + ends(e);
  }),
  CANCELLED_AFTER((e, p) -> {
    Future<?> past = e.schedule(() -> "x", 0, TimeUnit.SECONDS);
    past.get();
    return past.cancel(true) + ", " + said(past);
  }),
  A_SERIES_IS_CANCELLED_BEFORE((e, p) -> {
    Future<?> series = e.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
    return series.cancel(false) + ", " + said(series) + ends(e);
  }),

  SHUT_DOWN_WITH_A_DELAYED_TASK((e, p) -> {
    Future<?> later = e.schedule(() -> "ran", 30, TimeUnit.MILLISECONDS);
    e.shutdown();
    return e.isTerminated() + ", " + said(later) + ends(e);
  }),
  SHUT_DOWN_WITHOUT_DELAYED_TASKS((e, p) -> {
    Future<?> later = e.schedule(() -> "ran", 1, TimeUnit.DAYS);
    p.delayed(e, false);
    e.shutdown();
    return said(later) + ends(e);
  }),
  SHUT_DOWN_THEN_WITHOUT_DELAYED_TASKS((e, p) -> {
    Future<?> later = e.schedule(() -> "ran", 1, TimeUnit.DAYS);
    e.shutdown();
    p.delayed(e, false);
    return said(later) + ends(e);
  }),
  SHUT_DOWN_WITH_A_SERIES((e, p) -> {
    Future<?> series = e.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
    e.shutdown();
    return said(series) + ends(e);
  }),
  SHUT_DOWN_IN_A_RUN_OF_A_SERIES((e, p) -> {
    Future<?> series = e.scheduleAtFixedRate(e::shutdown, 0, 1, TimeUnit.MILLISECONDS);
    return said(series) + ends(e);
  }),
  SHUT_DOWN_AND_THE_SERIES_GOES_ON((e, p) -> {
    CountDownLatch runs = new CountDownLatch(5);
    Future<?> series = e.scheduleAtFixedRate(runs::countDown, 1, 1, TimeUnit.MILLISECONDS);
    p.series(e, true);
    e.shutdown();
    runs.await();
    String before = series.isDone() + ", " + e.isTerminated() + ", ";
    p.series(e, false);
    return before + said(series) + ends(e);
  }),
  SHUT_DOWN_AND_THE_SERIES_GOES_ON_UNTIL_CANCELLED((e, p) -> {
    Future<?> series = e.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS);
    p.series(e, true);
    e.shutdown();
    return e.isTerminated() + ", " + series.cancel(false) + ", " + said(series) + ends(e);
  }),
  SHUT_DOWN_AND_THE_SERIES_GOES_ON_UNTIL_IT_FAILS((e, p) -> {
    CountDownLatch down = new CountDownLatch(1);
    Future<?> series =
        e.scheduleAtFixedRate(
            () -> {
              if (down.getCount() == 0) {
                fail();
              }
            },
            1,
            1,
            TimeUnit.MILLISECONDS);
    p.series(e, true);
    e.shutdown();
    down.countDown();
    return said(series) + ends(e);
  }),
  SHUT_DOWN_BEHIND_A_BUSY_WORKER((e, p) -> {
    p.occupy(e);
    Future<?> due = e.schedule(() -> "ran", 0, TimeUnit.SECONDS);
    Future<?> plain = e.submit(() -> "ran, too");
    e.shutdown();
    p.openGate();
    return said(due) + ", " + said(plain) + ends(e);
  }),
  SCHEDULED_AFTER_SHUTDOWN((e, p) -> {
    e.shutdown();
    return e.schedule(() -> "x", 1, TimeUnit.MILLISECONDS);
  }),
  SCHEDULED_AFTER_SHUTDOWN_WHILE_ONE_WAITS((e, p) -> {
    e.schedule(() -> "x", 1, TimeUnit.DAYS);
    e.shutdown();
    return e.schedule(() -> "x", 1, TimeUnit.MILLISECONDS);
  }),
  SUBMITTED_AFTER_SHUTDOWN_WHILE_ONE_WAITS((e, p) -> {
    e.schedule(() -> "x", 1, TimeUnit.DAYS);
    e.shutdown();
    return e.submit(() -> "x");
  }),
  EXECUTED_AFTER_SHUTDOWN_WHILE_ONE_WAITS((e, p) -> {
    e.schedule(() -> "x", 1, TimeUnit.DAYS);
    e.shutdown();
    e.execute(() -> {});
    return "taken";
  }),
  A_SERIES_AFTER_SHUTDOWN((e, p) -> {
    e.shutdown();
    return e.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
  }),
  STOPPED_WITH_WHAT_WAITS((e, p) -> {
    Future<?> later = e.schedule(() -> "x", 1, TimeUnit.DAYS);
    Future<?> series = e.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
    List<Runnable> back = e.shutdownNow();
    return back.size()
        + (back.contains((Runnable) later) ? ", later" : "")
        + (back.contains((Runnable) series) ? ", series, " : "")
        + later.isDone()
        + series.isDone()
        + e.shutdownNow().size()
        + ends(e);
  }),
  STOPPED_AND_THEN_RUN((e, p) -> {
    Future<?> later = e.schedule(() -> "x", 1, TimeUnit.DAYS);
    e.shutdownNow().forEach(Runnable::run);
    return said(later) + ends(e);
  }),
  STOPPED_IN_A_RUN_OF_A_SERIES((e, p) -> {
    Future<?> series = e.scheduleWithFixedDelay(e::shutdownNow, 0, 1, TimeUnit.MILLISECONDS);
    return said(series) + ends(e);
  }),
  STOPPED_WHILE_IT_RUNS((e, p) -> {
    CountDownLatch running = new CountDownLatch(1);
    Future<?> runs =
        e.schedule(
            () -> {
              running.countDown();
              new CountDownLatch(1).await();
              return "x";
            },
            0,
            TimeUnit.SECONDS);
    running.await();
    return e.shutdownNow().size() + ", " + said(runs) + ends(e);
  });

  /** The part of a use that differs between executors, and the gate of its busy worker. */
  abstract static class Place {
    private final CountDownLatch gate = new CountDownLatch(1);

    abstract void delayed(ScheduledExecutorService executor, boolean value);

    abstract void series(ScheduledExecutorService executor, boolean value);

    void occupy(ScheduledExecutorService executor) throws InterruptedException {
      CountDownLatch running = new CountDownLatch(1);
      executor.execute(() -> {
        running.countDown();
        Await.on(gate);
      });
      running.await();
    }

    void openGate() {
      gate.countDown();
    }
  }

  /** A use of an executor. */
  @FunctionalInterface
  interface Use {
    Object of(ScheduledExecutorService executor, Place place) throws Exception;
  }

  private final Use use;

  ScheduledContractTable(Use use) {
    this.use = use;
  }

  /** What came of it, in words; the executor is stopped afterwards, and must terminate. */
  String outcome(ScheduledExecutorService executor, Place place) throws Exception {
    Object answer;
    try {
      answer = use.of(executor, place);
    } catch (Exception e) {
      answer = "threw " + name(e);
    }
    place.openGate();
    executor.shutdownNow();
    return answer + (executor.awaitTermination(60, TimeUnit.SECONDS) ? "" : "; NEVER TERMINATED");
  }

  private static String ends(ScheduledExecutorService executor) throws InterruptedException {
    executor.shutdown();
    return executor.awaitTermination(60, TimeUnit.SECONDS) ? "; terminates" : "; does not end";
  }

  private static String fail() {
    throw new IllegalStateException("on purpose");
  }

  private static String said(Future<?> future) throws InterruptedException {
    try {
      return future.get(30, TimeUnit.SECONDS) + (future.isCancelled() ? "?" : "");
    } catch (ExecutionException | TimeoutException | CancellationException e) {
      return name(e) + (future.isCancelled() ? ", cancelled" : "");
    }
  }

  private static String name(Throwable thrown) {
    String own = thrown.getClass().getSimpleName();
    return thrown instanceof ExecutionException && thrown.getCause() != null
        ? own + " by " + thrown.getCause().getClass().getSimpleName()
        : own;
  }
}
