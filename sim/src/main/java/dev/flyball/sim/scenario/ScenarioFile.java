package dev.flyball.sim.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The reader of scenario files: YAML, as {@code docs/scenarios.md} describes it.
 *
 * <p>Nothing is guessed and nothing corrected: what is not understood is a {@link
 * ScenarioException}, whose message is one line that says where it stands and what was expected.
 * Together with {@link Scenarios} and the reader of traces this is the only place here that opens a
 * file.
 */
public final class ScenarioFile {

  private static final String SUFFIX = ".yaml";

  private static final String[] KEYS = {
    "name",
    "models",
    "catches",
    "length",
    "seed",
    "host",
    "behind",
    "pool",
    "arrivals",
    "kinds",
    "pools",
    "changes"
  };

  private ScenarioFile() {}

  /**
   * A length of time above 0 as files have it, such as {@code 250ms} or {@code 1.5s}.
   *
   * @param name what it is called in the message, should it be none
   */
  public static long durationNanos(String name, String text) {
    return Units.nanos(name, 1, text);
  }

  /**
   * As {@link #durationNanos}, for how often a governor observes its pool: as in a file, at least a
   * millisecond.
   */
  public static long periodNanos(String name, String text) {
    return Units.nanos(name, Scenario.PERIOD_NANOS_MIN, text);
  }

  /** Reads a file; the traces that it names lie beside it. */
  public static Scenario read(Path file) {
    try (InputStream bytes = Files.newInputStream(file)) {
      Path folder = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
      return read(file.toString(), bytes, TraceFolder.of(folder));
    } catch (NoSuchFileException missing) {
      throw new ScenarioException(file.toString(), "file must exist but does not");
    } catch (IOException broken) {
      throw unreadable(file.toString(), broken);
    }
  }

  /**
   * Reads the text of a file.
   *
   * @param fileName what the file is called, with or without folders; it names the scenario, too
   * @param folder where the traces that it names are
   */
  public static Scenario parse(String fileName, String text, Path folder) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(fileName, bytes, TraceFolder.of(folder));
  }

  static Scenario read(String fileName, InputStream bytes, TraceFolder traces) {
    try {
      return parse(fileName, bytes.readNBytes(YamlText.BYTES_MAX + 1), traces);
    } catch (IOException broken) {
      throw unreadable(fileName, broken);
    }
  }

  private static Scenario parse(String fileName, byte[] bytes, TraceFolder traces) {
    if (bytes.length > YamlText.BYTES_MAX) {
      throw new ScenarioException(
          fileName, "file must be at most " + YamlText.BYTES_MAX + " bytes but was larger");
    }
    Field root = YamlText.root(fileName, decoded(fileName, bytes));
    return scenario(root.section(KEYS), expectedName(fileName), traces);
  }

  private static Scenario scenario(Section file, String expectedName, TraceFolder traces) {
    String name = name(file.require("name"), expectedName);
    long lengthNanos = file.require("length").nanos(1);
    long seed = file.find("seed").map(given -> given.whole(0, Long.MAX_VALUE)).orElse(1L);
    Host host = HostReader.host(file.require("host"));
    List<Behind> behind = file.find("behind").map(BehindReader::all).orElse(List.of());
    List<Pool> pools = new PoolReader(traces, behind, lengthNanos).pools(file);
    ChangeReader changeReader = new ChangeReader(behind, pools, lengthNanos);
    List<Change> changes = file.find("changes").map(changeReader::changes).orElse(List.of());
    String models = line(file, "models");
    String catches = line(file, "catches");
    return file.field()
        .make(() ->
            new Scenario(name, models, catches, lengthNanos, seed, host, behind, pools, changes));
  }

  private static String name(Field field, String expected) {
    String name = field.nameText();
    if (!name.equals(expected)) {
      throw field.mustBe("'" + expected + "', as the file is called,");
    }
    return name;
  }

  private static String line(Section file, String key) {
    return file.find(key).map(ScenarioFile::oneLine).orElse("");
  }

  private static String oneLine(Field field) {
    String text = field.text().strip();
    if (text.indexOf('\n') >= 0) {
      throw field.mustBe("one line");
    }
    return text;
  }

  private static String expectedName(String fileName) {
    String last;
    try {
      last = String.valueOf(Path.of(fileName).getFileName());
    } catch (InvalidPathException odd) {
      last = fileName;
    }
    return last.endsWith(SUFFIX) ? last.substring(0, last.length() - SUFFIX.length()) : last;
  }

  private static String decoded(String fileName, byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    if (result.isError()) {
      throw notUtf8(fileName, text.toString());
    }
    boolean marked = text.length() > 0 && text.charAt(0) == '\uFEFF';
    return marked ? text.toString().substring(1) : text.toString();
  }

  private static ScenarioException notUtf8(String fileName, String before) {
    int lineStart = before.lastIndexOf('\n') + 1;
    int line = 1 + (int) before.chars().filter(letter -> letter == '\n').count();
    int column = 1 + before.codePointCount(lineStart, before.length());
    return new ScenarioException(fileName, line, column, "file must be UTF-8 but was not");
  }

  private static ScenarioException unreadable(String fileName, IOException broken) {
    return new ScenarioException(
        fileName, "file must be one that can be read but was not: " + broken.getMessage());
  }
}
