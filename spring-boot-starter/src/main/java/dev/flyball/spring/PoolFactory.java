package dev.flyball.spring;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.spring.FlyballProperties.Mode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;

/**
 * Makes a pool of the application, and ends it: no task is lost that is done within the time that
 * an application has for its end.
 */
final class PoolFactory implements FactoryBean<AdaptivePool>, DisposableBean {

  private static final System.Logger LOG = System.getLogger(PoolFactory.class.getName());

  private final AdaptivePool pool;
  private final Duration patience;

  /**
   * @param mode what is done with it where it does not say
   * @param patience how long its tasks have at the end
   * @param decorators what each task is decorated by, the last one outermost
   */
  PoolFactory(
      String name,
      FlyballProperties.Pool plan,
      Mode mode,
      Duration patience,
      List<TaskDecorator> decorators) {
    this.patience = patience;
    Mode its = plan.getMode() == null ? mode : plan.getMode();
    Place place = new Place("flyball.pools." + name);
    PoolBuilder builder = AdaptivePool.named(Names.free(name));
    place.set("size", plan.getSize(), builder::workers);
    place.set("queue-capacity", plan.getQueueCapacity(), builder::queueCapacity);
    place.set("deadline", plan.getDeadline(), builder::deadline);
    if (!decorators.isEmpty()) {
      builder.decorate(new CompositeTaskDecorator(decorators)::decorate);
    }
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
