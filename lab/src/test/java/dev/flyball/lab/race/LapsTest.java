package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenarios;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Laps run side by side: the same results as one after the other, an end when told, an error. */
@Timeout(60)
class LapsTest {

  private static final List<Contender> TWO =
      List.of(Contender.policy("littles-law"), Contender.policy("request-rate"));

  private final ExecutorService threads = Executors.newFixedThreadPool(4);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void howParallelItIsChangesNothing() {
    Race race =
        Race.virtual(List.of(Scenarios.named("cpu-bound"), Scenarios.named("half-core")), TWO, 2);
    List<Integer> told = Collections.synchronizedList(new ArrayList<>());
    RaceResult parallel = Laps.run(race, threads, (done, of, what) -> told.add(done));
    assertThat(parallel.complete()).isTrue();
    assertThat(told).hasSize(parallel.laps().size()).isSorted();
    RaceResult alone = race.run();
    assertThat(parallel.boards()).isEqualTo(alone.boards());
    assertThat(parallel.laps()).isEqualTo(alone.laps());
  }

  @Test
  void anInterruptEndsItWithWhatThereIs() {
    CountDownLatch forever = new CountDownLatch(1);
    Race race =
        new Race(
            List.of(Scenarios.named("cpu-bound")),
            TWO,
            1,
            (scenario, seed, contender) -> {
              if (contender.name().equals("request-rate")) {
                await(forever);
              }
              return VirtualBench.run(scenario, seed, contender);
            });
    Thread caller = Thread.currentThread();
    RaceResult result =
        Laps.run(
            race,
            threads,
            (done, of, what) -> {
              if (done == of - 1) {
                caller.interrupt();
              }
            });
    forever.countDown();
    assertThat(result.complete()).isFalse();
    assertThat(result.laps()).hasSize(5);
    assertThat(result.laps()).noneMatch(lap -> lap.contender().name().equals("request-rate"));
    assertThat(result.boards()).isEmpty();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aLapThatFailsFailsTheRace() {
    Race race =
        new Race(
            List.of(Scenarios.named("cpu-bound")),
            TWO,
            1,
            (scenario, seed, contender) -> {
              throw new UnsupportedOperationException("no bench");
            });
    assertThatIllegalStateException()
        .isThrownBy(() -> Laps.run(race, threads, Laps.Listener.NONE))
        .withMessageContaining("no bench");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
