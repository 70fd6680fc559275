package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.law.Verdict.Answer;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import org.junit.jupiter.api.Test;

class VerdictTest {

  /** A window of the experiments: clients that wait for their answer, on four cores. */
  private static Seen experiment(int workers, double busy, double queued, double deadTimeRatio) {
    double service = busy / 100;
    return Seen.idle()
        .workers(workers)
        .flow(100, 100, 100)
        .busy(busy)
        .queue(queued, Math.round(queued))
        .service(100 * service)
        .waits(100 * service * deadTimeRatio / (1 - deadTimeRatio));
  }

  @Test
  void experiment1OneClientOneWorker() {
    Verdict verdict = Verdict.on(experiment(1, 0.98, 0, 0.001).hostBusyCores(0.7).build());
    assertThat(verdict.answer()).isEqualTo(Answer.NOT_NEEDED);
    assertThat(verdict.why())
        .isEqualTo(
            "dead time is 0.1 % of response time, 0.0 tasks waiting on average at 1 workers");
  }

  @Test
  void experiment2TenClientsOneWorker() {
    Verdict verdict = Verdict.on(experiment(1, 1, 9, 0.9).hostBusyCores(0.8).build());
    assertThat(verdict.answer()).isEqualTo(Answer.MORE_WILL_HELP);
    assertThat(verdict.why())
        .isEqualTo(
            "dead time is 90.0 % of response time, 9.0 tasks waiting on average at 1 workers; 0.8 of 4.0 cores are"
                + " busy");
  }

  @Test
  void experiment3TenClientsFourWorkers() {
    Verdict verdict = Verdict.on(experiment(4, 4, 6, 0.6).hostBusyCores(2.6).build());
    assertThat(verdict.answer()).isEqualTo(Answer.MORE_WILL_HELP);
  }

  @Test
  void experiment4TenClientsEightWorkers() {
    Verdict verdict = Verdict.on(experiment(8, 8, 2, 0.19).hostBusyCores(3.9).build());
    assertThat(verdict.answer()).isEqualTo(Answer.CPU_IS_THE_LIMIT);
    assertThat(verdict.why()).endsWith("; the host keeps 3.9 of 4.0 cores busy");
  }

  @Test
  void withoutSensorsItIsNotKnown() {
    Verdict verdict = Verdict.on(experiment(4, 4, 6, 0.6).build());
    assertThat(verdict.answer()).isEqualTo(Answer.UNKNOWN);
    assertThat(verdict.answer().sentence()).contains("a sensor is missing");
  }

  @Test
  void aProcessThatIsNotAtItsLimitSaysNothingOfTheHost() {
    assertThat(Verdict.on(experiment(4, 4, 6, 0.6).processBusyCores(2).build()).answer())
        .isEqualTo(Answer.UNKNOWN);
    assertThat(Verdict.on(experiment(4, 4, 6, 0.6).processBusyCores(3.8).build()).answer())
        .isEqualTo(Answer.CPU_IS_THE_LIMIT);
  }

  @Test
  void runQueueWaitShowsWhatBusyCoresDoNot() {
    Seen quota = experiment(4, 4, 6, 0.6).hostBusyCores(2);
    assertThat(Verdict.on(quota.sensors(1, 2).build()).why())
        .endsWith("workers that are ready wait for a core 67 % of the time");
    Seen largeHost = experiment(4, 4, 6, 0.6).hostBusyCores(30);
    assertThat(Verdict.on(largeHost.sensors(2, 0.1).build()).answer())
        .as("a busy host of which this process has its own cores")
        .isEqualTo(Answer.MORE_WILL_HELP);
  }

  @Test
  void anIdlePoolNeedsNothing() {
    assertThat(Verdict.on(Seen.idle().build()).answer()).isEqualTo(Answer.NOT_NEEDED);
  }

  @Test
  void tasksThatWaitWhileNoneEndsAreSeenByTheirNumber() {
    Observation stuck = Seen.idle().busy(10).queue(30, 40).flow(40, 0, 0).hostBusyCores(1).build();
    assertThat(Verdict.on(stuck).answer()).isEqualTo(Answer.MORE_WILL_HELP);
    assertThat(Verdict.on(stuck).why()).startsWith("dead time is 75.0 % of response time");
  }
}
