package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flyball.dashboard.http.Form;
import dev.flyball.dashboard.http.Refusal;
import java.time.Duration;
import java.util.List;
import javax.management.JMRuntimeException;
import org.junit.jupiter.api.Test;

/** What the target of an action says of it, as the status to answer with. */
class ActionsTest {

  private static Refusal refusalOf(RuntimeException said) {
    MadeUpPools pools =
        new MadeUpPools()
            .with(
                "a",
                () -> Views.view("a", 4, 20),
                () -> {
                  throw said;
                });
    try (Sampler sampler =
        new Sampler(List.of(pools), new LatestFrame(), () -> 0, Duration.ofMinutes(1))) {
      sampler.tick(false);
      Actions actions = new Actions(sampler);
      return catchThrowableOfType(
          Refusal.class, () -> actions.act("govern", Form.read("pool=pool:a")));
    }
  }

  @Test
  void whatIsNotAllowedThereIsForbidden() {
    Refusal refusal = refusalOf(new SecurityException("Access denied!"));
    assertThat(refusal.status()).isEqualTo(403);
    assertThat(refusal.why()).isEqualTo("this is not allowed there: Access denied!");
  }

  @Test
  void whatFailsThereIsAConflict() {
    Refusal refusal = refusalOf(new JMRuntimeException("no such switch"));
    assertThat(refusal.status()).isEqualTo(409);
    assertThat(refusal.why()).isEqualTo("no such switch");
  }
}
