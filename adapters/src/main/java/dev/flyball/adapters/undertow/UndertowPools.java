package dev.flyball.adapters.undertow;

import dev.flyball.adapters.base.Library;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.util.Optional;

/** Knows the worker threads of an {@link io.undertow.Undertow}, or an {@code XnioWorker}. */
public final class UndertowPools implements ForeignPoolProvider {

  /** For the service loader. */
  public UndertowPools() {}

  @Override
  public Optional<ForeignPool> adopt(Object pool) {
    return Library.has("io.undertow.Undertow") ? UndertowThreadPool.adopt(pool) : Optional.empty();
  }
}
