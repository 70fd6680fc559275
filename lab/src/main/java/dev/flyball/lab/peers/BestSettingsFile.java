package dev.flyball.lab.peers;

import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.files.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The file {@code best-settings.yaml}: for each peer the settings that a search found.
 *
 * <pre>{@code
 * hill-climb:
 *   settings: hill-climb(per-second=32,min=8)
 *   asked: 30ms
 * }</pre>
 *
 * <p>A peer that decides by itself when it is asked has no {@code asked}. {@code flyball settings
 * --write} writes the file anew.
 */
public final class BestSettingsFile {

  private static final String NAME = "best-settings.yaml";
  private static final String WHAT = "the best settings of the peers";
  private static final String SETTINGS = "settings";
  private static final String ASKED = "asked";

  private BestSettingsFile() {}

  /** The settings that are kept with this project, by the peer's name. */
  static Map<String, PeerSettings> shipped() {
    try (InputStream bytes = BestSettingsFile.class.getResourceAsStream(NAME)) {
      if (bytes == null) {
        throw new IllegalStateException("the resource " + NAME + " must exist but does not");
      }
      return settings(YamlFile.read(NAME, bytes, WHAT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The settings in the text of such a file, by the peer's name.
   *
   * @throws dev.flyball.files.FileException when something in it is wrong
   */
  static Map<String, PeerSettings> parse(String text) {
    return settings(YamlFile.parse(NAME, text, WHAT));
  }

  private static Map<String, PeerSettings> settings(Field file) {
    Map<String, PeerSettings> settings = new LinkedHashMap<>();
    for (Field peer : file.named()) {
      Section section = peer.section(SETTINGS, ASKED);
      Field text = section.require(SETTINGS);
      PeerSettings found =
          section
              .find(ASKED)
              .map(every -> Duration.ofNanos(every.nanos(1)))
              .map(every -> text.make(() -> PeerSettings.asked(every, text.text())))
              .orElseGet(() -> text.make(() -> PeerSettings.of(text.text())));
      settings.put(peer.name(), found);
    }
    return settings;
  }

  /**
   * The text of a file.
   *
   * @param how how it was made, a line of comment each
   * @param best the settings by the peer's name
   */
  public static String text(Iterable<String> how, Map<String, PeerSettings> best) {
    StringBuilder text = new StringBuilder();
    how.forEach(line -> text.append("# ").append(line).append('\n'));
    best.forEach((name, settings) -> {
      text.append(name).append(":\n");
      text.append("  ").append(SETTINGS).append(": ");
      text.append(settings.specification()).append('\n');
      settings
          .every()
          .ifPresent(every ->
              text.append("  ").append(ASKED).append(": ").append(every.toMillis()).append("ms\n"));
    });
    return text.toString();
  }
}
