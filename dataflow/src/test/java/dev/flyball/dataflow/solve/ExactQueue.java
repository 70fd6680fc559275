package dev.flyball.dataflow.solve;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * M/M/k/B with a hundred digits, from the textbook forms: slow, and right where doubles are not.
 *
 * <p>Weights are relative to the state of k jobs.
 */
final class ExactQueue {

  private static final MathContext DIGITS = new MathContext(100);

  private final int servers;
  private final long waitingRoom;
  private final BigDecimal load;
  private final BigDecimal lowest; // state 0
  private final BigDecimal all;

  ExactQueue(int servers, long room, double load) {
    this.servers = servers;
    this.waitingRoom = room - servers;
    this.load = new BigDecimal(load);
    BigDecimal offered = this.load.multiply(BigDecimal.valueOf(servers));
    BigDecimal weight = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = servers; n >= 1; n--) {
      weight = weight.multiply(BigDecimal.valueOf(n)).divide(offered, DIGITS);
      sum = sum.add(weight, DIGITS);
    }
    this.lowest = weight;
    this.all = sum.add(powers(), DIGITS);
  }

  private boolean isCritical() {
    return load.compareTo(BigDecimal.ONE) == 0;
  }

  /** 1 + r + ... + r^m. */
  private BigDecimal powers() {
    if (isCritical()) {
      return BigDecimal.valueOf(waitingRoom + 1);
    }
    BigDecimal last = load.pow((int) (waitingRoom + 1), DIGITS);
    return BigDecimal.ONE.subtract(last).divide(BigDecimal.ONE.subtract(load), DIGITS);
  }

  /** r + 2 r^2 + ... + m r^m. */
  private BigDecimal weightedPowers() {
    if (isCritical()) {
      return BigDecimal.valueOf(waitingRoom)
          .multiply(BigDecimal.valueOf(waitingRoom + 1))
          .divide(BigDecimal.valueOf(2), DIGITS);
    }
    BigDecimal power = load.pow((int) waitingRoom, DIGITS);
    BigDecimal rest = BigDecimal.ONE.subtract(load);
    BigDecimal inner =
        BigDecimal.ONE
            .subtract(power.multiply(BigDecimal.valueOf(waitingRoom + 1)))
            .add(power.multiply(load).multiply(BigDecimal.valueOf(waitingRoom)));
    return load.multiply(inner).divide(rest.multiply(rest), DIGITS);
  }

  private double share(BigDecimal weight) {
    return weight.divide(all, DIGITS).doubleValue();
  }

  double blocking() {
    return share(load.pow((int) waitingRoom, DIGITS));
  }

  double empty() {
    return share(lowest);
  }

  double probability(long jobs) {
    if (jobs >= servers) {
      return share(load.pow((int) (jobs - servers), DIGITS));
    }
    BigDecimal offered = load.multiply(BigDecimal.valueOf(servers));
    BigDecimal weight = BigDecimal.ONE;
    for (int n = servers; n > jobs; n--) {
      weight = weight.multiply(BigDecimal.valueOf(n)).divide(offered, DIGITS);
    }
    return share(weight);
  }

  double waitingMean() {
    return share(weightedPowers());
  }

  double busyMean() {
    BigDecimal offered = load.multiply(BigDecimal.valueOf(servers));
    BigDecimal accepted = all.subtract(load.pow((int) waitingRoom, DIGITS));
    return share(offered.multiply(accepted));
  }

  double numberMean() {
    BigDecimal offered = load.multiply(BigDecimal.valueOf(servers));
    BigDecimal accepted = all.subtract(load.pow((int) waitingRoom, DIGITS));
    return share(offered.multiply(accepted).add(weightedPowers()));
  }
}
