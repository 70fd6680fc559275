package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.papers.AdaptiveThreadPool;
import dev.flyball.lab.papers.StatementWaits;
import dev.flyball.lab.tuning.LoadedMariaDb.MariaDbTestServer;
import dev.flyball.lab.tuning.Protocol;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.LoadOptions;
import dev.flyball.tools.cli.shared.Outputs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball paper mysql}. */
@Command(
    name = "mysql",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trub 2021, \"Adaptive Thread Pool: Improving MySQL Scalability With AI\", section Results.",
      "",
      "Starts a real MariaDB, and for each number of connections and each profile lets a climber"
          + " govern its thread pool from as many groups as cores, then measures as many groups as"
          + " cores against the size found, in turns. The article's lengths are 600 s; with"
          + " the 120 s of this command all of it takes an hour and a half. The server's binaries"
          + " (149 MB) are fetched on first use."
    })
public final class MySqlPaperCommand implements Callable<Integer> {

  static final int SIZES_MAX = 128;
  private static final int SECONDS = 120;
  private static final int WAITS_CONNECTIONS = 64;
  private static final String CORES = "cores";

  private static final List<String> NOT_WITH_WAITS =
      List.of(
          "--profile",
          "--policy",
          "--fsync-delay",
          "--io-bound",
          "--sysbench",
          "--sweep",
          "--starts",
          "--overhead");

  @Spec private CommandSpec spec;

  @Mixin private ServerOptions server;

  @Option(
      names = "--sweep",
      description =
          "Measure every size from 1 to 128 first, to say whether size matters, and what share of"
              + " the best fixed size's throughput the governed runs end at.")
  private boolean sweep;

  @Option(
      names = "--starts",
      paramLabel = "SIZE",
      split = ",",
      description =
          "The sizes from which governed runs start; from cores in any case, and with --sweep from"
              + " 1,cores,128 unless said.")
  private List<String> starts = new ArrayList<>();

  @Option(
      names = "--overhead",
      description = "Also measure what it costs the server to be looked at, in alternated blocks.")
  private boolean overhead;

  @Option(
      names = "--waits",
      description =
          "Instead of all that, Figures 10 and 11: how long the statements of read-write wait, and"
              + " for what, in memory and on the disk.")
  private boolean waits;

  @Mixin private Outputs outputs;

  @Mixin private final LoadOptions load = new LoadOptions(SECONDS);

  @Override
  public Integer call() throws Exception {
    long seconds = load.length().toSeconds();
    if (waits) {
      return waits(seconds);
    }
    Protocol protocol = protocol(seconds);
    MariaDbTestServer.Choice choice = server.choice(load.seed());
    List<Profile> profiles = server.profiles(AdaptiveThreadPool.PROFILES);
    AdaptiveThreadPool experiment =
        new AdaptiveThreadPool(
            protocol,
            AdaptiveThreadPool.cells(profiles, server.connections(AdaptiveThreadPool.CONNECTIONS)),
            load.seed(),
            true,
            watcher -> MariaDbTestServer.start(choice, profiles, watcher),
            typed(seconds));
    return ServerRuns.run(spec, outputs.check("mysql"), experiment::run);
  }

  private int waits(long seconds) throws IOException {
    for (String option : NOT_WITH_WAITS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(
            spec.commandLine(),
            "--waits runs one load in memory and on the disk, ungoverned, so "
                + option
                + " must not be given");
      }
    }
    List<Integer> connections = server.connections(List.of(WAITS_CONNECTIONS));
    if (connections.size() > 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--waits must be with one number of --connections but had " + connections.size());
    }
    MariaDbTestServer.Choice choice =
        MariaDbTestServer.Choice.ioBound(load.seed()).beforeSwitch().timingWaits();
    StatementWaits experiment =
        new StatementWaits(
            connections.get(0),
            seconds,
            watcher -> MariaDbTestServer.start(choice, StatementWaits.PROFILES, watcher),
            "./flyball paper mysql --waits --seconds %s --connections %s --seed %s"
                .formatted(seconds, connections.get(0), load.seed()));
    return ServerRuns.run(spec, outputs.check("mysql-waits"), experiment::run);
  }

  private Protocol protocol(long seconds) {
    return Arguments.checked(
        spec, () -> new Protocol(server.policy(), seconds, sizes(), SIZES_MAX, sweep, overhead));
  }

  /** The starts beside the cores, which are one in any case. */
  private List<Integer> sizes() {
    List<String> wanted =
        starts.isEmpty() && sweep ? List.of("1", CORES, String.valueOf(SIZES_MAX)) : starts;
    return wanted.stream().filter(size -> !size.equals(CORES)).map(this::size).toList();
  }

  private int size(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new ParameterException(
          spec.commandLine(), "--starts must be sizes or 'cores' but one was '" + text + "'", e);
    }
  }

  private String typed(long seconds) {
    return "./flyball paper mysql --seconds "
        + seconds
        + server.typed()
        + (sweep ? " --sweep" : "")
        + (starts.isEmpty() ? "" : " --starts " + String.join(",", starts))
        + (overhead ? " --overhead" : "")
        + " --seed "
        + load.seed();
  }
}
