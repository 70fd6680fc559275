package dev.flyball.dataflow.solve;

/**
 * Equations of Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow Software", section
 * 3, as they are printed where that is not what they should be; {@link FiniteQueue} has what is
 * right.
 *
 * <p>Not guarded: what divides by zero as printed gives NaN or infinity here, and factorials end at
 * 170.
 */
public final class PrintedFormulas {

  private PrintedFormulas() {}

  /**
   * Eq. (6), P_0 for k &gt; 1, with {@code (1 - rho)^(B - k + 1)} where it should be {@code 1 -
   * rho^(B - k + 1)}: so the text of the publication reads. Without a case for rho = 1.
   */
  public static double empty(int servers, long room, double load) {
    double offered = servers * load;
    double term = 1;
    double sum = 1;
    for (int n = 1; n < servers; n++) {
      term *= offered / n;
      sum += term;
    }
    double kth = term * offered / servers;
    double power = StrictMath.pow(1 - load, room - servers + 1.0);
    return 1 / (sum + power * kth / (1 - load));
  }

  /** Eq. (7), E_s for k = 1; without a case for rho = 1. */
  public static double numberMeanOfOne(long room, double load) {
    double last = StrictMath.pow(load, room + 1.0);
    return load / (1 - load) - (room + 1) * last / (1 - last);
  }

  /** Eq. (9), E_q for k = 1; without a case for rho = 1. */
  public static double waitingMeanOfOne(long room, double load) {
    double last = StrictMath.pow(load, (double) room);
    return load / (1 - load) - load * (1 + room * last) / (1 - last * load);
  }

  /**
   * Eq. (14), said to be "the probability that the buffers of a node are all occupied". It is
   * Erlang's B formula, the probability that all servers are busy in a system without a queue, and
   * gives the printed meaning only for B = k.
   */
  public static double allBuffersOccupied(int servers, double load) {
    return FiniteQueue.erlangBlocking(servers, servers * load);
  }
}
