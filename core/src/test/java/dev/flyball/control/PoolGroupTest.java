package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.control.PoolGroup.Member;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.spec.Headroom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PoolGroupTest {

  private final ScriptedTarget web = plant(100, 0.6); // 60 busy on average
  private final ScriptedTarget messages = plant(60, 0.5); // 30 busy on average

  private static ScriptedTarget plant(long arrived, double serviceSeconds) {
    ScriptedTarget plant = new ScriptedTarget();
    plant.arrived = arrived;
    plant.serviceNanosSum = Math.round(arrived * serviceSeconds * 1e9);
    return plant;
  }

  private PoolGroup group(int totalMax, double webWeight) {
    return new PoolGroup(
        "all",
        List.of(new Member("web", web, webWeight), new Member("messages", messages, 1)),
        new Headroom.None(),
        totalMax);
  }

  @Test
  void theTotalIsDividedByDemand() {
    PoolGroup group = group(1000, 1);
    group.step();
    assertThat(web.workers).isEqualTo(60);
    assertThat(messages.workers).isEqualTo(30);
    assertThat(group.last().orElseThrow().why())
        .isEqualTo("90 workers by weighted demand 60.0 -> 60, 30.0 -> 30");
  }

  @Test
  void theTotalIsBounded() {
    group(45, 1).step();
    assertThat(web.workers).isEqualTo(30);
    assertThat(messages.workers).isEqualTo(15);
  }

  @Test
  void aWeightGivesMoreOfWhatIsScarce() {
    group(50, 2).step();
    assertThat(web.workers).isEqualTo(40);
    assertThat(messages.workers).isEqualTo(10);
  }

  @Test
  void aMemberThatCannotBeSeenKeepsItsSize() {
    messages.blind = true;
    group(1000, 1).step();
    assertThat(web.workers).isEqualTo(60);
    assertThat(messages.workers).isEqualTo(4);
  }

  @Test
  void aMemberThatCannotBeResizedHoldsUpNobody() {
    web.stuck = true;
    group(1000, 1).step();
    assertThat(web.workers).isEqualTo(4);
    assertThat(messages.workers).isEqualTo(30);
  }

  @Test
  void startedItStepsByItselfUntilItIsClosed() {
    try (PoolGroup group = group(1000, 1)) {
      group.start(Duration.ofMillis(1));
      while (group.last().isEmpty()) {
        LockSupport.parkNanos(100_000);
      }
      assertThatThrownBy(() -> group.start(Duration.ofMillis(1)))
          .hasMessage("group 'all' was started before");
    }
    assertThat(web.workers).isEqualTo(60);
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> new Member("web", web, 0))
        .hasMessage("weight of 'web' must be a finite number above 0 but was 0.0");
    assertThatThrownBy(() -> group(1, 1))
        .hasMessage("totalMax must be at least one worker per member (2) but was 1");
    assertThatThrownBy(() -> new PoolGroup("none", List.of(), new Headroom.None(), 1))
        .hasMessage("members of 'none' must be at least 1 but were 0");
  }

  @Test
  void aMemberThatAnotherDrivesIsRefusedAndNoneOfTheOthersIsHeld() {
    Duration hour = Duration.ofHours(1);
    Governor governor = Governor.of("own", messages, new FixedSize(4)).build().start();
    PoolGroup refused = group(90, 1);
    assertThatThrownBy(() -> refused.start(hour))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("group 'all' must be the only one of its target but another drives it");
    governor.close();
    PoolGroup group = group(90, 1).start(hour);
    assertThatThrownBy(() -> Governor.of("own", web, new FixedSize(4)).build().start())
        .hasMessageContaining("another drives it");
    group.close();
    Governor.of("own", web, new FixedSize(4)).build().start().close();
  }
}
