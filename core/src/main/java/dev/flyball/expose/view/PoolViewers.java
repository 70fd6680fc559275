package dev.flyball.expose.view;

import dev.flyball.pool.ManagedTarget;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The external viewers of one pool, each known by the name it gives itself.
 *
 * <p>At most sixteen are kept. A further one replaces the viewer that has been silent for longest,
 * whose next view then begins anew.
 */
public final class PoolViewers implements PoolViewMBean {

  private static final int VIEWERS_MAX = 16;

  private final ManagedTarget pool;

  /** That of the pool for its viewers; empty before the first one came. Guarded by this. */
  private String identity = "";

  /** Least recently heard of first. Guarded by this. */
  private final Map<String, PoolViewer> viewers = new LinkedHashMap<>(VIEWERS_MAX, 0.75f, true);

  /** No viewers yet. */
  public PoolViewers(ManagedTarget pool) {
    this.pool = pool;
  }

  @Override
  public @Nullable CompositeData view(String viewer) {
    return viewer(viewer).view().map(OpenRecord::write).orElse(null);
  }

  private synchronized PoolViewer viewer(String name) {
    if (identity.isEmpty()) {
      identity = UUID.randomUUID().toString(); // the first one of a process is slow
    }
    PoolViewer viewer = viewers.computeIfAbsent(name, unknown -> PoolViewer.of(pool, identity));
    if (viewers.size() > VIEWERS_MAX) {
      viewers.remove(viewers.keySet().iterator().next());
    }
    return viewer;
  }
}
