package dev.flyball.adapters.okhttp;

import dev.flyball.adapters.base.Library;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;

/** Knows the {@link okhttp3.Dispatcher} of an OkHttp client. */
public final class OkHttpPools implements ForeignPoolProvider {

  /** For the service loader. */
  public OkHttpPools() {}

  @Override
  public Optional<ForeignPool> adopt(Object pool) {
    return Library.has("okhttp3.Dispatcher") ? DispatcherPool.adopt(pool) : Optional.empty();
  }
}
