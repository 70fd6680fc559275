package dev.flyball.policy.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PerTask;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is remembered, handed on. */
class MemoryTest {

  private static Observation seen(int window, int size, double selects) {
    return Seen.steady(1_000, 0.005).at(window, 1).workers(size).build().toBuilder()
        .perTask(PerTask.of(Map.of("selects", selects), Map.of()))
        .build();
  }

  private static SizingPolicy visited(SizingPolicy policy, int from, int size, double selects) {
    SizingPolicy asked = policy;
    for (int window = from; window < from + 20; window++) {
      asked = asked.advise(seen(window, size, selects)).next();
    }
    return asked;
  }

  private static Memory learned(int size, double selects, String server) {
    SizingPolicy empty = Guards.recall(new FixedSize(size), List.of(), Map.of("server", server));
    return Memory.of(visited(empty, 0, size, selects)).orElseThrow();
  }

  @Test
  void saysWhatItHolds() {
    Memory memory = learned(8, 1, "db1");
    assertThat(memory.workloads()).isEqualTo(1);
    assertThat(memory.sizesFound()).containsExactly(8);
    assertThat(memory.origin()).isEqualTo(Map.of("server", "db1"));
    assertThat(Memory.of(new FixedSize(8))).isEmpty();
    assertThat(Memory.of(Policies.parse("fixed(workers=8,recall=true,rescue=true)"))).isPresent();
  }

  @Test
  void isHandedToAPolicyOfAnotherKind() {
    SizingPolicy other =
        Guards.recall(
            new FixedSize(3), List.of(learned(8, 1, "db1"), learned(32, 0.4, "db2")), Map.of());
    Advice points = other.advise(seen(0, 2, 1));
    assertThat(points.workers()).isEqualTo(8);
    assertThat(points.why()).endsWith("8 workers were best for it");
    assertThat(other.advise(seen(0, 2, 0.4)).workers()).isEqualTo(32);
    Advice strange = other.advise(seen(0, 2, 0.01));
    assertThat(strange.workers()).as("a workload that is not known").isEqualTo(3);
  }

  @Test
  void isWrittenAndReadWithItsOrigin() {
    SizingPolicy policy =
        visited(
            Guards.recall(new FixedSize(8), List.of(), Map.of("server", "MariaDB \"11\"")),
            0,
            8,
            1);
    SizingPolicy back = PolicyText.read(PolicyText.write(policy));
    assertThat(back).isEqualTo(policy);
    assertThat(Memory.of(back).orElseThrow().origin()).containsEntry("server", "MariaDB \"11\"");
  }
}
