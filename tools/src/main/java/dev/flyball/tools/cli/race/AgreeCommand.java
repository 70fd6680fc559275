package dev.flyball.tools.cli.race;

import dev.flyball.lab.bench.Agreement;
import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import dev.flyball.tools.cli.shared.ShellWord;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball agree}: the two benches beside each other. */
@Command(
    name = "agree",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs scenarios in virtual and in real time, and shows how well the two agree.",
      "",
      "The same tasks under the same policy, once simulated and once on real threads of this"
          + " machine, which should have nothing else to do. A scenario must be for a host with as"
          + " many cores as this machine has. Each takes its length; those of the catalogue that are"
          + " run unless others are named take about ten minutes."
    })
public final class AgreeCommand implements Callable<Integer> {

  private static final int TRIES_MAX = 100;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "Names of the catalogue, or files (.yaml); ten of the catalogue without any.")
  private @Nullable List<String> names;

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description = "What sizes the pools (default: " + Policies.STANDARD + ").")
  private @Nullable String policy;

  @Option(
      names = "--http",
      description = "Send the tasks over sockets instead of from a thread of the process.")
  private boolean http;

  @Option(
      names = "--here",
      description =
          "Give every scenario's host as many cores as this machine has, on both benches.")
  private boolean here;

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Make a real run that is not to be trusted again, N runs at most (default:"
              + " ${DEFAULT-VALUE}).")
  private int tries;

  @Mixin private Outputs outputs;

  @Override
  public Integer call() throws Exception {
    Agreement agreement = agreement();
    return Experiments.run(spec, outputs.check("agree"), agreement::run, FittedPage::show);
  }

  private Agreement agreement() {
    Arguments.between(spec, "--tries", 1, TRIES_MAX, tries);
    return Arguments.checked(
        spec,
        () -> {
          List<Scenario> scenarios = scenarios();
          EntryPoint entryPoint = http ? EntryPoint.HTTP : EntryPoint.IN_PROCESS;
          return new Agreement(scenarios, policy(), entryPoint, tries, commandLine());
        });
  }

  private List<String> names() {
    return names == null ? Agreement.USUAL : names;
  }

  private String policy() {
    return policy == null ? Policies.STANDARD : policy;
  }

  private List<Scenario> scenarios() {
    return names().stream()
        .map(ScenarioArguments::read)
        .map(scenario -> here ? Agreement.onThisMachine(scenario) : scenario)
        .toList();
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("./flyball agree");
    names().forEach(name -> line.append(' ').append(ShellWord.of(name)));
    line.append(" --policy '").append(policy()).append('\'');
    line.append(http ? " --http" : "").append(here ? " --here" : "");
    return line.append(" --tries ").append(tries).toString();
  }
}
