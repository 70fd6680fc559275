package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.Governor;
import dev.flyball.policy.FixedSize;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Targets that are told to advise only, of each kind that is ours. */
@Timeout(120)
class AdviseOnlyTest {

  private static final FixedSize THREE = new FixedSize(3);

  @Test
  void theSizeStaysUntilItIsGoverned() {
    try (AdaptivePool pool =
            AdaptivePool.named("pool").workers(7).adviseOnly().governedBy(THREE).build();
        Limiter limiter =
            Limiter.named("limiter").atMost(7).adviseOnly().governedBy(THREE).build();
        Permits permits =
            Permits.named("permits").atMost(7).adviseOnly().governedBy(THREE).build()) {
      for (ManagedTarget target : List.of(pool, limiter, permits)) {
        Governor governor = target.governor().orElseThrow();
        governor.step();
        assertThat(governor.lastAdvice().orElseThrow().workers()).as(target.name()).isEqualTo(3);
        assertThat(target.workersTarget()).as(target.name()).isEqualTo(7);

        governor.govern();
        governor.step();
        assertThat(target.workersTarget()).as(target.name()).isEqualTo(3);
      }
    }
  }
}
