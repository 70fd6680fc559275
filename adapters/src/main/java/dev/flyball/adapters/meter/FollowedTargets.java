package dev.flyball.adapters.meter;

import dev.flyball.expose.PoolMonitor;
import dev.flyball.expose.TargetListener;
import dev.flyball.pool.ManagedTarget;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a registry has of each visible target, from the time at which the target becomes visible
 * until it has ended, or was dropped and collected.
 *
 * <p>Any thread may call any method.
 *
 * @param <T> what it has of a target; it must hold the {@link MeteredTarget} weakly
 */
public final class FollowedTargets<T> implements AutoCloseable {

  private final Map<String, T> byName = new ConcurrentHashMap<>();
  private final TargetListener listener;

  private FollowedTargets(Function<MeteredTarget, T> made, Consumer<T> gone) {
    this.listener =
        new TargetListener() {
          @Override
          public void shown(ManagedTarget target) {
            byName.computeIfAbsent(target.name(), unseen -> made.apply(MeteredTarget.of(target)));
          }

          @Override
          public void gone(String name) {
            T its = byName.remove(name);
            if (its != null) {
              gone.accept(its);
            }
          }
        };
  }

  /**
   * Follows all targets from now on.
   *
   * @param made called with each target that there is, and each that becomes visible
   * @param gone called with what was made of a target that has gone
   */
  public static <T> FollowedTargets<T> follow(Function<MeteredTarget, T> made, Consumer<T> gone) {
    FollowedTargets<T> followed = new FollowedTargets<>(made, gone);
    PoolMonitor.follow(followed.listener);
    return followed;
  }

  /** What was made of the targets that are visible now. */
  public Collection<T> all() {
    return List.copyOf(byName.values());
  }

  /** Follows no longer; all are gone. */
  @Override
  public void close() {
    PoolMonitor.unfollow(listener);
    List.copyOf(byName.keySet()).forEach(listener::gone);
  }
}
