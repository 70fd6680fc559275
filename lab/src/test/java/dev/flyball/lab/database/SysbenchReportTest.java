package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import dev.flyball.lab.database.SysbenchLoad.SysbenchReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class SysbenchReportTest {

  private static final String LINE =
      "[ 3s ] thds: 64 tps: 1203.97 qps: 24120.41 (r/w/o: 16890.58/4816.88/2412.95)"
          + " lat (ms,95%): 71.83 err/s: 2.00 reconn/s: 1.00";

  @Test
  void readsALine() {
    assertThat(SysbenchReport.of(LINE))
        .hasValue(new SysbenchReport(1203.97, 24120.41, 71_830_000, 2, 1));
  }

  @Test
  void otherLinesAreNoReports() {
    assertThat(SysbenchReport.of("Threads started!")).isEmpty();
    assertThat(SysbenchReport.of("")).isEmpty();
    assertThat(SysbenchReport.of("FATAL: mysql_stmt_execute() returned error 2013")).isEmpty();
  }

  @Test
  void secondsAddUp() {
    LoadReading both =
        SysbenchReport.together(
            List.of(
                new SysbenchReport(100, 2_000, 10_000_000, 1, 0),
                new SysbenchReport(300, 6_000, 20_000_000, 0, 2)),
            8);
    assertThat(both.seconds()).isEqualTo(2);
    assertThat(both.transactions()).isEqualTo(400);
    assertThat(both.transactionsPerSecond()).isEqualTo(200);
    assertThat(both.questions()).isEqualTo(8_000);
    assertThat(both.errors()).isEqualTo(1);
    assertThat(both.losses()).isEqualTo(2);
  }

  @Test
  void theMeanFollowsFromTheClosedLoop() {
    LoadReading reading =
        SysbenchReport.together(List.of(new SysbenchReport(100, 2_000, 90_000_000, 0, 0)), 8);
    assertThat(reading.meanNanos().orElseThrow()).isCloseTo(80e6, within(1.0));
    assertThat(reading.p50Nanos()).isEmpty();
  }

  @Test
  void aBusySecondCountsForMoreInThePercentile() {
    LoadReading reading =
        SysbenchReport.together(
            List.of(
                new SysbenchReport(100, 0, 10_000_000, 0, 0),
                new SysbenchReport(300, 0, 20_000_000, 0, 0)),
            8);
    assertThat(reading.p95Nanos()).hasValue(17_500_000);
  }

  @Test
  void noLinesAreNoTime() {
    LoadReading reading = SysbenchReport.together(List.of(), 8);
    assertThat(reading.seconds()).isZero();
    assertThat(reading.meanNanos()).isEmpty();
  }
}
