package dev.flyball.lab.papers;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.tuning.CellResult;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.Protocol;
import dev.flyball.lab.tuning.Protocol.Endings;
import dev.flyball.lab.tuning.TestServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The experiment of Trub, "Adaptive Thread Pool: Improving MySQL Scalability With AI" (2021): a
 * hill climber inside a MySQL variant's thread pool, here outside of an unchanged MariaDB.
 *
 * <p>For each pair of connections and profile the article has three runs of 10 minutes: with the
 * climber on from as many groups as processors, which gives <i>opt</i>; with as many groups as
 * processors (<i>usual</i>); with <i>opt</i> groups (<i>contr</i>). <i>diff</i> is how far contr is
 * above usual. The same is done here, but that the two fixed runs are cut into turns and
 * alternated: on a machine that is not quiet, two runs that follow each other differ by more than
 * what is looked for.
 *
 * @param protocol what is done with each load
 * @param cells the loads, in their order
 * @param seed what the clients' values grow from
 * @param printed whether the article's figures are shown beside ours
 * @param testServer starts the server
 * @param command the command line that does it again
 */
public record AdaptiveThreadPool(
    Protocol protocol,
    List<Cell> cells,
    long seed,
    boolean printed,
    Function<Watcher, TestServer> testServer,
    String command) {

  static final String PAPER =
      "Trub, Adaptive Thread Pool: Improving MySQL Scalability With AI, 2021, section Results";

  /** The default numbers of connections; the article has twelve numbers from 1 to 1024. */
  public static final List<Integer> CONNECTIONS = List.of(16, 64, 256);

  /** The article's four profiles, and one that does nothing but wait for its commit. */
  public static final List<Profile> PROFILES =
      List.of(
          Profile.READ_WRITE,
          Profile.NEW_ORDER,
          Profile.POINT_SELECT,
          Profile.READ_ONLY,
          Profile.UPDATE);

  public AdaptiveThreadPool {
    cells = List.copyOf(cells);
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("cells must be at least one but were none");
    }
  }

  /** Every profile with every number of connections. */
  public static List<Cell> cells(List<Profile> profiles, List<Integer> connections) {
    List<Cell> cells = new ArrayList<>();
    for (Profile profile : profiles) {
      connections.forEach(count -> cells.add(new Cell(count, profile)));
    }
    return cells;
  }

  /**
   * Runs it and says what was found. Where the thread is interrupted, or where the server fails
   * after a load was measured, what there is up to then, saying so.
   */
  public Findings run(Watcher watcher) {
    List<CellResult> results = new ArrayList<>();
    List<String> testServers = new ArrayList<>();
    Optional<String> ended = Optional.empty();
    try (TestServer server = testServer.apply(watcher)) {
      testServers.add(server.description());
      measure(server, results, watcher);
    } catch (RuntimeException e) {
      ended = Endings.byHand(e);
      if (ended.isEmpty() && results.isEmpty()) {
        throw e;
      }
      if (ended.isEmpty()) {
        watcher.fails(String.valueOf(e.getMessage()));
        ended = Optional.of("ended early, for something failed: " + e.getMessage());
      }
    }
    if (results.stream().anyMatch(CellResult::cutShort)) {
      ended = Optional.of(Endings.BY_HAND);
    }
    return new AdaptiveThreadPoolFindings(this, testServers, results, ended).findings();
  }

  private void measure(TestServer server, List<CellResult> results, Watcher watcher) {
    int parts = cells.size() * protocol.parts(server.cores());
    Protocol.Numbering numbering = new Protocol.Numbering(watcher, parts);
    watcher.prepares(
        server.description()
            + "; "
            + cells.size()
            + (cells.size() == 1 ? " load" : " loads")
            + ", at most "
            + minutes(cells.size() * protocol.secondsAtMost(server.cores())));
    for (Cell cell : cells) {
      CellResult result;
      try (TestServer.UnderLoad loaded = server.open(cell)) {
        result = protocol.run(loaded, cell, server.cores(), numbering);
      }
      results.add(result);
      if (result.cutShort()) {
        return;
      }
    }
  }

  private static String minutes(long seconds) {
    return seconds < 120 ? seconds + " s" : Math.round(seconds / 60.0) + " minutes";
  }
}
