package dev.flyball.sim;

/**
 * What queueing theory says of systems with closed forms; every time in seconds, every rate per
 * second.
 *
 * <p>Kendall's letters: M for exponential gaps or service times, D for constant ones, G for any;
 * then the number of workers; then how many tasks have room, those in service among them; PS where
 * the tasks share the processors, otherwise first come first served.
 */
public final class QueueingTheory {

  private QueueingTheory() {}

  /** Erlang's C: the probability that a task has to wait in M/M/k with a load of {@code erlang}. */
  public static double waitProbability(int workers, double erlang) {
    double blocking = 1; // Erlang's B, by its recursion over the number of workers
    for (int k = 1; k <= workers; k++) {
      blocking = erlang * blocking / (k + erlang * blocking);
    }
    return workers * blocking / (workers - erlang * (1 - blocking));
  }

  /** The mean wait in M/M/k. */
  public static double waitMean(double rate, double service, int workers) {
    double erlang = rate * service;
    return waitProbability(workers, erlang) * service / (workers - erlang);
  }

  /** The mean number of tasks in M/M/k, those in service among them; Little's law. */
  public static double numberMean(double rate, double service, int workers) {
    return rate * (waitMean(rate, service, workers) + service);
  }

  /**
   * Pollaczek and Khinchine: the mean wait in M/G/1.
   *
   * @param variation the variance of a service time divided by the square of its mean
   */
  public static double singleWorkerWaitMean(double rate, double service, double variation) {
    double load = rate * service;
    return load / (1 - load) * service * (1 + variation) / 2;
  }

  /** The mean response time in M/G/1-PS, whatever the distribution of the service times. */
  static double sharedResponseMean(double rate, double service) {
    return service / (1 - rate * service);
  }

  /**
   * A system that is a walk on the numbers of tasks from 0 to {@code room}: the share of time that
   * it spends at each.
   */
  private static double[] shares(int room, Step up, Step down) {
    double[] shares = new double[room + 1];
    shares[0] = 1;
    double sum = 1;
    for (int n = 1; n <= room; n++) {
      shares[n] = shares[n - 1] * up.rate(n - 1) / down.rate(n);
      sum += shares[n];
    }
    for (int n = 0; n <= room; n++) {
      shares[n] /= sum;
    }
    return shares;
  }

  /** The rate of a step from {@code n} tasks. */
  private interface Step {
    double rate(int n);
  }

  private static double mean(double[] shares) {
    double mean = 0;
    for (int n = 0; n < shares.length; n++) {
      mean += n * shares[n];
    }
    return mean;
  }

  /**
   * M/M/k with room for {@code room} tasks.
   *
   * @param blocking the share of tasks turned away
   * @param numberMean the mean number of tasks in it
   * @param waitMean the mean wait of those taken in
   */
  public record Bounded(double blocking, double numberMean, double waitMean) {
    public static Bounded of(double rate, double service, int workers, int room) {
      double[] shares = shares(room, n -> rate, n -> Math.min(n, workers) / service);
      double takenIn = rate * (1 - shares[room]);
      double number = mean(shares);
      return new Bounded(shares[room], number, number / takenIn - service);
    }
  }

  /**
   * M/M/k of tasks that are turned away when they have waited for so long, and whose answer is of
   * use for so long: the density of the wait that a task would have if it were patient is that of
   * M/M/k up to the patience, and falls with the rate of the workers beyond (Baccelli, Hebuterne
   * 1981, "On Queues with Impatient Customers"). The load must not be 1.
   *
   * @param lost the share of tasks turned away
   * @param good the share of tasks that end within their deadline
   */
  public record Impatient(double lost, double good) {
    public static Impatient of(
        double rate, double service, int workers, double patience, double deadline) {
      double capacity = workers / service;
      double drift = rate - capacity;
      double atOnce = 0; // relative to the share of time with one worker idle
      double term = 1;
      for (int idle = 1; idle <= workers; idle++) {
        atOnce += term;
        term *= (workers - idle) / (rate * service);
      }
      double waiting = rate * Math.expm1(drift * patience) / drift;
      double beyond = rate * Math.exp(drift * patience) / capacity;
      double all = atOnce + waiting + beyond;
      double lateOfWaiting =
          rate
              * Math.exp(-deadline / service)
              * Math.expm1((drift + 1 / service) * patience)
              / (drift + 1 / service);
      double good = -Math.expm1(-deadline / service) * atOnce + waiting - lateOfWaiting;
      return new Impatient(beyond / all, good / all);
    }
  }

  /**
   * Machines and repairers: {@code clients} who think for an exponential time and then have a task
   * done.
   *
   * @param throughput tasks done per second
   * @param numberMean the mean number of tasks waiting or in service
   */
  record Repair(double throughput, double numberMean) {
    static Repair of(int clients, double think, double service, int workers) {
      double[] shares =
          shares(clients, n -> (clients - n) / think, n -> Math.min(n, workers) / service);
      double number = mean(shares);
      return new Repair((clients - number) / think, number);
    }
  }
}
