package dev.flyball.lab.race;

import dev.flyball.base.Require;
import dev.flyball.lab.peers.BestSettingsFile;
import dev.flyball.lab.peers.Peer;
import dev.flyball.lab.peers.PeerSettings;
import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.report.Findings;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The search for the best settings of some peers.
 *
 * <p>Every second scenario, beginning with the first, is in the searched half: the catalogue lists
 * scenarios of a kind side by side, so both halves have some of each kind.
 *
 * @param peers whose settings are searched for
 * @param scenarios where
 * @param seeds how many seeds each scenario is run with
 * @param passes how often a search goes over all parameters at most
 * @param command the command line that repeats it
 */
public record SettingsExperiment(
    List<Peer> peers, List<Scenario> scenarios, int seeds, int passes, String command) {

  public SettingsExperiment {
    peers = List.copyOf(peers);
    scenarios = List.copyOf(scenarios);
    Require.atLeast("number of peers", 1, peers.size());
    Require.atLeast("seeds", 1, seeds);
    Require.atLeast("passes", 1, passes);
    Require.atLeast("number of scenarios to search in", 1, half(true, scenarios).size());
    Require.atLeast("number of scenarios to judge in", 1, half(false, scenarios).size());
  }

  /**
   * The result of the experiment.
   *
   * @param findings what was found
   * @param file the text of the settings file: those found, and of other peers those known before;
   *     empty when the search was ended early
   */
  public record Outcome(Findings findings, Optional<String> file) {}

  /** The scenarios of one half. */
  static List<Scenario> half(boolean searched, List<Scenario> scenarios) {
    List<Scenario> half = new ArrayList<>();
    for (int i = searched ? 0 : 1; i < scenarios.size(); i += 2) {
      half.add(scenarios.get(i));
    }
    return List.copyOf(half);
  }

  /**
   * Runs it on an executor that runs its tasks in other threads; where the calling thread is
   * interrupted, the peers that have not ended are left out, saying so.
   */
  public Outcome run(Executor executor, Laps.Listener listener) {
    List<BestSettings.Found> found = new ArrayList<>();
    try {
      BestSettings search =
          new BestSettings(
              BestSettings.Trials.of(half(true, scenarios), seeds, executor),
              BestSettings.Trials.of(half(false, scenarios), seeds, executor),
              passes);
      for (Peer peer : peers) {
        found.add(search.of(peer));
        listener.ended(found.size(), peers.size(), peer.name());
      }
    } catch (InterruptedException endsTheSearch) {
      // What was found so far is told.
    }
    boolean complete = found.size() == peers.size();
    Findings findings = new SettingsFindings(this, found).findings();
    return new Outcome(findings, complete ? Optional.of(file(found)) : Optional.empty());
  }

  private String file(List<BestSettings.Found> found) {
    Map<String, PeerSettings> settings = new LinkedHashMap<>();
    for (Peer peer : Peers.all()) {
      peer.best().ifPresent(before -> settings.put(peer.name(), before));
      found.stream()
          .filter(one -> one.peer().name().equals(peer.name()))
          .forEach(one -> settings.put(peer.name(), one.best().settings()));
    }
    return BestSettingsFile.text(
        List.of(
            "The settings with which each peer did best, found by search; do it again with",
            command + " --write FILE"),
        settings);
  }
}
