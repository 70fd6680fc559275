package dev.flyball.dataflow.solve;

import dev.flyball.base.Require;

/**
 * The queue M/M/k/B: Poisson arrivals, exponential service times, k servers, room for B jobs
 * including those in service; a job that arrives when it is full is rejected.
 *
 * <p>This is the exact meaning of Hlavacs and Nussbaumer, "Optimization for Multi-thread Data-Flow
 * Software", Eqs. (2) to (13), for every k, B and load, also where the printed forms divide by zero
 * (a load of 1 per server) or overflow (factorials, powers).
 *
 * <p><b>How it is computed.</b> All probabilities are taken relative to that of k jobs. With
 * Erlang's B formula {@code b}, which has a stable recursion, the states up to k weigh {@code 1 /
 * b} of it, and the states beyond it a geometric series; above a load of 1 everything is taken
 * relative to the full room instead. Every sum is one of positive terms, so nothing cancels, and
 * nothing is stepped over in B. The mean number in service is {@code a (1 - P_B)}, by Little's law.
 */
public final class FiniteQueue {

  private final int servers;
  private final double offered;
  private final double load;
  private final long waitingRoom;
  private final double blocking;
  private final double kth;

  /**
   * @param servers k, at least 1
   * @param room B, at least k
   * @param load rho = arrival rate / what all servers can do, above 0
   */
  public FiniteQueue(int servers, long room, double load) {
    this.servers = Require.atLeast("servers", 1, servers);
    Require.countAtLeast("room", servers, room);
    this.load = Require.above("load", 0, load);
    this.offered = servers * load;
    this.waitingRoom = room - servers;
    double inverse = erlangInverse(servers, offered);
    if (load <= 1) {
      kth = 1 / (inverse + load * Geometric.sum(load, waitingRoom));
      blocking = kth * StrictMath.pow(load, waitingRoom);
    } else {
      double down = 1 / load;
      double bottom = StrictMath.pow(down, waitingRoom);
      blocking = 1 / (bottom * inverse + Geometric.sum(down, waitingRoom));
      kth = blocking * bottom;
    }
  }

  /**
   * One over Erlang's B formula: 1 / the probability that all of so many servers are busy in a
   * system without a queue; infinite where that is below what a double can hold.
   */
  private static double erlangInverse(int servers, double offered) {
    double inverse = 1;
    for (int k = 1; k <= servers; k++) {
      inverse = 1 + inverse * (k / offered);
    }
    return inverse;
  }

  /**
   * Erlang's B formula, the printed Eq. (14): the probability that all k servers are busy in a
   * system without a queue. It is the blocking probability only for B = k.
   */
  public static double erlangBlocking(int servers, double offered) {
    Require.atLeast("servers", 1, servers);
    return 1 / erlangInverse(servers, Require.above("offered", 0, offered));
  }

  /** rho, Eq. (1): arrivals by what all servers can do. */
  public double load() {
    return load;
  }

  /** P_B: the share of the jobs that is turned away. */
  public double blocking() {
    return blocking;
  }

  /** P_0, Eqs. (4) to (6): the share of the time without a job. */
  public double empty() {
    return StrictMath.exp(-logOfSum());
  }

  /** ln of the sum of all states' weights, where that of no job is 1. */
  private double logOfSum() {
    double highest = 0;
    double log = 0;
    double[] logs = new double[servers + 1];
    for (int n = 1; n <= servers; n++) {
      log += StrictMath.log(offered / n);
      logs[n] = log;
      highest = Math.max(highest, log);
    }
    double beyond =
        load <= 1
            ? StrictMath.log(1 + load * Geometric.sum(load, waitingRoom))
            : waitingRoom * StrictMath.log(load)
                + StrictMath.log(Geometric.sum(1 / load, waitingRoom + 1));
    logs[servers] += beyond;
    highest = Math.max(highest, logs[servers]);
    double sum = 0;
    for (double each : logs) {
      sum += StrictMath.exp(each - highest);
    }
    return highest + StrictMath.log(sum);
  }

  /** P_n, Eqs. (2) and (3): the share of the time with n jobs, from 0 to B. */
  public double probability(long jobs) {
    if (jobs < 0 || jobs > servers + waitingRoom) {
      throw new IllegalArgumentException(
          "jobs must be from 0 to " + (servers + waitingRoom) + " but was " + jobs);
    }
    if (jobs >= servers) {
      return load <= 1
          ? kth * StrictMath.pow(load, jobs - servers)
          : blocking * StrictMath.pow(1 / load, servers + waitingRoom - jobs);
    }
    double log = -logOfSum();
    for (int n = 1; n <= jobs; n++) {
      log += StrictMath.log(offered / n);
    }
    return StrictMath.exp(log);
  }

  /** E_q, Eqs. (9) and (10): jobs that wait, on average. */
  public double waitingMean() {
    return load <= 1
        ? kth * load * Geometric.weightedSum(load, waitingRoom)
        : blocking * Geometric.fallingSum(1 / load, waitingRoom);
  }

  /** Jobs in service, on average; by k it is the effective utilisation rho'. */
  public double busyMean() {
    return offered * accepted();
  }

  /** 1 - P_B: the share of the jobs that gets in. */
  public double accepted() {
    return load <= 1 ? 1 - blocking : acceptedOfMany();
  }

  /** Where most are turned away, 1 - P_B is what is left of the sum without the full room. */
  private double acceptedOfMany() {
    double down = 1 / load;
    double bottom = StrictMath.pow(down, waitingRoom);
    double rest =
        waitingRoom == 0
            ? erlangInverse(servers - 1, offered) * servers / offered
            : bottom * erlangInverse(servers, offered)
                + down * Geometric.sum(down, waitingRoom - 1);
    return blocking * rest;
  }

  /** E_s, Eqs. (7) and (8): jobs in the node, on average. */
  public double numberMean() {
    return busyMean() + waitingMean();
  }

  /** W, Eq. (13): the mean wait of a job that gets in, in service times of one server. */
  public double waitMean() {
    return waitingMean() / busyMean();
  }

  /**
   * The variance of the wait of a job that gets in, in squares of a server's service times: one
   * that finds j - 1 jobs waiting and all servers busy waits for j of them to end.
   */
  public double waitVariance() {
    double room = waitingRoom;
    double squares;
    if (load <= 1) {
      double[] sums = Geometric.moments(load, waitingRoom);
      squares = kth * (sums[2] + 3 * sums[1] + 2 * sums[0]);
    } else {
      double[] sums = Geometric.moments(1 / load, waitingRoom);
      squares =
          blocking * (room * (room + 1) * sums[0] - (2 * room + 1) * sums[1] + sums[2]) / load;
    }
    double mean = waitMean();
    return Math.max(0, squares / accepted() / servers / servers - mean * mean);
  }

  /** R, Eq. (12): the mean response time of a job that gets in, in service times of one server. */
  public double responseMean() {
    return 1 + waitMean();
  }
}
