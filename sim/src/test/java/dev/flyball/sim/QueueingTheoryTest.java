package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.QueueingTheory.Bounded;
import dev.flyball.sim.QueueingTheory.Impatient;
import dev.flyball.sim.QueueingTheory.Repair;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The formulas agree with what can be worked out by hand, and with each other. */
final class QueueingTheoryTest {

  private static final Offset<Double> TINY = within(1e-12);

  @Test
  void oneWorkerWaitsAsLongAsTheTextbookSays() {
    // rho = 0.8, S = 1: W = rho / (1 - rho) = 4, L = 4
    assertThat(QueueingTheory.waitMean(0.8, 1, 1)).isCloseTo(4, TINY);
    assertThat(QueueingTheory.numberMean(0.8, 1, 1)).isCloseTo(4, TINY);
    assertThat(QueueingTheory.singleWorkerWaitMean(0.8, 1, 1)).isCloseTo(4, TINY);
    assertThat(QueueingTheory.singleWorkerWaitMean(0.8, 1, 0)).isCloseTo(2, TINY);
    assertThat(QueueingTheory.sharedResponseMean(0.8, 1)).isCloseTo(5, TINY);
  }

  @Test
  void twoWorkersAreWaitedForAsTheTextbookSays() {
    // C(2, a) = a^2 / (2 + a): at a = 1 it is 1/3
    assertThat(QueueingTheory.waitProbability(2, 1)).isCloseTo(1.0 / 3, TINY);
    assertThat(QueueingTheory.waitMean(1, 1, 2)).isCloseTo(1.0 / 3, TINY);
  }

  @Test
  void roomForOneIsErlangsLoss() {
    // M/M/1/1 at a = 1: half of the tasks are turned away, nobody waits
    Bounded bounded = Bounded.of(1, 1, 1, 1);
    assertThat(bounded.blocking()).isCloseTo(0.5, TINY);
    assertThat(bounded.numberMean()).isCloseTo(0.5, TINY);
    assertThat(bounded.waitMean()).isCloseTo(0, TINY);
  }

  @Test
  void muchRoomIsNoBound() {
    Bounded bounded = Bounded.of(6, 1, 8, 400);
    assertThat(bounded.waitMean()).isCloseTo(QueueingTheory.waitMean(6, 1, 8), within(1e-9));
    assertThat(bounded.numberMean()).isCloseTo(QueueingTheory.numberMean(6, 1, 8), within(1e-9));
  }

  @Test
  void endlessPatienceIsNone() {
    Impatient impatient = Impatient.of(6, 1, 8, 60, 1e9);
    assertThat(impatient.lost()).isCloseTo(0, within(1e-9));
    assertThat(impatient.good()).isCloseTo(1, within(1e-9));
  }

  @Test
  void noPatienceIsErlangsLoss() {
    Impatient impatient = Impatient.of(9, 1, 8, 0, 1);
    double blocking = Bounded.of(9, 1, 8, 8).blocking();
    assertThat(impatient.lost()).isCloseTo(blocking, TINY);
    assertThat(impatient.good()).isCloseTo((1 - blocking) * (1 - Math.exp(-1)), TINY);
  }

  @Test
  void twoMachinesAndOneRepairer() {
    // think = service = 1: shares 1, 2, 2 of 5; throughput = 1 - 1/5, number = (2 + 4) / 5
    Repair repair = Repair.of(2, 1, 1, 1);
    assertThat(repair.throughput()).isCloseTo(0.8, TINY);
    assertThat(repair.numberMean()).isCloseTo(1.2, TINY);
  }
}
