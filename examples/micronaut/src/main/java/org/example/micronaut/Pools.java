package org.example.micronaut;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Named;
import jakarta.inject.Singleton;

/** The pools of the application. */
@Factory
final class Pools {

  /** What {@code @ExecuteOn("orders")} runs on. */
  @Bean(preDestroy = "shutdown")
  @Singleton
  @Named("orders")
  AdaptivePool orders() {
    return Flyball.pool("orders");
  }
}
