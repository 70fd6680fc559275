package dev.flyball.adapters.undertow;

import dev.flyball.adapters.base.NamedThreads;
import dev.flyball.pool.adopt.Claims;
import dev.flyball.pool.adopt.Setting;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import io.undertow.Undertow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.xnio.Option;
import org.xnio.Options;
import org.xnio.XnioWorker;

/**
 * The worker threads of an Undertow.
 *
 * <p><b>Reading.</b> The worker's pool is an MBean of JBoss Threads. It counts the tasks that run
 * and that are done only where two system properties are set before its class is loaded. A worker
 * whose pool does not is refused.
 *
 * <p><b>Size.</b> The pool makes threads up to its maximum before it queues anything. So the
 * maximum is governed, and the core size only lowered below it, and raised again up to what was
 * found.
 *
 * <p><b>Growing.</b> A higher maximum starts a thread only for the next task. So an empty task is
 * given for each of those that wait already.
 */
final class UndertowThreadPool implements ForeignPool {

  private static final String COUNTS = "jboss.threads.eqe.statistics";
  private static final String[] FIGURES = {
    "CompletedTaskCount",
    "ActiveCount",
    "QueueSize",
    "PoolSize",
    "RejectedTaskCount",
    "MaximumPoolSize",
    "CorePoolSize"
  };

  private final XnioWorker worker;
  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName bean;
  private final NamedThreads threads;
  private final LongAdder empty = new LongAdder();
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  // Guarded by this.
  private final Setting core;
  private final Setting max;

  /** The pool's figures at one moment. */
  private record Figures(
      long completed, int busy, int queued, int workers, long rejected, int max, int core) {}

  private UndertowThreadPool(XnioWorker worker) {
    this.worker = worker;
    this.bean = bean(worker);
    this.threads = new NamedThreads(own -> own.getName().startsWith(worker.getName() + " task-"));
    Figures found = figures();
    if (found.completed < 0 || found.busy < 0) {
      throw new IllegalArgumentException(
          "worker must count its tasks but "
              + worker
              + " does not: start the process with -D"
              + COUNTS
              + "=true and -D"
              + COUNTS
              + ".active-count=true");
    }
    this.core =
        new Setting(() -> figures().core, size -> option(Options.WORKER_TASK_CORE_THREADS, size));
    this.max =
        new Setting(() -> figures().max, size -> option(Options.WORKER_TASK_MAX_THREADS, size));
  }

  /** The adapter of an Undertow's worker, or of a worker; empty for something else. */
  static Optional<ForeignPool> adopt(Object target) {
    Object of = target;
    if (target instanceof Undertow server) {
      of = server.getWorker();
      if (of == null) {
        throw new IllegalArgumentException("server must be started but was " + target);
      }
    }
    return of instanceof XnioWorker worker
        ? Optional.of(Claims.claimed(() -> new UndertowThreadPool(worker), worker))
        : Optional.empty();
  }

  private static ObjectName bean(XnioWorker worker) {
    try {
      return new ObjectName(
          "jboss.threads:name=" + ObjectName.quote(worker.getName()) + ",type=thread-pool");
    } catch (JMException e) {
      throw new IllegalStateException("no name of an MBean from " + worker.getName(), e);
    }
  }

  @Override
  public String kind() {
    return "XnioWorker";
  }

  @Override
  public Optional<String> name() {
    return Optional.of(worker.getName());
  }

  // ---- Reading

  private Figures figures() {
    long[] figures = new long[FIGURES.length];
    try {
      AttributeList read = beans.getAttributes(bean, FIGURES);
      for (int i = 0; i < figures.length; i++) {
        figures[i] = ((Number) ((Attribute) read.get(i)).getValue()).longValue();
      }
    } catch (JMException e) {
      throw new IllegalArgumentException(
          "worker must have its MBean "
              + bean
              + " but has not: start the process without -Djboss.threads.eqe.register-mbean=false",
          e);
    }
    return new Figures(
        figures[0],
        (int) figures[1],
        (int) figures[2],
        (int) figures[3],
        figures[4],
        (int) figures[5],
        (int) figures[6]);
  }

  @Override
  public PoolReading read() {
    long ours = empty.sum();
    Figures now = figures();
    return new PoolReading(
        Math.max(1, now.max),
        now.workers,
        now.busy,
        now.queued,
        Math.max(0, now.completed - ours),
        Math.max(0, now.rejected));
  }

  @Override
  public Processor processor(int threadsMax) {
    return threads.processor(figures().workers, threadsMax);
  }

  @Override
  public boolean hasThreads() {
    return true;
  }

  // ---- Resizing

  @Override
  public synchronized void resize(int workers) {
    Setting.set(core, Math.min(core.found(), workers), max, workers);
    Figures now = figures();
    startForWaiting(Math.min(now.queued, workers - now.workers));
  }

  private void option(Option<Integer> option, int value) {
    try {
      worker.setOption(option, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * In a thread of its own: threads inherit from the one that starts them, and the one that governs
   * is a daemon.
   */
  private void startForWaiting(int threadsMost) {
    if (threadsMost <= 0) {
      return;
    }
    Thread starter =
        new Thread(
            null, () -> giveEmptyTasks(threadsMost), worker.getName() + " starter", 0, false);
    starter.setDaemon(false);
    starter.setContextClassLoader(loader);
    starter.start();
  }

  private void giveEmptyTasks(int tasks) {
    try {
      for (int i = 0; i < tasks; i++) {
        worker.execute(empty::increment);
      }
    } catch (RejectedExecutionException full) {
      // then the next tasks start threads
    }
  }

  // ---- The end

  @Override
  public boolean isEnded() {
    return worker.isShutdown();
  }

  @Override
  public synchronized void restore() {
    if (!worker.isShutdown()) {
      Setting.set(core, core.found(), max, max.found());
    }
  }
}
