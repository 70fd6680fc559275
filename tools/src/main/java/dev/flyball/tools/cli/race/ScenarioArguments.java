package dev.flyball.tools.cli.race;

import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import dev.flyball.sim.scenario.Scenarios;
import java.nio.file.Path;

/** A scenario as a command line names it: one of the catalogue, or a file. */
final class ScenarioArgument {

  private ScenarioArgument() {}

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
