package dev.flyball.sim.scenario;

import dev.flyball.base.Nearest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * The catalogue of named scenarios, in two groups: the only lists there are.
 *
 * <p>Each is a scenario file of its own name in {@code dev/flyball/sim/scenarios}, those about
 * goodput in a folder of their own there. It says in one line each what it is a model of and what
 * it brings to light.
 */
public final class Scenarios {

  private static final String FOLDER = "/dev/flyball/sim/scenarios/";

  private static final List<String> NAMES =
      List.of(
          "cpu-bound",
          "io-bound",
          "mixed",
          "table-1",
          "step-up",
          "step-down",
          "sine",
          "bursts",
          "periodic-random",
          "trace-day",
          "idle-hour",
          "cold-start",
          "closed-10",
          "closed-1000",
          "slow-tasks",
          "tiny-tasks",
          "heavy-tail",
          "noise",
          "mix-flip",
          "downstream-slows",
          "downstream-hangs",
          "downstream-collapses",
          "lock",
          "flat",
          "core-lost",
          "half-core",
          "small-memory",
          "two-pools",
          "overload",
          "cold-collapse",
          "cold-collapse-sharp",
          "cold-collapse-slow",
          "cold-collapse-too-large",
          "cold-collapse-timeout",
          "cold-collapse-retries",
          "cold-collapse-bounded",
          "cold-collapse-no-queue",
          "warm-collapse",
          "warm-collapse-sharp",
          "warm-collapse-fails",
          "warm-collapse-bounded",
          "warm-collapse-retries",
          "closed-collapse",
          "closed-collapse-sharp",
          "two-services",
          "knee-falls",
          "knee-rises",
          "fail-over",
          "near-peak",
          "near-small-peak",
          "collapse-wave",
          "quick-beside-long",
          "quick-or-long",
          "long-tail-waits",
          "step-300",
          "step-there-and-back",
          "five-times-slower",
          "neighbours-compute",
          "neighbours-mixed",
          "neighbours-come-and-go",
          "sixteen-cores",
          "sixty-four-cores",
          "two-pools-one-backend",
          "overload-servers",
          "overload-twofold",
          "rate-limit",
          "lock-on-sixteen-cores",
          "retry-storm",
          "bursts-on-a-small-queue",
          "no-queue",
          "heavy-computing");

  private static final List<String> GOODPUT =
      List.of(
          "cpu-139",
          "cpu-213",
          "servers-130",
          "servers-200",
          "servers-200-constant",
          "servers-200-patient",
          "collapse-90",
          "collapse-90-patient",
          "collapse-150-patient",
          "collapse-200",
          "burst",
          "plain-slow-5",
          "servers-slow-5",
          "hang",
          "classes",
          "classes-then-calm",
          "two-deadlines",
          "retries");

  private Scenarios() {}

  /** The names of the scenarios about sizes, in the order in which they are best read. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * The names of the scenarios about goodput under overload, in the order in which they are best
   * read: for a race in which who gets in is a contender's choice.
   */
  public static List<String> goodput() {
    return GOODPUT;
  }

  /** The scenario of a name, of either group. */
  public static Scenario named(String name) {
    try (InputStream bytes = open(fileOf(name))) {
      return ScenarioFile.read(fileOf(name), bytes, Resources.FOLDER_OF_TRACES);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The file of a name, to be read or to be begun with. */
  public static String text(String name) {
    try (InputStream bytes = open(fileOf(name))) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static String fileOf(String name) {
    if (GOODPUT.contains(name)) {
      return "goodput/" + name + ".yaml";
    }
    if (!NAMES.contains(name)) {
      List<String> all = Stream.concat(NAMES.stream(), GOODPUT.stream()).toList();
      throw new IllegalArgumentException(Nearest.unknown("scenario", name, all));
    }
    return name + ".yaml";
  }

  private static InputStream open(String file) throws IOException {
    InputStream bytes = Scenarios.class.getResourceAsStream(FOLDER + file);
    if (bytes == null) {
      throw new FileNotFoundException(FOLDER + file);
    }
    return bytes;
  }

  /** The traces that lie beside the named scenarios. */
  private enum Resources implements TraceFolder {
    FOLDER_OF_TRACES;

    @Override
    public boolean reaches(String name) {
      return true;
    }

    @Override
    public InputStream open(String name) throws IOException {
      return Scenarios.open(name);
    }

    @Override
    public String label(String name) {
      return name;
    }
  }
}
