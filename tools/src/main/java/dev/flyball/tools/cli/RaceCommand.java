package dev.flyball.tools.cli;

import dev.flyball.lab.race.Contenders;
import dev.flyball.lab.race.RaceExperiment;
import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
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
          + " a minute or two."
    })
final class RaceCommand implements Callable<Integer> {

  private static final int SEEDS_USUAL = 5;
  private static final int SEEDS_MAX = 1000;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "Names of the catalogue, or files (.yaml); without any, the whole catalogue.")
  private @Nullable List<String> names;

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description =
          "Race this policy, or another library's limit by its name on the board, instead of all, as"
              + " in littles-law(headroom=0.2); may be given often.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "How many seeds each scenario is run with (default: 5, and 1 on the real bench).")
  private @Nullable Integer seeds;

  @Option(
      names = "--bench",
      paramLabel = "BENCH",
      defaultValue = "virtual",
      description =
          "Where to run: virtual, or real, on threads of this machine and in real time, one run"
              + " after the other (default: ${DEFAULT-VALUE}).")
  private String bench = "";

  @Mixin private Outputs outputs;

  @Override
  public Integer call() throws Exception {
    RaceExperiment experiment = experiment();
    List<Scenario> scenarios = experiment.race().scenarios();
    Outputs.Places places = outputs.check(scenarios.size() == 1 ? scenarios.get(0).name() : "race");
    ExecutorService executor = executor(experiment.bench());
    try {
      return Experiments.undertake(
          spec,
          places,
          () -> {
            try (RaceProgress progress = RaceProgress.onStandardError()) {
              return experiment.run(executor, progress);
            }
          },
          RaceView::show);
    } finally {
      executor.shutdownNow();
    }
  }

  private int seeds() {
    if (seeds == null) {
      return bench.equals("real") ? 1 : SEEDS_USUAL;
    }
    return seeds;
  }

  private RaceExperiment experiment() {
    int seeds = seeds();
    if (seeds < 1 || seeds > SEEDS_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--seeds must be from 1 to " + SEEDS_MAX + " but was " + seeds);
    }
    try {
      return RaceExperiment.of(bench(), scenarios(), contenders(), seeds, commandLine());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Bench bench() {
    return switch (bench) {
      case "virtual" -> Bench.VIRTUAL;
      case "real" -> Bench.REAL;
      default ->
          throw new IllegalArgumentException("--bench must be virtual or real but was " + bench);
    };
  }

  private List<Scenario> scenarios() {
    List<String> wanted = names == null ? Scenarios.names() : names;
    return wanted.stream().map(ScenarioArgument::read).toList();
  }

  private List<Contender> contenders() {
    return policies.isEmpty() ? Contenders.all() : Contenders.of(policies);
  }

  /**
   * One thread for each processor, or a single one in real time; daemons, for a race that is told
   * to stop waits for none.
   */
  private static ExecutorService executor(Bench bench) {
    return Executors.newFixedThreadPool(
        bench == Bench.REAL ? 1 : Runtime.getRuntime().availableProcessors(),
        task -> {
          Thread thread = new Thread(task, "flyball-race");
          thread.setDaemon(true);
          return thread;
        });
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("./flyball race");
    Optional.ofNullable(names).orElse(List.of()).forEach(name -> line.append(' ').append(name));
    policies.forEach(policy -> line.append(" --policy '").append(policy).append('\''));
    line.append(" --seeds ").append(seeds());
    return line.append(bench.equals("real") ? " --bench real" : "").toString();
  }
}
