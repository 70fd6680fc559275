package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policies.law.Watermark;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.StandardPolicy;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.Parameter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The typed settings of the default are its parameters. */
class StandardPolicyTest {

  @Test
  void aSettingIsTheParameterOfItsName() {
    assertThat(StandardPolicy.settings().policy()).isEqualTo(Policies.standard());
    assertThat(
            StandardPolicy.settings()
                .headroom(new Headroom.Buffer(0.2))
                .drain(Duration.ofSeconds(2))
                .rise(Duration.ofMillis(250))
                .fall(Duration.ofMinutes(1))
                .cpuHeadroom(2.5)
                .stepUp(1.5)
                .gain(0.8)
                .first(64)
                .policy())
        .isEqualTo(
            Policies.parse(
                "flyball(headroom=20%,drain=2s,rise=250ms,fall=1m,cpu-headroom=2.5,"
                    + "step-up=1.5,gain=80%,first=64)"));
  }

  @Test
  void aSettingIsCheckedByTheRuleOfItsParameter() {
    assertThatThrownBy(() -> StandardPolicy.settings().drain(Duration.ZERO).policy())
        .hasMessage("drain must be a duration above 0 such as 500ms, 1.5s, 2m or 1h but was '0ms'");
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
    assertThatThrownBy(() -> StandardPolicy.settings().rise(endless))
        .hasMessageStartingWith("rise must be at most 365 days but was PT");
    assertThatThrownBy(() -> Watermark.of(1, Optional.empty(), endless))
        .hasMessageStartingWith("keep-alive must be at most 365 days but was PT");
    assertThatThrownBy(() -> StandardPolicy.settings().gain(1.5).policy())
        .hasMessageContaining("gain must be a share above 0 and at most 1");
  }

  @Test
  void everyParameterForUsersIsASetting() {
    List<String> settings =
        Stream.of(StandardPolicy.class.getMethods())
            .filter(method -> method.getReturnType() == StandardPolicy.class)
            .map(method -> method.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
            .toList();
    assertThat(settings)
        .containsAll(
            Policies.ownParameters(Policies.STANDARD).stream()
                .map(Parameter::name)
                .filter(name -> !name.equals("without"))
                .toList());
  }
}
