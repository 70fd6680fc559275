package dev.flyball.tools.cli.race;

import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.peers.Peers.Peer;
import dev.flyball.lab.race.SettingsExperiment;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.sim.scenario.Scenarios;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import dev.flyball.tools.cli.shared.ShellWord;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball settings}: the best settings of the peers. */
@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "The best settings of the policies that the default is compared with, found by search in"
          + " virtual time.",
      "",
      "Begins with each peer as its owner ships it, and doubles and halves each of its parameters,"
          + " and how often it is asked, for as long as that pays. It chooses in one half of the"
          + " scenarios and judges in the other, too. The race's rows named (best) have the"
          + " settings that were found so; where scenarios change, it is to be run again. All of"
          + " it takes some minutes."
    })
public final class SettingsCommand implements Callable<Integer> {

  private static final int SEEDS_MAX = 1000;
  private static final int PASSES_MAX = 100;

  @Spec private CommandSpec spec;

  @Mixin private ScenarioArguments scenarios;

  @Option(
      names = "--peer",
      paramLabel = "NAME",
      description = "Search for this peer only, as in hill-climb; may be given often.")
  private List<String> peers = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How many runs of each scenario, each with a seed of its own (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--passes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How often a search goes over all parameters at most (default: ${DEFAULT-VALUE}).")
  private int passes;

  @Option(
      names = "--write",
      paramLabel = "FILE",
      description =
          "Write the settings found to FILE, in the form of best-settings.yaml, which the race"
              + " reads its rows from; peers that were not searched for keep theirs.")
  private @Nullable String write;

  @Mixin private Outputs outputs;

  @Override
  public Integer call() throws Exception {
    SettingsExperiment experiment = experiment();
    Outputs.Places places = outputs.check("settings");
    Optional<RunOutput> file =
        Optional.ofNullable(write).map(path -> Arguments.output(spec, "--write", path));
    ExecutorService threads = RaceThreads.asManyAsProcessors();
    try {
      return Experiments.undertake(
          spec,
          places,
          () -> {
            try (RaceProgress progress = RaceProgress.onStandardError()) {
              SettingsExperiment.Outcome outcome = experiment.run(threads, progress.ofSettings());
              outcome.file().ifPresent(text -> file.ifPresent(place -> place.writeText(text)));
              return outcome.findings();
            }
          },
          FittedPage::show);
    } finally {
      threads.shutdownNow();
    }
  }

  private SettingsExperiment experiment() {
    Arguments.between(spec, "--seeds", 1, SEEDS_MAX, seeds);
    Arguments.between(spec, "--passes", 1, PASSES_MAX, passes);
    return Arguments.checked(
        spec,
        () ->
            new SettingsExperiment(
                peers.isEmpty() ? Peers.all() : peers(),
                scenarios.or(Scenarios.names()),
                seeds,
                passes,
                commandLine()));
  }

  private List<Peer> peers() {
    return peers.stream().map(Peers::named).toList();
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("./flyball settings").append(scenarios.typed());
    peers.forEach(peer -> line.append(" --peer ").append(ShellWord.of(peer)));
    return line.append(" --seeds ").append(seeds).append(" --passes ").append(passes).toString();
  }
}
