package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class PoolGroupTest {

  private final ScriptedTarget web = target(100, 0.2); // 20 busy on average
  private final ScriptedTarget messages = target(40, 0.25); // 10 busy on average
  private final Governor webGovernor = governor("web", web, 43);
  private final Governor messagesGovernor = governor("messages", messages, 17);

  private static ScriptedTarget target(long arrived, double serviceSeconds) {
    ScriptedTarget target = new ScriptedTarget();
    target.arrived = arrived;
    target.serviceNanosSum = Math.round(arrived * serviceSeconds * 1e9);
    return target;
  }

  private static Governor governor(String name, Resizable target, int wanted) {
    return Governor.of(name, target, new FixedSize(wanted)).size(4).build();
  }

  private PoolGroup group(int total) {
    return PoolGroup.of("shop", total).add(webGovernor).add(messagesGovernor);
  }

  private void step(int times) {
    for (int i = 0; i < times; i++) {
      webGovernor.step();
      messagesGovernor.step();
    }
  }

  private void sizesAre(int ofWeb, int ofMessages) {
    assertThat(web.workers).as("web").isEqualTo(ofWeb);
    assertThat(messages.workers).as("messages").isEqualTo(ofMessages);
  }

  @Test
  void whereThereIsEnoughItChangesNothing() {
    PoolGroup group = group(60);
    assertThat(group.toString()).isEqualTo("group 'shop': 60, not divided yet");
    step(1);
    sizesAre(43, 17);
    assertThat(webGovernor.lastAdvice().orElseThrow().why()).isEqualTo("fixed at 43");
    assertThat(group.members()).containsExactly("web", "messages");
  }

  @Test
  void theTotalIsNeverExceededAndTheReasonSaysWhoDecided() {
    PoolGroup group = group(45);
    for (int i = 0; i < 8; i++) {
      webGovernor.step();
      assertThat(web.workers + messages.workers).isLessThanOrEqualTo(45);
      messagesGovernor.step();
      assertThat(web.workers + messages.workers).isLessThanOrEqualTo(45);
    }
    sizesAre(31, 14);
    assertThat(webGovernor.lastAdvice().orElseThrow().why())
        .isEqualTo(
            "fixed at 43; group 'shop' gives 31 of 43 now: 45 workers for a load of 30.0 in 2"
                + " pools");
    assertThat(webGovernor.lastAdvice().orElseThrow().reason().part()).contains("group");
    assertThat(group.toString())
        .isEqualTo(
            "group 'shop': 45 for a load of 30.0: web 31 of 43 (load 20.0), messages 14 of 17"
                + " (load 10.0)");
  }

  @Test
  void whereTheLoadIsTooMuchAWeightFavoursAMember() {
    PoolGroup group = group(15);
    step(8);
    sizesAre(10, 5);
    group.weight("messages", 2);
    step(2);
    sizesAre(8, 7);
    assertThatThrownBy(() -> group.weight("jobs", 2))
        .hasMessage("member must be one of [web, messages] but was 'jobs'");
  }

  @Test
  void theTotalCanBeChanged() {
    PoolGroup group = group(15);
    step(8);
    group.total(60);
    assertThat(group.total()).isEqualTo(60);
    step(2);
    sizesAre(43, 17);
    assertThatThrownBy(() -> group.total(1)).hasMessage("total must be at least 2 but was 1");
  }

  @Test
  void membersComeAndGo() {
    PoolGroup group = group(45);
    step(8);
    ScriptedTarget jobs = target(10, 1);
    Governor jobsGovernor = governor("jobs", jobs, 20);
    group.add(jobsGovernor);
    for (int i = 0; i < 8; i++) {
      jobsGovernor.step();
      step(1);
    }
    assertThat(web.workers + messages.workers + jobs.workers).isEqualTo(45);
    assertThat(jobs.workers).isBetween(11, 14);
    jobsGovernor.close();
    assertThat(group.members()).containsExactly("web", "messages");
    step(2);
    sizesAre(31, 14);
    group.remove(messagesGovernor);
    step(1);
    sizesAre(43, 17);
  }

  @Test
  void closedItGivesBackAllMembers() {
    PoolGroup group = group(30);
    step(8);
    group.close();
    step(1);
    sizesAre(43, 17);
    assertThat(group.members()).isEmpty();
    assertThatThrownBy(() -> group.add(webGovernor)).hasMessage("group 'shop' is closed");
    PoolGroup.of("other", 60).add(webGovernor);
  }

  @Test
  void whatIsHeldByHandHoldsAndTheOthersGetTheRest() {
    group(45);
    step(3);
    messagesGovernor.pin(40);
    step(2);
    sizesAre(5, 40);
    messagesGovernor.override(60);
    step(2);
    sizesAre(1, 60);
    messagesGovernor.govern();
    step(3);
    sizesAre(31, 14);
    webGovernor.limits(Limits.of(40, 50));
    step(2);
    sizesAre(40, 5);
  }

  @Test
  void aMemberThatWaitsForAnotherComesAfterIt() {
    PoolGroup group = group(16);
    step(8);
    sizesAre(11, 5);
    group.waitsFor("web", "messages");
    step(3);
    sizesAre(2, 14);
    assertThatThrownBy(() -> group.waitsFor("web", "web"))
        .hasMessage("awaited must be another member than 'web' but was the same");
  }

  @Test
  void membersThatWaitForOneAnotherHaveNoFirst() {
    PoolGroup group = group(16);
    group.waitsFor("web", "messages");
    group.waitsFor("messages", "web");
    step(8);
    sizesAre(11, 5);
  }

  @Test
  void membersThatNeedAllProcessorsShareThem() {
    web.cpuNanosSum = 1_500_000_000; // each of the two needs 1.5 of 2 cores, and computes only
    web.busy = 1.5;
    messages.cpuNanosSum = 1_500_000_000;
    messages.busy = 1.5;
    PoolGroup group = group(100);
    step(8);
    sizesAre(1, 1);
    group.weight("web", 3);
    step(2);
    sizesAre(2, 1);
    messages.cpuNanosSum = 100_000_000; // now there is enough for both
    messages.busy = 0.1;
    step(40);
    sizesAre(43, 17);
  }

  @Test
  void itStaysWithinTheLimits() {
    Governor few = Governor.of("few", web, new FixedSize(20)).size(4).build();
    PoolGroup.of("shop", 60).add(few).add(messagesGovernor);
    few.step();
    assertThat(web.workers).isEqualTo(20);
    few.limits(Limits.of(1, 10)); // soon after it wanted 20
    web.queued = 3;
    few.step();
    assertThat(web.workers).isEqualTo(10);

    few.limits(Limits.of(5, 5)); // its share of the processors carries 1
    web.cpuNanosSum = 1_500_000_000;
    web.busy = 1.5;
    messages.cpuNanosSum = 1_500_000_000;
    messages.busy = 1.5;
    for (int i = 0; i < 8; i++) {
      messagesGovernor.step();
      few.step();
      assertThat(web.workers).isEqualTo(5);
    }
  }

  @Test
  void itStaysWithinTheRoom() {
    group(60);
    web.stuck = true;
    step(1);
    web.stuck = false;
    web.queued = 3;
    web.room = Optional.of(new Resizable.Room(4, "it is full"));
    step(1);
    assertThat(web.workers).isEqualTo(4);
  }

  private static int callers(PoolGroup group, int member) {
    return group.last().orElseThrow().claims().get(member).callers();
  }

  @Test
  void whoLeftOneGroupStaysInTheNext() {
    PoolGroup group = group(30);
    group.remove(webGovernor);
    assertThat(web.waits).isSameAs(Resizable.IGNORE_WAITS);
    PoolGroup next = PoolGroup.of("next", 6).add(webGovernor);
    group.remove(webGovernor);
    group.close();
    step(1);
    sizesAre(6, 17);
    assertThatThrownBy(() -> group.add(messagesGovernor)).hasMessage("group 'shop' is closed");
    PoolGroup.of("other", 60).add(messagesGovernor); // the refused one is free
    webGovernor.close();
    assertThat(next.members()).isEmpty();
  }

  @Test
  void aWaitIsCountedWhateverTheOtherTargetsThrow() {
    PoolGroup group = group(16);
    Governor jobs = governor("jobs", target(1, 1), 1);
    ScriptedTarget broken = (ScriptedTarget) jobs.target();
    broken.worksHere =
        () -> {
          throw new IllegalStateException("cannot tell");
        };
    group.add(jobs);
    web.worksHere = () -> true;
    messages.waits.accept(5_000_000_000L);
    step(1);
    assertThat(callers(group, 1)).isEqualTo(1);
    assertThat(jobs.targetFailures()).isEqualTo(1);

    broken.waits.accept(5_000_000_000L); // and a thread that is late
    LongConsumer late = broken.waits;
    group.remove(jobs);
    late.accept(5_000_000_000L);
    step(1);
    assertThat(callers(group, 1)).isEqualTo(1);
  }

  @Test
  void whatWasGrantedOnceDoesNotBlockTheTotal() {
    group(60);
    web.stuck = true; // it does not get what it is granted
    step(2);
    assertThat(messages.workers).isEqualTo(17);
    messagesGovernor.policy(new FixedSize(50));
    webGovernor.limits(Limits.of(1, 4));
    messagesGovernor.step();
    assertThat(messages.workers).isGreaterThan(17);
  }

  @Test
  void anOverriddenMemberIsStillNoticed() {
    PoolGroup group = group(60);
    web.busy = 4;
    web.worksHere = () -> true;
    messages.waits.accept(5_000_000_000L);
    step(1);
    assertThat(callers(group, 1)).isEqualTo(1);
    webGovernor.override(4);
    step(120);
    assertThat(callers(group, 1)).as("it has not waited for a minute").isZero();
  }

  @Test
  void whatIsWrongIsNamed() {
    PoolGroup group = group(2);
    Governor third = governor("third", new ScriptedTarget(), 4);
    assertThatThrownBy(() -> group.add(third))
        .hasMessage("total must be at least what all members must have (3) but was 2");
    assertThatThrownBy(() -> group.add(third, 0))
        .hasMessage("weight of 'third' must be a finite number above 0.0 but was 0.0");
    assertThatThrownBy(() -> group.add(webGovernor))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("governor 'web' must be open and in no group but is not");
    assertThatThrownBy(() -> group.add(governor("web", new ScriptedTarget(), 4)))
        .hasMessage("names of members must differ but 'web' came twice");
    assertThatThrownBy(() -> PoolGroup.of("none", 0))
        .hasMessage("total must be at least 1 but was 0");
    third.close();
    assertThatThrownBy(() -> group.add(third)).isInstanceOf(IllegalStateException.class);
    assertThat(group.members()).containsExactly("web", "messages");
  }
}
