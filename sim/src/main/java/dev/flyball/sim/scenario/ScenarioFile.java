package dev.flyball.sim.scenario;

import dev.flyball.files.Field;
import dev.flyball.files.FileException;
import dev.flyball.files.Section;
import dev.flyball.files.Units;
import dev.flyball.files.YamlFile;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The reader of scenario files: YAML, as {@code docs/scenarios.md} describes it.
 *
 * <p>Nothing is guessed and nothing corrected: what is not understood is a {@link FileException},
 * whose message is one line that says where it stands and what was expected. Together with {@link
 * Scenarios} and the reader of traces this is the only place here that opens a file.
 */
public final class ScenarioFile {

  private static final String SUFFIX = ".yaml";
  private static final String WHAT = "a scenario";

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
    Path folder = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
    return scenario(file.toString(), YamlFile.read(file, WHAT), TraceFolder.of(folder));
  }

  /**
   * Reads the text of a file.
   *
   * @param fileName what the file is called, with or without folders; it names the scenario, too
   * @param folder where the traces that it names are
   */
  public static Scenario parse(String fileName, String text, Path folder) {
    return scenario(fileName, YamlFile.parse(fileName, text, WHAT), TraceFolder.of(folder));
  }

  /**
   * Reads the text of a file that names no traces.
   *
   * @param fileName what the file is called, with or without folders; it names the scenario, too
   */
  public static Scenario parse(String fileName, String text) {
    return scenario(fileName, YamlFile.parse(fileName, text, WHAT), TraceFolder.NONE);
  }

  static Scenario read(String fileName, InputStream bytes, TraceFolder traces) {
    return scenario(fileName, YamlFile.read(fileName, bytes, WHAT), traces);
  }

  private static Scenario scenario(String fileName, Field root, TraceFolder traces) {
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
}
