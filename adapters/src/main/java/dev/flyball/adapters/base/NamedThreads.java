package dev.flyball.adapters.base;

import dev.flyball.measure.thread.ThreadCpu;
import dev.flyball.pool.adopt.AdoptedThreads;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The threads of a pool that does not list them, found by their names, and what they use of the
 * processors.
 *
 * <p>A thread that ends counts as it was last read. A sum over some of the threads would say that
 * the others are idle, so nothing is said while the pool has more threads than are found; nor while
 * it has fewer, since those of another pool have the same names then. A thread that is just being
 * started is not found yet, and one that has just left the pool still is: only where the numbers
 * differ at {@value #DIFFERING_MOST} readings in a row is nothing said.
 *
 * <p>Any thread may call any method.
 */
public final class NamedThreads {

  private static final int DIFFERING_MOST = 3;

  private final Predicate<Thread> own;

  // Guarded by this.
  private final Map<Thread, Long> cpuNanos = new LinkedHashMap<>(); // read longest ago first
  private long goneNanos;
  private boolean begun;
  private int differing = DIFFERING_MOST;

  /**
   * The threads of one pool.
   *
   * @param own tells its threads from all others
   */
  public NamedThreads(Predicate<Thread> own) {
    this.own = own;
  }

  /** The threads whose names begin with a prefix and their own id, whatever comes after it. */
  public static NamedThreads byId(String prefix) {
    return new NamedThreads(thread -> {
      String begin = prefix + thread.getId();
      return thread.getName().equals(begin) || thread.getName().startsWith(begin + "-");
    });
  }

  /**
   * What all of them have used; unknown while not exactly they are found.
   *
   * @param workers how many threads the pool has
   * @param threadsMax how many of them are read now
   */
  public synchronized Processor processor(int workers, int threadsMax) {
    if (!ThreadCpu.available()) {
      return Processor.UNKNOWN;
    }
    find();
    read(begun ? threadsMax : Integer.MAX_VALUE);
    begun = true; // what they had used before is in the first sum
    differing = cpuNanos.size() == workers ? 0 : differing + 1;
    if (differing >= DIFFERING_MOST) {
      return Processor.UNKNOWN;
    }
    long sum = goneNanos;
    for (long nanos : cpuNanos.values()) {
      sum += nanos;
    }
    return new Processor(OptionalLong.of(sum), OptionalLong.empty());
  }

  private void find() {
    Set<Thread> alive = new HashSet<>();
    for (Thread thread : AdoptedThreads.live()) {
      if (own.test(thread)) {
        alive.add(thread);
        cpuNanos.putIfAbsent(thread, 0L);
      }
    }
    cpuNanos
        .entrySet()
        .removeIf(known -> {
          boolean gone = !alive.contains(known.getKey());
          goneNanos += gone ? known.getValue() : 0;
          return gone;
        });
  }

  /** Reads those that were read longest ago. */
  private void read(int threadsMax) {
    List<Thread> next = new ArrayList<>(cpuNanos.keySet());
    next = next.subList(0, Math.min(threadsMax, next.size()));
    long[] read = ThreadCpu.ofThreads(next.stream().mapToLong(Thread::getId).toArray());
    for (int i = 0; i < read.length; i++) {
      Thread thread = next.get(i);
      long before = cpuNanos.getOrDefault(thread, 0L);
      cpuNanos.remove(thread);
      cpuNanos.put(thread, Math.max(before, read[i]));
    }
  }
}
