package dev.flyball.lab.database;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of one interval in sysbench's report line.
 *
 * @param endSeconds when the interval ended, since the program's start
 * @param transactionsPerSecond transactions done per second
 * @param questionsPerSecond statements sent per second
 * @param p95Nanos the 95th percentile of the transactions' times
 * @param errorsPerSecond transactions per second that failed and were tried anew
 * @param lossesPerSecond connections made anew per second
 */
record SysbenchReport(
    int endSeconds,
    double transactionsPerSecond,
    double questionsPerSecond,
    long p95Nanos,
    double errorsPerSecond,
    double lossesPerSecond) {

  private static final String NUMBER = "([0-9.]+)";

  private static final Pattern LINE =
      Pattern.compile(
          "\\[ *([0-9]+)s \\] thds: [0-9]+ tps: "
              + NUMBER
              + " qps: "
              + NUMBER
              + " \\(r/w/o: [0-9./]+\\) lat \\(ms,95%\\): "
              + NUMBER
              + " err/s:? *"
              + NUMBER
              + " reconn/s:? *"
              + NUMBER
              + " *");

  /** Reads a line of the program's output; empty when it is no report. */
  static Optional<SysbenchReport> of(String line) {
    Matcher found = LINE.matcher(line);
    return found.matches() ? Optional.of(of(found)) : Optional.empty();
  }

  private static SysbenchReport of(Matcher found) {
    return new SysbenchReport(
        Integer.parseInt(found.group(1)),
        Double.parseDouble(found.group(2)),
        Double.parseDouble(found.group(3)),
        (long) (Double.parseDouble(found.group(4)) * 1e6),
        Double.parseDouble(found.group(5)),
        Double.parseDouble(found.group(6)));
  }

  /**
   * The reports of some intervals of a second each as one reading. The mean time follows from the
   * closed loop: {@code clients} clients, always waiting for one transaction each, spend {@code
   * clients * seconds} on all of them. The percentile is the mean of the seconds' percentiles, each
   * weighed by its transactions, for the true one cannot be had.
   */
  static LoadReading together(List<SysbenchReport> reports, int clients) {
    double transactions = 0;
    double questions = 0;
    double errors = 0;
    double losses = 0;
    double weighedNanos = 0;
    for (SysbenchReport report : reports) {
      transactions += report.transactionsPerSecond;
      questions += report.questionsPerSecond;
      errors += report.errorsPerSecond;
      losses += report.lossesPerSecond;
      weighedNanos += report.p95Nanos * report.transactionsPerSecond;
    }
    boolean any = transactions > 0;
    return new LoadReading(
        reports.size(),
        Math.round(transactions),
        Math.round(questions),
        Math.round(errors),
        Math.round(losses),
        any
            ? OptionalDouble.of(clients * 1e9 * reports.size() / transactions)
            : OptionalDouble.empty(),
        OptionalLong.empty(),
        any ? OptionalLong.of(Math.round(weighedNanos / transactions)) : OptionalLong.empty());
  }
}
