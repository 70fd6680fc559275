package dev.flyball.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.database.Tables;
import dev.flyball.lab.demo.SwitchedLoad;
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
      new MariaDbTestServer.Choice(ServerSettings.usual(), new Tables(2, 2_000), false, 1).beforeSwitch();

  private static MariaDbTestServer bed;

  @BeforeAll
  static void start() {
    bed = MariaDbTestServer.start(CHOICE, SwitchedLoad.PROFILES, Watcher.NONE);
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  @Test
  void sizesAreSetGovernedAndLookedAt() throws Exception {
    try (TestServer.LoadedStand stand = bed.open(new Cell(8, Profile.POINT_SELECT))) {
      assertThat(stand.next().groups()).isEqualTo(bed.cores());
      stand.size(3);
      Second fixed = stand.next();
      assertThat(fixed.groups()).isEqualTo(3);
      assertThat(fixed.transactions()).isPositive();
      assertThat(fixed.latency().mean()).isPresent();

      GovernedRun run =
          GovernedRun.run(stand, "fixed", Policies.parse("fixed(workers=7)"), 2, 5, Watcher.NONE);
      assertThat(run.opt()).isEqualTo(7);
      assertThat(run.moves().get(0).throughputPerSecond()).isPresent();
      assertThat(run.load().transactionsPerSecond()).isPositive();

      stand.size(4);
      try (LoadedServer.Governing looking = stand.advise(Policies.parse("fixed(workers=7)"))) {
        while (looking.moves().isEmpty()) {
          stand.next();
        }
        assertThat(looking.moves()).noneMatch(Move::changed);
      }
      assertThat(stand.next().groups()).isEqualTo(4);
    }
  }

  @Test
  void theLoadAndTheServerAreSwitchedInMidRun() throws Exception {
    try (TestServer.LoadedStand stand = bed.open(new Cell(8, Profile.POINT_SELECT))) {
      Second before = stand.next();
      assertThat(before.questions()).isEqualTo(before.transactions());
      stand.turnIoBound(Profile.READ_WRITE);
      stand.next();
      List<Second> after = new ArrayList<>(List.of(stand.next(), stand.next()));
      while (new Stretch(after).transactionsPerSecond() == 0) {
        after.add(stand.next());
      }
      assertThat(new Stretch(after).questionsPerSecond())
          .isGreaterThan(10 * new Stretch(after).transactionsPerSecond());
    }
  }

  @Test
  void saysWhatItIs() {
    assertThat(bed.description())
        .startsWith("MariaDB 11.")
        .contains(bed.cores() + " cores")
        .contains("commits not durable")
        .endsWith("load by our own clients");
  }
}
