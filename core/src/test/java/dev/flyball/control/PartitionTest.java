package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.spec.Headroom;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionTest {

  private static final List<Observation> WEB_AND_JMS_AND_IDLE =
      List.of(
          Seen.steady(100, 0.6).build(), Seen.steady(60, 1).at(0, 2).build(), Seen.idle().build());

  @Test
  void theTotalIsStaffedAsOnePool() {
    assertThat(Partition.total(WEB_AND_JMS_AND_IDLE, new Headroom.None())).isEqualTo(90);
    assertThat(Partition.total(WEB_AND_JMS_AND_IDLE, Headroom.standard())).isEqualTo(105);
    assertThat(Partition.total(List.of(Seen.idle().build()), Headroom.standard())).isEqualTo(1);
    assertThat(
            Partition.total(List.of(Seen.idle().build(), Seen.idle().build()), Headroom.standard()))
        .as("at least one for each")
        .isEqualTo(2);
  }

  @Test
  void aPoolInWhichNothingEndedCountsItsTasks() {
    Observation stuck = Seen.idle().busy(5).queue(7, 9).flow(3, 0, 0).build();
    assertThat(Partition.demands(List.of(stuck))).containsExactly(12.0);
  }

  @Test
  void dividesByDemand() {
    Partition partition = Partition.byDemand(10, WEB_AND_JMS_AND_IDLE);
    assertThat(partition.parts()).containsExactly(6, 3, 1);
    assertThat(partition.why()).isEqualTo("10 workers by demand 60.0 -> 6, 30.0 -> 3, 0.0 -> 1");
  }

  @Test
  void dividesByWeight() {
    assertThat(parts(10, 1.0, 1.0, 1.0)).containsExactly(4, 3, 3);
    assertThat(parts(7, 3.0, 2.0, 1.0)).containsExactly(4, 2, 1);
    assertThat(parts(3, 1000.0, 1.0, 0.0)).containsExactly(1, 1, 1);
    assertThat(parts(8, 0.0, 0.0)).containsExactly(4, 4);
    assertThat(parts(5, 7.0)).containsExactly(5);
    assertThat(parts(100, 1.5, 1.0, 97.5)).containsExactly(2, 1, 97);
  }

  @Test
  void aWeightFavoursAPool() {
    List<Observation> pools = List.of(Seen.steady(10, 1).build(), Seen.steady(10, 1).build());
    assertThat(Partition.byWeightedDemand(30, pools, List.of(2.0, 1.0)).parts())
        .containsExactly(20, 10);
  }

  @Test
  void theImpossibleIsRefused() {
    assertThatThrownBy(() -> parts(2, 1.0, 1.0, 1.0))
        .hasMessage("total must be at least one worker per pool (3) but was 2");
    assertThatThrownBy(() -> parts(2, 1.0, -1.0))
        .hasMessage("weight must be a finite number of at least 0.0 but was -1.0");
    assertThatThrownBy(() -> Partition.byWeight(2, List.of()))
        .hasMessage("pools must be at least one but were none");
    assertThatThrownBy(() -> Partition.byWeightedDemand(5, WEB_AND_JMS_AND_IDLE, List.of(1.0)))
        .hasMessage("weights must be as many as pools (3) but were 1");
  }

  private static List<Integer> parts(int total, Double... weights) {
    return Partition.byWeight(total, List.of(weights)).parts();
  }
}
