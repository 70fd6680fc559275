package dev.flyball.pool.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Pools are governed once. */
class ClaimsTest {

  private static final String TWICE = "pool must be governed once but is so already: ";

  private final Object dispatcher = new Object();
  private final Object executor = new Object();

  @Test
  void nothingIsClaimedTwiceUntilItIsGivenBack() {
    Object adapter = Claims.claimed(Object::new, dispatcher, executor);
    assertThatThrownBy(() -> Claims.claimed(() -> "second", executor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(TWICE + executor);
    Claims.release(adapter);
    assertThat(Claims.claimed(() -> "third", executor)).isEqualTo("third");
    assertThat(Claims.claimed(() -> "fourth", dispatcher)).isEqualTo("fourth");
    Claims.release(adapter);
    assertThatThrownBy(() -> Claims.claimed(() -> "fifth", executor)).hasMessage(TWICE + executor);
  }

  @Test
  void whileItIsMadeTheSameThreadMayClaimItAgain() {
    Object adapter =
        Claims.claimed(() -> Claims.claimed(Object::new, dispatcher, executor), dispatcher);
    for (Object pool : new Object[] {dispatcher, executor}) {
      assertThatThrownBy(() -> Claims.claimed(() -> "second", pool)).hasMessage(TWICE + pool);
    }
    Claims.release(adapter);
    assertThat(Claims.claimed(() -> "third", dispatcher, executor)).isEqualTo("third");
  }

  @Test
  void nothingStaysClaimedWhereOneOfThemIs() {
    assertThat(Claims.claimed(() -> "adapter", executor)).isEqualTo("adapter");
    assertThatThrownBy(() -> Claims.claimed(() -> "second", dispatcher, executor))
        .hasMessage(TWICE + executor);
    assertThat(Claims.claimed(() -> "third", dispatcher)).isEqualTo("third");
  }

  @Test
  void nothingStaysClaimedWhereTheAdapterCannotBeMade() {
    assertThatThrownBy(() ->
            Claims.claimed(
                () -> {
                  throw new IllegalStateException("no bean");
                },
                dispatcher,
                executor))
        .hasMessage("no bean");
    assertThat(Claims.claimed(() -> "adapter", dispatcher, executor)).isEqualTo("adapter");
  }
}
