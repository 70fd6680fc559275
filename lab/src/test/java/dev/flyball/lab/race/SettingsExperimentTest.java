package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.peers.Peers.Peer;
import dev.flyball.lab.peers.Peers.PeerSettings;
import dev.flyball.lab.race.BestSettings.Knob;
import dev.flyball.lab.report.Headline;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The search for a peer's best settings: what it turns, that it gains, what it tells. */
class SettingsExperimentTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private static SettingsExperiment experiment(List<Peer> peers, String... scenarios) {
    return new SettingsExperiment(peers, named(scenarios), 1, 1, "./flyball settings");
  }

  private static List<Scenario> named(String... names) {
    return List.of(names).stream().map(Scenarios::named).toList();
  }

  @Test
  void whatIsFoundCostsNoMoreWhereItWasSearchedAndIsWrittenDown() {
    List<String> ended = new ArrayList<>();
    SettingsExperiment.Outcome outcome =
        experiment(List.of(Peers.named("step-climb")), "cpu-bound", "half-core")
            .run(Runnable::run, (done, of, what) -> ended.add(done + " of " + of + ", " + what));
    assertThat(ended).containsExactly("1 of 1, step-climb");
    JsonNode json = JsonMapper.shared().readTree(outcome.findings().figures().json());
    assertThat(json.get("searched").get(0).asString()).isEqualTo("cpu-bound");
    assertThat(json.get("elsewhere").get(0).asString()).isEqualTo("half-core");
    assertThat(json.get("complete").asBoolean()).isTrue();
    JsonNode peer = json.get("peers").get(0);
    assertThat(peer.get("shipped").get("asked").asString()).isEqualTo("every 200 ms");
    assertThat(peer.get("best").get("regretSearched").asDouble())
        .isLessThan(peer.get("shipped").get("regretSearched").asDouble());
    assertThat(peer.get("tries").asInt()).isGreaterThan(10);
    assertThat(outcome.findings().page().headline().text()).contains("of 1 peers cost less");
    assertThat(outcome.file().orElseThrow())
        .contains("# ./flyball settings --write FILE\n")
        .contains("\nstep-climb:\n  settings: " + peer.get("best").get("settings").asString())
        .contains("\nhill-climb:\n"); // which keeps what it has
  }

  @Test
  void anInterruptEndsItEarlyAndNothingIsWritten() {
    Thread.currentThread().interrupt();
    SettingsExperiment.Outcome outcome =
        experiment(List.of(Peers.named("step-climb")), "cpu-bound", "half-core")
            .run(task -> {}, Laps.Listener.NONE);
    assertThat(outcome.file()).isEmpty();
    assertThat(outcome.findings().page().headline().doubts()).contains(Headline.ENDED_EARLY);
  }

  @Test
  void bothHalvesNeedAScenario() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment(Peers.all(), "cpu-bound"))
        .withMessageContaining("number of scenarios to judge in must be at least 1");
  }

  /** Everything else is as it was. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "littles-law|headroom|sqrt:3|sqrt:0.75",
        "littles-law|drain|2s|0.5s",
        "littles-law|min|2|none",
        "littles-law|rescue|true|none",
        "hill-climb|wave-period|8|2",
        "hill-climb|cpu-max|190%|47.5%",
        "netflix-vegas|window|2s|0.5s",
        "netflix-vegas|samples|20|none",
        "netflix-aimd|backoff|none|none"
      })
  void aNotchIsDoubleOrHalfWhereTheRuleAllowsIt(
      String peer, String parameter, String up, String down) {
    assertThat(turned(peer, parameter, true)).isEqualTo(up);
    assertThat(turned(peer, parameter, false)).isEqualTo(down);
  }

  /** The value that a parameter has after the one notch that changes it. */
  private static String turned(String name, String parameter, boolean up) {
    PeerSettings from = Peers.named(name).shipped();
    return Knob.of(from).stream()
        .flatMap(knob -> knob.turned(from, up).stream())
        .map(PeerSettings::specification)
        .filter(text -> text.startsWith(name + "(" + parameter + "="))
        .map(text -> text.substring(text.indexOf('=') + 1, text.length() - 1))
        .findFirst()
        .orElse("none");
  }

  @Test
  void aNotchBackToTheDefaultIsNotWritten() {
    PeerSettings from = new PeerSettings("littles-law(drain=2s)", Optional.of(SECOND));
    assertThat(Knob.of(from))
        .extracting(knob -> knob.turned(from, false))
        .contains(Optional.of(new PeerSettings("littles-law", Optional.of(SECOND))));
  }

  @Test
  void howOftenAPeerIsAskedGoesAlongARowOfIntervals() {
    Knob asked = Knob.of(new PeerSettings("littles-law", Optional.of(SECOND))).get(0);
    assertThat(asked.turned(new PeerSettings("littles-law", Optional.of(SECOND)), true)).isEmpty();
    assertThat(
            asked
                .turned(new PeerSettings("littles-law", Optional.of(SECOND)), false)
                .orElseThrow()
                .every())
        .contains(Duration.ofMillis(300));
    PeerSettings between = new PeerSettings("littles-law", Optional.of(Duration.ofMillis(750)));
    assertThat(asked.turned(between, true).orElseThrow().every()).contains(SECOND);
    assertThat(asked.turned(between, false).orElseThrow().every()).contains(Duration.ofMillis(300));
  }
}
