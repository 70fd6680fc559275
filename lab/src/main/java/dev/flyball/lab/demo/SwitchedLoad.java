package dev.flyball.lab.demo;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.tuning.CellResult;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.GovernedRun;
import dev.flyball.lab.tuning.Protocol.Endings;
import dev.flyball.lab.tuning.Protocol.Turns;
import dev.flyball.lab.tuning.ServerSecond;
import dev.flyball.lab.tuning.ServerStretch;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import dev.flyball.lab.tuning.TestServer;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A governed server whose load becomes another in mid-run: first point selects that find everything
 * in memory, for which size hardly matters, then read-write transactions that wait for the disk.
 * Does the governor notice, and where does it go? At the end the fixed sizes are measured in turns
 * on the second load: cores, where the governor was before, and where it went.
 *
 * @param policy the policy that governs, as {@link Policies#parse} reads it
 * @param connections how many clients ask
 * @param secondsBefore how long the first load is governed
 * @param secondsAfter how long the second is
 * @param seed what the clients' values grow from
 * @param testServer starts the server, which waits for no disk yet
 * @param command the command line that does it again
 */
public record SwitchedLoad(
    String policy,
    int connections,
    long secondsBefore,
    long secondsAfter,
    long seed,
    Function<Watcher, TestServer> testServer,
    String command) {

  static final Profile BEFORE = Profile.POINT_SELECT;
  static final Profile AFTER = Profile.READ_WRITE;

  /** What the server's tables must be there for. */
  public static final List<Profile> PROFILES = List.of(BEFORE, AFTER);

  private static final int SIZES_MAX = 128;
  private static final int PARTS = 3;

  public SwitchedLoad {
    Policies.parse(policy);
    if (secondsBefore < 5 || secondsAfter < 5) {
      throw new IllegalArgumentException(
          "secondsBefore and secondsAfter must be at least 5 but were "
              + secondsBefore
              + " and "
              + secondsAfter);
    }
  }

  /**
   * The observations.
   *
   * @param cores the server's processors
   * @param run the whole governed run
   * @param switchedSeconds when the load was switched, on the stand's clock
   * @param fixed fixed sizes under the second load
   */
  record Seen(int cores, GovernedRun run, double switchedSeconds, List<SizeFigures> fixed) {

    GovernedRun before() {
      return run.until(switchedSeconds);
    }

    GovernedRun after() {
      return run.from(switchedSeconds);
    }

    /** The second load's result, as if the governed run had begun with it. */
    CellResult result(int connections) {
      return new CellResult(
          new Cell(connections, AFTER),
          cores,
          Optional.empty(),
          List.of(after()),
          fixed,
          Optional.empty(),
          run.cutShort());
    }
  }

  /** Runs it and says what was seen; where the thread is interrupted, what there is up to then. */
  public Findings run(Watcher watcher) {
    List<Seen> seen = new ArrayList<>();
    List<String> testServers = new ArrayList<>();
    Optional<String> ended = Optional.empty();
    try (TestServer server = testServer.apply(watcher)) {
      testServers.add(server.description());
      ended = measure(server, seen, watcher);
    } catch (RuntimeException e) {
      ended = Endings.byHand(e);
      if (ended.isEmpty()) {
        throw e;
      }
    }
    return new SwitchedLoadFindings(this, testServers, seen, ended).findings();
  }

  private Optional<String> measure(TestServer server, List<Seen> seen, Watcher watcher) {
    try (TestServer.UnderLoad loaded = server.open(new Cell(connections, BEFORE))) {
      Seen governed = govern(loaded, server.cores(), watcher);
      seen.add(governed);
      if (governed.run().cutShort()) {
        return Optional.of(Endings.BY_HAND);
      }
      List<SizeFigures> fixed = compare(loaded, governed, watcher);
      seen.set(0, new Seen(server.cores(), governed.run(), governed.switchedSeconds(), fixed));
      return Optional.empty();
    } catch (InterruptedException e) {
      return Optional.of(Endings.BY_HAND);
    }
  }

  private Seen govern(TestServer.UnderLoad loaded, int cores, Watcher watcher)
      throws InterruptedException {
    loaded.size(cores);
    double from = loaded.next().atSeconds();
    try (LoadedServer.Governing governing = loaded.govern(governing())) {
      watcher.begins(part(1, new Cell(connections, BEFORE).text(), secondsBefore));
      GovernedRun before =
          GovernedRun.watch(loaded, governing, policy, cores, from, secondsBefore, watcher);
      double switched = before.toSeconds();
      if (before.cutShort()) {
        return new Seen(cores, before, switched, List.of());
      }
      loaded.turnIoBound(AFTER);
      watcher.begins(
          part(2, new Cell(connections, AFTER).text() + ", on the disk now", secondsAfter));
      GovernedRun after =
          GovernedRun.watch(loaded, governing, policy, cores, switched, secondsAfter, watcher);
      List<ServerSecond> load = new ArrayList<>(before.load().seconds());
      load.addAll(after.load().seconds());
      GovernedRun whole =
          new GovernedRun(
              policy, cores, from, new ServerStretch(load), governing.moves(), after.cutShort());
      return new Seen(cores, whole, switched, List.of());
    }
  }

  private SizingPolicy governing() {
    return Policies.parse(policy).within(Limits.of(1, SIZES_MAX));
  }

  private List<SizeFigures> compare(LoadedServer loaded, Seen seen, Watcher watcher)
      throws InterruptedException {
    TreeSet<Integer> sizes = new TreeSet<>();
    sizes.add(seen.cores());
    sizes.add(seen.before().opt());
    sizes.add(seen.after().opt());
    Turns turns = Turns.of(secondsBefore);
    watcher.begins(part(3, "fixed sizes " + sizes + " in turns", turns.secondsFor(sizes.size())));
    return turns.measure(loaded, List.copyOf(sizes), watcher);
  }

  private static Watcher.Part part(int number, String name, long seconds) {
    return new Watcher.Part(name, number, PARTS, seconds);
  }
}
