package dev.flyball.policies;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.flyball.ArchitectureRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The published policies keep the laws of core's. */
class PoliciesArchitectureTest {

  private static final JavaClasses PUBLISHED =
      new ClassFileImporter()
          .withImportOption(DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.flyball.policies");

  @ParameterizedTest
  @EnumSource(
      names = {
        "POLICY_IS_PURE",
        "POLICY_REPEATS_ITSELF",
        "EVERY_PACKAGE_IS_NULL_MARKED",
        "NO_THIRD_PARTY_CODE"
      })
  void areAsPureAsCores(ArchitectureRule law) {
    law.under("dev.flyball").check(PUBLISHED);
  }

  @Test
  void familiesDoNotReachThemselves() {
    slices().matching("dev.flyball.policies.(**)").should().beFreeOfCycles().check(PUBLISHED);
  }
}
