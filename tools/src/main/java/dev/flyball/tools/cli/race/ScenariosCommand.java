package dev.flyball.tools.cli.race;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.sim.scenario.RandomGoodputScenarios;
import dev.flyball.sim.scenario.RandomScenarios;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball scenarios}: the catalogue of scenarios. */
@Command(
    name = "scenarios",
    mixinStandardHelpOptions = true,
    description = {
      "The catalogue of scenarios: what each models, and which weakness it brings to light. Those"
          + " about goodput, which flyball race --goodput runs, come last.",
      "",
      "With a name, prints that scenario's file, to read or to begin one's own with; with --random,"
          + " the file of a scenario that is drawn at random, as flyball race --random runs them."
    })
public final class ScenariosCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Print this scenario's file.")
  private @Nullable String name;

  @Option(
      names = "--random",
      paramLabel = "SEED",
      description = "Print the file of the scenario that is drawn with this seed.")
  private @Nullable Long seed;

  @Option(
      names = "--goodput",
      description = "Only the scenarios about goodput; with --random, one that is drawn for it.")
  private boolean goodput;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the catalogue as JSON to FILE; - is standard output.")
  private @Nullable String json;

  @Override
  public Integer call() {
    if (seed != null) {
      return printDrawn(seed);
    }
    List<String> names = name == null ? catalogue() : List.of(name);
    try {
      if (json != null) {
        RunOutput place = RunOutput.check(json);
        place.writeText(catalogue(names).json());
        return 0;
      }
      print(names);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return 0;
  }

  private List<String> catalogue() {
    return Stream.concat(
            goodput ? Stream.of() : Scenarios.names().stream(), Scenarios.goodput().stream())
        .toList();
  }

  private int printDrawn(long drawn) {
    if (name != null || json != null) {
      throw new ParameterException(
          spec.commandLine(), "--random prints one file, so it stands alone");
    }
    if (drawn < 0) {
      throw new ParameterException(
          spec.commandLine(), "--random must be a seed of at least 0 but was " + drawn);
    }
    String text = goodput ? RandomGoodputScenarios.text(drawn) : RandomScenarios.text(drawn);
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return 0;
  }

  private void print(List<String> names) {
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      names.stream().map(Scenarios::named).forEach(scenario -> print(scenario, out));
    } else {
      out.print(Scenarios.text(name));
    }
    out.flush();
  }

  private static void print(Scenario scenario, PrintWriter out) {
    out.println(scenario.name());
    out.println("  models:  " + scenario.models());
    out.println("  catches: " + scenario.catches());
    out.println();
  }

  private static JsonFields catalogue(List<String> names) {
    return JsonFields.of("scenarios", names.stream().map(ScenariosCommand::extra).toList());
  }

  private static JsonFields extra(String name) {
    Scenario scenario = Scenarios.named(name);
    return JsonFields.of("name", name)
        .and("models", scenario.models())
        .and("catches", scenario.catches())
        .and("lengthSeconds", scenario.lengthNanos() / 1e9)
        .and("pools", scenario.pools().size())
        .and("about", Scenarios.goodput().contains(name) ? "goodput" : "sizes")
        .and("file", Scenarios.text(name));
  }
}
