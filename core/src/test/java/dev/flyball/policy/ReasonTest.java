package dev.flyball.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReasonTest {

  /** A figure that counts how often it is put into words. */
  private static final class Counted {
    private int times;

    @Override
    public String toString() {
      times++;
      return "seven";
    }
  }

  @Test
  void isMadeOnceAndOnlyWhenItIsRead() {
    Counted figure = new Counted();
    Reason reason = Reason.of("held at %s", figure).and("%d wait", 3).and(Reason.of("full"));
    assertThat(figure.times).isZero();
    assertThat(reason.isMade()).isFalse();
    assertThat(reason.text()).isEqualTo("held at seven; 3 wait; full");
    assertThat(reason).hasToString("held at seven; 3 wait; full");
    assertThat(figure.times).isEqualTo(1);
  }

  @Test
  void plainWordsAreTakenAsTheyAre() {
    assertThat(Reason.of("at 50 % load").text()).isEqualTo("at 50 % load");
    assertThat(Reason.of("a").and("at 50 % load").text()).isEqualTo("a; at 50 % load");
    assertThatThrownBy(() -> Reason.of(" ")).hasMessage("why must say a reason but was blank");
  }

  @Test
  void numbersAreWrittenTheSameEverywhere() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(Reason.of("%.1f of %d", 1234.5, 1234).text()).isEqualTo("1234.5 of 1234");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void equalTextsAreEqualReasons() {
    assertThat(Reason.of("%d workers", 4))
        .isEqualTo(Reason.of("4 workers"))
        .hasSameHashCodeAs(Reason.of("4 workers"))
        .isNotEqualTo(Reason.of("%d workers", 5));
  }

  @Test
  void laterChangesOfTheArgumentsArrayAreNotSeen() {
    Object[] figures = {4};
    Reason reason = Reason.of("%d workers", figures);
    figures[0] = 5;
    assertThat(reason.text()).isEqualTo("4 workers");
  }

  @Test
  void aMistakeInTheFormatIsSaidAndFailsNobody() {
    assertThat(Reason.of("%d workers", "many").text())
        .isEqualTo("no such format: %d workers of [many]");
  }

  @Test
  void figuresHaveNamesAndTextHasNone() {
    Reason tries =
        Reason.in(
            Regime.BEHIND, "tries %{workers}d beside %d, at %{inflation}.1f times", 16, 8, 1.25);
    Reason both = tries.and("queue %{queued}d", 7L);
    assertThat(both.text()).isEqualTo("behind: tries 16 beside 8, at 1.3 times; queue 7");
    assertThat(both.figures())
        .containsExactly(
            Map.entry("inflation", 1.25), Map.entry("queued", 7.0), Map.entry("workers", 16.0));
    assertThat(both.regime()).contains(Regime.BEHIND);
    assertThat(both.part()).contains("behind");
    assertThat(Reason.of("100 %{x}").figures()).isEmpty();
    assertThat(Reason.of("%.0f %% of %{n}d", 5.0, 3).figures()).containsOnly(Map.entry("n", 3.0));
  }

  @Test
  void whoOverrulesHasDecided() {
    Reason reason = Reason.in(Regime.DEMAND, "%{load}.1f busy", 8.5);
    Reason overruled = reason.overruledBy(Reason.by("limits", "at most %{allowed}d", 8));
    assertThat(overruled.text()).isEqualTo("demand: 8.5 busy; at most 8");
    assertThat(overruled.part()).contains("limits");
    assertThat(overruled.regime()).contains(Regime.DEMAND);
    assertThat(reason.overruledBy(Reason.of("for a reason")).part()).contains("demand");
  }
}
