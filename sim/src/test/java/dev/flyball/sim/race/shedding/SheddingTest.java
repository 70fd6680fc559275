package dev.flyball.sim.race.shedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.Verdict.Answer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules of others, asked one by one. */
class SheddingTest {

  private static final long MILLI = 1_000_000;

  private static Arrival arrived(long millis, long deadlineMillis) {
    return new Arrival("kind", Importance.NORMAL, "", millis * MILLI, deadlineMillis * MILLI);
  }

  private static PoolState at(long millis, int waiting, int capacity) {
    return new PoolState(
        millis * MILLI, 4, false, waiting, capacity, 0, 0, 0, 0, 0, 0, 1, Optional.empty());
  }

  private static Verdict started(Admission rule, long arrivedMillis, long nowMillis, int waiting) {
    return rule.starting(arrived(arrivedMillis, arrivedMillis + 1000), at(nowMillis, waiting, 100));
  }

  @Test
  void halfOfTheTimeMayBeWaited() {
    HalfDeadline rule = new HalfDeadline();
    assertThat(started(rule, 100, 600, 3).answer()).isEqualTo(Answer.IN);
    assertThat(started(rule, 100, 601, 3).answer()).isEqualTo(Answer.OUT);
    Arrival patient = new Arrival("kind", Importance.NORMAL, "", 0, Arrival.NO_DEADLINE);
    assertThat(rule.starting(patient, at(1_000_000, 3, 100)).answer()).isEqualTo(Answer.IN);
  }

  @Test
  void whatHasNoRoomIsTurnedAway() {
    for (Admission rule : new Admission[] {new HalfDeadline(), ControlledDelay.published()}) {
      assertThat(rule.arriving(arrived(1, 9), at(1, 4, 5)).answer()).isEqualTo(Answer.IN);
      assertThat(rule.arriving(arrived(1, 9), at(1, 5, 5)).answer()).isEqualTo(Answer.OUT);
      assertThat(rule.order()).isEqualTo(Admission.Order.ARRIVAL);
    }
  }

  @Test
  void aQueueThatHasJustBeenEmptyMayBeWaitedInForAnInterval() {
    Admission seenEmpty =
        ControlledDelay.published().arriving(arrived(1000, 9000), at(1000, 0, 9)).next();
    assertThat(started(seenEmpty, 1000, 1099, 3).answer()).isEqualTo(Answer.IN);
    assertThat(started(seenEmpty, 1000, 1101, 3).answer()).isEqualTo(Answer.OUT);
  }

  @Test
  void aQueueThatStandsMayBeWaitedInForTheTarget() {
    Admission seenEmpty =
        ControlledDelay.published().arriving(arrived(1000, 9000), at(1000, 0, 9)).next();
    assertThat(started(seenEmpty, 1195, 1200, 3).answer()).isEqualTo(Answer.IN);
    assertThat(started(seenEmpty, 1194, 1200, 3).answer()).isEqualTo(Answer.OUT);
  }
}
