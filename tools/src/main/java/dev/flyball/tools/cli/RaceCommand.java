package dev.flyball.tools.cli;

import dev.flyball.lab.race.Contenders;
import dev.flyball.lab.race.RaceExperiment;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import dev.flyball.sim.scenario.Scenarios;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball race}: policies side by side. */
@Command(
    name = "race",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Policies side by side, on scenarios run in virtual time, a minute in milliseconds.",
      "",
      "Every policy of the catalogue and the limits of other libraries run each scenario with"
          + " several seeds. On top of every board stands the oracle: the best sizes in hindsight,"
          + " found by search. Ends with the boards and a page with the pictures. All scenarios take"
          + " a few minutes."
    })
final class RaceCommand implements Callable<Integer> {

  private static final int SEEDS_MAX = 1000;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "Names of the catalogue, or files (.yaml); without any, the whole catalogue.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description =
          "Race this policy instead of all, as in littles-law(headroom=0.2); may be given often.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many seeds each scenario is run with (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Mixin private Outputs outputs;

  @Override
  public Integer call() throws Exception {
    RaceExperiment experiment = experiment();
    String name = names.size() == 1 ? experiment.race().scenarios().get(0).name() : "race";
    Outputs.Places places = outputs.check(name);
    ExecutorService executor = executor();
    try {
      return Experiments.run(
          spec,
          places,
          () -> {
            try (RaceProgress progress = RaceProgress.open(System.err)) {
              return experiment.run(executor, progress);
            }
          },
          RaceView::show);
    } finally {
      executor.shutdownNow();
    }
  }

  private RaceExperiment experiment() {
    if (seeds < 1 || seeds > SEEDS_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--seeds must be from 1 to " + SEEDS_MAX + " but was " + seeds);
    }
    try {
      Race race = Race.virtual(scenarios(), contenders(), seeds);
      return new RaceExperiment(race, RaceExperiment.VIRTUAL, commandLine());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<Scenario> scenarios() {
    List<String> wanted = names.isEmpty() ? Scenarios.names() : names;
    return wanted.stream().map(RaceCommand::scenario).toList();
  }

  /** What looks like a file is one; the catalogue's names have neither a dot nor a slash. */
  private static Scenario scenario(String name) {
    boolean file = name.endsWith(".yaml") || name.contains("/");
    return file ? ScenarioFile.read(Path.of(name)) : Scenarios.named(name);
  }

  private List<Contender> contenders() {
    return policies.isEmpty() ? Contenders.all() : Contenders.of(policies);
  }

  /** One thread for each processor; daemons, for a race that is told to stop waits for none. */
  private static ExecutorService executor() {
    return Executors.newFixedThreadPool(
        Runtime.getRuntime().availableProcessors(),
        task -> {
          Thread thread = new Thread(task, "flyball-race");
          thread.setDaemon(true);
          return thread;
        });
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("./flyball race");
    names.forEach(name -> line.append(' ').append(name));
    policies.forEach(policy -> line.append(" --policy '").append(policy).append('\''));
    return line.append(" --seeds ").append(seeds).toString();
  }
}
