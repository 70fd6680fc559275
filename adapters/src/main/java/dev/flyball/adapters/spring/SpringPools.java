package dev.flyball.adapters.spring;

import dev.flyball.adapters.base.Library;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;

/** Knows Spring's {@link org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor}. */
public final class SpringPools implements ForeignPoolProvider {

  /** For the service loader. */
  public SpringPools() {}

  @Override
  public Optional<ForeignPool> adopt(Object pool) {
    return Library.has("org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor")
        ? TaskExecutors.adopt(pool)
        : Optional.empty();
  }
}
