package dev.flyball.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.flink.FlinkDecision.Action;
import dev.flyball.flink.trial.TrialLoad;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A job on a real cluster in this process. */
class FlinkGovernorIT {

  private static final long WINDOW_MILLIS = 3000;

  /** More comes than twelve subtasks can do. */
  private static final TrialLoad FIVE = TrialLoad.of(400, 10_000L, 20_000L, 25_000L, 100_000L);

  /** Steps of some seconds each; a window has to show some records, not a time. */
  private static FlinkDecision rescaled(FlinkGovernor governor) throws InterruptedException {
    FlinkDecision decision = governor.step();
    for (int i = 0; i < 30 && decision.action().compareTo(Action.ADVISED) < 0; i++) {
      Thread.sleep(WINDOW_MILLIS);
      decision = governor.step();
    }
    return decision;
  }

  @Test
  void gives_the_budget_to_the_vertices_that_need_it() throws Exception {
    try (TrialCluster slow = TrialCluster.start(2, "adaptive", FIVE)) {
      FlinkJob job = FlinkJob.of(slow.url(), slow.id());
      FlinkGovernor governor =
          new FlinkGovernor(job, FlinkSettings.of(12).withCoolDown(Duration.ZERO, 0));
      FlinkDecision decision = rescaled(governor);
      assertThat(decision.action()).isEqualTo(Action.RESCALED);
      assertThat(decision.to().values().stream().mapToInt(n -> n).sum()).isLessThanOrEqualTo(12);
      assertThat(
              decision.to().entrySet().stream()
                  .filter(e -> e.getKey().startsWith("stage4"))
                  .mapToInt(e -> e.getValue())
                  .sum())
          .isBetween(5, 8);
      assertThat(job.read().running()).isTrue();
    }
  }

  /** With more than one subtask a stage does not start, so the job begins again and again. */
  @Test
  void takes_back_a_rescale_during_which_the_cluster_did_not_answer() throws Exception {
    try (TrialCluster few = TrialCluster.start(2, "adaptive", FIVE.withSubtasksMax(1));
        FaultyProxy proxy = new FaultyProxy(few.url())) {
      FlinkJob job = FlinkJob.of(proxy.url(), few.id());
      FlinkGovernor governor =
          new FlinkGovernor(
              job,
              FlinkSettings.of(12)
                  .withCoolDown(Duration.ZERO, 0)
                  .withRescaleTimeout(Duration.ofSeconds(6)));
      proxy.failAfterTheNextChange();
      assertThatThrownBy(() -> rescaled(governor))
          .isInstanceOf(FlinkException.class)
          .hasMessageContaining("503");
      FlinkJob direct = FlinkJob.of(few.url(), few.id());
      while (direct.read().running()) { // the cluster begins with it a second later
        Thread.sleep(100);
      }
      proxy.mend();
      FlinkDecision decision = governor.step();
      assertThat(decision.action()).isEqualTo(Action.TAKEN_BACK);
      assertThat(decision.from().values()).containsOnly(1);
      job.await(decision.from(), Duration.ofSeconds(60));
      assertThat(job.read().running()).isTrue();
    }
  }

  @Test
  void refuses_a_scheduler_that_rescales_nothing() throws Exception {
    try (TrialCluster slow = TrialCluster.start(1, "default", FIVE)) {
      assertThatThrownBy(() -> FlinkJob.of(slow.url(), slow.id()))
          .isInstanceOf(FlinkException.class)
          .hasMessageContaining("jobmanager.scheduler must be adaptive");
    }
  }
}
