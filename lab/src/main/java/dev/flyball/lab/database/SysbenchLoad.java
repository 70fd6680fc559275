package dev.flyball.lab.database;

import dev.flyball.base.Require;
import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The well-known load generator sysbench as the clients of a database: a process of its own, read
 * from the line it writes each second.
 *
 * <p>It runs the same statements on the same {@link Tables} as {@link ClientLoad}, so what one
 * finds the other can check. Differences: a reading is of whole seconds, as many as have been
 * reported since the one before, and knows no median; switching starts the program anew; it does
 * not survive the server's death; and it has no {@link Profile#NEW_ORDER}.
 *
 * <p>States: running, or died of something (every reading says of what), or closed. Safe for use by
 * several threads.
 */
public final class SysbenchLoad implements DatabaseLoad {

  private static final String NAME = "sysbench";

  private final DatabaseServer server;
  private final Tables tables;
  private final int connections;
  private final long seed;
  private final List<SysbenchReport> unread = new ArrayList<>();
  private volatile LoadProgram program;

  private SysbenchLoad(
      DatabaseServer server, Tables tables, Profile profile, int connections, long seed) {
    this.server = server;
    this.tables = tables;
    this.connections = connections;
    this.seed = seed;
    program = launch(profile);
  }

  /** Whether the program is there to be run. */
  public static boolean installed() {
    return LoadProgram.installed(NAME);
  }

  /**
   * Starts the program on data as it was {@linkplain Tables#create made}.
   *
   * @throws ServerFailedException when sysbench is not installed
   */
  public static SysbenchLoad start(
      DatabaseServer server, Tables tables, Profile profile, int connections, long seed) {
    Require.between("connections", 1, 100_000, connections);
    if (!installed()) {
      throw new ServerFailedException(
          "there is no sysbench on the PATH; install it (Debian: apt install sysbench),"
              + " or do without it: our own clients do the same");
    }
    return new SysbenchLoad(server, tables, profile, connections, seed);
  }

  /**
   * The seconds reported since the last reading; none at all when it comes too soon.
   *
   * @throws ServerFailedException when the program has died
   */
  @Override
  public synchronized LoadReading reading() {
    if (!program.isAlive() && unread.isEmpty()) {
      throw program.died();
    }
    LoadReading reading = SysbenchReport.together(unread, connections);
    unread.clear();
    return reading;
  }

  /** Ends the program and starts it with another script: all clients connect anew. */
  @Override
  public void switchTo(Profile next) {
    close();
    program = launch(next);
  }

  @Override
  public void close() {
    program.close();
  }

  private LoadProgram launch(Profile profile) {
    return LoadProgram.start(command(profile), this::heard);
  }

  private List<String> command(Profile profile) {
    if (profile.sysbenchScript().isEmpty()) {
      throw new ServerFailedException(
          "sysbench has no script for " + profile + "; our own clients or go-tpc can do it");
    }
    boolean hot = profile == Profile.HOT_UPDATE;
    return List.of(
        NAME,
        profile.sysbenchScript(),
        "--db-driver=mysql",
        "--mysql-host=127.0.0.1",
        "--mysql-port=" + server.port(),
        "--mysql-user=" + server.user(),
        "--mysql-password=" + server.password(),
        "--mysql-db=" + DatabaseServer.DATABASE,
        "--mysql-ignore-errors=1213,1020,1205", // what waits for locks end with
        "--tables=" + (hot ? 1 : tables.tables()),
        "--table-size=" + (hot ? Profile.HOT_ROWS : tables.rows()),
        "--rand-type=" + (hot ? "uniform" : "special"),
        "--rand-seed=" + (1 + Math.floorMod(seed, Integer.MAX_VALUE - 1)),
        "--threads=" + connections,
        "--time=0",
        "--report-interval=1",
        "run");
  }

  private synchronized boolean heard(String line) {
    Optional<SysbenchReport> report = SysbenchReport.of(line);
    report.ifPresent(unread::add);
    return report.isPresent();
  }

  /**
   * The figures of one interval in sysbench's report line.
   *
   * @param transactionsPerSecond transactions done per second
   * @param questionsPerSecond statements sent per second
   * @param p95Nanos the 95th percentile of the transactions' times
   * @param errorsPerSecond transactions per second that failed and were tried anew
   * @param lossesPerSecond connections made anew per second
   */
  record SysbenchReport(
      double transactionsPerSecond,
      double questionsPerSecond,
      long p95Nanos,
      double errorsPerSecond,
      double lossesPerSecond) {

    private static final Pattern LINE =
        Pattern.compile(
            ("\\[ *[0-9]+s \\] thds: [0-9]+ tps: # qps: # \\(r/w/o: [0-9./]+\\)"
                    + " lat \\(ms,95%\\): # err/s:? *# reconn/s:? *# *")
                .replace("#", "([0-9.]+)"));

    /** Reads a line of the program's output; empty when it is no report. */
    static Optional<SysbenchReport> of(String line) {
      Matcher found = LINE.matcher(line);
      return found.matches()
          ? Optional.of(
              new SysbenchReport(
                  Double.parseDouble(found.group(1)),
                  Double.parseDouble(found.group(2)),
                  (long) (Double.parseDouble(found.group(3)) * 1e6),
                  Double.parseDouble(found.group(4)),
                  Double.parseDouble(found.group(5))))
          : Optional.empty();
    }

    /**
     * The reports of some intervals of a second each as one reading, whose mean time follows from
     * the closed loop. The percentile is the mean of the seconds' percentiles, each weighed by its
     * transactions, for the true one cannot be had.
     */
    static LoadReading together(List<SysbenchReport> reports, int clients) {
      double transactions = sum(reports, SysbenchReport::transactionsPerSecond);
      double weighedNanos = sum(reports, report -> report.p95Nanos * report.transactionsPerSecond);
      return new LoadReading(
          reports.size(),
          Math.round(transactions),
          Math.round(sum(reports, SysbenchReport::questionsPerSecond)),
          Math.round(sum(reports, SysbenchReport::errorsPerSecond)),
          Math.round(sum(reports, SysbenchReport::lossesPerSecond)),
          LoadReading.closedLoopMeanNanos(clients, reports.size(), transactions),
          OptionalLong.empty(),
          transactions > 0
              ? OptionalLong.of(Math.round(weighedNanos / transactions))
              : OptionalLong.empty());
    }

    private static double sum(
        List<SysbenchReport> reports, ToDoubleFunction<SysbenchReport> figure) {
      return reports.stream().mapToDouble(figure).sum();
    }
  }
}
