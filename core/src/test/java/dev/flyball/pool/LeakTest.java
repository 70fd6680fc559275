package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a task does to its thread does not reach the next task on that thread. */
@Timeout(120)
class LeakTest {

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  /** What a task may find its thread to be. */
  private record Found(
      String name,
      int priority,
      ClassLoader loader,
      Thread.UncaughtExceptionHandler handler,
      boolean interrupted,
      Thread thread) {

    static Found now() {
      Thread thread = Thread.currentThread();
      return new Found(
          thread.getName(),
          thread.getPriority(),
          thread.getContextClassLoader(),
          thread.getUncaughtExceptionHandler(),
          thread.isInterrupted(),
          thread);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // that is what is tested
  private static void changeAll() {
    Thread thread = Thread.currentThread();
    thread.setName("changed");
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.setContextClassLoader(new URLClassLoader(new URL[0]));
    thread.setUncaughtExceptionHandler((failed, failure) -> {});
    thread.interrupt();
  }

  private PoolBuilder oneWorker() {
    return AdaptivePool.named("orders").ungoverned().workers(1);
  }

  private static void leaksNothing(ExecutorService pool) throws Exception {
    Found before = pool.submit(Found::now).get();
    pool.submit(LeakTest::changeAll).get();
    assertThat(pool.submit(Found::now).get()).isEqualTo(before);
    pool.execute(() -> {
      changeAll();
      throw new IllegalStateException("told to the handler that it has set");
    });
    assertThat(pool.submit(Found::now).get()).isEqualTo(before);
  }

  @Test
  void nothingStaysOfATask() throws Exception {
    leaksNothing(pools.build(oneWorker()));
  }

  @Test
  void nothingStaysOfATaskOfAPoolWithoutSensors() throws Exception {
    leaksNothing(pools.build(oneWorker().unmeasured()));
  }

  @Test
  void nothingStaysOfATaskOnAThreadOfTheUsersFactory() throws Exception {
    ThreadFactory own =
        task -> {
          Thread made = new Thread(task, "own");
          made.setUncaughtExceptionHandler((failed, failure) -> {});
          made.setContextClassLoader(null);
          return made;
        };
    AdaptivePool pool = pools.build(oneWorker().threadFactory(own));
    leaksNothing(pool);
    assertThat(pool.submit(Found::now).get().name()).isEqualTo("own");
  }

  @Test
  void nothingStaysOfOneTaskInADenseStream() throws Exception {
    AdaptivePool pool = pools.build(oneWorker());
    Found before = pool.submit(Found::now).get();
    for (int i = 0; i < 10_000; i++) {
      pool.execute(() -> {});
    }
    pool.execute(LeakTest::changeAll);
    Future<Found> next = pool.submit(Found::now);
    for (int i = 0; i < 10_000; i++) {
      pool.execute(() -> {});
    }
    assertThat(next.get()).isEqualTo(before);
  }

  @Test
  void aThreadThatDoesNotLetItselfBeChangedGoesOn() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    class Stubborn extends Thread {
      Stubborn(Runnable task) {
        super(task);
      }

      @Override
      public ClassLoader getContextClassLoader() {
        return new URLClassLoader(new URL[0]);
      }

      @Override
      public void setContextClassLoader(ClassLoader loader) {
        refused.incrementAndGet();
        throw new SecurityException("not this thread");
      }
    }

    AdaptivePool pool = pools.build(oneWorker().threadFactory(Stubborn::new));
    for (int i = 0; i < 10; i++) {
      assertThat(pool.submit(() -> "ran").get()).isEqualTo("ran");
    }
    assertThat(refused).hasValue(1);
  }

  @Test
  void aWorkerInheritsNothingOfTheThreadThatStartsIt() throws Exception {
    InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
    ClassLoader describing = Thread.currentThread().getContextClassLoader();
    AdaptivePool pool = pools.build(oneWorker());
    Future<List<Object>> seen =
        fromAnotherThread(() -> {
          user.set("alice");
          Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
          return pool.submit(
              () -> Arrays.asList(user.get(), Thread.currentThread().getContextClassLoader()));
        });
    assertThat(seen.get()).containsExactly(null, describing);
  }

  private static <T> T fromAnotherThread(Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread other = new Thread(task);
    other.start();
    other.join();
    return task.get();
  }

  @Test
  void anIdlePoolHoldsNothingOfItsLastTask() throws Exception {
    AdaptivePool pool = pools.build(oneWorker().prestart());
    WeakReference<ClassLoader> loader = runWithALoaderOfItsOwn(pool);
    Await.until(() -> {
      System.gc();
      return loader.get() == null;
    });
    assertThat(pool.workersCurrent()).isEqualTo(1);
  }

  private static WeakReference<ClassLoader> runWithALoaderOfItsOwn(AdaptivePool pool)
      throws Exception {
    ClassLoader loader = new URLClassLoader(new URL[0]);
    Thread ran =
        pool.submit(
                () -> {
                  Thread.currentThread().setContextClassLoader(loader);
                  return Thread.currentThread();
                })
            .get();
    Await.until(() ->
        ran.getState() == Thread.State.TIMED_WAITING || ran.getState() == Thread.State.WAITING);
    return new WeakReference<>(loader);
  }
}
