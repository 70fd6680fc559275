package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlyballPartTest {

  private static FlyballPolicy flyball(String without) {
    return (FlyballPolicy) Policies.parse("flyball(without=" + without + ")");
  }

  @ParameterizedTest
  @EnumSource
  void eachCanBeTakenOut(FlyballPart part) {
    assertThat(flyball(part.word()).without()).containsExactly(part);
  }

  @Test
  void severalAreJoinedByPlusInAnyOrderAndCountOnce() {
    assertThat(flyball("none")).isEqualTo(Policies.parse("flyball"));
    assertThat(flyball("look+cpu+look").without())
        .isEqualTo(List.of(FlyballPart.CPU, FlyballPart.LOOK));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "all", "CPU", "cpu+", "cpu+none", "cpu paid"})
  void saysWhatIsWrong(String without) {
    assertThatThrownBy(() -> flyball(without))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "without must be none, or names joined by + out of backlog, peak, cpu, paid, down, work,"
                + " slowdown, hang, first, look but was '"
                + without
                + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "gain=0.75 , 75%",
    "step-up=2, 2",
    "cpu-headroom=3, 3",
    "first=8, 8",
  })
  void theDefaultsAreWhatTheyAre(String parameter, String same) {
    String name = parameter.substring(0, parameter.indexOf('='));
    assertThat(Policies.parse("flyball(" + parameter + ")"))
        .isEqualTo(Policies.parse("flyball"))
        .isEqualTo(Policies.parse("flyball(" + name + "=" + same + ")"));
  }

  @ParameterizedTest
  @CsvSource({
    "step-up=1, step-up must be a number above 1 but was '1'",
    "rise=0s, 'rise must be a duration above 0 such as 500ms, 1.5s, 2m or 1h but was ''0s'''",
    "cpu-headroom=-1, cpu-headroom must be a number of at least 0 but was '-1'",
  })
  void saysWhatIsWrongWithAFigure(String parameter, String message) {
    assertThatThrownBy(() -> Policies.parse("flyball(" + parameter + ")")).hasMessage(message);
  }

  @Test
  void withoutLookItIsAskedOncePerPeriod() {
    assertThat(flyball("none").nextPoll()).isPresent();
    assertThat(flyball("look").nextPoll()).isEmpty();
  }

  @Test
  void aPoolBeginsWithAFewWorkersWhateverItWasMadeWith() {
    assertThat(flyball("none").firstSize(1)).isEqualTo(8);
    assertThat(flyball("none").firstSize(100)).isEqualTo(8);
    assertThat(flyball("first").firstSize(100)).isEqualTo(100);
    assertThat(Policies.parse("flyball(first=64)").firstSize(1)).isEqualTo(64);
    assertThat(Policies.parse("fixed(workers=3)").firstSize(100)).isEqualTo(100);
  }
}
