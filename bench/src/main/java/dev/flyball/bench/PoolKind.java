package dev.flyball.bench;

import dev.flyball.admission.Admission.Order;
import dev.flyball.admission.Deadline;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.admission.TaskOptions;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.PoolBuilder;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.jboss.threads.EnhancedQueueExecutor;

/** A pool to measure; another pool is one more value here. */
public enum PoolKind {
  /** Ours, with every sensor. */
  ADAPTIVE {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return ungoverned(workers, queueLength).build();
    }
  },

  /** Ours, whose threads are all started beforehand, and stay. */
  ADAPTIVE_PRESTARTED {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return ungoverned(workers, queueLength).prestart().build();
    }
  },

  /** Ours, and a governor that is told of tasks that have to wait, ten times a second at most. */
  ADAPTIVE_ALERT {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return AdaptivePool.named("bench")
          .workers(workers)
          .queueCapacity(queueLength)
          .governedBy(new Alert(workers))
          .build();
    }
  },

  /** Ours, admitting by deadlines, with tasks of which nothing is said. */
  ADAPTIVE_ADMITTING {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return ungoverned(workers, queueLength)
          .admission(new DeadlineAdmission(1_000_000_000, Order.DEADLINE, OptionalLong.empty()))
          .build();
    }
  },

  /** Ours, with a deadline of a minute for tasks that bring none, and tasks that do not. */
  ADAPTIVE_DEADLINE {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return ungoverned(workers, queueLength).deadline(Duration.ofMinutes(1)).build();
    }
  },

  /** Ours, with tasks that have a minute each, from their arrival on. */
  ADAPTIVE_WITHIN {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new WithOptions((AdaptivePool) ADAPTIVE.open(workers, queueLength), WITHIN_A_MINUTE);
    }
  },

  /** Ours, with tasks that all have the same deadline, in a minute. */
  ADAPTIVE_BY {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      TaskOptions options = TaskOptions.NONE.by(Deadline.in(Duration.ofMinutes(1)));
      return new WithOptions((AdaptivePool) ADAPTIVE.open(workers, queueLength), options);
    }
  },

  /** Ours, without its sensors: the difference is what they cost. */
  ADAPTIVE_UNMEASURED {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return AdaptivePool.named("bench")
          .workers(workers)
          .queueCapacity(queueLength)
          .unmeasured()
          .build();
    }
  },

  /** The JDK's pool over a bounded array: one lock for both ends of the queue. */
  JDK_ARRAY_QUEUE {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new ThreadPoolExecutor(
          workers, workers, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queueLength));
    }
  },

  /** The JDK's pool as {@code newFixedThreadPool} makes it: linked, one lock for each end. */
  JDK_LINKED_QUEUE {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new ThreadPoolExecutor(
          workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queueLength));
    }
  },

  /** The JDK's pool with waits and service times measured through its hooks and a map. */
  JDK_HOOKS_AND_MAP {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new HookedPool(workers, new LinkedBlockingQueue<>(queueLength));
    }
  },

  /** The JDK's pool over a linked queue with Micrometer's timers around each task. */
  JDK_MICROMETER {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return ExecutorServiceMetrics.monitor(
          new SimpleMeterRegistry(), JDK_LINKED_QUEUE.open(workers, queueLength), "bench");
    }
  },

  /** The JDK's work-stealing pool, in the order of arrival, as servers use it. */
  JDK_FORK_JOIN {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new ForkJoinPool(workers, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    }
  },

  /** A virtual thread for each task, as many as there are tasks; from JDK 21 on. */
  JDK_VIRTUAL {
    @Override
    public boolean available() {
      return Runtime.version().feature() >= 21;
    }

    @Override
    public ExecutorService open(int workers, int queueLength) {
      try {
        return (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JDK has no virtual threads", e);
      }
    }
  },

  /** Ours for a virtual thread each, with every sensor, and a limit that does not bind. */
  LIMITER {
    @Override
    public boolean available() {
      return Runtime.version().feature() >= 21;
    }

    @Override
    public ExecutorService open(int workers, int queueLength) {
      return Limiter.named("bench").ungoverned().atMost(LIMIT_THAT_DOES_NOT_BIND).build();
    }
  },

  /** Jetty's. */
  JETTY {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new JettyPool(workers);
    }
  },

  /** Tomcat's, which starts its threads before it queues. */
  TOMCAT {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      TaskQueue queue = new TaskQueue();
      org.apache.tomcat.util.threads.ThreadPoolExecutor pool =
          new org.apache.tomcat.util.threads.ThreadPoolExecutor(
              workers, workers, 60, TimeUnit.SECONDS, queue);
      queue.setParent(pool);
      return pool;
    }
  },

  /** Undertow's and Quarkus's. */
  JBOSS {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new EnhancedQueueExecutor.Builder()
          .setCorePoolSize(workers)
          .setMaximumPoolSize(workers)
          .setRegisterMBean(false)
          .build();
    }
  },

  /** Netty's event executors, each with a queue of its own, tasks dealt out in turn. */
  NETTY {
    @Override
    public ExecutorService open(int workers, int queueLength) {
      return new NettyPool(workers);
    }
  };

  private static final TaskOptions WITHIN_A_MINUTE = TaskOptions.NONE.within(Duration.ofMinutes(1));

  private static final int LIMIT_THAT_DOES_NOT_BIND = 1 << 20;

  /** Keeps a size, and wants to be asked when a task has to wait. */
  private record Alert(int workers) implements SizingPolicy {
    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(new PollInterval(60_000_000_000L, 100_000_000));
    }

    @Override
    public Advice advise(Observation seen) {
      return new Advice(workers, "as it is", this);
    }
  }

  /** Whether this JDK has what the pool needs. */
  public boolean available() {
    return true;
  }

  /**
   * A pool with all its workers, ready to run tasks.
   *
   * @param workers how many threads run tasks
   * @param queueLength how many tasks must find room in the queue
   */
  public abstract ExecutorService open(int workers, int queueLength);

  private static PoolBuilder ungoverned(int workers, int queueLength) {
    return AdaptivePool.named("bench").ungoverned().workers(workers).queueCapacity(queueLength);
  }
}
