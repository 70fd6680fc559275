package dev.flyball.sim;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

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
 * A law of the simulator's architecture, for any root package: the real one, and the one of the
 * fixtures that break it.
 *
 * <p>A small twin of the rule of module core: what they share is a list of names, too little for a
 * module that both would need at test time.
 */
enum SimArchitectureRule {
  /** Arrows between packages point one way; a package without a place among them is an error. */
  ARROWS_POINT_ONE_WAY {
    @Override
    ArchRule under(String root) {
      return layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage(root + "..")
          .withOptionalLayers(true)
          .layer("workload")
          .definedBy(root + ".workload..")
          .layer("scenario")
          .definedBy(root + ".scenario..")
          .layer("bench")
          .definedBy(root)
          .layer("race")
          .definedBy(root + ".race..")
          .layer("flow")
          .definedBy(root + ".flow..")
          .whereLayer("workload")
          .mayNotAccessAnyLayer()
          .whereLayer("scenario")
          .mayOnlyAccessLayers("workload")
          .whereLayer("bench")
          .mayOnlyAccessLayers("scenario", "workload")
          .whereLayer("race")
          .mayOnlyAccessLayers("bench", "scenario", "workload")
          .whereLayer("flow")
          .mayOnlyAccessLayers("bench", "workload")
          .ensureAllClassesAreContainedInArchitecture();
    }
  },

  /** No time but the virtual one, no chance but that of a seed, no thread, no order by hash. */
  NOTHING_OF_THE_MACHINE {
    @Override
    ArchRule under(String root) {
      return noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.util.concurrent..", "java.util.random..")
                  .and(not(named("java.util.concurrent.TimeUnit")))
                  .or(
                      named(
                          "java.lang.Process",
                          "java.lang.ProcessBuilder",
                          "java.lang.Runtime",
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

  /** Nothing is read or written, but by those who read scenarios. */
  ONLY_READERS_READ {
    @Override
    ArchRule under(String root) {
      return noClasses()
          .that(not(readersBelow(root)))
          .should()
          .dependOnClassesThat(resideInAnyPackage("java.io..", "java.net..", "java.nio.."));
    }
  },

  /**
   * Nothing is called whose result differs between machines, JDKs or runs: {@link System} (but for
   * copying arrays), the inexact functions of {@link Math} (those of {@link StrictMath} are the
   * same everywhere), the present time, the collections whose order is salted anew by every JVM or
   * is that of a hash table, streams that others share the work of, and the decimal digits of a
   * double, which not every JDK writes alike.
   */
  EVERYTHING_REPEATS_ITSELF {
    @Override
    ArchRule under(String root) {
      return noClasses()
          .should()
          .accessTargetWhere(
              new DescribedPredicate<>("the result differs between machines, JDKs or runs") {
                @Override
                public boolean test(JavaAccess<?> access) {
                  return isUnrepeatable(access);
                }
              });
    }
  },

  /** Nothing is null unless it says so, in every package. */
  EVERY_PACKAGE_IS_NULL_MARKED {
    @Override
    ArchRule under(String root) {
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
          Set.of("groupingBy", "toMap", "toSet", "toUnmodifiableMap", "toUnmodifiableSet"),
          "java.lang.Double",
          Set.of("toString", "toHexString"));

  private static final Set<String> DIGITS_OF_A_DOUBLE =
      Set.of(
          "java.math.BigDecimal.valueOf(double)",
          "java.lang.String.valueOf(double)",
          "java.lang.StringBuilder.append(double)");

  private static final Set<String> READERS =
      Set.of("ScenarioFile", "ArrivalsReader", "TraceFolder", "TraceReader", "Scenarios");

  /** The rule for the classes below a root package. */
  abstract ArchRule under(String root);

  private static boolean isUnrepeatable(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return UNREPEATABLE.getOrDefault(owner, Set.of()).contains(name)
        || DIGITS_OF_A_DOUBLE.contains(access.getTarget().getFullName())
        || (owner.equals("java.lang.System") && !name.equals("arraycopy"))
        || (owner.startsWith("java.time.") && name.equals("now"))
        || name.equals("parallel")
        || name.equals("parallelStream");
  }

  /** The reader of scenario files, what it reads with, and the catalogue among the resources. */
  private static DescribedPredicate<JavaClass> readersBelow(String root) {
    return DescribedPredicate.describe(
        "readers of scenarios",
        type ->
            READERS.stream()
                .anyMatch(name -> isOrIsInside(root + ".scenario." + name, type.getName())));
  }

  private static boolean isOrIsInside(String reader, String name) {
    return name.equals(reader) || name.startsWith(reader + "$");
  }

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
