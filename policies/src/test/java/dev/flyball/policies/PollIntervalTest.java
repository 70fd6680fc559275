package dev.flyball.policies;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The wish to be asked again, and that it comes through whatever is wrapped around a policy. */
class PollIntervalTest {

  /** Wishes for another look after every observation: one second more. */
  private record Patient(int seconds) implements SizingPolicy {
    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(lookOf(seconds));
    }

    @Override
    public Advice advise(Observation seen) {
      return new Advice(8, "more patient", new Patient(seconds + 1));
    }
  }

  /** A value of each shared parameter with which it wraps the policy. */
  private static final Map<String, String> SHARED =
      Map.of(
          "min", "2",
          "max", "9",
          "step", "3",
          "cool-down", "10s",
          "rescue", "true",
          "cpu-guard", "90%",
          "frame-guard", "60",
          "while-saturated", "true",
          "recall", "true");

  private static final PolicyEntry PATIENT =
      Policies.shared(
          new PolicyEntry("patient", "Waits.", "here", List.of(), given -> new Patient(1)));

  private static PollInterval lookOf(int seconds) {
    return new PollInterval(seconds * 1_000_000_000L, 1_000_000);
  }

  private static void passesTheWishOn(SizingPolicy wrapped) {
    assertThat(wrapped).isNotInstanceOf(Patient.class);
    SizingPolicy policy = wrapped;
    for (int second = 1; second < 4; second++) {
      assertThat(policy.nextPoll()).as("%s", policy).hasValue(lookOf(second));
      Observation saturated =
          Seen.steady(20, 0.2).at(second, 1).workers(4).busy(4).queue(3, 3).build();
      policy = policy.advise(saturated).next();
    }
  }

  @Test
  void everySharedParameterPassesTheWishOn() {
    assertThat(PATIENT.parameters())
        .extracting(Parameter::name)
        .containsExactlyInAnyOrderElementsOf(SHARED.keySet());
    SHARED.forEach(
        (name, value) -> passesTheWishOn(PATIENT.make(new TreeMap<>(Map.of(name, value)))));
    passesTheWishOn(PATIENT.make(new TreeMap<>(SHARED)));
  }

  @Test
  void aPolicyThatIsSampledPassesTheWishOn() {
    passesTheWishOn(Sampled.every(Duration.ofSeconds(1), new Patient(1)));
  }

  @Test
  void whateverWrapsAPolicyPassesItsWishOnOrHasOne() {
    List<JavaClass> wrappers =
        new ClassFileImporter()
            .withImportOption(DO_NOT_INCLUDE_TESTS).importPackages("dev.flyball").stream()
                .filter(type -> type.isAssignableTo(SizingPolicy.class))
                .filter(type ->
                    type.getFields().stream()
                        .anyMatch(field -> field.getRawType().isEquivalentTo(SizingPolicy.class)))
                .toList();
    assertThat(wrappers).hasSizeGreaterThanOrEqualTo(8);
    assertThat(wrappers)
        .allMatch(type ->
            type.tryGetMethod("inner").isPresent() || type.tryGetMethod("nextPoll").isPresent());
  }

  /** The governor's period is a second: an interval below it must be wished for. */
  private static final Map<String, Integer> MILLIS =
      Map.of("moving-average", 500, "frame-rate", 100, "cpu-share", 300);

  @Test
  void publishedPoliciesLeaveItToTheGovernorUnlessTheirIntervalIsShort() {
    for (PolicyEntry entry : Policies.all()) {
      if (entry.source().startsWith("this project")) {
        continue;
      }
      Optional<PollInterval> own =
          Optional.ofNullable(MILLIS.get(entry.name()))
              .map(millis -> PollInterval.every(Duration.ofMillis(millis)));
      assertThat(Policies.parse(entry.example()).nextPoll()).as(entry.name()).isEqualTo(own);
    }
  }

  @Test
  void aWishThatCannotBeIsRefused() {
    assertThatThrownBy(() -> new PollInterval(0, 1))
        .hasMessage("nanos must be at least 1 but was 0");
    assertThatThrownBy(() -> new PollInterval(1, 0))
        .hasMessage("nanosWhenShort must be at least 1 but was 0");
    assertThatThrownBy(() -> new PollInterval(5, 6))
        .hasMessage("nanosWhenShort must be at most nanos (5) but was 6");
    assertThat(PollInterval.every(Duration.ofMillis(3)))
        .isEqualTo(new PollInterval(3_000_000, 3_000_000));
  }
}
