package dev.flyball.expose.view;

import dev.flyball.expose.PoolMXBean;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The complete view of a pool over JMX, for a program that shows it, as {@code
 * dev.flyball:type=PoolView,name="..."}.
 *
 * <p>{@link PoolMXBean} has single figures.
 */
public interface PoolViewMBean {

  /**
   * A {@link PoolView} as open data, which {@link OpenRecord} reads. Its window begins where that
   * of the viewer's view before ended, and its decisions are those since then. Null where the
   * viewer has no window yet, as at its first view.
   *
   * @param viewer what the viewer calls itself; sixteen are remembered
   */
  @Nullable CompositeData view(String viewer);
}
