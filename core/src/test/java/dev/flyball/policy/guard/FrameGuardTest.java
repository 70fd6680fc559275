package dev.flyball.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two cores and an animation that needs 0.36 of one, so that it bears four workers. */
class FrameGuardTest {

  private static final double SECONDS_PER_LOOK = 0.25;
  private static final int LOOKS_PER_MINUTE = 240;

  /** What the event thread paints beside workers that compute: its fair share of two cores. */
  private static double frames(int workers, double coresWanted) {
    return 60 * Math.min(1, 2.0 / (workers + 1) / coresWanted);
  }

  /** The workers of a pool, looked at by looked at, that wants 64 of them. */
  private static Life life(int start, int looks, Life.Plant plant) {
    return Life.of(Policies.parse("fixed(workers=64,frame-guard=60)"), start, looks, plant);
  }

  private static Observation seen(int look, int size, double framesPerSecond) {
    return Seen.idle()
        .at(look * SECONDS_PER_LOOK, SECONDS_PER_LOOK)
        .workers(size)
        .busy(size)
        .queue(90, 90)
        .signal(Signals.FRAMES_PER_SECOND, framesPerSecond)
        .build();
  }

  private static Life animated(int start, int looks) {
    return life(start, looks, (look, size) -> seen(look, size, frames(size, 0.36)));
  }

