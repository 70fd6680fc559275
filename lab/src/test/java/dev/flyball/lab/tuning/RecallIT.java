package dev.flyball.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.database.Tables;
import dev.flyball.lab.demo.ReturningLoad;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.LoadedMariaDb.MariaDbTestServer;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.policy.Limits;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Two loads with equal numbers of clients take turns on a real server: each is known when it comes
 * again.
 */
@Timeout(300)
@Tag("slow")
class RecallIT {

  private static final int CLIENTS = 16;
  private static final int VISITS = 5;
  private static final long SECONDS = 12;

  @Test
  @EnabledIfSystemProperty(named = "flyball.all", matches = "true")
  void aLoadThatComesAgainIsKnownOnceAVisit() throws Exception {
    MariaDbTestServer.Choice choice =
        new MariaDbTestServer.Choice(ServerSettings.usual(), new Tables(2, 2_000), false, 1)
            .beforeSwitch();
    List<List<Move>> visits = new ArrayList<>();
    try (MariaDbTestServer server =
            MariaDbTestServer.start(choice, ReturningLoad.PROFILES, Watcher.NONE);
        TestServer.UnderLoad loaded = server.open(new Cell(CLIENTS, Profile.POINT_SELECT));
        LoadedServer.Governing governing =
            loaded.govern(
                Policies.parse("paired-climb(recall=true,changed=90%)")
                    .within(Limits.of(1, CLIENTS)))) {
      for (int visit = 0; visit < VISITS; visit++) {
        loaded.turn(ReturningLoad.PROFILES.get(visit % 2));
        int before = governing.moves().size();
        for (int second = 0; second < SECONDS; second++) {
          loaded.next();
        }
        List<Move> all = governing.moves();
        visits.add(all.subList(before, all.size()));
      }
    }
    for (int visit = 2; visit < VISITS; visit++) {
      long recalls =
          visits.get(visit).stream()
              .filter(move -> move.why().startsWith("workload known"))
              .count();
      assertThat(recalls).as("recalls in visit %d: %s", visit, visits.get(visit)).isPositive();
      assertThat(recalls).as("recalls in visit %d", visit).isLessThanOrEqualTo(3);
    }
  }
}
