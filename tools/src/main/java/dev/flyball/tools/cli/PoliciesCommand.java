package dev.flyball.tools.cli;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.report.TextTable;
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
final class PoliciesCommand implements Callable<Integer> {

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
        RunOutput.check(json).writeText(catalogue(entries).json());
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
    TextTable table =
        TextTable.of(
            TextTable.left("parameter"),
            TextTable.left("default"),
            TextTable.left("must be"),
            TextTable.left("meaning"));
    for (Parameter<?> parameter : entry.parameters()) {
      table =
          table.row(
              parameter.name(),
              parameter.required() ? "(required)" : parameter.usual(),
              parameter.rule(),
              parameter.meaning());
    }
    out.println();
    table.lines().forEach(line -> out.println("    " + line));
    out.println();
  }

  private static JsonFields catalogue(List<PolicyEntry> entries) {
    return JsonFields.of("policies", entries.stream().map(PoliciesCommand::extra).toList());
  }

  private static JsonFields extra(PolicyEntry entry) {
    return JsonFields.of("name", entry.name())
        .and("summary", entry.summary())
        .and("source", entry.source())
        .and(
            "parameters",
            entry.parameters().stream()
                .map(parameter ->
                    JsonFields.of("name", parameter.name())
                        .and("meaning", parameter.meaning())
                        .and("default", parameter.usual())
                        .and("rule", parameter.rule())
                        .and("required", parameter.required()))
                .toList());
  }
}
