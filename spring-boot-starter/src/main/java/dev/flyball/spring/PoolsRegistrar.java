package dev.flyball.spring;

import dev.flyball.pool.AdaptivePool;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Makes a bean of each pool in the configuration, by its name.
 *
 * <p>They are no candidates by type alone. So Boot, which makes no executor where the application
 * has one, makes its own all the same, and a pool is injected where it is asked for by name:
 * {@code @Qualifier("orders")}, {@code @Async("orders")}.
 */
final class PoolsRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {

  private static final String CONTEXTS = "io.micrometer.context.ContextSnapshotFactory";
  private static final String PROPAGATE = "spring.task.execution.propagate-context";

  private Environment environment;

  @SuppressWarnings("NullAway.Init") // Spring sets it first
  PoolsRegistrar() {}

  @Override
  public void setEnvironment(Environment environment) {
    this.environment = environment;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    Binder binder = Binder.get(environment);
    FlyballProperties properties = binder.bindOrCreate("flyball", FlyballProperties.class);
    Duration patience =
        binder
            .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
            .orElse(Duration.ofSeconds(30));
    if (!properties.getPools().isEmpty() && properties.getMode() != FlyballProperties.Mode.OFF) {
      prepareJmx();
    }
    properties
        .getPools()
        .forEach((name, plan) -> {
          RootBeanDefinition definition = new RootBeanDefinition(PoolFactory.class);
          definition.setInstanceSupplier(() ->
              new PoolFactory(name, plan, properties.getMode(), patience, decorators(registry)));
          definition.setTargetType(
              ResolvableType.forClassWithGenerics(
                  org.springframework.beans.factory.FactoryBean.class, AdaptivePool.class));
          definition.setDefaultCandidate(false);
          registry.registerBeanDefinition(name, definition);
        });
  }

  /**
   * Those of the application in the order that Boot's executor has, and around them the context.
   */
  private List<TaskDecorator> decorators(BeanDefinitionRegistry registry) {
    List<TaskDecorator> all = new ArrayList<>();
    if (registry instanceof ListableBeanFactory beans) {
      beans.getBeanProvider(TaskDecorator.class).orderedStream().forEach(all::add);
    }
    if (carriesContext(all)) {
      all.add(new ContextPropagatingTaskDecorator());
    }
    return all;
  }

  /**
   * Where Micrometer's context propagation is there, unless the application has declined it by
   * Boot's property. One of the application's decorators may carry it already.
   */
  private boolean carriesContext(List<TaskDecorator> decorators) {
    return ClassUtils.isPresent(CONTEXTS, PoolsRegistrar.class.getClassLoader())
        && environment.getProperty(PROPAGATE, Boolean.class, true)
        && decorators.stream().noneMatch(ContextPropagatingTaskDecorator.class::isInstance);
  }

  /**
   * The process's JMX server takes most of the time of the first pool. It is made while Boot does
   * something else.
   */
  private static void prepareJmx() {
    Thread jmx = new Thread(ManagementFactory::getPlatformMBeanServer, "flyball-jmx");
    jmx.setDaemon(true);
    jmx.start();
  }
}
