package dev.flyball;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/**
 * A law of the architecture, for any root package: the real one, and the one of the fixtures that
 * break it.
 */
public enum ArchitectureRule {
  /** Arrows between packages point one way; a package without a place among them is an error. */
  ARROWS_POINT_ONE_WAY {
    @Override
    public ArchRule under(String root) {
      return layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage(root + "..")
          .withOptionalLayers(true)
          .layer("base")
          .definedBy(root + ".base..")
          .layer("policy")
          .definedBy(root + ".policy")
          .layer("spec")
          .definedBy(root + ".policy.spec..")
          .layer("part")
          .definedBy(root + ".policy.part..")
          .layer("guard")
          .definedBy(root + ".policy.guard..")
          .layer("window")
          .definedBy(root + ".policy.standard.window..")
          .layer("overload")
          .definedBy(root + ".policy.standard.overload..")
          .layer("standard")
          .definedBy(root + ".policy.standard")
          .layer("catalogue")
          .definedBy(root + ".policy.catalogue..")
          .layer("admission")
          .definedBy(root + ".admission")
          .layer("line")
          .definedBy(root + ".admission.line..")
          .layer("measure")
          .definedBy(root + ".measure..")
          .layer("control")
          .definedBy(root + ".control..")
          .layer("pool")
          .definedBy(root + ".pool")
          .layer("govern")
          .definedBy(root + ".pool.govern..")
          .layer("pool base")
          .definedBy(root + ".pool.base..")
          .layer("standstill")
          .definedBy(root + ".pool.standstill..")
          .layer("dispatch")
          .definedBy(root + ".pool.dispatch..")
          .layer("admit")
          .definedBy(root + ".pool.admit..")
          .layer("permit")
          .definedBy(root + ".pool.permit..")
          .layer("schedule")
          .definedBy(root + ".pool.schedule..")
          .layer("foreign")
          .definedBy(root + ".pool.foreign..")
          .layer("adopt")
          .definedBy(root + ".pool.adopt..")
          .layer("expose")
          .definedBy(root + ".expose..")
          .layer("facade")
          .definedBy(root)
          .whereLayer("base")
          .mayNotAccessAnyLayer()
          .whereLayer("policy")
          .mayOnlyAccessLayers("base")
          .whereLayer("spec")
          .mayOnlyAccessLayers("base", "policy")
          .whereLayer("part")
          .mayOnlyAccessLayers("base", "policy", "spec")
          .whereLayer("guard")
          .mayOnlyAccessLayers("base", "policy", "spec", "part")
          .whereLayer("window")
          .mayOnlyAccessLayers("base", "policy", "part")
          .whereLayer("overload")
          .mayOnlyAccessLayers("policy", "window")
          .whereLayer("standard")
          .mayOnlyAccessLayers("base", "policy", "spec", "part", "guard", "window", "overload")
          .whereLayer("catalogue")
          .mayOnlyAccessLayers("base", "policy", "spec", "guard", "standard")
          .whereLayer("admission")
          .mayOnlyAccessLayers("base", "policy")
          .whereLayer("line")
          .mayOnlyAccessLayers("base", "policy", "admission", "measure")
          .whereLayer("measure")
          .mayOnlyAccessLayers("base", "policy", "part")
          .whereLayer("control")
          .mayOnlyAccessLayers("base", "policy", "spec", "part", "standard", "catalogue")
          .whereLayer("pool")
          .mayOnlyAccessLayers(
              "base",
              "policy",
              "standard",
              "admission",
              "measure",
              "control",
              "pool base",
              "govern",
              "dispatch",
              "admit",
              "permit",
              "schedule",
              "foreign",
              "adopt")
          .whereLayer("pool base")
          .mayOnlyAccessLayers("base", "policy", "admission", "line", "measure")
          .whereLayer("govern")
          .mayOnlyAccessLayers("base", "policy", "standard", "control", "pool base")
          .whereLayer("standstill")
          .mayOnlyAccessLayers("base")
          .whereLayer("dispatch")
          .mayOnlyAccessLayers(
              "base", "policy", "admission", "line", "measure", "pool base", "standstill")
          .whereLayer("admit")
          .mayOnlyAccessLayers(
              "base", "policy", "admission", "line", "measure", "pool base", "standstill")
          .whereLayer("permit")
          .mayOnlyAccessLayers("base", "policy", "admission", "line", "measure", "pool base")
          .whereLayer("schedule")
          .mayOnlyAccessLayers("base", "admission", "pool base")
          .whereLayer("foreign")
          .mayOnlyAccessLayers("base", "control")
          .whereLayer("adopt")
          .mayOnlyAccessLayers("base", "measure", "foreign")
          .whereLayer("expose")
          .mayOnlyAccessLayers(
              "base", "policy", "part", "admission", "catalogue", "pool", "measure", "control")
          .ensureAllClassesAreContainedInArchitecture();
    }
  },

