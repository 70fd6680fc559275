package dev.flyball.sim.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a run is cut, and what is joined when there are too many cuts. */
class SegmentTest {

  @Test
  void turnsCutTheRun() {
    assertThat(Segment.between(List.of(), 100)).containsExactly(new Segment(0, 100));
    assertThat(Segment.between(List.of(30L, 40L), 100))
        .containsExactly(new Segment(0, 30), new Segment(30, 40), new Segment(40, 100));
  }

  @Test
  void theShortestIsJoinedWithItsShorterNeighbour() {
    List<Segment> segments = Segment.between(List.of(30L, 40L, 60L), 100); // 30, 10, 20, 40 long
    assertThat(Segment.joined(segments, 4)).isEqualTo(segments);
    assertThat(Segment.joined(segments, 3))
        .containsExactly(new Segment(0, 30), new Segment(30, 60), new Segment(60, 100));
    assertThat(Segment.joined(segments, 2))
        .containsExactly(new Segment(0, 60), new Segment(60, 100));
    assertThat(Segment.joined(segments, 1)).containsExactly(new Segment(0, 100));
  }

  @Test
  void theFirstAndTheLastHaveOneNeighbour() {
    assertThat(Segment.joined(Segment.between(List.of(5L, 50L), 100), 2))
        .containsExactly(new Segment(0, 50), new Segment(50, 100));
    assertThat(Segment.joined(Segment.between(List.of(50L, 95L), 100), 2))
        .containsExactly(new Segment(0, 50), new Segment(50, 100));
  }

  @Test
  void aSegmentHasALength() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Segment(5, 5))
        .withMessage("toNanos must be above fromNanos (5) but was 5");
  }
}
