package dev.flyball.lab.torture;

import dev.flyball.control.Governor;
import dev.flyball.lab.torture.TortureTarget.PoolTarget;
import dev.flyball.policy.Observation;
import dev.flyball.pool.Rejection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that commits one fault, now and then, to see that it is found. */
final class FaultyTarget extends AbstractExecutorService implements TortureTarget {

  private static final int EVERY = 10;

  /** What it does wrong to a task. */
  enum Fault {
    LOSES {
      @Override
      void commit(ExecutorService pool, Runnable task) {}
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
  }

  private final TortureTarget sound;
  private final Fault fault;
  private final AtomicInteger executed = new AtomicInteger();

  private FaultyTarget(TortureTarget sound, Fault fault) {
    this.sound = sound;
    this.fault = fault;
  }

  static Maker that(Fault fault) {
    return (String name, RoundPlan plan, ThreadFactory threads, Rejection rejection) ->
        new FaultyTarget(PoolTarget.of(name, plan, threads, rejection), fault);
  }

  @Override
  public ExecutorService executor() {
    return this;
  }

  @Override
  public void execute(Runnable task) {
    if (executed.incrementAndGet() % EVERY == 0) {
      fault.commit(sound.executor(), task);
    } else {
      sound.executor().execute(task);
    }
  }

  @Override
  public void execute(String kind, Runnable task) {
    execute(task);
  }

  @Override
  public <T> Future<T> submit(String kind, Callable<T> task) {
    RunnableFuture<T> future = newTaskFor(task);
    execute(future);
    return future;
  }

  @Override
  public void resize(int workers) {
    sound.resize(workers);
  }

  @Override
  public void close() {
    sound.close();
  }

  @Override
  public Optional<Governor> governor() {
    return sound.governor();
  }

  @Override
  public int queued() {
    return sound.queued();
  }

  @Override
  public int workersCurrent() {
    return sound.workersCurrent();
  }

  @Override
  public OptionalInt workersMax() {
    return sound.workersMax();
  }

  @Override
  public Optional<Observation> lifetime() {
    return sound.lifetime();
  }

  @Override
  public boolean countsFailedStarts() {
    return sound.countsFailedStarts();
  }

  @Override
  public void shutdown() {
    sound.executor().shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return sound.executor().shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return sound.executor().isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return sound.executor().isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return sound.executor().awaitTermination(timeout, unit);
  }

  @Override
  public String toString() {
    return sound.toString();
  }
}