  /**
   * What could make two runs differ, or wait, stays out of policy. A deadline is read off the
   * clock, and an exception is one of the JDK's: those are what submitters use, not rules.
   */
  POLICY_IS_PURE {
    @Override
    public ArchRule under(String root) {
      return noClasses()
          .that()
          .resideInAnyPackage(root + ".policy..", root + ".policies..", root + ".admission..")
          .and(not(named(root + ".admission.Deadline", root + ".admission.TaskShedException")))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.io..",
                      "java.net..",
                      "java.nio..",
                      "java.util.concurrent..",
                      "java.util.random..")
                  .and(not(named("java.util.concurrent.TimeUnit")))
                  .or(
                      named(
                          "java.lang.Process",
                          "java.lang.ProcessBuilder",
                          "java.lang.Runtime",
                          "java.lang.System",
                          "java.lang.Thread",
                          "java.lang.ThreadLocal",
                          "java.security.SecureRandom",
                          "java.time.Clock",
                          "java.util.HashMap",
                          "java.util.HashSet",
                          "java.util.IdentityHashMap",
                          "java.util.Random",
                          "java.util.SplittableRandom",
                          "java.util.WeakHashMap")));
    }
  },

  /**
   * Policy calls nothing whose result differs between machines or runs: the inexact functions of
   * {@link Math} (those of {@link StrictMath} are the same everywhere), the present time, and the
   * collections whose order is salted anew by every JVM or is that of a hash table.
   */
  POLICY_REPEATS_ITSELF {
    @Override
    public ArchRule under(String root) {
      return noClasses()
          .that()
          .resideInAnyPackage(root + ".policy..", root + ".policies..", root + ".admission..")
          .should()
          .accessTargetWhere(
              new DescribedPredicate<>("the result differs between machines or runs") {
                @Override
                public boolean test(JavaAccess<?> access) {
                  String owner = access.getTargetOwner().getName();
                  String name = access.getTarget().getName();
                  return UNREPEATABLE.getOrDefault(owner, Set.of()).contains(name)
                      || (owner.startsWith("java.time.") && name.equals("now"));
                }
              });
    }
  },

  /** No package reaches itself by way of another. */
  NO_CYCLES {
    @Override
    public ArchRule under(String root) {
      return slices().matching(root + ".(*)..").should().beFreeOfCycles();
    }
  },

  /** Core is compiled against the JDK and JSpecify's annotations, and nothing else. */
  NO_THIRD_PARTY_CODE {
    @Override
    public ArchRule under(String root) {
      return noClasses()
          .should()
          .dependOnClassesThat(
              not(
                  resideInAnyPackage(
                      root + "..",
                      "java..",
                      "javax.management..",
                      "com.sun.management..",
                      "jdk.jfr..",
                      "org.jspecify..")));
    }
  },

  /** Nothing is null unless it says so, in every package. */
  EVERY_PACKAGE_IS_NULL_MARKED {
    @Override
    public ArchRule under(String root) {
      return classes().that(resideInAPackage(root + "..")).should(resideInANullMarkedPackage());
    }
  };

  private static final Map<String, Set<String>> UNREPEATABLE =
      Map.of(
          "java.lang.Math",
          Set.of(
              "acos", "asin", "atan", "atan2", "cbrt", "cos", "cosh", "exp", "expm1", "hypot",
              "log", "log10", "log1p", "pow", "random", "sin", "sinh", "tan", "tanh"),
          "java.util.Map",
          Set.of("of", "ofEntries", "copyOf"),
          "java.util.Set",
          Set.of("of", "copyOf"),
          "java.util.stream.Collectors",
          Set.of("groupingBy", "toMap", "toSet", "toUnmodifiableMap", "toUnmodifiableSet"));

  /** The rule for the classes below a root package. */
  public abstract ArchRule under(String root);

  private static DescribedPredicate<JavaClass> named(String... names) {
    Set<String> wanted = Set.of(names);
    return DescribedPredicate.describe("named", type -> wanted.contains(type.getName()));
  }

  private static DescribedPredicate<JavaClass> not(DescribedPredicate<? super JavaClass> other) {
    return DescribedPredicate.not(other).forSubtype();
  }

  private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
    return new ArchCondition<>("reside in a package that is @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
        String message = "Class <" + type.getName() + "> is in a package without @NullMarked";
        events.add(new SimpleConditionEvent(type, marked, message));
      }
    };
  }
}
