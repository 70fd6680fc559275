package dev.flyball;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static dev.flyball.ArchitectureRule.ARROWS_POINT_ONE_WAY;
import static dev.flyball.ArchitectureRule.EVERY_PACKAGE_IS_NULL_MARKED;
import static dev.flyball.ArchitectureRule.NO_THIRD_PARTY_CODE;
import static dev.flyball.ArchitectureRule.POLICY_IS_PURE;
import static dev.flyball.ArchitectureRule.POLICY_REPEATS_ITSELF;
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

/** Core keeps its laws, and each law reports exactly those of the fixtures that break it. */
final class ArchitectureTest {

  private static final String CORE_ROOT = "dev.flyball";
  private static final JavaClasses CORE =
      new ClassFileImporter().withImportOption(DO_NOT_INCLUDE_TESTS).importPackages(CORE_ROOT);

  private static final String FIXTURE_ROOT = "dev.flyball.fixture";
  private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(FIXTURE_ROOT);

  private static final Map<ArchitectureRule, Set<String>> OFFENDERS =
      Map.of(
          ARROWS_POINT_ONE_WAY,
          Set.of(
              "policy.KnowsControl",
              "measure.KnowsControl",
              "control.KnowsPool",
              "pool.KnowsExpose",
              "expose.KnowsFacade",
              "stray.HasNoPlace"),
          POLICY_IS_PURE,
          Set.of(
              "policy.AsksTheClock",
              "policy.AsksTheSystem",
              "policy.HoldsALock",
              "policy.KeepsAHashMap",
              "policy.ReadsAFile",
              "policy.RollsDice",
              "policy.StartsAThread"),
          POLICY_REPEATS_ITSELF,
          Set.of("policy.AsksTheClock", "policy.RaisesToAPower", "policy.UsesASaltedOrder"),
          NO_THIRD_PARTY_CODE,
          Set.of("pool.UsesALibrary"),
          EVERY_PACKAGE_IS_NULL_MARKED,
          Set.of("stray.HasNoPlace"));

  @ParameterizedTest
  @EnumSource
  void coreKeeps(ArchitectureRule rule) {
    rule.under(CORE_ROOT).allowEmptyShould(true).check(CORE);
  }

  @ParameterizedTest
  @EnumSource(names = "NO_CYCLES", mode = EnumSource.Mode.EXCLUDE)
  void reportsExactlyItsOffenders(ArchitectureRule rule) {
    Set<String> reported = new TreeSet<>();
    for (String detail :
        rule.under(FIXTURE_ROOT).evaluate(FIXTURES).getFailureReport().getDetails()) {
      reported.add(firstFixtureIn(detail));
    }
    assertThat(reported).isEqualTo(OFFENDERS.get(rule));
  }

  @ParameterizedTest
  @EnumSource(names = "NO_CYCLES")
  void reportsACycle(ArchitectureRule rule) {
    assertThat(rule.under(FIXTURE_ROOT).evaluate(FIXTURES).getFailureReport().toString())
        .contains("Slice control", "Slice policy");
  }

  private static String firstFixtureIn(String detail) {
    Matcher fixture =
        Pattern.compile(Pattern.quote(FIXTURE_ROOT) + "\\.([a-z]+\\.[A-Z][A-Za-z]*)")
            .matcher(detail);
    return fixture.find() ? fixture.group(1) : detail;
  }
}
