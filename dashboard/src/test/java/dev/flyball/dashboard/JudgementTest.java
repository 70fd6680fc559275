package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.Verdict.Level;
import org.junit.jupiter.api.Test;

class JudgementTest {

  private static final Verdict FINE = new Verdict(Level.FINE, "keeps up", "Keeps up.");
  private static final Verdict HUNG = new Verdict(Level.TROUBLE, "hung", "Nothing ends.");

  @Test
  void whatMattersMoreIsShownAtOnce() {
    Judgement judgement = Judgement.first(FINE, 1000).next(HUNG, 1500);
    assertThat(judgement).isEqualTo(Judgement.first(HUNG, 1500));
  }

  @Test
  void theSameHoldsSinceItBeganWithTheFiguresOfNow() {
    Verdict later = new Verdict(Level.TROUBLE, "hung", "Nothing ends; 9 wait.");
    Judgement judgement = Judgement.first(HUNG, 1000).next(later, 9000);
    assertThat(judgement.verdict()).isEqualTo(later);
    assertThat(judgement.sinceMillis()).isEqualTo(1000);
  }

  @Test
  void whatMattersLessIsShownOnceItHasLasted() {
    Judgement judgement = Judgement.first(HUNG, 1000).next(FINE, 2000).next(FINE, 4999);
    assertThat(judgement.verdict()).isEqualTo(HUNG);
    assertThat(judgement.next(FINE, 5000)).isEqualTo(Judgement.first(FINE, 5000));
    assertThat(judgement.next(HUNG, 5000).next(FINE, 5100).next(FINE, 8099).verdict())
        .as("three seconds without a break")
        .isEqualTo(HUNG);
  }
}
