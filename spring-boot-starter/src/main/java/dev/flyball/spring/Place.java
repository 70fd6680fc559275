package dev.flyball.spring;

import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where something is said in the configuration, for messages about it.
 *
 * @param prefix the name of the property that holds the others
 */
record Place(String prefix) {

  /** Does what a property says, if it is set; a failure names the property. */
  <T> void set(String property, @Nullable T value, Consumer<? super T> setting) {
    if (value == null) {
      return;
    }
    try {
      setting.accept(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(prefix + "." + property + ": " + e.getMessage(), e);
    }
  }

  /** The limits; empty where none is set. */
  Optional<Limits> limits(FlyballProperties.Target plan) {
    Integer min = plan.getMin();
    Integer max = plan.getMax();
    if (min == null && max == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Limits.of(min == null ? Limits.NONE.min() : min, max == null ? Limits.NONE.max() : max));
    } catch (IllegalArgumentException e) {
      String which = min == null ? ".max: " : max == null ? ".min: " : ".min and .max: ";
      throw new IllegalArgumentException(prefix + which + e.getMessage(), e);
    }
  }

  /** The policy; empty where none is set. */
  Optional<SizingPolicy> policy(FlyballProperties.Target plan) {
    String policy = plan.getPolicy();
    if (policy == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Policies.parse(policy));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(prefix + ".policy: " + e.getMessage(), e);
    }
  }
}
