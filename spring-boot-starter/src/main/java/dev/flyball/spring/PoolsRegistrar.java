package dev.flyball.spring;

import dev.flyball.pool.AdaptivePool;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Makes a bean of each pool in the configuration, by its name.
 *
 * <p>They are no candidates by type alone. So Boot, which makes no executor where the application
 * has one, makes its own all the same, and a pool is injected where it is asked for by name:
 * {@code @Qualifier("orders")}, {@code @Async("orders")}.
 */
final class PoolsRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {

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
    if (!properties.getPools().isEmpty() && properties.getMode() != FlyballProperties.Mode.OFF) {
      prepare();
    }
    for (String name : properties.getPools().keySet()) {
      RootBeanDefinition definition = new RootBeanDefinition(PoolFactory.class);
      definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
      definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
      definition.setDefaultCandidate(false);
      // Without it, a bean that asks for beans of any type would have the pool made before its
      // time.
      definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, AdaptivePool.class);
      registry.registerBeanDefinition(name, definition);
    }
  }

  /** What the first pool of a process needs is loaded while Boot does something else. */
  private static void prepare() {
    Thread first =
        new Thread(
            () -> AdaptivePool.named("flyball-prepare").build().shutdownNow(), "flyball-prepare");
    first.setDaemon(true);
    first.start();
  }
}
