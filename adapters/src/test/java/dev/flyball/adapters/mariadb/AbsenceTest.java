package dev.flyball.adapters.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbsenceTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void triesLieFurtherAndFurtherApart() {
    Absence away = Absence.begins(0, "gone");
    List<Long> waits = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 8; i++) {
      waits.add(away.leftNanos(now) / SECOND);
      now = away.nextTryNanos();
      away = away.triedInVain(now, "still gone");
    }
    assertThat(waits).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
    assertThat(away.seconds(now)).isEqualTo(121);
    assertThat(away.cause()).isEqualTo("still gone");
  }
}
