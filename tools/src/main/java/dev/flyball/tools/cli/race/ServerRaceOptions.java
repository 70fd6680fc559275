package dev.flyball.tools.cli.race;

import dev.flyball.base.Require;
import dev.flyball.lab.goodput.Rows;
import dev.flyball.lab.goodput.ServerKind;
import dev.flyball.lab.goodput.ServerRace;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code flyball race --bench http}, and the board that they ask for. */
final class ServerRaceOptions {

  static final String BENCH = "http";

  private static final int SECONDS_USUAL = 12;
  private static final int SECONDS_MIN = 2;
  private static final int SECONDS_MAX = 3600;
  private static final int ROUNDS_MAX = 100;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "ROW",
      split = ",",
      description =
          "With --bench http: only these rows, separated by commas; an unknown one lists them all.")
  private List<String> rows = new ArrayList<>();

  @Option(
      names = "--contenders",
      paramLabel = "SERVER",
      split = ",",
      description =
          "With --bench http: only these servers, separated by commas; an unknown one lists them"
              + " all.")
  private List<String> contenders = new ArrayList<>();

  @Option(
      names = "--with",
      paramLabel = "SERVER",
      split = ",",
      description =
          "With --bench http: these servers too, such as liberty, which is fetched first.")
  private List<String> with = new ArrayList<>();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "With --bench http: how long each run lasts (default: " + SECONDS_USUAL + ").")
  private @Nullable Integer seconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "With --bench http: how often each server runs on each row, the servers taking turns;"
              + " medians are shown (default: 1).")
  private @Nullable Integer rounds;

  /** Whether any of them was given. */
  boolean given() {
    return !rows.isEmpty()
        || !contenders.isEmpty()
        || !with.isEmpty()
        || seconds != null
        || rounds != null;
  }

  /** Runs the board, and writes down what it found. */
  int run(Outputs outputs) throws IOException {
    ServerRace experiment = experiment();
    Outputs.Places places = outputs.check("goodput-http");
    return Experiments.undertake(
        spec,
        places,
        () -> {
          try (RaceProgress progress = RaceProgress.onStandardError()) {
            progress.takes(experiment.runs(), experiment.leastTime());
            return experiment.run(progress);
          }
        },
        FittedPage::show);
  }

  private ServerRace experiment() {
    return Arguments.checked(
        spec,
        () ->
            new ServerRace(
                rows.isEmpty() ? Rows.all() : rows.stream().map(Rows::named).distinct().toList(),
                servers(),
                Duration.ofSeconds(
                    Require.between("--seconds", SECONDS_MIN, SECONDS_MAX, seconds())),
                Require.between("--rounds", 1, ROUNDS_MAX, rounds == null ? 1 : rounds),
                1,
                commandLine()));
  }

  private List<ServerKind> servers() {
    List<ServerKind> chosen =
        new ArrayList<>(
            contenders.isEmpty()
                ? ServerKind.usual()
                : contenders.stream().map(ServerKind::named).toList());
    with.stream().map(ServerKind::named).forEach(chosen::add);
    return chosen.stream().distinct().sorted().toList();
  }

  private int seconds() {
    return seconds == null ? SECONDS_USUAL : seconds;
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("./flyball race --bench http");
    if (!rows.isEmpty()) {
      line.append(" --rows ").append(String.join(",", rows));
    }
    if (!contenders.isEmpty()) {
      line.append(" --contenders ").append(String.join(",", contenders));
    }
    if (!with.isEmpty()) {
      line.append(" --with ").append(String.join(",", with));
    }
    line.append(" --seconds ").append(seconds());
    return line.append(rounds == null ? "" : " --rounds " + rounds).toString();
  }
}
