package dev.flyball.spring;

import dev.flyball.Flyball;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Regime;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.ManagedTarget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The actuator endpoint {@code flyball}: all visible targets with their figures and reasons; and,
 * only where {@code management.endpoint.flyball.access} is {@code unrestricted}, changes by hand.
 */
@Endpoint(id = "flyball", defaultAccess = Access.READ_ONLY)
public class FlyballEndpoint {

  /** For the auto-configuration. */
  public FlyballEndpoint() {}

  /** All targets. */
  @ReadOperation
  public Map<String, Object> targets() {
    Map<String, Object> all = new LinkedHashMap<>();
    Flyball.targets().forEach(target -> all.put(target.name(), shown(target)));
    return Map.of("targets", all);
  }

  /** One target; nothing (404) where there is none of that name. */
  @ReadOperation
  public @Nullable Map<String, Object> target(@Selector String name) {
    return find(name).map(FlyballEndpoint::shown).orElse(null);
  }

  /**
   * Changes a target by hand.
   *
   * @param name the target's
   * @param mode {@code govern}, {@code advise-only}, or with a size {@code pinned} or {@code
   *     overridden}; as it is, if not given
   * @param size the size for these two, at least 1
   * @param min the least size that the governor may set, at least 1; as it is, if not given
   * @param max the largest one
   */
  @WriteOperation
  public @Nullable Map<String, Object> change(
      @Selector String name,
      @Nullable String mode,
      @Nullable Integer size,
      @Nullable Integer min,
      @Nullable Integer max) {
    ManagedTarget target = find(name).orElse(null);
    if (target == null) {
      return null;
    }
    try {
      if (mode == null && size == null && min == null && max == null) {
        throw new IllegalArgumentException(
            "one of mode, size, min and max must be given but none was");
      }
      Governor governor =
          target
              .governor()
              .orElseThrow(
                  () -> new IllegalArgumentException("'" + name + "' must be governed but is not"));
      Runnable switched = switched(governor, mode, size);
      if (min != null || max != null) {
        Limits now = governor.limits();
        governor.limits(Limits.of(min == null ? now.min() : min, max == null ? now.max() : max));
      }
      switched.run();
    } catch (IllegalArgumentException | IllegalStateException e) {
      String why = String.valueOf(e.getMessage());
      throw new InvalidEndpointRequestException(why, why);
    }
    return shown(target);
  }

  /** The change of mode, checked before anything is changed. */
  private static Runnable switched(
      Governor governor, @Nullable String mode, @Nullable Integer size) {
    Mode wanted = mode == null ? null : mode(mode);
    boolean byHand = wanted == Mode.PINNED || wanted == Mode.OVERRIDDEN;
    if (byHand != (size != null)) {
      throw new IllegalArgumentException(
          byHand
              ? "size must be given with the mode " + mode
              : "size must be given only with the mode pinned or overridden but was " + size);
    }
    if (size != null && size < 1) {
      throw new IllegalArgumentException("size must be at least 1 but was " + size);
    }
    if (wanted == null) {
      return () -> {};
    }
    int workers = size == null ? 1 : size;
    return switch (wanted) {
      case GOVERN -> governor::govern;
      case ADVISE_ONLY -> governor::adviseOnly;
      case PINNED -> () -> governor.pin(workers);
      case OVERRIDDEN -> () -> governor.override(workers);
    };
  }

  private static Mode mode(String text) {
    for (Mode mode : Mode.values()) {
      if (mode.word().equals(text)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "mode must be one of "
            + List.of(Mode.values()).stream().map(Mode::word).toList()
            + " but was '"
            + text
            + "'");
  }

  private static Optional<ManagedTarget> find(String name) {
    return Flyball.targets().stream().filter(target -> target.name().equals(name)).findFirst();
  }

  private static Map<String, Object> shown(ManagedTarget target) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("size", target.workersTarget());
    figures.put("workers", target.workersCurrent());
    figures.put("queued", target.queued());
    figures.put("shed", target.shedTotals().tasks());
    target.governor().ifPresent(governor -> add(figures, governor));
    return figures;
  }

  private static void add(Map<String, Object> figures, Governor governor) {
    figures.put("mode", governor.mode().word());
    figures.put("min", governor.limits().min());
    figures.put("max", governor.limits().max());
    figures.put("policy", Policies.nameOf(governor.policy()));
    governor.lastAdvice().ifPresent(advice -> add(figures, advice));
  }

  private static void add(Map<String, Object> figures, Advice advice) {
    figures.put("advised", advice.workers());
    advice.reason().regime().map(Regime::word).ifPresent(word -> figures.put("regime", word));
    figures.put("why", advice.why());
  }
}
