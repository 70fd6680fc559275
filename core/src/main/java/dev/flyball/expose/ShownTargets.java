package dev.flyball.expose;

import dev.flyball.base.SharedCleaner;
import dev.flyball.expose.view.PoolViewMBean;
import dev.flyball.expose.view.PoolViewers;
import dev.flyball.pool.ManagedTarget;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.NotCompliantMBeanException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The targets that are visible over JMX, by name, each until it terminates or is collected.
 *
 * <p>Neither this list nor the bean server reaches a target: what a bean needs of it is {@link
 * Shown}, which the target holds and the bean only looks up. So a target that was dropped without a
 * shutdown is collected, and then leaves the list and the bean server.
 *
 * <p><b>What followers are told</b> is in order: each target once that it is shown and once that it
 * has gone, and the next one of its name is shown after that. One thread at a time tells, with
 * {@link #TELLING} held; the name of a target that ends is free once all were told.
 *
 * <p>Any thread may call any method.
 */
final class ShownTargets {

  private static final System.Logger LOG = System.getLogger(ShownTargets.class.getName());

  private static final ConcurrentNavigableMap<String, WeakReference<ManagedTarget>> TARGETS =
      new ConcurrentSkipListMap<>();
  private static final List<TargetListener> FOLLOWERS = new CopyOnWriteArrayList<>();

  /** Held while {@link #TARGETS} changes and followers are told of it. */
  private static final ReentrantLock TELLING = new ReentrantLock();

  private ShownTargets() {}

  /** What the beans of a target read. */
  record Shown(TargetLook look, PoolViewers viewers) {

    /** The action at the target's end, through which the target holds all this. */
    private Runnable atTheEnd(Cleaner.Cleanable registration) {
      return () -> end(registration);
    }

    private void end(Cleaner.Cleanable registration) {
      registration.clean();
    }
  }

  /** What the beans of a target read, as long as the target is there. */
  static <T> T orGone(WeakReference<T> its) {
    T there = its.get();
    if (there == null) {
      throw new IllegalStateException("the target was dropped and is gone");
    }
    return there;
  }

  /**
   * Shows a target.
   *
   * @throws IllegalStateException when another one of the same name is shown, or when the pool was
   *     built without its sensors
   */
  static void show(ManagedTarget target) {
    String name = target.name();
    Shown shown = new Shown(new TargetLook(target), new PoolViewers(target));
    register(new PoolMonitor(new WeakReference<>(shown)), PoolMonitor.objectName(name));
    try {
      register(view(shown.viewers), PoolMonitor.viewName(name));
    } catch (RuntimeException e) {
      unregister(PoolMonitor.objectName(name));
      throw e;
    }
    WeakReference<ManagedTarget> entry = new WeakReference<>(target);
    telling(() -> {
      TARGETS.put(name, entry);
      FOLLOWERS.forEach(listener -> tell(() -> listener.shown(target)));
    });
    // Last: where the target has ended by now, all of that is undone at once.
    target.onTermination(shown.atTheEnd(SharedCleaner.register(target, () -> remove(name, entry))));
  }

  private static void remove(String name, WeakReference<ManagedTarget> entry) {
    telling(() -> {
      TARGETS.remove(name, entry);
      FOLLOWERS.forEach(listener -> tell(() -> listener.gone(name)));
    });
    unregister(PoolMonitor.viewName(name));
    unregister(PoolMonitor.objectName(name)); // last: it is what keeps the name
  }

  static void follow(TargetListener listener) {
    telling(() -> {
      FOLLOWERS.add(listener);
      for (ManagedTarget target : all()) {
        if (TARGETS.containsKey(target.name())) { // a listener may have ended it
          tell(() -> listener.shown(target));
        }
      }
    });
  }

  private static void telling(Runnable change) {
    TELLING.lock();
    try {
      change.run();
    } finally {
      TELLING.unlock();
    }
  }

  static void unfollow(TargetListener listener) {
    telling(() -> FOLLOWERS.remove(listener)); // from then on it is told nothing
  }

  private static void tell(Runnable what) {
    try {
      what.run();
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.WARNING, "a listener of targets failed", e);
    }
  }

  private static void register(Object bean, ObjectName name) {
    try {
      server().registerMBean(bean, name);
    } catch (InstanceAlreadyExistsException e) {
      throw new IllegalStateException(
          "name must be the only one of its kind but " + name + " is registered already", e);
    } catch (JMException e) {
      throw new IllegalStateException("cannot register the MBean " + name, e);
    }
  }

  /** The view's bean. */
  private record View(WeakReference<PoolViewers> viewers) implements PoolViewMBean {

    @Override
    public @Nullable CompositeData view(String viewer) {
      return orGone(viewers).view(viewer);
    }
  }

  private static StandardMBean view(PoolViewers viewers) {
    try {
      return new StandardMBean(new View(new WeakReference<>(viewers)), PoolViewMBean.class);
    } catch (NotCompliantMBeanException e) {
      throw new AssertionError(e);
    }
  }

  private static void unregister(ObjectName name) {
    try {
      server().unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> "the MBean " + name + " was missing: other code had unregistered it");
    } catch (JMException e) {
      LOG.log(System.Logger.Level.WARNING, "cannot unregister the MBean " + name, e);
    }
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  /** Those that are shown now, by name. */
  static List<ManagedTarget> all() {
    return TARGETS.values().stream()
        .<@Nullable ManagedTarget>map(WeakReference::get)
        .filter(Objects::nonNull)
        .toList();
  }
}
