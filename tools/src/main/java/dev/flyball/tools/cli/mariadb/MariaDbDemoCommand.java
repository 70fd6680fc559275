package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.demo.ReturningLoad;
import dev.flyball.lab.demo.SwitchedLoad;
import dev.flyball.lab.papers.AdaptiveThreadPool;
import dev.flyball.lab.tuning.LoadedMariaDb.MariaDbTestServer;
import dev.flyball.lab.tuning.Protocol;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.LoadOptions;
import dev.flyball.tools.cli.shared.Outputs;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball mariadb demo}: a real server under a real load, governed live. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A real MariaDB under a real load, its thread pool governed while you watch.",
      "",
      "Starts a server of its own (nothing to install; 149 MB are fetched on first use), fills"
          + " tables, and for each number of connections and profile lets a climber govern from as"
          + " many groups as cores, then measures cores against the size found, in turns. Ends with"
          + " the table and a page with the pictures; nothing stays behind. With --switch the load"
          + " becomes another in mid-run, from point selects in memory to read-write transactions"
          + " that wait for the disk, and the journal shows what the governor makes of it."
    })
final class MariaDbDemoCommand implements Callable<Integer> {

  private static final int SECONDS = 60;
  private static final List<Integer> CONNECTIONS = List.of(16, 64);
  private static final List<Profile> PROFILES = List.of(Profile.UPDATE, Profile.POINT_SELECT);

  @Spec private CommandSpec spec;

  @Mixin private ServerOptions server;

  @Option(
      names = "--switch",
      description =
          "Switch in mid-run from point selects to read-write on the disk; takes no --profile.")
  private boolean switched;

  @Option(
      names = "--returns",
      paramLabel = "VISITS",
      description =
          "Let two loads take turns, so many visits in all, under a policy with recall; their"
              + " profiles are point-select and read-write unless two are given.")
  private @Nullable Integer returns;

  @Mixin private Outputs outputs;

  @Mixin private final LoadOptions load = new LoadOptions(SECONDS);

  @Override
  public Integer call() throws Exception {
    long seconds = load.length().toSeconds();
    ServerRuns.Watched experiment = experiment(seconds);
    return ServerRuns.run(spec, outputs.check("mariadb-demo"), experiment);
  }

  private ServerRuns.Watched experiment(long seconds) {
    return Arguments.checked(
        spec,
        () -> {
          if (returns != null) {
            return returning(returns, seconds)::run;
          }
          return switched ? switching(seconds)::run : governed(seconds)::run;
        });
  }

  private AdaptiveThreadPool governed(long seconds) {
    MariaDbTestServer.Choice choice = server.choice(load.seed());
    List<Profile> profiles = server.profiles(PROFILES);
    return new AdaptiveThreadPool(
        new Protocol(
            server.policy(), seconds, List.of(), MySqlPaperCommand.SIZES_MAX, false, false),
        AdaptiveThreadPool.cells(profiles, server.connections(CONNECTIONS)),
        load.seed(),
        false,
        watcher -> MariaDbTestServer.start(choice, profiles, watcher),
        typed(seconds));
  }

  /** Twice as long behind the switch as before it, for there is more to find. */
  private SwitchedLoad switching(long seconds) {
    MariaDbTestServer.Choice choice = server.choice(load.seed()).beforeSwitch();
    List<Integer> connections = server.connections(List.of(64));
    if (connections.size() > 1 || !server.profiles(List.of()).isEmpty()) {
      throw new IllegalArgumentException(
          "--switch takes one number of connections and no --profile");
    }
    return new SwitchedLoad(
        server.policy(),
        connections.get(0),
        seconds,
        2 * seconds,
        load.seed(),
        watcher -> MariaDbTestServer.start(choice, SwitchedLoad.PROFILES, watcher),
        typed(seconds));
  }

  private ReturningLoad returning(int visits, long seconds) {
    MariaDbTestServer.Choice choice = server.choice(load.seed());
    List<Integer> connections = server.connections(List.of(64));
    List<Profile> loads = server.profiles(ReturningLoad.PROFILES);
    if (connections.size() > 1 || switched) {
      throw new IllegalArgumentException(
          "--returns takes one number of connections and no --switch");
    }
    return new ReturningLoad(
        recalling(server.policy()),
        connections.get(0),
        loads,
        visits,
        seconds,
        load.seed(),
        watcher -> MariaDbTestServer.start(choice, loads, watcher),
        typed(seconds));
  }

  /** The policy with recall, as it is written. */
  private static String recalling(String policy) {
    if (policy.contains("recall=")) {
      return policy;
    }
    return policy.endsWith(")")
        ? policy.substring(0, policy.length() - 1) + ",recall=true)"
        : policy + "(recall=true)";
  }

  private String typed(long seconds) {
    return "./flyball mariadb demo --seconds "
        + seconds
        + server.typed()
        + (switched ? " --switch" : "")
        + (returns == null ? "" : " --returns " + returns)
        + " --seed "
        + load.seed();
  }
}
