package dev.flyball.lab.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.load.Load.ClosedLoop;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Service;
import dev.flyball.lab.server.Workload;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A load, a server and a pool together, over real sockets. */
@Timeout(120)
@Tag("slow")
class TrialIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Workload PAUSE =
      Workload.only("pause", Service.waiting(Duration.ofMillis(20)));

  private static Trial open(double rate, int seconds) {
    Schedule schedule =
        Schedule.of(Arrivals.constant(rate), PAUSE.mix(), Duration.ofSeconds(seconds), 1);
    return new Trial(PAUSE, schedule, LabServer.ANY_PORT, PATIENCE);
  }

  private static Subject jdk(int workers, BlockingQueue<Runnable> queue) {
    return new BroughtSubject(
        "jdk",
        workers,
        thread -> {},
        threads -> new ThreadPoolExecutor(workers, workers, 60, TimeUnit.SECONDS, queue, threads));
  }

  @Test
  void clientAndPoolCountTheSame() throws IOException {
    TrialResult result =
        open(100, 3)
            .run(
                () -> AdaptiveSubject.of("little", Policies.parse("littles-law"), 1),
                Trial.Watcher.NONE);
    Observation life = result.pool();
    assertThat(result.load().counts().completed()).isEqualTo(result.load().counts().offered());
    assertThat(life.flow().arrived()).isEqualTo(result.load().counts().offered());
    assertThat(life.offered().knownTasks()).isPositive();
    assertThat(result.workersMax()).isGreaterThan(1);
    assertThat(result.samples()).isNotEmpty();
    assertThat(result.decisions()).isNotEmpty();
    assertThat(result.cutShort()).isFalse();
  }

  @Test
  void theJdksPoolIsMeasuredFromOutside() throws IOException {
    TrialResult result =
        open(100, 2).run(() -> jdk(4, new LinkedBlockingQueue<>()), Trial.Watcher.NONE);
    RunRow row = result.row();
    assertThat(row.number("completed")).isEqualTo(row.number("offered"));
    assertThat(row.number("workersMax")).isEqualTo(4);
    assertThat(result.pool().size().workersMean()).isBetween(1.0, 4.0);
    assertThat(row.number("waitMillis", "p50")).isNotNaN();
  }

  @Test
  void aTaskThatIsRejectedIsAFailedRequest() throws IOException {
    TrialResult result =
        open(200, 1).run(() -> jdk(1, new ArrayBlockingQueue<>(1)), Trial.Watcher.NONE);
    assertThat(result.load().counts().of(Outcome.REJECTED)).isPositive();
    assertThat(result.load().counts().completed() + result.load().counts().of(Outcome.REJECTED))
        .isEqualTo(result.load().counts().offered());
  }

  @Test
  void aClosedLoopKeepsItsClientsInThePool() throws IOException {
    ClosedLoop clients =
        new ClosedLoop(6, TimeDistribution.NONE, PAUSE.mix(), Duration.ofSeconds(3), 1);
    TrialResult result =
        new Trial(PAUSE, clients, LabServer.ANY_PORT, PATIENCE)
            .run(() -> AdaptiveSubject.of("closed", new FixedSize(2), 2), Trial.Watcher.NONE);
    assertThat(result.load().counts().failed()).isZero();
    // Little's law over the whole run, and the six clients: both are the number in the system.
    double measured = result.pool().inSystemMean();
    double derived = result.pool().littlesL().orElseThrow();
    assertThat(derived / measured).isCloseTo(1, within(0.05));
    assertThat(measured).isLessThan(6.1);
  }

  @Test
  void anInterruptEndsTheRunAndKeepsWhatThereWas() throws Exception {
    List<TrialResult> results = new ArrayList<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread runner =
        new Thread(() -> {
          Thread running = Thread.currentThread();
          Trial.Watcher interrupting =
              (progress, sample) -> {
                if (interrupted.compareAndSet(false, true)) {
                  running.interrupt();
                }
              };
          try {
            results.add(
                open(50, 3600)
                    .run(() -> AdaptiveSubject.of("cut", new FixedSize(2), 2), interrupting));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    runner.start();
    runner.join();
    assertThat(results.get(0).cutShort()).isTrue();
    assertThat(results.get(0).row().number("offered")).isNotNaN();
  }
}
