package dev.flyball.dataflow.solve;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * M/M/k/B with sixty digits, from the textbook forms: slow, and right where doubles are not.
 *
 * <p>Weights are relative to the state of k jobs.
 */
final class ExactQueue {

  private static final MathContext DIGITS = new MathContext(60);

  private final int servers;
  private final long waitingRoom;
  private final BigDecimal load;
  private final BigDecimal lowest; // state 0
  private final BigDecimal all;
  private final BigDecimal last; // load^waitingRoom

  ExactQueue(int servers, long room, double load) {
    this.servers = servers;
    this.waitingRoom = room - servers;
    this.load = new BigDecimal(load);
    this.last = this.load.pow((int) waitingRoom, DIGITS);
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
    BigDecimal next = last.multiply(load, DIGITS);
    return BigDecimal.ONE.subtract(next, DIGITS).divide(BigDecimal.ONE.subtract(load), DIGITS);
  }

  /** r + 2 r^2 + ... + m r^m. */
  private BigDecimal weightedPowers() {
    if (isCritical()) {
      return BigDecimal.valueOf(waitingRoom)
          .multiply(BigDecimal.valueOf(waitingRoom + 1))
          .divide(BigDecimal.valueOf(2), DIGITS);
    }
    BigDecimal rest = BigDecimal.ONE.subtract(load);
    BigDecimal inner =
        BigDecimal.ONE
            .subtract(last.multiply(BigDecimal.valueOf(waitingRoom + 1)), DIGITS)
            .add(last.multiply(load).multiply(BigDecimal.valueOf(waitingRoom)), DIGITS);
    return load.multiply(inner).divide(rest.multiply(rest), DIGITS);
  }

  private double share(BigDecimal weight) {
    return weight.divide(all, DIGITS).doubleValue();
  }

  double blocking() {
    return share(last);
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
    BigDecimal accepted = all.subtract(last, DIGITS);
    return share(offered.multiply(accepted));
  }

  double numberMean() {
    BigDecimal offered = load.multiply(BigDecimal.valueOf(servers));
    BigDecimal accepted = all.subtract(last, DIGITS);
    return share(offered.multiply(accepted).add(weightedPowers(), DIGITS));
  }
}