  private static double share(List<Integer> sizes, int least, int most) {
    return (double) sizes.stream().filter(size -> size >= least && size <= most).count()
        / sizes.size();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 64, 500})
  void findsTheSizeThatTheFramesBearFromEveryStart(int start) {
    List<Integer> sizes = animated(start, 4 * LOOKS_PER_MINUTE).sizes();
    List<Integer> later = sizes.subList(LOOKS_PER_MINUTE, sizes.size());
    assertThat(share(later, 4, 4)).as("at what they bear").isGreaterThan(0.9);
    assertThat(later).as("never more than one too many").allMatch(size -> size <= 5);
  }

  @Test
  void keepsTheFramesWithinThreePercentOnAverage() {
    List<Integer> sizes = animated(2, 4 * LOOKS_PER_MINUTE).sizes();
    double mean =
        sizes.subList(LOOKS_PER_MINUTE, sizes.size()).stream()
            .mapToDouble(size -> frames(size, 0.36))
            .average()
            .orElseThrow();
    assertThat(mean).isGreaterThan(0.97 * 60);
  }

  @Test
  void cutsInProportionAndSaysSo() {
    Advice advice =
        Policies.parse("fixed(workers=64,frame-guard=60)").advise(seen(0, 8, frames(8, 0.36)));
    assertThat(advice.workers()).isEqualTo(4);
    assertThat(advice.why()).isEqualTo("fixed at 64; 37.0 of 60.0 frames/s with 8 workers");
  }

  @Test
  void findsTheNewSizeWhenTheTasksChange() {
    int half = 2 * LOOKS_PER_MINUTE;
    List<Integer> sizes =
        life(
                2,
                2 * half,
                (look, size) -> seen(look, size, frames(look < half ? size : size / 4, 0.36)))
            .sizes();
    assertThat(share(sizes.subList(half / 2, half), 4, 5)).isGreaterThan(0.9);
    assertThat(sizes.subList(half + half / 2, 2 * half))
        .as("tasks that compute a quarter of their time: 19 are borne")
        .allMatch(size -> size >= 14 && size <= 20);
  }

  @Test
  void leavesAloneWhatDoesNotLoseFrames() {
    Life free = life(2, 20, (look, size) -> seen(look, size, 60));
    assertThat(free.sizes()).containsOnly(64);
    Life resting =
        life(2, 20, (look, size) -> Seen.idle().at(look, 1).workers(size).queue(90, 90).build());
    assertThat(resting.sizes()).containsOnly(64);
    assertThat(resting.saying("no frame is wanted")).isEqualTo(20);
  }

  @Test
  void doesNotStarveTheBackgroundOfAnEventThreadThatIsBlocked() {
    Life blocked = life(8, 10 * LOOKS_PER_MINUTE, (look, size) -> seen(look, size, 0));
    List<Integer> sizes = blocked.sizes();
    assertThat(sizes.subList(0, 5)).as("first it gives way").contains(1);
    assertThat(share(sizes, 64, 64)).as("then it leaves the frames alone").isGreaterThan(0.95);
    assertThat(blocked.saying("fewer workers brought none back")).isBetween(3L, 6L);
  }

  /** Others use the machine too: one worker brings back no frame, more would cost the rest. */
  @Test
  void doesNotTakeWhatAnotherProcessLeft() {
    Life crowded =
        life(3, 10 * LOOKS_PER_MINUTE, (look, size) -> seen(look, size, size == 1 ? 12 : 10));
    assertThat(crowded.sizes()).allMatch(size -> size <= 3);
    assertThat(share(crowded.sizes(), 3, 3)).isGreaterThan(0.9);
  }

  @Test
  void staysAtOneWorkerWhereThatHelps() {
    Life helped = life(8, LOOKS_PER_MINUTE, (look, size) -> seen(look, size, size == 1 ? 50 : 20));
    assertThat(share(helped.sizes(), 1, 1)).isGreaterThan(0.9);
  }

  /** The frames of a second ago are still among those that are counted. */
  @Test
  void waitsUntilAChangeCanBeSeen() {
    Life life = life(8, 8, (look, size) -> seen(look, size, 40));
    assertThat(life.sizes()).isEqualTo(IntStream.of(5, 5, 5, 5, 5, 3, 3, 3).boxed().toList());
    assertThat(life.saying("the frames are judged in")).isEqualTo(6);
  }

  @Test
  void waitsForWorkersThatAreTooMany() {
    Life life =
        life(
            8,
            40,
            (look, size) ->
                Seen.idle()
                    .at(look * SECONDS_PER_LOOK, SECONDS_PER_LOOK)
                    .workers(size)
                    .alive(8)
                    .busy(8)
                    .queue(90, 90)
                    .signal(Signals.FRAMES_PER_SECOND, 30)
                    .build());
    assertThat(life.sizes()).containsOnly(4);
    assertThat(life.saying("4 workers too many end their tasks")).isEqualTo(39);
  }

  /** The pool may not go below four, so the ceiling of one cannot be reached. */
  @Test
  void takesTheFewestThatMayBeForOneWorker() {
    SizingPolicy atLeastFour = Policies.parse("fixed(workers=64,frame-guard=60,min=4)");
    Life blocked =
        Life.of(atLeastFour, 8, 10 * LOOKS_PER_MINUTE, (look, size) -> seen(look, size, 0));
    assertThat(blocked.sizes().subList(0, 5)).as("first it gives way").contains(4);
    assertThat(share(blocked.sizes(), 64, 64)).as("then it lets go").isGreaterThan(0.95);
    int frozenLooks = 8;
    Life recovering =
        Life.of(
            atLeastFour,
            8,
            4 * LOOKS_PER_MINUTE,
            (look, size) -> seen(look, size, look < frozenLooks ? 0 : frames(size, 0.2)));
    assertThat(recovering.sizes().subList(LOOKS_PER_MINUTE, 4 * LOOKS_PER_MINUTE))
        .as("nine are borne")
        .allMatch(size -> size >= 8 && size <= 10);
  }

  @Test
  void aSmallLossIsAddedUpBeforeItCosts() {
    Life noisy = life(2, 40, (look, size) -> seen(look, size, look % 20 < 4 ? 58 : 60));
    assertThat(noisy.sizes()).containsOnly(64);
    Life lasting = life(8, 40, (look, size) -> seen(look, size, size > 6 ? 57 : 60));
    assertThat(lasting.firstSaying("57.0 of 60.0 frames/s with")).isEqualTo(16);
    Life growing = life(8, 4, (look, size) -> seen(look, size, look < 2 ? 57 : 30));
    assertThat(growing.firstSaying("30.0 of 60.0 frames/s with")).isEqualTo(2);
  }

  /** Blocked for so long that it is left alone, and then as lively as it was. */
  @Test
  void framesThatComeBackAreGuardedAtOnce() {
    int blockedLooks = 40;
    Life life =
        life(
            4,
            2 * LOOKS_PER_MINUTE,
            (look, size) -> seen(look, size, look < blockedLooks ? 0 : frames(size, 0.36)));
    assertThat(life.sizes().get(blockedLooks - 1)).as("left alone").isEqualTo(64);
    assertThat(life.saying("frames are back")).isEqualTo(1);
    assertThat(life.sizes().subList(blockedLooks + 8, 2 * LOOKS_PER_MINUTE))
        .as("guarded two seconds later")
        .allMatch(size -> size <= 5);
  }

  @Test
  void aTruceWithSomeFramesLeftEndsWithAQuarterOfThoseMissing() {
    Life life = life(3, 60, (look, size) -> seen(look, size, look < 30 ? 10 : look < 40 ? 21 : 23));
    assertThat(life.firstSaying("23.0 of 60.0 frames/s, frames are back")).isEqualTo(40);
  }

  @Test
  void workersThatDoNotExistAreNotCutFirst() {
    Advice advice =
        Policies.parse("fixed(workers=64,frame-guard=60)")
            .advise(
                Seen.idle()
                    .workers(64)
                    .alive(4)
                    .busy(4)
                    .signal(Signals.FRAMES_PER_SECOND, 30)
                    .build());
    assertThat(advice.workers()).isEqualTo(2);
  }
}
