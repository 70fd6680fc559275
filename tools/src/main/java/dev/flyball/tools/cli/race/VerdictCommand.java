package dev.flyball.tools.cli.race;

import dev.flyball.lab.race.VerdictExperiment;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.scenario.ScenarioFile;
import dev.flyball.sim.scenario.Scenarios;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball verdict}: one policy judged. */
@Command(
    name = "verdict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "One policy judged, in virtual time: where it stands, what its parts are worth, and how much"
          + " its parameters matter.",
      "",
      "Races it against every other policy of the catalogue and the limits of other libraries, the"
          + " policies once as usual and once asked more often; against itself without each of its"
          + " parts; and against itself with each of its parameters halved and doubled. Ends with a"
          + " table of each, and with the list of all rules that it breaks. All scenarios take"
          + " some minutes; --seeds 20 --standing is the most to be believed."
    })
public final class VerdictCommand implements Callable<Integer> {

  private static final int SEEDS_MAX = 1000;

  @Spec private CommandSpec spec;

  @Mixin private ScenarioArguments scenarios;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = Policies.STANDARD,
      description = "The policy to judge, one that needs no setting (default: ${DEFAULT-VALUE}).")
  private String policy = "";

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "How many runs of each scenario, each with a seed of its own (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--standing",
      description = "Only where it stands; neither its parts nor its parameters.")
  private boolean standing;

  @Option(
      names = "--period",
      paramLabel = "DURATION",
      defaultValue = "100ms",
      description =
          "How often the other policies are asked when they are asked more often (default:"
              + " ${DEFAULT-VALUE}).")
  private String period = "";

  @Mixin private Outputs outputs;

  @Override
  public Integer call() throws Exception {
    VerdictExperiment experiment = experiment();
    Outputs.Places places = outputs.check("verdict");
    ExecutorService threads = RaceThreads.asManyAsProcessors();
    try {
      return Experiments.undertake(
          spec,
          places,
          () -> {
            try (RaceProgress progress = RaceProgress.onStandardError()) {
              return experiment.run(threads, progress);
            }
          },
          FittedPage::show);
    } finally {
      threads.shutdownNow();
    }
  }

  private VerdictExperiment experiment() {
    Arguments.between(spec, "--seeds", 1, SEEDS_MAX, seeds);
    return Arguments.checked(
        spec,
        () ->
            VerdictExperiment.of(
                policy,
                scenarios.or(Scenarios.names()),
                standing,
                seeds,
                Duration.ofNanos(ScenarioFile.periodNanos("--period", period)),
                commandLine()));
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("./flyball verdict").append(scenarios.typed());
    return line.append(standing ? " --standing" : "")
        .append(" --policy ")
        .append(policy)
        .append(" --seeds ")
        .append(seeds)
        .append(" --period ")
        .append(period)
        .toString();
  }
}
