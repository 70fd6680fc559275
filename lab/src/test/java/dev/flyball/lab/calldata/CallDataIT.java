package dev.flyball.lab.calldata;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The program on a real database, real files and a real socket: no ticket is lost or doubled. */
@Tag("slow")
class CallDataIT {

  private static final CallDataSettings SETTINGS = CallDataSettings.usual(1);
  private static final ThreadCounts THREADS = new ThreadCounts(1, 2, 2, 4);
  private static final double PER_SECOND = 500;

  private static CallDataServer testServer;

  @BeforeAll
  static void start() {
    testServer = CallDataServer.start(said -> {});
  }

  @AfterAll
  static void stop() {
    testServer.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyTicketIsAccountedForWhateverHappens(CallDataFault fault) throws InterruptedException {
    CallDataFault.Result result =
        fault.on(testServer, SETTINGS, THREADS, PER_SECOND, Duration.ofMillis(400));
    TicketAccount account = result.account();
    assertThat(account.holds()).as(account.text()).isTrue();
    assertThat(account.sent()).isGreaterThan(100);
    assertThat(account.givenUpCount() > 0).as(account.text()).isEqualTo(fault.costsTickets());
    assertThat(result.causes()).hasSize(fault.costsTickets() ? 1 : 0);
  }

  @Test
  void onlyWhatAStageThrewAtIsGivenUp() throws InterruptedException {
    TicketAccount account =
        CallDataFault.without(
                testServer,
                CallDataFault.throwing(
                    SETTINGS, Map.of(StageName.DECODER, 50, StageName.FEEDER, 7)),
                THREADS,
                PER_SECOND,
                Duration.ofMillis(500))
            .account();
    long decoded = account.sent() - account.sent() / 50;
    assertThat(account.holds()).as(account.text()).isTrue();
    assertThat(account.givenUp())
        .containsEntry("decoder", account.sent() / 50)
        .containsEntry("feeder", decoded / 7);
    assertThat(account.inFiles()).isEqualTo(decoded);
    assertThat(account.inDatabase()).isEqualTo(decoded - decoded / 7);
  }

  @Test
  void aSweepMeasuresEachAndLosesNothing() throws InterruptedException {
    List<ThreadCounts> grid =
        CallDataSweep.grid(List.of(1), List.of(1, 2), List.of(1), List.of(1, 4));
    ThreadCounts other = new ThreadCounts(2, 1, 2, 3);
    CallDataSweep.Result result =
        new CallDataSweep(SETTINGS, grid, 2, other, Duration.ofMillis(50), Duration.ofMillis(100))
            .on(testServer, said -> {});
    assertThat(result.account().holds()).as(result.account().text()).isTrue();
    assertThat(result.cells())
        .extracting(CallDataSweep.Cell::threads)
        .containsExactlyInAnyOrderElementsOf(grid);
    assertThat(result.finals())
        .extracting(CallDataSweep.Cell::threads)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Stream.of(other), grid.stream()).toList());
    assertThat(result.best().perSecond())
        .isPositive()
        .isGreaterThanOrEqualTo(result.finalOf(other).perSecond());
  }
}
