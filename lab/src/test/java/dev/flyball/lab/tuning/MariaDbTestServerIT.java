package dev.flyball.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.database.Tables;
import dev.flyball.lab.demo.SwitchedLoad;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.LoadedMariaDb.MariaDbTestServer;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.lab.tuning.WaitTimes.Durations;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real server on the stand: sizes are set, governed and only looked at. */
@Timeout(120)
@Tag("slow")
class MariaDbTestServerIT {

  private static final MariaDbTestServer.Choice CHOICE =
      new MariaDbTestServer.Choice(ServerSettings.usual(), new Tables(2, 2_000), false, 1)
          .beforeSwitch()
          .timingWaits();

  private static MariaDbTestServer testServer;

  @BeforeAll
  static void start() {
    testServer = MariaDbTestServer.start(CHOICE, SwitchedLoad.PROFILES, Watcher.NONE);
  }

  @AfterAll
  static void stop() {
    testServer.close();
  }

  @Test
  void sizesAreSetGovernedAndLookedAt() throws Exception {
    try (TestServer.UnderLoad loaded = testServer.open(new Cell(8, Profile.POINT_SELECT))) {
      assertThat(loaded.next().groups()).isEqualTo(testServer.cores());
      loaded.size(3);
      ServerSecond fixed = loaded.next();
      assertThat(fixed.groups()).isEqualTo(3);
      assertThat(fixed.transactions()).isPositive();
      assertThat(fixed.latency().mean()).isPresent();

      GovernedRun run =
          GovernedRun.run(loaded, "fixed", Policies.parse("fixed(workers=7)"), 2, 5, Watcher.NONE);
      assertThat(run.opt()).isEqualTo(7);
      assertThat(run.moves().get(0).throughputPerSecond()).isPresent();
      assertThat(run.load().transactionsPerSecond()).isPositive();

      loaded.size(4);
      try (LoadedServer.Governing looking = loaded.advise(Policies.parse("fixed(workers=7)"))) {
        while (looking.moves().isEmpty()) {
          loaded.next();
        }
        assertThat(looking.moves()).noneMatch(Move::changed);
      }
      assertThat(loaded.next().groups()).isEqualTo(4);
    }
  }

  @Test
  void theLoadAndTheServerAreSwitchedInMidRun() throws Exception {
    try (TestServer.UnderLoad loaded = testServer.open(new Cell(8, Profile.POINT_SELECT))) {
      ServerSecond before = loaded.next();
      assertThat(before.questions()).isEqualTo(before.transactions());
      loaded.turnIoBound(Profile.READ_WRITE);
      loaded.next();
      List<ServerSecond> after = new ArrayList<>(List.of(loaded.next(), loaded.next()));
      while (new ServerStretch(after).transactionsPerSecond() == 0) {
        after.add(loaded.next());
      }
      assertThat(new ServerStretch(after).questionsPerSecond())
          .isGreaterThan(10 * new ServerStretch(after).transactionsPerSecond());
    }
  }

  @Test
  void tellsHowLongStatementsWaitAndForWhat() throws Exception {
    try (TestServer.UnderLoad loaded = testServer.open(new Cell(8, Profile.POINT_SELECT))) {
      loaded.turnIoBound(Profile.READ_WRITE);
      WaitTimes times = WaitTimes.measure(testServer.server(), loaded, 3, Watcher.NONE);
      assertThat(times.transactions()).isPositive();
      assertThat(times.causes().keySet()).anyMatch(cause -> cause.endsWith(" sync"));
      Durations all = times.all();
      assertThat(all.meanMillis()).isPositive();
      assertThat(all.quantileMillis(0.95)).isGreaterThanOrEqualTo(all.quantileMillis(0.5));
    }
  }

  @Test
  void theServersOwnWorkIsNotThatOfOthers() throws Exception {
    try (TestServer.UnderLoad loaded = testServer.open(new Cell(8, Profile.POINT_SELECT))) {
      loaded.next();
      assertThat(loaded.next().transactions()).isPositive();
    }
    double others = testServer.neighbours().cores().orElseThrow();
    double withServer = Neighbours.since(testServer.ready().look()).cores().orElseThrow();
    assertThat(others).isLessThan(withServer);
  }

  @Test
  void saysWhatItIs() {
    assertThat(testServer.description())
        .startsWith("MariaDB 11.")
        .contains(testServer.cores() + " cores")
        .contains("commits not durable")
        .endsWith("load by our own clients");
  }
}
