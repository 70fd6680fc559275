package dev.flyball.spring;

import dev.flyball.Flyball;
import dev.flyball.adapters.opentelemetry.QueueWaits;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.spring.FlyballProperties.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.util.ClassUtils;

/**
 * Makes a pool of the application, and ends it: no task is lost that is done within the time that
 * an application has for its end.
 */
final class PoolFactory implements FactoryBean<AdaptivePool>, DisposableBean {

  private static final System.Logger LOG = System.getLogger(PoolFactory.class.getName());

  private static final String CONTEXTS = "io.micrometer.context.ContextSnapshotFactory";
  private static final String SPANS = "io.opentelemetry.api.trace.Span";
  private static final String PROPAGATE = "spring.task.execution.propagate-context";

  private final AdaptivePool pool;
  private final Duration patience;

  /**
   * Made by the container, so that it can be made ahead of time, too.
   *
   * @param name the pool's, below {@code flyball.pools}
   * @param environment says how long its tasks have at the end
   * @param decorators the application's, in the order that Boot's executor has
   * @param targets absent where {@code flyball.mode} is {@code off} and the pool says otherwise
   */
  PoolFactory(
      String name,
      FlyballProperties properties,
      Environment environment,
      ObjectProvider<TaskDecorator> decorators,
      ObjectProvider<FlyballTargets> targets) {
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
    String free = Names.free(name);
    PoolBuilder builder = AdaptivePool.named(free);
    place.set("size", plan.getSize(), builder::workers);
    place.set("queue-capacity", plan.getQueueCapacity(), builder::queueCapacity);
    place.set("deadline", plan.getDeadline(), builder::deadline);
    List<TaskDecorator> all = new ArrayList<>(decorators.orderedStream().toList());
    if (carriesContext(all, environment)) {
      all.add(new ContextPropagatingTaskDecorator());
    }
    if (its != Mode.OFF && ClassUtils.isPresent(SPANS, PoolFactory.class.getClassLoader())) {
      all.add(QueueWaits.of(free)::decorate);
    }
    if (!all.isEmpty()) {
      builder.decorate(new CompositeTaskDecorator(all)::decorate); // the last one outermost
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
    pool = builder.build();
    Names.keep(pool);
    FlyballTargets those = targets.getIfAvailable();
    if (those == null) {
      show();
    } else {
      // The first target that is shown starts the process's JMX server.
      those.afterStart(this::show);
    }
  }

  private void show() {
    try {
      Flyball.show(pool);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "pool '" + pool.name() + "' is not to be seen", e);
    }
  }

  /**
   * Where Micrometer's context propagation is there, unless the application has declined it by
   * Boot's property. One of the application's decorators may carry it already.
   */
  private static boolean carriesContext(List<TaskDecorator> decorators, Environment environment) {
    return ClassUtils.isPresent(CONTEXTS, PoolFactory.class.getClassLoader())
        && environment.getProperty(PROPAGATE, Boolean.class, true)
        && decorators.stream().noneMatch(ContextPropagatingTaskDecorator.class::isInstance);
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
