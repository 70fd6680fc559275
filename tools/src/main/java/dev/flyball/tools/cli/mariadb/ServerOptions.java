package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.database.GoTpcLoad;
import dev.flyball.lab.database.Profile;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.LoadedMariaDb.MariaDbTestServer;
import dev.flyball.tools.cli.shared.Arguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which database server under which loads: options of the commands that start one. */
final class ServerOptions {

  private static final int CONNECTIONS_MAX = 1024;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--connections",
      paramLabel = "N",
      split = ",",
      description = "How many clients, one run for each number, as in 16,64,256.")
  private List<Integer> connections = new ArrayList<>();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      split = ",",
      description =
          "What the clients do, one run for each: point-select, read-only, read-write, update,"
              + " hot-update (25 rows that all want), new-order (as TPC-C, a tenth of its scale),"
              + " tpc-c (by go-tpc, which must be installed).")
  private List<String> profiles = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description = "What governs (default: ${DEFAULT-VALUE}).")
  private String policy = MariaDbTestServer.STANDARD_POLICY;

  @Option(
      names = "--fsync-delay",
      paramLabel = "DURATION",
      description =
          "Slow every flush to the disk by this time, as in 2ms, which is what a common disk takes."
              + " Needs Linux and a C compiler.")
  private @Nullable String fsyncDelay;

  @Option(
      names = "--io-bound",
      description =
          "A server that waits for its disk: a buffer pool much smaller than the tables, flushes"
              + " slowed by 2 ms unless said.")
  private boolean ioBound;

  @Option(
      names = "--sysbench",
      description = "Let sysbench make the load, which must be installed, and not our own clients.")
  private boolean sysbench;

  /** What governs. */
  String policy() {
    return Arguments.policy(spec, policy);
  }

  /** How many clients, number by number. */
  List<Integer> connections(List<Integer> usual) {
    for (int count : connections) {
      Arguments.between(spec, "--connections", 1, CONNECTIONS_MAX, count);
    }
    return connections.isEmpty() ? usual : connections.stream().distinct().toList();
  }

  /** What the clients do, profile by profile; without a wish what is usual and can be done. */
  List<Profile> profiles(List<Profile> usual) {
    if (profiles.isEmpty()) {
      return usual.stream().filter(profile -> !sysbench || isSysbench(profile)).toList();
    }
    List<Profile> wanted = profiles.stream().map(this::profile).distinct().toList();
    for (Profile profile : wanted) {
      if (sysbench && !isSysbench(profile)) {
        throw new ParameterException(
            spec.commandLine(), "--sysbench has no profile " + Cell.nameOf(profile));
      }
      if (profile == Profile.TPC_C && !GoTpcLoad.installed()) {
        throw new ParameterException(spec.commandLine(), "--profile tpc-c: " + GoTpcLoad.MISSING);
      }
    }
    return wanted;
  }

  /** Its TPC-C is not part of the program. */
  private static boolean isSysbench(Profile profile) {
    return profile.isOfRows();
  }

  private Profile profile(String name) {
    return Arrays.stream(Profile.values())
        .filter(profile -> Cell.nameOf(profile).equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new ParameterException(
                spec.commandLine(),
                "--profile must be one of "
                    + Arrays.stream(Profile.values())
                        .map(Cell::nameOf)
                        .collect(Collectors.joining(", "))
                    + " but was "
                    + name));
  }

  /** The server and the source of its load. */
  MariaDbTestServer.Choice choice(long seed) {
    MariaDbTestServer.Choice choice =
        ioBound ? MariaDbTestServer.Choice.ioBound(seed) : MariaDbTestServer.Choice.usual(seed);
    if (fsyncDelay != null) {
      choice = choice.withFsyncDelay(Arguments.duration(spec, "--fsync-delay", fsyncDelay));
    }
    return sysbench ? choice.withSysbench() : choice;
  }

  /** These options as they are typed, each behind a blank. */
  String typed() {
    StringBuilder line = new StringBuilder();
    if (!profiles.isEmpty()) {
      line.append(" --profile ").append(String.join(",", profiles));
    }
    if (!connections.isEmpty()) {
      line.append(" --connections ")
          .append(connections.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
    line.append(" --policy '").append(policy).append('\'');
    if (fsyncDelay != null) {
      line.append(" --fsync-delay ").append(fsyncDelay);
    }
    return line.append(ioBound ? " --io-bound" : "")
        .append(sysbench ? " --sysbench" : "")
        .toString();
  }
}
