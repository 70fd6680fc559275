package dev.flyball.lab.papers;

import dev.flyball.lab.load.Arrival;
import dev.flyball.lab.load.Schedule;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Spread;
import dev.flyball.lab.server.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The ceiling of every pool: each request of a schedule starts the moment it arrives and takes
 * exactly the service time in its kind's description.
 *
 * <p>Computed, not run. Its mean number of workers is the smallest with which any pool can do the
 * work, since idle workers are not counted.
 *
 * @param offered requests in the schedule
 * @param completedWhileOffered requests that end before the load does
 * @param workerSeconds the service times of all requests, summed
 * @param lastEndSeconds when the last request ends
 * @param busyMax the maximum number of busy workers
 * @param serviceMillis the service times, ascending, in milliseconds
 * @param seconds the length of the load
 */
record NoWait(
    long offered,
    long completedWhileOffered,
    double workerSeconds,
    double lastEndSeconds,
    int busyMax,
    List<Double> serviceMillis,
    double seconds) {

  /**
   * @param services the service time of each kind, by its id
   */
  static NoWait of(Workload workload, Map<String, Duration> services, Schedule schedule) {
    long lengthNanos = schedule.length().toNanos();
    List<Double> serviceMillis = new ArrayList<>();
    List<long[]> steps = new ArrayList<>();
    long completed = 0;
    long serviceNanosSum = 0;
    long lastEndNanos = 0;
    for (Arrival arrival : schedule) {
      String kind = workload.kinds().get(arrival.kind()).id();
      Duration service = services.get(kind);
      if (service == null) {
        throw new IllegalArgumentException("services must name every kind but not '" + kind + "'");
      }
      long endNanos = arrival.atNanos() + service.toNanos();
      serviceMillis.add(service.toNanos() / 1e6);
      steps.add(new long[] {arrival.atNanos(), 1});
      steps.add(new long[] {endNanos, -1});
      serviceNanosSum += service.toNanos();
      lastEndNanos = Math.max(lastEndNanos, endNanos);
      if (endNanos <= lengthNanos) {
        completed++;
      }
    }
    Collections.sort(serviceMillis);
    return new NoWait(
        serviceMillis.size(),
        completed,
        serviceNanosSum / 1e9,
        lastEndNanos / 1e9,
        most(steps),
        serviceMillis,
        lengthNanos / 1e9);
  }

  private static int most(List<long[]> steps) {
    steps.sort((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    int most = 0;
    int busy = 0;
    for (long[] step : steps) {
      busy += (int) step[1];
      most = Math.max(most, busy);
    }
    return most;
  }

  double workersMean() {
    return lastEndSeconds > 0 ? workerSeconds / lastEndSeconds : 0;
  }

  double throughputPerSecond() {
    return completedWhileOffered / seconds;
  }

  RunRow row(long seed) {
    return RunRow.builder("oracle: nobody waits", seed)
        .offered(offered)
        .completed(offered)
        .failed(0)
        .throughputPerSecond(throughputPerSecond())
        .responseMillis(
            new Spread(quantile(0.50), quantile(0.90), quantile(0.95), quantile(0.99), quantile(1)))
        .waitMillis(new Spread(0, 0, 0, 0, 0))
        .workersMean(workersMean())
        .workersMax(busyMax)
        .workerSeconds(workerSeconds)
        .extra("offeredPerSecond", offered / seconds)
        .build();
  }

  private double quantile(double share) {
    if (serviceMillis.isEmpty()) {
      return Double.NaN;
    }
    int rank = (int) Math.ceil(share * serviceMillis.size());
    return serviceMillis.get(Math.max(1, rank) - 1);
  }
}
