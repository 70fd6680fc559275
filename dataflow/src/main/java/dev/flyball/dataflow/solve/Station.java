package dev.flyball.dataflow.solve;

import dev.flyball.policy.Require;

/**
 * A node with k threads and an unlimited queue that is not overloaded: how long its records wait
 * and stay, by two moments of what comes and of the work.
 *
 * <p>The wait is that of M/M/k times {@code (ca^2 + cs^2) / 2} (Allen and Cunneen, in Allen,
 * "Probability, Statistics, and Queueing Theory", 1990): exact for M/M/k and, with Poisson
 * arrivals, for M/G/1; an approximation elsewhere. Quantiles are those of the gamma law with the
 * mean and the variance of the response time: exact for M/M/1.
 *
 * @param servers k, at least 1
 * @param arrivalRate records per second, 0 or more and below the total rate
 * @param totalRate records per second that the k threads work off together, above 0
 * @param arrivalVariation ca^2, the squared coefficient of variation of the gaps between arrivals
 * @param serviceVariation cs^2, that of the service times
 */
record Station(
    int servers,
    double arrivalRate,
    double totalRate,
    double arrivalVariation,
    double serviceVariation) {

  Station {
    Require.atLeast("servers", 1, servers);
    Require.finiteAtLeast("arrivalRate", 0, arrivalRate);
    Require.above("totalRate", 0, totalRate);
    if (arrivalRate >= totalRate) {
      throw new IllegalArgumentException(
          "arrivalRate must be below the total rate (" + totalRate + ") but was " + arrivalRate);
    }
  }

  /** The mean time that a thread takes for a record, in seconds. */
  double serviceSeconds() {
    return servers / totalRate;
  }

  double utilisation() {
    return arrivalRate / totalRate;
  }

  /** Erlang's C formula: the share of the records that wait, with Poisson arrivals. */
  double waitProbability() {
    if (arrivalRate == 0) {
      return 0;
    }
    double blocked = FiniteQueue.erlangBlocking(servers, servers * utilisation());
    return blocked / (1 - utilisation() * (1 - blocked));
  }

  /** How much longer, or shorter, waits are than with exponential times. */
  private double variability() {
    return (arrivalVariation + serviceVariation) / 2;
  }

  /** The mean wait of those that wait, in seconds. */
  private double waitOfThoseThatWait() {
    return variability() / (totalRate - arrivalRate);
  }

  /** The mean wait, in seconds. */
  double waitSeconds() {
    return waitProbability() * waitOfThoseThatWait();
  }

  /** The mean time from arrival to end, in seconds. */
  double responseSeconds() {
    return waitSeconds() + serviceSeconds();
  }

  /** The response time that so large a share of the records has at most, in seconds. */
  double responseQuantile(double share) {
    double wait = waitProbability();
    double each = waitOfThoseThatWait();
    double waitVariance = each * each * wait * (2 - wait);
    double serviceVariance = serviceVariation * serviceSeconds() * serviceSeconds();
    return GammaLaw.quantile(responseSeconds(), waitVariance + serviceVariance, share);
  }

  /**
   * The squared coefficient of variation of the gaps between departures (Whitt, "The Queueing
   * Network Analyzer", 1983, Eq. (39)): {@code 1 + (1 - rho^2) (ca^2 - 1) + rho^2 / sqrt(k)
   * (max(cs^2, 0.2) - 1)}.
   */
  double departureVariation() {
    double square = utilisation() * utilisation();
    return 1
        + (1 - square) * (arrivalVariation - 1)
        + square / StrictMath.sqrt(servers) * (Math.max(serviceVariation, 0.2) - 1);
  }
}
