package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.number;
import static dev.flyball.lab.report.text.NumberFormat.rounded;

import dev.flyball.base.Require;
import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.peers.Peers.Peer;
import dev.flyball.lab.peers.Peers.PeerSettings;
import dev.flyball.lab.race.BestSettings.Found;
import dev.flyball.lab.race.BestSettings.Judged;
import dev.flyball.lab.race.BestSettings.Trials;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

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

  private static final String FORMULA =
      "Regret is cost over the oracle's, the geometric mean over scenarios and seeds. Settings are"
          + " chosen in the searched half alone; the other half tells what they are worth.";

  private static final Figures<Judged> OF_JUDGED =
      Figures.of(
          Figure.inFiles("settings", judged -> judged.settings().specification()),
          Figure.inFiles("asked", judged -> Asked.of(judged.settings())),
          Figure.inFiles("regretSearched", judged -> rounded(judged.searched())),
          Figure.inFiles("regretElsewhere", judged -> rounded(judged.elsewhere())));

  private static final Figures<Found> REGRETS =
      Figures.of(
          Figure.text("peer", "peer", found -> found.peer().name()),
          Figure.inFiles("source", found -> found.peer().source()),
          Figure.inFiles("shipped", found -> OF_JUDGED.json(found.shipped())),
          Figure.inFiles("best", found -> OF_JUDGED.json(found.best())),
          number("", "shipped, searched", 2, found -> found.shipped().searched()),
          number("", "best, searched", 2, found -> found.best().searched()),
          number("", "shipped, elsewhere", 2, found -> found.shipped().elsewhere()),
          number("", "best, elsewhere", 2, found -> found.best().elsewhere()),
          Figure.count("tries", "tries", Found::tries));

  private static final Figures<Found> SETTINGS =
      Figures.of(
          Figure.text("", "asked", found -> Asked.of(found.best().settings())),
          Figure.text("", "settings", found -> found.best().settings().specification()));

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
  private static List<Scenario> half(boolean searched, List<Scenario> scenarios) {
    return IntStream.iterate(searched ? 0 : 1, i -> i < scenarios.size(), i -> i + 2)
        .mapToObj(scenarios::get)
        .toList();
  }

  /**
   * Runs it on an executor that runs its tasks in other threads; where the calling thread is
   * interrupted, the peers that have not ended are left out, saying so.
   */
  public Outcome run(Executor executor, Laps.Listener listener) {
    List<Found> found = new ArrayList<>();
    try {
      Trials searched = Trials.of(half(true, scenarios), seeds, executor);
      Trials elsewhere = Trials.of(half(false, scenarios), seeds, executor);
      for (Peer peer : peers) {
        found.add(new BestSettings(peer, searched, elsewhere).found(passes));
        listener.ended(found.size(), peers.size(), peer.name());
      }
    } catch (InterruptedException endsTheSearch) {
      // What was found so far is told.
    }
    boolean complete = found.size() == peers.size();
    return new Outcome(
        findings(found, complete), complete ? Optional.of(file(found)) : Optional.empty());
  }

  private String file(List<Found> found) {
    Map<String, PeerSettings> settings = new LinkedHashMap<>();
    for (Peer peer : Peers.all()) {
      peer.best().ifPresent(before -> settings.put(peer.name(), before));
      found.stream()
          .filter(one -> one.peer().name().equals(peer.name()))
          .forEach(one -> settings.put(peer.name(), one.best().settings()));
    }
    return Peers.text(
        List.of(
            "The settings with which each peer did best, found by search; do it again with",
            command + " --write FILE"),
        settings);
  }

  private Findings findings(List<Found> found, boolean complete) {
    List<String> searched = half(true, scenarios).stream().map(Scenario::name).toList();
    List<String> elsewhere = half(false, scenarios).stream().map(Scenario::name).toList();
    long gained =
        found.stream().filter(one -> one.best().elsewhere() < one.shipped().elsewhere()).count();
    String summary =
        gained
            + " of "
            + found.size()
            + " peers cost less with the settings that were found, in scenarios they were not"
            + " searched in.";
    Headline headline = Headline.of(summary).doubtedIf(!complete, Headline.ENDED_EARLY);
    return new Findings(
            RunReport.of("settings", RaceExperiment.Bench.VIRTUAL.word(), List.of()),
            Report.of("The best settings of the peers, by search in virtual time", headline))
        .table("peers", "Regret as shipped and at the best settings", REGRETS, found)
        .with(new Paragraph(FORMULA))
        .with(SETTINGS.table("The best settings", found))
        .figure("searched", searched)
        .figure("elsewhere", elsewhere)
        .figure("seeds", seeds)
        .figure("complete", complete)
        .simulatedBy(
            command,
            Facts.of("How it was run")
                .and("searched in", String.join(", ", searched))
                .and("judged in", String.join(", ", elsewhere))
                .and("seeds", seeds)
                .and("passes at most", passes));
  }
}
