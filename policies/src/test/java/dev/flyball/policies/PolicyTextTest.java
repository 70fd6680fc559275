package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.StepLimit;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.PolicyText;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PolicyTextTest {

  @Test
  void aPolicyComesBackWithAllThatItHasLearned() {
    SizingPolicy policy = Policies.parse("littles-law(headroom=0.2,cool-down=2s,step=3,max=50)");
    for (int second = 0; second < 5; second++) {
      policy = policy.advise(Seen.steady(100 + second, 0.1).at(second, 1).build()).next();
    }
    String text = PolicyText.write(policy);
    SizingPolicy back = PolicyText.read(text);
    assertThat(back).isEqualTo(policy);
    assertThat(PolicyText.write(back)).isEqualTo(text);
    Observation next = Seen.steady(90, 0.2).at(5, 1).build();
    assertThat(back.advise(next)).isEqualTo(policy.advise(next));
  }

  @Test
  void isOneReadableLine() {
    assertThat(PolicyText.write(new StepLimit(Policies.parse("fixed(workers=7)"), 3)))
        .isEqualTo("flyball-policy/1 StepLimit{policy=FixedSize{workers=7}, workersMax=3}");
  }

  @Test
  void staysOneLineWhateverASignalIsCalled() {
    Observation part =
        Seen.steady(9, 0.1).at(0, 0.1).signal("two\nlines\r, a \\ and \"marks\"", 1).build();
    SizingPolicy policy = Policies.parse("cpu-share").advise(part).next();
    String text = PolicyText.write(policy);
    assertThat(text).doesNotContain("\n", "\r");
    assertThat(PolicyText.read(text)).isEqualTo(policy);
  }

  @Test
  void saysWhereATextIsWrong() {
    assertThatThrownBy(() -> PolicyText.read("flyball-policy/1 FixedSize{workers=many}"))
        .hasMessage("column 36 must be a number but was 'many}'");
    assertThatThrownBy(() -> PolicyText.read("flyball-policy/1 FixedSize{workers=7} "))
        .hasMessage("column 38 must be the end but was ' '");
    assertThatThrownBy(() -> PolicyText.read("flyball-policy/1 FixedSize{workers=0}"))
        .hasMessage("FixedSize: workers must be at least 1 but was 0");
    assertThatThrownBy(() -> PolicyText.read("flyball-policy/1 Fixed{workers=0}"))
        .hasMessageStartingWith("column 18 must name a record of the catalogue's");
    assertThatThrownBy(() -> PolicyText.read("flyball-policy/1 Limits{min=1, max=2}"))
        .hasMessage(
            "column 18 must be a record that is a SizingPolicy but was 'Limits{min=1, max=2}...'");
  }

  @Test
  void saysWhatIsOfAnotherVersion() {
    assertThatThrownBy(() -> PolicyText.read("flyball-policy/2 FixedSize{workers=7}"))
        .hasMessage("column 1 must be 'flyball-policy/1 ' but was 'flyball-policy/2 Fix...'");
  }

  @Test
  void refusesWhatIsNotOfThisPackage() {
    SizingPolicy lambda = seen -> new Advice(1, "always one", Policies.parse("fixed(workers=1)"));
    assertThatThrownBy(() -> PolicyText.write(lambda.coolDown(Duration.ofSeconds(1))))
        .hasMessageStartingWith("a policy's state must be made of records of the catalogue's");
  }
}
