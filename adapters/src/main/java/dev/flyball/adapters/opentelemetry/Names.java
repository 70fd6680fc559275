package dev.flyball.adapters.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import org.jspecify.annotations.Nullable;

/** Names that all telemetry of Flyball has in common. */
final class Names {

  /** The scope of the instruments. */
  static final String SCOPE = "dev.flyball";

  /** The name of a target; the proposed convention's for executors, for all that is told of it. */
  static final AttributeKey<String> TARGET = AttributeKey.stringKey("jvm.executor.name");

  private Names() {}

  /** The version of Flyball; null where it does not come from a jar. */
  static @Nullable String version() {
    return Names.class.getPackage().getImplementationVersion();
  }
}
