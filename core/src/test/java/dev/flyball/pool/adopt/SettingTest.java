package dev.flyball.pool.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A setting that the owner of a pool and its adapter both change. */
class SettingTest {

  private int value = 8;
  private int cap = Integer.MAX_VALUE;
  private boolean failing;
  private final Setting setting = new Setting(() -> value, this::change);

  private void change(int to) {
    value = Math.min(cap, to);
    if (failing) {
      throw new IllegalStateException("no thread could be started");
    }
  }

  @Test
  void whatItWasIsFoundWhateverIsSet() {
    setting.set(3);
    setting.set(20);
    assertThat(setting.now()).isEqualTo(20);
    assertThat(setting.found()).isEqualTo(8);
  }

  @Test
  void whatTheOwnerHasSetSinceIsFound() {
    setting.set(3);
    value = 12;
    assertThat(setting.found()).isEqualTo(12);
    value = 13;
    setting.set(3);
    assertThat(value).isEqualTo(3);
    assertThat(setting.found()).isEqualTo(13);
  }

  @Test
  void theOwnersIsFoundAlsoWhereItIsWhatWouldBeSet() {
    setting.set(3);
    value = 12;
    setting.set(12);
    assertThat(setting.found()).isEqualTo(12);
  }

  @Test
  void whatAFailingSetterLeavesBehindIsNotTheOwners() {
    failing = true;
    assertThatThrownBy(() -> setting.set(3)).hasMessage("no thread could be started");
    assertThat(value).isEqualTo(3);
    assertThat(setting.found()).isEqualTo(8);
  }

  @Test
  void anotherNumberThanTheGivenOneIsNotTheOwners() {
    cap = 10;
    setting.set(30);
    assertThat(setting.now()).isEqualTo(10);
    assertThat(setting.found()).isEqualTo(8);
  }

  @Test
  void theLowerOfTwoIsNeverAboveTheUpper() {
    int[] two = {4, 8};
    Setting lower = new Setting(() -> two[0], to -> checked(two, 0, to));
    Setting upper = new Setting(() -> two[1], to -> checked(two, 1, to));
    int[][] pairs = {{1, 2}, {20, 30}, {30, 30}, {5, 5}, {5, 6}, {1, 1}, {7, 9}};
    for (int[] pair : pairs) {
      Setting.set(lower, pair[0], upper, pair[1]);
      assertThat(two).containsExactly(pair);
    }
    assertThat(lower.found()).isEqualTo(4);
    assertThat(upper.found()).isEqualTo(8);
  }

  @Test
  void theLowerOfTwoThatWasFoundAboveTheUpperBecomesTheUpper() {
    int[] two = {4, 8};
    Setting lower = new Setting(() -> two[0], to -> checked(two, 0, to));
    Setting upper = new Setting(() -> two[1], to -> checked(two, 1, to));
    Setting.set(lower, 2, upper, 8);
    two[1] = 3; // by the owner
    Setting.set(lower, lower.found(), upper, upper.found());
    assertThat(two).containsExactly(3, 3);
    Setting.set(lower, 20, upper, 10);
    assertThat(two).containsExactly(10, 10);
  }

  private static void checked(int[] two, int place, int to) {
    two[place] = to;
    assertThat(two[0]).isLessThanOrEqualTo(two[1]);
  }
}
