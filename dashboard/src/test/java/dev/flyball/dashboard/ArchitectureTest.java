package dev.flyball.dashboard;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import org.junit.jupiter.api.Test;

/** Any program can have a dashboard: it brings along nothing. */
class ArchitectureTest {

  private static final JavaClasses DASHBOARD =
      new ClassFileImporter()
          .withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.flyball.dashboard");

  @Test
  void itNeedsTheJdkAndWhatItShowsAndNothingElse() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    "dev.flyball",
                    "dev.flyball.base..",
                    "dev.flyball.control..",
                    "dev.flyball.dashboard..",
                    "dev.flyball.dataflow..",
                    "dev.flyball.expose..",
                    "dev.flyball.policy..",
                    "dev.flyball.pool..",
                    "java..",
                    "javax.management..",
                    "org.jspecify..")))
        .check(DASHBOARD);
  }
}
