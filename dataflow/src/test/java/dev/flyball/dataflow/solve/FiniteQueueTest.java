package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formulas against sixty digits, against each other, and against the printed ones. */
class FiniteQueueTest {

  private static final double RELATIVE = 1e-10;

  private static final double[] LOADS = {
    0.01,
    0.1,
    0.3,
    0.5,
    0.500001,
    0.7,
    0.8,
    0.9,
    0.95,
    0.99,
    0.999,
    0.9999,
    0.999999,
    0.9999999999,
    1,
    1.0000000001,
    1.000001,
    1.0001,
    1.001,
    1.01,
    1.1,
    1.5,
    2,
    5,
    10
  };

  private static final long[] WAITING = {0, 1, 2, 7, 100, 1023, 65_536, 1_000_000};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 9, 45, 61, 170, 171, 256, 512})
  void agreesWithSixtyDigits(int servers) {
    for (double load : LOADS) {
      for (long waiting : WAITING) {
        long room = Math.min(1_000_000, servers + waiting);
        FiniteQueue queue = new FiniteQueue(servers, room, load);
        ExactQueue exact = new ExactQueue(servers, room, load);
        String where = "k " + servers + ", B " + room + ", rho " + load + ": ";
        near(where + "P_B", queue.blocking(), exact.blocking());
        near(where + "P_0", queue.empty(), exact.empty());
        near(where + "E_q", queue.waitingMean(), exact.waitingMean());
        near(where + "busy", queue.busyMean(), exact.busyMean());
        near(where + "E_s", queue.numberMean(), exact.numberMean());
        for (long jobs : new long[] {1, servers / 2, servers, (servers + room) / 2, room}) {
          near(where + "P_" + jobs, queue.probability(jobs), exact.probability(jobs));
        }
      }
    }
  }

  /** Below what a double holds with all its digits there is nothing to compare. */
  private static void near(String what, double measured, double exact) {
    assertThat(measured).as(what).isNotNaN().isNotInfinite();
    if (Math.abs(exact) < 1e-290) {
      assertThat(measured).as(what).isLessThan(1e-280);
    } else {
      assertThat(Math.abs(measured / exact - 1))
          .as(what + ": " + measured + " " + exact)
          .isLessThan(RELATIVE);
    }
  }

  @Test
  void probabilitiesAddUpToOneAndTheirMeansAreTheSums() {
    for (double load : new double[] {0.2, 0.95, 1, 1.3}) {
      FiniteQueue queue = new FiniteQueue(5, 40, load);
      double sum = 0;
      double jobs = 0;
      double waiting = 0;
      for (int n = 0; n <= 40; n++) {
        sum += queue.probability(n);
        jobs += n * queue.probability(n);
        waiting += Math.max(0, n - 5) * queue.probability(n);
      }
      assertThat(sum).isCloseTo(1, within(1e-13));
      assertThat(queue.numberMean()).isCloseTo(jobs, Percentage.withPercentage(1e-10));
      assertThat(queue.waitingMean()).isCloseTo(waiting, Percentage.withPercentage(1e-10));
      assertThat(queue.empty()).isCloseTo(queue.probability(0), Percentage.withPercentage(1e-10));
    }
  }

  /** Eqs. (4), (5), (7), (9) as printed; (7) and (9) have no case for rho = 1. */
  @Test
  void thePrintedFormsForOneServerAreRight() {
    for (double load : new double[] {0.3, 0.8, 1.2}) {
      FiniteQueue queue = new FiniteQueue(1, 12, load);
      assertThat(queue.empty())
          .isCloseTo((1 - load) / (1 - Math.pow(load, 13)), Percentage.withPercentage(1e-10));
      assertThat(queue.numberMean())
          .isCloseTo(PrintedFormulas.numberMeanOfOne(12, load), Percentage.withPercentage(1e-9));
      assertThat(queue.waitingMean())
          .isCloseTo(PrintedFormulas.waitingMeanOfOne(12, load), Percentage.withPercentage(1e-9));
    }
    assertThat(new FiniteQueue(1, 12, 1).empty()).isCloseTo(1.0 / 13, within(1e-15));
    assertThat(new FiniteQueue(1, 12, 1).numberMean()).isCloseTo(6, within(1e-13));
    assertThat(PrintedFormulas.numberMeanOfOne(12, 1)).isNaN();
  }

  /** Eq. (6) reads (1 - rho)^(B - k + 1): 0.345 where it is 0.0542. */
  @Test
  void thePrintedFormForSeveralServersIsWrong() {
    assertThat(PrintedFormulas.empty(2, 12, 0.95)).isCloseTo(0.345, within(0.001));
    assertThat(new FiniteQueue(2, 12, 0.95).empty()).isCloseTo(0.0542, within(0.0001));
  }

  /** Eq. (14) is Erlang's B formula, and the blocking probability for B = k only. */
  @Test
  void thePrintedProbabilityOfFullBuffersIsErlangsB() {
    assertThat(PrintedFormulas.allBuffersOccupied(3, 0.7))
        .isCloseTo(new FiniteQueue(3, 3, 0.7).blocking(), within(1e-15));
    assertThat(PrintedFormulas.allBuffersOccupied(3, 0.7))
        .isGreaterThan(2 * new FiniteQueue(3, 10, 0.7).blocking());
  }

  @Test
  void argumentsAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FiniteQueue(3, 2, 0.5))
        .withMessage("room must be at least 3 but was 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FiniteQueue(3, 5, 0))
        .withMessageContaining("load must be");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FiniteQueue(3, 5, 0.5).probability(6))
        .withMessage("jobs must be from 0 to 5 but was 6");
  }

  /** The waiting rooms of 1e-3, 1e-6 and 1e-9 lost, as worked out with another program. */
  @Test
  void roomForALossIsTheLeast() {
    long[][] expected = {{24, 55, 86}, {26, 57, 88}, {59, 90, 121}};
    int[] servers = {1, 4, 45};
    double[] shares = {1e-3, 1e-6, 1e-9};
    for (int i = 0; i < servers.length; i++) {
      for (int j = 0; j < shares.length; j++) {
        long room = QueueRoom.forLoss(servers[i], 0.8, shares[j], 1, 1).orElseThrow();
        assertThat(room + servers[i]).isEqualTo(expected[i][j]);
      }
    }
    assertThat(QueueRoom.forLoss(2, 1.5, 0.01, 1, 1)).isEmpty();
  }
}
