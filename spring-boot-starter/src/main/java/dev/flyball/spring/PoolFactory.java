package dev.flyball.spring;

import dev.flyball.Flyball;
import dev.flyball.adapters.context.ContextTasks;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.spring.FlyballProperties.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.util.ClassUtils;

/**
 * Makes a pool of the application, and ends it: no task is lost that is done within the time that
 * an application has for its end.
 */
final class PoolFactory implements FactoryBean<AdaptivePool>, DisposableBean {

  private static final System.Logger LOG = System.getLogger(PoolFactory.class.getName());

  private final AdaptivePool pool;
  private final Duration patience;

  /**
   * Made by the container, so that it can be made ahead of time, too.
   *
   * @param name the pool's, below {@code flyball.pools}
   * @param environment says how long its tasks have at the end
   * @param decorators the application's, the first one outermost
   */
  PoolFactory(
      String name,
      FlyballProperties properties,
      Environment environment,
      ObjectProvider<TaskDecorator> decorators) {
    Place place = new Place("flyball.pools." + name);
    FlyballProperties.Pool plan = properties.getPools().get(name);
    if (plan == null) {
      throw new IllegalStateException(
          place.prefix() + " must be set, as when the application was processed, but is not");
    }
    this.patience =
        Binder.get(environment)
            .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
            .orElse(Duration.ofSeconds(30));
    Mode its = plan.getMode() == null ? properties.getMode() : plan.getMode();
    PoolBuilder builder = AdaptivePool.named(Names.free(name));
    place.set("size", plan.getSize(), builder::workers);
    place.set("queue-capacity", plan.getQueueCapacity(), builder::queueCapacity);
    place.set("deadline", plan.getDeadline(), builder::deadline);
    decorate(builder, decorators.orderedStream().toList());
    if (its == Mode.OFF) {
      pool = builder.ungoverned().build();
      return;
    }
    place.limits(plan).ifPresent(limits -> builder.limits(limits.min(), limits.max()));
    place.policy(plan).ifPresent(builder::governedBy);
    if (its == Mode.ADVISE) {
      builder.adviseOnly();
    }
    pool = Flyball.start(builder);
  }

  /** As Boot does with the tasks of its own executor, and with the context in addition. */
  private static void decorate(PoolBuilder builder, List<TaskDecorator> decorators) {
    List<UnaryOperator<Runnable>> all = new ArrayList<>();
    decorators.forEach(decorator -> all.add(decorator::decorate));
    if (hasPropagation()) {
      all.add(ContextTasks.propagating()::decorate);
    }
    if (!all.isEmpty()) {
      Collections.reverse(all);
      builder.decorate(task -> {
        Runnable decorated = task;
        for (UnaryOperator<Runnable> each : all) {
          decorated = each.apply(decorated);
        }
        return decorated;
      });
    }
  }

  private static boolean hasPropagation() {
    return ClassUtils.isPresent(
        "io.micrometer.context.ContextSnapshotFactory", PoolFactory.class.getClassLoader());
  }

  @Override
  public AdaptivePool getObject() {
    return pool;
  }

  @Override
  public Class<?> getObjectType() {
    return AdaptivePool.class;
  }

  @Override
  public void destroy() throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      int dropped = pool.shutdownNow().size();
      LOG.log(
          System.Logger.Level.WARNING,
          "pool '"
              + pool.name()
              + "' had not done its tasks within "
              + patience
              + "; "
              + dropped
              + " that waited are not run");
    }
  }
}
