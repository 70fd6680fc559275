package dev.flyball.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.files.FileException;
import dev.flyball.files.YamlFile;
import dev.flyball.lab.peers.Peers.Peer;
import dev.flyball.lab.peers.Peers.PeerSettings;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The list of peers: each once, with its owner's settings, and those that were found by search. */
final class PeersTest {

  /** Why each is not on the board is said at {@link Peers}. */
  private static final List<String> NO_PEERS =
      List.of(
          Policies.STANDARD,
          "fixed",
          "frame-rate",
          "wave-climb",
          "additive-increase",
          "vegas",
          "latency-gradient");

  @Test
  void eachPolicyOfTheCatalogueIsAPeerOrLeftOutForAReason() {
    List<String> catalogue =
        Policies.all().stream()
            .map(PolicyEntry::name)
            .filter(name -> !NO_PEERS.contains(name))
            .toList();
    assertThat(Peers.all())
        .extracting(Peer::name)
        .doesNotHaveDuplicates()
        .containsAll(catalogue)
        .hasSize(catalogue.size() + 3);
  }

  @Test
  void eachIsShippedAsInTheCatalogueAndHasBeenSearchedFor() {
    for (Peer peer : Peers.all()) {
      assertThat(peer.shipped().specification()).isEqualTo(peer.name());
      assertThat(peer.best()).as(peer.name()).isPresent();
      assertThat(peer.best().orElseThrow().specification()).startsWith(peer.name());
      assertThat(peer.contenders())
          .extracting(row -> row.name())
          .containsExactly(peer.name() + " (as shipped)", peer.name() + " (best)");
    }
  }

  @Test
  void aPeerThatWasNotSearchedForHasOneRow() {
    Peer peer =
        new Peer(
            "littles-law",
            new PeerSettings("littles-law", Optional.empty()),
            "a test",
            Optional.empty());
    assertThat(peer.contenders()).hasSize(1);
  }

  @Test
  void anUnknownOneIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Peers.named("hill"))
        .withMessageStartingWith("unknown peer 'hill'; they are workload-profile-printed, ");
  }

  @Test
  void theFileOfTheBestIsReadAsItIsWritten() {
    Map<String, PeerSettings> settings =
        Map.of(
            "hill-climb",
            new PeerSettings("hill-climb(bias=0.3)", Optional.of(Duration.ofMillis(30))));
    String text = Peers.text(List.of("made by hand"), settings);
    assertThat(text)
        .isEqualTo(
            "# made by hand\nhill-climb:\n  settings: hill-climb(bias=0.3)\n  asked: 30ms\n");
    assertThat(parse(text)).isEqualTo(settings);
    PeerSettings limit = new PeerSettings("netflix-aimd(floor=10)", Optional.empty());
    assertThat(parse("netflix-aimd:\n  settings: netflix-aimd(floor=10)\n"))
        .isEqualTo(Map.of("netflix-aimd", limit));
  }

  @Test
  void aMistakeInTheFileIsNamedWhereItStands() {
    assertThat(mistake("a:\n  settings: hill-climb(bia=1)\n")).contains(":2:").contains("bia");
    assertThat(mistake("a:\n  settings: hill-climb\n  often: 1s\n")).contains("often");
    assertThat(mistake("a:\n  asked: 1s\n")).contains("settings");
  }

  private static Map<String, PeerSettings> parse(String text) {
    return Peers.best(YamlFile.parse("best.yaml", text, "settings"));
  }

  private static String mistake(String text) {
    try {
      return parse(text).toString();
    } catch (FileException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
