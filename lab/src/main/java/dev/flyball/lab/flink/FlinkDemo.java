package dev.flyball.lab.flink;

import dev.flyball.base.Require;
import dev.flyball.flink.FlinkDecision;
import dev.flyball.flink.FlinkGovernor;
import dev.flyball.flink.FlinkJob;
import dev.flyball.flink.FlinkSettings;
import dev.flyball.flink.trial.TrialLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A job of five vertices on a cluster of a JobManager and three TaskManagers with twelve slots,
 * governed under a budget of twelve subtasks while its load changes and a TaskManager dies.
 *
 * @param phaseSeconds how long each of the five phases takes, at least 1
 */
public record FlinkDemo(int phaseSeconds) {

  private static final int TASK_MANAGERS = 3;
  private static final int SLOTS_EACH = 4;
  private static final long STEP_MILLIS = 5_000;
  private static final double NANOS = 1e9;

  /** Restarts take a second or two here, and phases a minute. */
  private static final FlinkSettings SETTINGS =
      FlinkSettings.of(TASK_MANAGERS * SLOTS_EACH).withCoolDown(Duration.ofSeconds(10), 5);

  public FlinkDemo {
    Require.atLeast("phaseSeconds", 1, phaseSeconds);
  }

  /**
   * Looks whether it can run.
   *
   * @throws IllegalArgumentException when Flink's jars are not where they should be
   */
  public static void check() {
    FlinkCluster.libraries();
  }

  /**
   * Runs it.
   *
   * @param says what happens now, in a line
   * @param decided each decision
   * @throws IOException when the cluster cannot be started
   * @throws InterruptedException when it is to end; nothing of the cluster is left then either
   */
  public void run(Consumer<String> says, Consumer<FlinkDecision> decided)
      throws IOException, InterruptedException {
    says.accept("a cluster is started: a JobManager and three TaskManagers with four slots each");
    TrialLoad once = TrialLoad.example();
    TrialLoad twice = once.withRate(2 * once.perSecond());
    try (FlinkCluster cluster = FlinkCluster.start(TASK_MANAGERS, SLOTS_EACH)) {
      Path file = cluster.loadFile(once);
      cluster.submit(file);
      FlinkGovernor governor = new FlinkGovernor(FlinkJob.only(cluster.url()), SETTINGS);
      says.accept(once.perSecond() + " records a second come; REST at " + cluster.url());
      phase(governor, decided);

      says.accept("twice as many come");
      twice.write(file);
      phase(governor, decided);

      says.accept("stage2 takes three times as long");
      twice.withMicros(1, 3 * once.micros().get(1)).write(file);
      phase(governor, decided);

      says.accept("a TaskManager is killed, and four of twelve slots are gone");
      cluster.killTaskManager();
      phase(governor, decided);

      says.accept("another TaskManager comes, and all is as it was at first");
      cluster.startTaskManager();
      once.write(file);
      phase(governor, decided);
    }
  }

  private void phase(FlinkGovernor governor, Consumer<FlinkDecision> decided)
      throws InterruptedException {
    long began = System.nanoTime();
    while ((System.nanoTime() - began) / NANOS < phaseSeconds) {
      Thread.sleep(STEP_MILLIS);
      decided.accept(governor.step());
    }
  }
}
