package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Nearest;
import dev.flyball.policies.law.LittlesLaw;
import dev.flyball.policies.law.PrintedWorkloadProfile;
import dev.flyball.policies.law.RequestRate;
import dev.flyball.policies.law.WorkloadProfile;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.guard.CpuGuard;
import dev.flyball.policy.guard.FrameGuard;
import dev.flyball.policy.guard.Recall;
import dev.flyball.policy.guard.Rescue;
import dev.flyball.policy.guard.WhileSaturated;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.spec.Spelling;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoliciesTest {

  @Test
  void theCatalogueIsComplete() {
    assertThat(Policies.all())
        .extracting(PolicyEntry::name)
        .doesNotHaveDuplicates()
        .contains("fixed", "littles-law")
        .allMatch(name -> name.matches("[a-z]+(-[a-z]+)*"));
    for (PolicyEntry entry : Policies.all()) {
      assertThat(entry.summary()).endsWith(".");
      assertThat(entry.source()).isNotBlank();
      assertThat(Policies.parse(entry.example())).isNotNull();
      assertThat(entry.parameters()).extracting(Parameter::name).doesNotHaveDuplicates();
      for (Parameter<?> parameter : entry.parameters()) {
        assertThat(parameter.meaning()).isNotBlank();
        assertThat(parameter.read(parameter.usual())).isNotNull();
      }
    }
  }

  @Test
  void parsesNamesAndParameters() {
    assertThat(Policies.parse("fixed(workers=64)")).isEqualTo(new FixedSize(64));
    assertThat(Policies.parse(" request-rate ")).isEqualTo(RequestRate.standard());
    assertThat(Policies.parse("request-rate()")).isEqualTo(RequestRate.standard());
    assertThat(Policies.parse("workload-profile-printed"))
        .isEqualTo(PrintedWorkloadProfile.standard());
    assertThat(Policies.parse("littles-law( headroom = 0.2 , drain=1.5s )"))
        .isEqualTo(
            LittlesLaw.of(
                new Headroom.Buffer(0.2),
                Duration.ofMillis(1500),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10)));
    assertThat(Policies.parse("workload-profile(headroom=p99.9,rise=250ms,fall=2m)"))
        .isEqualTo(
            WorkloadProfile.of(
                new Headroom.Percentile(0.999),
                Duration.ofSeconds(1),
                Duration.ofMillis(250),
                Duration.ofMinutes(2)));
  }

  @Test
  void theStandardPolicyStandsFirst() {
    assertThat(Policies.all().get(0).name()).isEqualTo(Policies.STANDARD);
    assertThat(Policies.standard()).isEqualTo(Policies.parse(Policies.STANDARD));
  }

  @Test
  void everyPolicyTakesTheCommonParameters() {
    assertThat(Policies.parse("request-rate(max=100,step=5,cool-down=10s,min=2)"))
        .isEqualTo(
            RequestRate.standard()
                .stepLimit(5)
                .coolDown(Duration.ofSeconds(10))
                .within(Limits.of(2, 100)));
  }

  @Test
  void wrappersAreAppliedInTheirOrder() {
    assertThat(
            Policies.parse(
                "fixed(workers=9,max=100,step=5,cool-down=10s,rescue=true,cpu-guard=90%,"
                    + "frame-guard=60,while-saturated=true,recall=true)"))
        .isEqualTo(
            FrameGuard.of(
                    Rescue.of(
                        new CpuGuard(Recall.of(new WhileSaturated(new FixedSize(9))), 0.9)
                            .stepLimit(5)
                            .coolDown(Duration.ofSeconds(10))),
                    60)
                .within(Limits.of(1, 100)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "litles-law | unknown policy 'litles-law'; did you mean 'littles-law'? known: {all}",
        "xyz | unknown policy 'xyz'; known: {all}",
        "fixed(worker=3) | unknown parameter of fixed 'worker'; did you mean 'workers'? known:"
            + " workers, min, max, step, cool-down, rescue, cpu-guard, frame-guard, while-saturated,"
            + " recall",
        "fixed | fixed needs workers (the number of workers; must be a whole number of at least"
            + " 1), as in fixed(workers=64)",
        "fixed(workers=0) | workers must be a whole number of at least 1 but was '0'",
        "fixed(workers=x) | workers must be a whole number of at least 1 but was 'x'",
        "fixed(workers=) | workers must be a whole number of at least 1 but was ''",
        "littles-law(drain=0s) | drain must be a duration above 0 such as 500ms, 1.5s, 2m or 1h"
            + " but was '0s'",
        "littles-law(drain=5) | drain must be a duration above 0 such as 500ms, 1.5s, 2m or 1h"
            + " but was '5'",
        "littles-law(headroom=p20) | headroom must be none, a share such as 0.2 or 20%, a"
            + " percentile from p50 to p99.9999, or sqrt:1.5 but was 'p20'",
        "littles-law(max=many) | max must be a whole number of at least 1, or none but was 'many'",
        "littles-law(min=5,max=4) | max must be at least min (5) but was 4",
        "fixed(workers=1,workers=2) | workers must be given once but was given twice in"
            + " 'fixed(workers=1,workers=2)'",
        "fixed(workers=1 | a policy must be written name or name(parameter=value,...) but was"
            + " 'fixed(workers=1'",
        "fixed(workers=1)x | a policy must be written name or name(parameter=value,...) but was"
            + " 'fixed(workers=1)x'",
        "fixed(64) | a policy must be written name or name(parameter=value,...) but was"
            + " 'fixed(64)'",
        "vegas(smoothing=2) | smoothing must be a share above 0 and at most 1, such as 0.9 or 90%"
            + " but was '2'",
        "vegas(seed=x) | seed must be a whole number of at least 0 but was 'x'",
        "frame-rate(target=0) | target must be a number above 0 but was '0'",
        "latency-gradient(tolerance=0) | tolerance must be a number above 0 but was '0'",
        "additive-increase(floor=30,ceiling=20) | ceiling must be at least floor (30) but was 20",
        "watermark(mark=-1) | mark must be a whole number of at least 0 but was '-1'",
        "cpu-share(tolerance=-1) | tolerance must be a number of at least 0 but was '-1'",
        "moving-average(immediate=yes) | immediate must be true or false but was 'yes'",
        "moving-average(fastest=2s) | fastest must be at most the interval (0.500 s) but was"
            + " 2.000 s",
        "sleep-jitter(high=0.2) | high must be at least low (0.5) but was 0.2",
      })
  void saysWhatIsWrong(String specification, String expected) {
    List<String> names = Policies.all().stream().map(PolicyEntry::name).toList();
    String message = expected.replace("{all}", String.join(", ", names));
    assertThatThrownBy(() -> Policies.parse(specification))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "500ms, 500000000",
    "1.5s, 1500000000",
    "1.001s, 1001000000", // the nearest double is a little less
    "1.003s, 1003000000",
    "0.1ms, 100000",
    "2m, 120000000000",
    "1h, 3600000000000"
  })
  void readsDurationsToTheNanosecond(String text, long nanos) {
    assertThat(Spelling.readDuration(text)).hasValue(Duration.ofNanos(nanos));
  }

  @ParameterizedTest
  @CsvSource({"fixed,fixed,0", "fixd,fixed,1", "'',abc,3", "abc,'',3", "kitten,sitting,3"})
  void countsEdits(String from, String to, int edits) {
    assertThat(Nearest.edits(from, to)).isEqualTo(edits);
  }

  @Test
  void aPolicyIsKnownByItsNameWhateverIsWrappedAroundIt() {
    for (PolicyEntry entry : Policies.all()) {
      SizingPolicy plain = Policies.parse(entry.example());
      SizingPolicy wrapped =
          plain.coolDown(Duration.ofSeconds(1)).stepLimit(3).within(Limits.of(2, 9));
      assertThat(Policies.nameOf(plain)).isEqualTo(entry.name());
      assertThat(Policies.nameOf(wrapped)).isEqualTo(entry.name());
      assertThat(Policies.innermost(wrapped)).isEqualTo(Policies.innermost(plain));
    }
    assertThat(Policies.nameOf(new Mine())).isEqualTo("Mine");
  }

  private record Mine() implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      return new Advice(1, "mine", this);
    }
  }
}
