package dev.flyball.tools.cli.race;

import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import dev.flyball.sim.scenario.Scenarios;
import dev.flyball.tools.cli.shared.ShellWord;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The scenarios that a command line names, each one of the catalogue or a file. */
final class ScenarioArguments {

  @Parameters(
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "Names of the catalogue, or files (.yaml); without any, the whole catalogue.")
  private @Nullable List<String> names;

  boolean areGiven() {
    return names != null;
  }

  /** The scenarios; without any, those of these names. */
  List<Scenario> or(List<String> usual) {
    return (names == null ? usual : names).stream().map(ScenarioArguments::read).toList();
  }

  /** The names as they are typed, each behind a blank. */
  String typed() {
    List<String> typed = names == null ? List.of() : names;
    return typed.stream().map(name -> " " + ShellWord.of(name)).collect(Collectors.joining());
  }

  /**
   * What looks like a file is one; the catalogue's names have neither a dot nor a slash.
   *
   * @throws IllegalArgumentException when there is no such scenario, or its file is broken
   */
  static Scenario read(String name) {
    boolean file = name.endsWith(".yaml") || name.contains("/");
    return file ? ScenarioFile.read(Path.of(name)) : Scenarios.named(name);
  }
}
