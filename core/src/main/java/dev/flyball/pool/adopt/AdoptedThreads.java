package dev.flyball.pool.adopt;

import dev.flyball.base.VirtualThreads;
import dev.flyball.measure.thread.RunQueue;
import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.measure.thread.ThreadCpu;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The threads of an adopted pool, and what they use of the processors: those that its factory makes
 * from now on, and those that were there before.
 *
 * <p><b>Those before.</b> No pool lists its threads. Most factories number them, so a thread that
 * the factory makes, and that is never started, tells what their names are like. If exactly as many
 * live threads are named so as the pool has, they are its threads. Else nothing is known until all
 * of them have ended. Their run queue is not known in any case: only a thread itself can open it.
 *
 * <p><b>All or none.</b> A sum over some of the threads would say that the others are idle. So
 * nothing is said while the pool has more threads than are known.
 *
 * <p><b>Cost.</b> A reading of one thread costs a microsecond. So some are read for each window, in
 * turns, and the others count as they were last read: the sum follows by some windows, and misses
 * nothing.
 *
 * <p>Any thread may call any method.
 */
public final class AdoptedThreads implements ThreadFactory {

  private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\D)?(\\d+)");

  private final Supplier<ThreadFactory> get;
  private final Consumer<ThreadFactory> set;
  private final ThreadFactory factory;
  private final @Nullable ClassLoader loader;

  // Guarded by this.
  private final Deque<Sensor> sensors = new ArrayDeque<>();
  private int made; // threads that have not begun, at most
  private long goneCpuNanos;
  private long goneQueueNanos;
  private boolean cpuKnown = true;
  private boolean begun;
  private boolean ended;
  private int withoutQueue;
  private @Nullable Thread governing;
  private boolean daemon;

  /** What is read of one thread. */
  private static final class Sensor {

    private final Thread thread;
    private final Optional<RunQueue> queue;
    private long cpuNanos;
    private long queueNanos;

    Sensor(Thread thread, Optional<RunQueue> queue) {
      this.thread = thread;
      this.queue = queue;
    }
  }

  private AdoptedThreads(Supplier<ThreadFactory> get, Consumer<ThreadFactory> set, int workers) {
    this.get = get;
    this.set = set;
    this.factory = get.get();
    this.loader = Thread.currentThread().getContextClassLoader();
    Thread probe = factory.newThread(() -> {});
    this.daemon = probe != null && probe.isDaemon();
    if (workers > 0 && probe != null) {
      alike(probe.getName(), workers).forEach(thread -> add(new Sensor(thread, Optional.empty())));
    }
  }

  /**
   * The threads of a pool; they take the place of its factory until {@link #giveBack}.
   *
   * @param get reads the pool's factory
   * @param set changes it
   * @param workers how many threads the pool has
   */
  public static AdoptedThreads of(
      Supplier<ThreadFactory> get, Consumer<ThreadFactory> set, int workers) {
    AdoptedThreads threads = new AdoptedThreads(get, set, workers);
    set.accept(threads);
    return threads;
  }

  // ---- Threads

  /** Sees to it that those made by a thread that governs are like the others. */
  @Override
  public @Nullable Thread newThread(Runnable work) {
    Thread made = factory.newThread(() -> runMeasured(work));
    if (made != null) {
      note(made);
    }
    return made;
  }

  private synchronized void note(Thread thread) {
    made++;
    if (Thread.currentThread().equals(governing)) {
      thread.setDaemon(daemon);
    } else {
      daemon = thread.isDaemon();
    }
  }

  /**
   * Runs what may make threads, in the thread that governs: they inherit nothing from that one, but
   * the context class loader of the adopting thread.
   */
  public void govern(Runnable resize) {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    setGoverning(current);
    current.setContextClassLoader(loader);
    try {
      resize.run();
    } finally {
      current.setContextClassLoader(before);
      setGoverning(null);
    }
  }

  private synchronized void setGoverning(@Nullable Thread thread) {
    governing = thread;
  }

  private void runMeasured(Runnable work) {
    Thread current = Thread.currentThread();
    boolean hasQueue = !VirtualThreads.isVirtual(current) && !isEnded();
    Sensor sensor =
        new Sensor(
            current, hasQueue ? RunQueue.ofCurrentThread(SensorBudget.SHARED) : Optional.empty());
    begins(sensor);
    try {
      work.run();
    } finally {
      ends(sensor);
    }
  }

  private synchronized void begins(Sensor sensor) {
    made = Math.max(0, made - 1);
    if (ended) {
      sensor.queue.ifPresent(RunQueue::close);
    } else {
      add(sensor);
    }
  }

  private void add(Sensor sensor) {
    sensors.addLast(sensor);
    if (sensor.queue.isEmpty()) {
      withoutQueue++;
    }
  }

  private synchronized void ends(Sensor sensor) {
    if (ended) {
      return;
    }
    sensor.cpuNanos = ThreadCpu.ofCurrentThread().orElse(sensor.cpuNanos);
    readQueue(sensor);
    sensors.remove(sensor);
    gone(sensor);
  }

  private void gone(Sensor sensor) {
    goneCpuNanos += sensor.cpuNanos;
    goneQueueNanos += sensor.queueNanos;
    sensor.queue.ifPresent(RunQueue::close);
    if (sensor.queue.isEmpty()) {
      withoutQueue--;
    }
  }

  /** The threads of this process that are alive, without a look at their stacks. */
  public static Thread[] live() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] some = new Thread[group.activeCount() + 64];
    while (true) {
      int found = group.enumerate(some);
      if (found < some.length) {
        return Arrays.copyOf(some, found);
      }
      some = new Thread[2 * some.length];
    }
  }

  /** The live threads that are named like that one; none where they are not so many. */
  private static List<Thread> alike(String probe, int workers) {
    Matcher name = NUMBER_AT_END.matcher(probe);
    if (!name.matches() || name.group(1) == null) {
      return List.of();
    }
    Pattern names = Pattern.compile(Pattern.quote(name.group(1)) + "\\d+");
    List<Thread> found =
        Arrays.stream(live()).filter(thread -> names.matcher(thread.getName()).matches()).toList();
    return found.size() == workers ? found : List.of();
  }

  // ---- Reading

  /**
   * What all of them have used; unknown while there are others.
   *
   * @param workers how many threads the pool has
   * @param threadsMax how many of them are read now
   */
  public synchronized Processor processor(int workers, int threadsMax) {
    read(begun ? Math.min(threadsMax, sensors.size()) : sensors.size());
    begun = true; // what they had used before is in the first sum
    if (workers <= sensors.size()) {
      made = 0; // what has not begun by now was never started
    }
    if (!cpuKnown || workers > sensors.size() + made) {
      return Processor.UNKNOWN;
    }
    long cpu = goneCpuNanos;
    long queue = goneQueueNanos;
    for (Sensor sensor : sensors) {
      cpu += sensor.cpuNanos;
      queue += sensor.queueNanos;
    }
    return new Processor(
        OptionalLong.of(cpu), withoutQueue == 0 ? OptionalLong.of(queue) : OptionalLong.empty());
  }

  /** Reads those that were read longest ago. */
  private void read(int threads) {
    if (!ThreadCpu.available()) {
      cpuKnown = false;
      return;
    }
    Sensor[] next = new Sensor[threads];
    long[] ids = new long[threads];
    Iterator<Sensor> oldest = sensors.iterator();
    for (int i = 0; i < threads; i++) {
      next[i] = oldest.next();
      ids[i] = next[i].thread.getId();
      oldest.remove();
    }
    long[] cpuNanos = ThreadCpu.ofThreads(ids);
    for (int i = 0; i < threads; i++) {
      cpuKnown &= cpuNanos[i] >= 0 || !next[i].thread.isAlive(); // a virtual one has none
      next[i].cpuNanos = Math.max(next[i].cpuNanos, cpuNanos[i]);
      readQueue(next[i]);
      if (next[i].thread.isAlive()) {
        sensors.addLast(next[i]);
      } else {
        gone(next[i]); // one of before, which does not say that it ends
      }
    }
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  /**
   * Gives the factory back, unless another one was set since. Nothing is read any more.
   *
   * @param sizes puts the sizes back, which may make threads, as a resize does
   */
  public void giveBack(Runnable sizes) {
    end();
    try {
      govern(sizes);
    } finally {
      if (get.get().equals(this)) {
        set.accept(factory);
      }
    }
  }

  /** What the sensors hold of the machine is given back. */
  private synchronized void end() {
    ended = true;
    sensors.forEach(sensor -> sensor.queue.ifPresent(RunQueue::close));
    sensors.clear();
    cpuKnown = false;
  }

  private static void readQueue(Sensor sensor) {
    sensor.queueNanos =
        Math.max(
            sensor.queueNanos,
            sensor.queue.map(RunQueue::waitNanos).orElse(OptionalLong.empty()).orElse(0));
  }
}
