package dev.flyball.adapters.hikari;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.flyball.control.ResizeCost;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a {@link HikariDataSource}.
 *
 * <p><b>Workers</b> are connections, busy ones those that are borrowed; callers that wait for one
 * are queued, those that wait in vain rejected. A use that ends by eviction is not counted.
 *
 * <p><b>Size</b> is the maximum. {@link Bounds} sets it, {@link Surplus} lets go what is above it.
 *
 * <p><b>Growth.</b> Callers that wait have asked for a connection when they came, and were refused
 * it because of the maximum. Nothing asks again when that is raised, unless another caller comes.
 * So it is asked for them at each reading while they wait and there is room.
 *
 * <p>HikariCP opens one connection at a time, and then pauses for 30 ms. It opens none where the
 * database is gone or takes no more. A higher maximum changes nothing then. So it is not raised
 * while callers wait and the pool has fewer connections than it may have.
 *
 * <p><b>Not started.</b> A data source without a configuration starts its pool at the first call
 * for a connection. Until then there are no workers, and its bounds can be set all the same.
 *
 * <p><b>The cost of a resize.</b> Each resize means that connections are closed, or opened with all
 * that the database keeps for them. It is set at {@link #RESIZE} of worker time, and the time in
 * which a connection opens for each of them: a size that is off by one is left for half a minute.
 */
final class HikariConnections implements ForeignPool {

  private static final Duration RESIZE = Duration.ofSeconds(30);

  private final HikariDataSource source;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private final Surplus surplus;
  private final Usage usage;

  // Guarded by this.
  private final Bounds bounds;
  private boolean released;

  private HikariConnections(HikariDataSource source) {
    this.source = source;
    this.surplus = new Surplus(source, loader);
    this.usage = new Usage(source, surplus::borrowsHere);
    this.bounds = new Bounds(source);
    started().ifPresent(usage::follow);
  }

  /**
   * The adapter of a data source; empty for something else.
   *
   * @throws IllegalArgumentException when it cannot be governed
   */
  static Optional<ForeignPool> adopt(Object pool) {
    if (!(pool instanceof HikariDataSource source)) {
      return Optional.empty();
    }
    if (source.isClosed()) {
      throw new IllegalArgumentException("pool must not be closed but was " + source);
    }
    return Optional.of(new HikariConnections(source));
  }

  @Override
  public String kind() {
    return "HikariDataSource";
  }

  @Override
  public Optional<String> name() {
    return Optional.ofNullable(source.getPoolName());
  }

  private Optional<HikariPool> started() {
    return Optional.ofNullable((HikariPool) source.getHikariPoolMXBean());
  }

  // ---- Reading

  @Override
  public PoolReading read() {
    int size = Bounds.maximum(source);
    Optional<HikariPool> started = started();
    if (started.isEmpty()) {
      return new PoolReading(size, 0, 0, 0, 0, 0);
    }
    HikariPool pool = started.get();
    follow(pool);
    long returned = usage.returned();
    int busy = pool.getActiveConnections();
    int queued = Math.max(0, pool.getThreadsAwaitingConnection() - surplus.waiting());
    int workers = pool.getTotalConnections();
    if (workers > size) {
      letGo(pool);
    } else if (workers < size && queued > 0) {
      askFor(pool, queued);
    }
    return new PoolReading(size, workers, busy, queued, returned, usage.timeouts());
  }

  @Override
  public int sizeMax() {
    int size = Bounds.maximum(source);
    return started().filter(pool -> isOpening(pool, size)).isPresent() ? size : Integer.MAX_VALUE;
  }

  private boolean isOpening(HikariPool pool, int size) {
    return pool.getTotalConnections() < size
        && pool.getThreadsAwaitingConnection() > surplus.waiting();
  }

  private synchronized void follow(HikariPool pool) {
    if (!released) {
      usage.follow(pool);
    }
  }

  private synchronized void letGo(HikariPool pool) {
    if (!released) {
      surplus.letGo(pool);
    }
  }

  /** The thread that opens connections may be made here, as it may be in any thread that asks. */
  private void askFor(HikariPool pool, int connections) {
    Thread here = Thread.currentThread();
    ClassLoader before = here.getContextClassLoader();
    here.setContextClassLoader(loader);
    try {
      pool.addBagItem(connections);
    } finally {
      here.setContextClassLoader(before);
    }
  }

  @Override
  public ResizeCost resizeCost() {
    return new ResizeCost(RESIZE, usage.openTime());
  }

  // ---- Resizing

  @Override
  public synchronized void resize(int workers) {
    bounds.set(workers);
    started()
        .ifPresent(pool -> {
          surplus.letGo(pool);
          int waiting = pool.getThreadsAwaitingConnection();
          if (waiting > 0) {
            askFor(pool, waiting);
          }
        });
  }

  // ---- The end

  @Override
  public boolean isEnded() {
    return source.isClosed();
  }

  @Override
  public synchronized void restore() {
    released = true;
    if (source.isClosed()) {
      return;
    }
    try {
      bounds.restore();
    } finally {
      usage.release();
    }
  }
}
