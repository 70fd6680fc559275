package dev.flyball.lab.goodput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.HtmlReport;
import dev.flyball.lab.report.RunRow;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short row of the board, with real servers in processes of their own. */
@Timeout(180)
@Tag("slow")
class ServerRaceIT {

  @Test
  void underOverloadTheRightSizeAndARuleServeMoreThanAPoolThatTakesAll() throws IOException {
    List<String> progress = new ArrayList<>();
    Findings findings =
        new ServerRace(
                List.of(Rows.named("servers-200")),
                List.of(ServerKind.BY_HAND, ServerKind.TOMCAT),
                Duration.ofSeconds(5),
                1,
                1,
                "./flyball race --bench http")
            .run((done, of, what) -> progress.add(done + " of " + of + ": " + what));

    assertThat(progress)
        .containsExactly("1 of 2: servers-200, by-hand", "2 of 2: servers-200, tomcat");
    List<RunRow> rows = findings.figures().rows();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).number("offered")).isEqualTo(rows.get(1).number("offered"));
    assertThat(goodput(rows.get(0))).isGreaterThanOrEqualTo(goodput(rows.get(1)));
    assertThat(rows.get(0).number("refused")).isPositive();
    assertThat(rows.get(1).number("refused")).isZero();
    assertThat(findings.figures().json()).contains("\"bestPossiblePercent\"");
    assertThat(HtmlReport.of(findings.page())).contains("Goodput: servers-200", "by-hand");
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }

  /** In the stretch that is counted. */
  private static double goodput(RunRow row) {
    return row.number("stretches", "servers-200", "goodput");
  }
}
