package dev.flyball.adapters.tomcat;

import dev.flyball.pool.adopt.AdoptedThreads;
import dev.flyball.pool.adopt.Claims;
import dev.flyball.pool.adopt.Setting;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * The threads of a Tomcat connector that has a pool of its own.
 *
 * <p><b>Size.</b> The pool makes threads up to its maximum before it queues anything, so the
 * maximum is governed. It is set at the protocol, whose figures JMX shows, and which passes it on.
 *
 * <p><b>Growing.</b> A higher maximum starts a thread only for the next task. For those that wait
 * already, the number of spare threads is raised to the size for a moment, which starts threads.
 *
 * <p><b>Shrinking.</b> A maximum below the number of spare threads is refused, but only after the
 * protocol has noted it. So the spare threads are lowered first. Idle threads above the maximum end
 * at once, busy ones after their task.
 *
 * <p><b>Done</b> are tasks, each for one event of a connection. That is a request, save some: one
 * that is there already when the last is answered runs in the same task.
 *
 * <p><b>Not known</b> is how many requests are turned away when {@code maxQueueSize} is reached.
 */
final class TomcatThreadPool implements ForeignPool {

  private final AbstractProtocol<?> protocol;
  private final ThreadPoolExecutor pool;
  private final AdoptedThreads threads;

  // Guarded by this.
  private final Setting spare;
  private final Setting max;

  private TomcatThreadPool(AbstractProtocol<?> protocol, ThreadPoolExecutor pool) {
    this.protocol = protocol;
    this.pool = pool;
    this.spare = new Setting(protocol::getMinSpareThreads, protocol::setMinSpareThreads);
    this.max = new Setting(protocol::getMaxThreads, protocol::setMaxThreads);
    this.threads =
        AdoptedThreads.of(pool::getThreadFactory, pool::setThreadFactory, pool.getPoolSize());
  }

  /** The adapter of a connector or its protocol; empty for something else. */
  static Optional<ForeignPool> adopt(Object target) {
    Object handler = target instanceof Connector c ? c.getProtocolHandler() : target;
    if (!(handler instanceof AbstractProtocol<?> protocol)) {
      return Optional.empty();
    }
    Executor executor = protocol.getExecutor();
    if (executor == null) {
      throw new IllegalArgumentException(
          "connector must be started, since it makes its pool then, but was " + target);
    }
    if (!(executor instanceof ThreadPoolExecutor pool) || protocol.getMaxThreads() < 0) {
      throw new IllegalArgumentException(
          "connector must have a pool of its own but "
              + target
              + " has "
              + executor
              + ": govern that if it is a ThreadPoolExecutor; limit requests with AdmissionFilter"
              + " if their threads are virtual");
    }
    return Optional.of(Claims.claimed(() -> new TomcatThreadPool(protocol, pool), protocol, pool));
  }

  @Override
  public String kind() {
    return "Tomcat connector";
  }

  @Override
  public Optional<String> name() {
    return Optional.of(protocol.getName());
  }

  // ---- Reading

  @Override
  public PoolReading read() {
    long completed = pool.getCompletedTaskCount();
    int busy = pool.getActiveCount();
    int queued = pool.getQueue().size();
    return new PoolReading(
        Math.max(1, protocol.getMaxThreads()), pool.getPoolSize(), busy, queued, completed, 0);
  }

  @Override
  public Processor processor(int threadsMax) {
    return threads.processor(pool.getPoolSize(), threadsMax);
  }

  @Override
  public boolean hasThreads() {
    return true;
  }

  // ---- Resizing

  @Override
  public synchronized void resize(int workers) {
    threads.govern(() -> set(Math.min(spare.found(), workers), workers));
  }

  /** In the order in which the spare threads are never more than the maximum. */
  private void set(int few, int most) {
    if (most > pool.getMaximumPoolSize()) {
      max.set(most);
      spare.set(most); // which starts threads for tasks that wait
    }
    Setting.set(spare, few, max, most);
  }

  // ---- The end

  /** A connector that is started again has another pool. */
  @Override
  public boolean isEnded() {
    return pool.isShutdown() || !pool.equals(protocol.getExecutor());
  }

  /** Also of a connector that was stopped: its next pool begins as the first did. */
  @Override
  public synchronized void restore() {
    threads.giveBack(() -> set(spare.found(), max.found()));
  }
}
