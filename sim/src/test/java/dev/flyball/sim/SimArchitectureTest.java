package dev.flyball.sim;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static dev.flyball.sim.SimArchitectureRule.ARROWS_POINT_ONE_WAY;
import static dev.flyball.sim.SimArchitectureRule.EVERYTHING_REPEATS_ITSELF;
import static dev.flyball.sim.SimArchitectureRule.EVERY_PACKAGE_IS_NULL_MARKED;
import static dev.flyball.sim.SimArchitectureRule.NOTHING_OF_THE_MACHINE;
import static dev.flyball.sim.SimArchitectureRule.ONLY_READERS_READ;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The simulator keeps its laws, and each law reports exactly those of the fixtures that break it.
 */
final class SimArchitectureTest {

  private static final String ROOT = "dev.flyball.sim";
  private static final JavaClasses SIM =
      new ClassFileImporter().withImportOption(DO_NOT_INCLUDE_TESTS).importPackages(ROOT);

  private static final String FIXTURE_ROOT = "dev.flyball.sim.fixture";
  private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(FIXTURE_ROOT);

  private static final Map<SimArchitectureRule, Set<String>> OFFENDERS =
      Map.of(
          ARROWS_POINT_ONE_WAY,
          Set.of("workload.KnowsScenario", "Bench.KnowsRace", "stray.HasNoPlace"),
          NOTHING_OF_THE_MACHINE,
          Set.of("race.KeepsAHashMap", "workload.RollsDice", "race.StartsAThread"),
          ONLY_READERS_READ,
          Set.of("scenario.ReadsAFile"),
          EVERYTHING_REPEATS_ITSELF,
          Set.of("race.AsksTheSystem", "race.WritesADouble", "workload.RaisesToAPower"),
          EVERY_PACKAGE_IS_NULL_MARKED,
          Set.of("stray.HasNoPlace"));

  @ParameterizedTest
  @EnumSource
  void theSimulatorKeeps(SimArchitectureRule rule) {
    rule.under(ROOT).check(SIM);
  }

  @ParameterizedTest
  @EnumSource
  void reportsExactlyItsOffenders(SimArchitectureRule rule) {
    Set<String> reported = new TreeSet<>();
    for (String detail :
        rule.under(FIXTURE_ROOT).evaluate(FIXTURES).getFailureReport().getDetails()) {
      reported.add(firstFixtureIn(detail));
    }
    assertThat(reported).isEqualTo(OFFENDERS.get(rule));
  }

  private static String firstFixtureIn(String detail) {
    Matcher fixture =
        Pattern.compile(Pattern.quote(FIXTURE_ROOT) + "\\.((?:[a-z]+\\.|Bench\\$)[A-Z][A-Za-z]*)")
            .matcher(detail);
    return fixture.find() ? fixture.group(1).replace('$', '.') : detail;
  }
}
