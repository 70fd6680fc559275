package dev.flyball.lab.torture;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A pool that commits one fault, now and then, to see that it is found. */
final class FaultyTarget extends AbstractExecutorService {

  private static final int EVERY = 10;

  /** What it does wrong to a task. */
  enum Fault {
    /** But not what another task may wait for: that round would hang, and not end with a loss. */
    LOSES {
      @Override
      void commit(ExecutorService pool, Runnable task) {}

      @Override
      boolean spoils(Runnable task) {
        return !(task instanceof Future);
      }
    },
    DOUBLES {
      @Override
      void commit(ExecutorService pool, Runnable task) {
        pool.execute(task);
        pool.execute(task);
      }
    },
    INTERRUPTS {
      @Override
      void commit(ExecutorService pool, Runnable task) {
        pool.execute(() -> {
          Thread.currentThread().interrupt();
          task.run();
        });
      }
    },
    RUNS_ITSELF_AND_IS_NOT_COUNTED {
      @Override
      void commit(ExecutorService pool, Runnable task) {
        Thread thread = new Thread(task);
        thread.setUncaughtExceptionHandler((its, thrown) -> {});
        thread.start();
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    },
    SWALLOWS_WHAT_IS_THROWN {
      @Override
      void commit(ExecutorService pool, Runnable task) {
        pool.execute(() -> {
          try {
            task.run();
          } catch (Throwable swallowed) {
            return;
          }
        });
      }
    },
    ANSWERS_WITH_A_DEFECT {
      @Override
      void commit(ExecutorService pool, Runnable task) {
        throw new NullPointerException("a defect (on purpose)");
      }
    };

    abstract void commit(ExecutorService pool, Runnable task);

    /** Whether it may be this task. */
    boolean spoils(Runnable task) {
      return true;
    }
  }

  private final ExecutorService sound;
  private final Fault fault;
  private final AtomicInteger executed = new AtomicInteger();

  private FaultyTarget(ExecutorService sound, Fault fault) {
    this.sound = sound;
    this.fault = fault;
  }

  static UnaryOperator<TortureTarget> that(Fault fault) {
    return sound -> sound.behind(new FaultyTarget(sound.executor(), fault));
  }

  @Override
  public void execute(Runnable task) {
    if (fault.spoils(task) && executed.incrementAndGet() % EVERY == 0) {
      fault.commit(sound, task);
    } else {
      sound.execute(task);
    }
  }

  @Override
  public void shutdown() {
    sound.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return sound.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return sound.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return sound.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return sound.awaitTermination(timeout, unit);
  }
}
