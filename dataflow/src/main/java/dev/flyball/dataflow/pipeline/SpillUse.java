package dev.flyball.dataflow.pipeline;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Sees to it that a spill is given to one stage of one pipeline, once: two of them would take each
 * other's records, and it is closed when the first one ends. Safe for any thread.
 */
final class SpillUse {

  /** All spills that pipelines were given and that are still reachable. Guarded by itself. */
  private static final List<WeakReference<Spill<Object>>> GIVEN = new ArrayList<>();

  private SpillUse() {}

  /**
   * Gives the stages their spills.
   *
   * @throws IllegalArgumentException when one was given before; then none is
   */
  static void give(List<StagePlan<?, ?>> stages) {
    IdentityHashMap<Spill<Object>, String> owners = new IdentityHashMap<>();
    synchronized (GIVEN) {
      GIVEN.removeIf(given -> given.get() == null);
      stages.forEach(stage -> stage.spill.ifPresent(spill -> own(spill, stage.name, owners)));
      owners.keySet().forEach(spill -> GIVEN.add(new WeakReference<>(spill)));
    }
  }

  private static void own(
      Spill<Object> spill, String stage, IdentityHashMap<Spill<Object>, String> owners) {
    if (GIVEN.stream().anyMatch(given -> given.refersTo(spill))) {
      throw new IllegalArgumentException(
          "spill of stage '" + stage + "' must be new but was given to a pipeline before");
    }
    String other = owners.put(spill, stage);
    if (other != null) {
      throw new IllegalArgumentException(
          "spill of stage '"
              + stage
              + "' must be of no other stage but is of '"
              + other
              + "' as well");
    }
  }
}
