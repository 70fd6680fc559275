package dev.flyball.sim;

import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.ScenarioFile;
import dev.flyball.sim.scenario.Scenarios;
import java.nio.file.Path;

/**
 * Scenarios that only tests need: each breaks the default policy when one part of it is taken out.
 * They lie beside the tests, one file each, which says what it is a model of and what it catches.
 */
final class HostileScenarios {

  private static final Path FOLDER = Path.of("src", "test", "resources", "dev/flyball/sim/hostile");

  private HostileScenarios() {}

  /** One of the named scenarios, or a hostile one. */
  static Scenario named(String name) {
    return Scenarios.names().contains(name)
        ? Scenarios.named(name)
        : ScenarioFile.read(FOLDER.resolve(name + ".yaml"));
  }
}
