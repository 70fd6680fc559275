package dev.flyball.tools.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dashboard.WatchedProgram;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.PoolView.Steering;
import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.WindowFigures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedLinesTest {

  private static final double NO = Double.NaN;
  private static final WatchedProgram ORDERS = new WatchedProgram("Orders", 4711, "build7");

  private static WatchedLines.Seen seen(
      String name, int size, long queued, double failed, double p95Millis, int wanted, int most) {
    WindowFigures figures =
        new WindowFigures(
            1, size, size, size, queued, queued, NO, 60, 60, failed, 5, 0, NO, NO, NO, p95Millis,
            NO, NO, NO, NO, NO, 0, 2, NO, NO);
    Steering steering =
        new Steering("GOVERN", "flyball", "demand", most, wanted, "", 0, 1, most, 0, 0, 0);
    PoolView view =
        new PoolView(name, "only", 1, figures, steering, List.of(), List.of(), List.of());
    return new WatchedLines.Seen(name, Optional.of(view), Verdict.of(view));
  }

  private static List<String> lines(List<WatchedLines.Seen> pools, int columns) {
    return WatchedLines.of("process 4711", ORDERS, "", pools, columns);
  }

  @Test
  void thoseInTroubleAreTheFirstWithThePagesVerdict() {
    WatchedLines.Seen gone =
        new WatchedLines.Seen("gone", Optional.empty(), Verdict.unseen("no answer"));
    WatchedLines.Seen payments = seen("pay\nments", 12, 36, 0, 812, 48, 12);
    assertThat(payments.verdict()).isEqualTo(Verdict.of(payments.view().orElseThrow()));
    assertThat(lines(List.of(gone, payments), 500))
        .containsExactly(
            "Orders, process 4711 on build7: 1 of 2 pools in trouble",
            "!!  pay\\u000Aments: at its limit",
            "    At its limit of 12; 48 are needed; 36 wait; 5.0/s turned away.",
            "    12 workers of at most 12, 12.0 busy, 36 waiting, 65.0/s offered,"
                + " 5.0/s turned away, 0.0/s fail, 95 % in 812.0 ms",
            "!   gone: not seen",
            "    It is not seen now: no answer");
  }

  /** Of a pool that others own failures and single response times are not known. */
  @Test
  void whatIsNotKnownIsSaidToBeNotKnown() {
    assertThat(lines(List.of(seen("mail", 4, 2, NO, NO, 4, Integer.MAX_VALUE)), 500).get(3))
        .isEqualTo(
            "    4 workers, 4.0 busy, 2 waiting, 65.0/s offered, 5.0/s turned away,"
                + " failures not known, response times not known");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    assertThat(lines(List.of(seen("payments", 12, 36, 0, 812, 48, 12)), 30))
        .hasSize(4)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(30));
  }

  @ParameterizedTest
  @CsvSource({
    "process 4711, Orders, 4711, build7, '', 'Orders, process 4711 on build7: no pool is open'",
    "process 4711, '', 4711, build7, '', process 4711 on build7: no pool is open",
    "build7:9010, '', 0, '', '', build7:9010: no pool is open",
    "build7:9010, '', 0, '', gone, 'build7:9010: not seen now: gone'",
  })
  void theProgramIsNamedAsFarAsItIsKnown(
      String place, String name, long process, String host, String problem, String heading) {
    WatchedProgram program = new WatchedProgram(name, process, host);
    assertThat(WatchedLines.of(place, program, problem, List.of(), 500)).containsExactly(heading);
  }
}
