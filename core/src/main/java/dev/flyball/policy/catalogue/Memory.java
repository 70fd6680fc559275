package dev.flyball.policy.catalogue;

import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.guard.Recall;
import dev.flyball.policy.guard.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a policy with {@linkplain Guards#recall recall} remembers of the workloads that it has
 * sized. It outlives a run in a {@link dev.flyball.control.PolicyFile}, and can be handed to
 * another policy, of another kind too: a policy of the same kind goes on with the searches, any
 * other begins its own from the sizes found.
 *
 * <pre>{@code
 * SizingPolicy learned = file.read();
 * Memory memory = Memory.of(learned).orElseThrow();
 * SizingPolicy policy = Guards.recall(fresh, List.of(memory), Map.of("server", "db1"));
 * }</pre>
 *
 * <p>Immutable.
 */
public final class Memory {

  private final Recall recall;

  private Memory(Recall recall) {
    this.recall = recall;
  }

  /** What a policy remembers; empty for one without recall. */
  public static Optional<Memory> of(SizingPolicy policy) {
    Objects.requireNonNull(policy, "policy must not be null");
    Optional<SizingPolicy> at = Optional.of(policy);
    while (at.isPresent()) {
      if (at.get() instanceof Recall recall) {
        return Optional.of(new Memory(recall));
      }
      at = at.get().inner();
    }
    return Optional.empty();
  }

  /** Where it was learned, as it was said to {@link Guards#recall}. */
  public SortedMap<String, String> origin() {
    return recall.origin();
  }

  /** How many workloads are remembered. */
  public int workloads() {
    return recall.remembered().size();
  }

  /** The sizes found, in workers, of the workloads whose search has ended, the latest first. */
  public List<Integer> sizesFound() {
    return recall.remembered().stream().filter(Workload::found).map(Workload::size).toList();
  }

  /** The policy with all that these remember, the first of them being the most trusted. */
  static Recall remembering(
      SizingPolicy policy, List<Memory> memories, SortedMap<String, String> origin) {
    List<Workload> all = new ArrayList<>();
    for (Memory memory : memories) {
      boolean same = memory.recall.fresh().equals(policy);
      memory.recall.remembered().stream()
          .filter(workload -> same || workload.found())
          .map(workload -> same ? workload : workload.sizedBy(policy))
          .forEach(all::add);
    }
    return Recall.of(policy).with(all, new TreeMap<>(origin));
  }
}
