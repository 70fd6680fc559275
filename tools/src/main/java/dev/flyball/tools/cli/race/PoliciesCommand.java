package dev.flyball.tools.cli.race;

import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball policies}: the catalogue. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    description = {
      "The catalogue of sizing policies, and what can be set about each.",
      "",
      "A policy is written name or name(parameter=value,...), as in flyball(headroom=20%%)."
    })
public final class PoliciesCommand implements Callable<Integer> {

  private static final Figures<Parameter<?>> OF_PARAMETER =
      Figures.of(
          Figure.text("name", "parameter", Parameter::name),
          Figure.inFiles("meaning", Parameter::meaning),
          Figure.<Parameter<?>>text("default", "default", Parameter::usual)
              .shownAs(parameter -> parameter.required() ? "(required)" : parameter.usual()),
          Figure.text("rule", "must be", Parameter::rule),
          Figure.inFiles("required", Parameter::required),
          Figure.text("", "meaning", Parameter::meaning));

  private static final Figures<PolicyEntry> OF_POLICY =
      Figures.of(
          Figure.inFiles("name", PolicyEntry::name),
          Figure.inFiles("summary", PolicyEntry::summary),
          Figure.inFiles("source", PolicyEntry::source),
          Figure.inFiles("parameters", entry -> OF_PARAMETER.json(entry.parameters())));

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Show only this policy.")
  private @Nullable String name;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the catalogue as JSON to FILE; - is standard output.")
  private @Nullable String json;

  @Override
  public Integer call() {
    List<PolicyEntry> entries;
    try {
      entries = name == null ? Policies.all() : List.of(Policies.entry(name));
      if (json != null) {
        RunOutput.check(json).writeText(JsonFields.of("policies", OF_POLICY.json(entries)).json());
        return 0;
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    entries.forEach(entry -> print(entry, out));
    out.flush();
    Policies.leftOut().forEach(why -> spec.commandLine().getErr().println("left out: " + why));
    return 0;
  }

  private static void print(PolicyEntry entry, PrintWriter out) {
    out.println(entry.name());
    out.println("  " + entry.summary());
    out.println("  Source: " + entry.source());
    out.println();
    OF_PARAMETER
        .table(entry.name(), entry.parameters())
        .lines()
        .forEach(line -> out.println("    " + line));
    out.println();
  }
}
