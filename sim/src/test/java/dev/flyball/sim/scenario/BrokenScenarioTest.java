package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.flyball.files.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mistake is one line that says where it is, what was expected, and what was there. */
class BrokenScenarioTest {

  /** A file that is right; each case breaks it by one replacement. */
  private static final String RIGHT =
      """
      name: right
      length: 60s
      host: {cores: 2}
      behind:
        database: {servers: 8}
        ledger: lock
      pool: {initial: 10, max: 100}
      arrivals: {poisson: 100/s}
      kinds:
        read: {share: 0.8, cpu: 1ms, call: {database: 5ms}}
        write: {share: 0.2, cpu: 2ms}
      changes:
        - {at: 20s, cores: 1}
      """;

  private static final String KNOWN =
      " known: name, models, catches, length, seed, host, behind, pool, arrivals, kinds, pools,"
          + " changes";
  private static final String PATTERNS =
      "poisson, constant, sine, periodic-random, bursts, at-once, closed, trace";
  private static final String DURATION = "must be a duration such as 250us, 20ms, 1.5s, 5m or 1h";
  private static final String RATE = "must be a rate of 0 or more such as 100/s, 6/m or 1/h";

  static final List<Arguments> replacements =
      List.of(
          // keys
          broken(
              "length: 60s",
              "lenght: 60s",
              "2:1: unknown key 'lenght'; did you mean 'length'?" + KNOWN),
          broken("length: 60s", "x: 1", "2:1: unknown key 'x';" + KNOWN),
          broken(
              "cores: 2",
              "cpus: 2",
              "3:8: unknown key of host 'cpus'; known: cores, neighbours, switch, slice, memory, memory-per-worker"),
          broken("length: 60s\n", "", "1:1: file must have the key 'length' but had not"),
          broken("{cores: 2}", "{}", "3:1: host must have the key 'cores' but had not"),
          broken(
              "length: 60s",
              "length: 60s\nlength: 61s",
              "3:1: key must be given once but 'length' was given twice"),
          broken(
              "name: right",
              "name: wrong",
              "1:7: name must be 'right', as the file is called, but was wrong"),
          broken(
              "name: right",
              "name: ri ght",
              "1:7: name must be a name of letters, digits, '-', '_' and '.' but was ri ght"),
          broken(
              "cores: 2}",
              "cores: 2, neighbours: -1}",
              "3:30: neighbours must be from 0 to 100000 but was -1"),
          // types
          broken("length: 60s", "length: [60s]", "2:1: length must be a duration but was a list"),
          broken("length: 60s", "length:", "2:8: length " + DURATION + " but was nothing"),
          broken("{cores: 2}", "2", "3:7: host must be a mapping (key: value) but was 2"),
          broken("cores: 2}", "cores: '2'}", "3:15: cores must be a number but was the text '2'"),
          broken(
              "cores: 2}",
              "cores: .nan}",
              "3:15: cores must be a number such as 10 or 0.25 but was .nan"),
          broken(
              "cores: 2}",
              "cores: .inf}",
              "3:15: cores must be a number such as 10 or 0.25 but was .inf"),
          broken(
              "cores: 2}",
              "cores: 1e9}",
              "3:15: cores must be a number such as 10 or 0.25 but was 1e9"),
          broken("cores: 2}", "cores: -2}", "3:15: cores must be from 0.001 to 100000 but was -2"),
          broken(
              "initial: 10", "initial: 10.5", "7:17: initial must be a whole number but was 10.5"),
          broken(
              "  - {at: 20s, cores: 1}",
              "  at: 20s",
              "12:1: changes must be a list but was a mapping"),
          // units
          broken("60s", "60", "2:9: length " + DURATION + " but was 60"),
          broken("60s", "60 s", "2:9: length " + DURATION + " but was 60 s"),
          broken("60s", "60sec", "2:9: length " + DURATION + " but was 60sec"),
          broken("60s", "-60s", "2:9: length " + DURATION + " but was -60s"),
          broken("60s", "0s", "2:9: length must be above 0 but was 0s"),
          broken("60s", "0.5ns", "2:9: length must be a whole number of nanoseconds but was 0.5ns"),
          broken("60s", "9000h", "2:9: length must be at most 8784h (a year) but was 9000h"),
          broken("100/s", "-100/s", "8:21: poisson " + RATE + " but was -100/s"),
          broken("100/s", "100", "8:21: poisson " + RATE + " but was 100"),
          broken(
              "100/s",
              "2000000000/s",
              "8:21: poisson must be at most 1000000000/s but was 2000000000/s"),
          broken(
              "cores: 2}",
              "cores: 2, memory: 8GB}",
              "3:26: memory must be a size such as 512KiB, 1MiB or 8GiB but was 8GB"),
          broken(
              "cores: 2}",
              "cores: 2, memory: 1KiB}",
              "3:1: memory must hold one worker of 1048576 bytes but was 1024"),
          // shares
          broken("share: 0.2", "share: 0.1", "9:1: sum of the shares must be 1 but was 0.9"),
          broken("share: 0.2, ", "", "11:3: write must have the key 'share' but had not"),
          broken("share: 0.2", "share: 1.2", "11:18: share must be from 0 to 1 but was 1.2"),
          broken("cpu: 2ms}", "cpu: 2ms, fails: 2}", "11:40: fails must be from 0 to 1 but was 2"),
          // names that must be known
          broken(
              "{database: 5ms}",
              "{databse: 5ms}",
              "10:39: unknown name behind 'databse'; did you mean 'database'? known: database, ledger"),
          broken(
              "cores: 1}",
              "slower: {data: 5}}",
              "13:24: unknown name behind 'data'; known: database, ledger"),
          broken(
              "cores: 1}",
              "hangs: ledgr}",
              "13:22: unknown name behind 'ledgr'; did you mean 'ledger'? known: database, ledger"),
          broken(
              "cores: 1}",
              "hangs: ledger}",
              "13:22: hangs must not be a lock, whose speed is the host's, but was ledger"),
          broken(
              "cores: 1}",
              "mix: {reed: 1}}",
              "13:21: unknown key of mix 'reed'; did you mean 'read'? known: read, write"),
          broken(
              "cores: 1}", "pool: web, mix: {read: 1}}", "13:21: unknown pool 'web'; known: pool"),
          broken(
              "ledger: lock",
              "ledger: locked",
              "6:11: ledger must be lock, {servers: ...}, {rate: ...} or {peak: ...} but was locked"),
          broken(
              "ledger: lock",
              "le/dger: lock",
              "6:3: key must be a name of letters, digits, '-', '_' and '.' but was le/dger"),
          broken(
              "{servers: 8}",
              "{servers: 8, rate: 1/s}",
              "5:3: database must have one of the keys servers, rate, peak, coherency but had servers and rate"),
          broken(
              "{servers: 8}",
              "{servers: 8, contention: 0.1}",
              "5:26: key must be left out beside servers but was contention"),
          broken(
              "{servers: 8}",
              "{servers: 8, steepness: 3}",
              "5:26: key must be left out beside servers but was steepness"),
          broken(
              "{servers: 8}",
              "{rate: 8/s, steepness: 3}",
              "5:25: key must be left out beside rate but was steepness"),
          broken(
              "{servers: 8}",
              "{coherency: 0.1, steepness: 3}",
              "5:30: key must be left out beside coherency but was steepness"),
          broken(
              "{servers: 8}",
              "{peak: 8, steepness: 1.9}",
              "5:34: steepness must be from 2 to 20 but was 1.9"),
          // arrivals
          broken(
              "poisson: 100/s",
              "poisson: 1/s, constant: 1/s",
              "8:1: arrivals must have one of the keys "
                  + PATTERNS
                  + " but had poisson and constant"),
          broken(
              "{poisson: 100/s}",
              "{}",
              "8:1: arrivals must have one of the keys " + PATTERNS + " but had none"),
          broken(
              "{poisson: 100/s}", "[]", "8:1: arrivals must have at least one phase but had none"),
          broken(
              "{poisson: 100/s}",
              "[{from: 1s, poisson: 1/s}]",
              "8:19: from must be 0s in the first phase but was 1s"),
          broken(
              "{poisson: 100/s}",
              "[{from: 0s, poisson: 1/s}, {from: 0s, at-once: 1}]",
              "8:45: from must be later than that of the phase before but was 0s"),
          broken(
              "{poisson: 100/s}",
              "[{from: 0s, poisson: 1/s}, {from: 60s, at-once: 1}]",
              "8:45: from must be before the end but was 60s"),
          broken(
              "{poisson: 100/s}",
              "{sine: {mean: 1/s, swing: 2, period: 1s}}",
              "8:37: swing must be from 0 to 1 but was 2"),
          broken(
              "{poisson: 100/s}",
              "{sine: {mean: 1/s, swing: 0, period: 1us}}",
              "8:48: period must be at least 1ms but was 1us"),
          broken(
              "{poisson: 100/s}",
              "{bursts: {calm: 1/s, burst: 0/s, mean-calm: 1s, mean-burst: 1s}}",
              "8:39: burst must be above 0 but was 0/s"),
          broken(
              "{poisson: 100/s}",
              "{periodic-random: {low: 9/s, high: 5/s, every: 1s}}",
              "8:46: high must be at least low (9/s) but was 5/s"),
          broken(
              "{poisson: 100/s}",
              "{at-once: 0}",
              "8:21: at-once must be from 1 to 10000000 but was 0"),
          broken(
              "{poisson: 100/s}",
              "{closed: {clients: 5}}",
              "8:12: closed must have the key 'think' but had not"),
          // times
          broken(
              "cpu: 2ms",
              "cpu: {exponental: 2ms}",
              "11:29: unknown key of cpu 'exponental'; did you mean 'exponential'? known: exponential, lognormal, pareto, empirical"),
          broken(
              "cpu: 2ms",
              "cpu: {lognormal: {mean: 2ms, cv: -1}}",
              "11:56: cv must be from 0.001 to 10 but was -1"),
          broken(
              "cpu: 2ms",
              "cpu: {pareto: {min: 2ms, shape: 1, max: 1ms}}",
              "11:63: max must be above min (2ms) but was 1ms"),
          broken(
              "cpu: 2ms",
              "cpu: {empirical: []}",
              "11:29: number of times must be at least 1 but was 0"),
          broken(
              ", cpu: 2ms",
              "",
              "11:3: write must have at least one of cpu, wait, call, steps but had none"),
          broken(
              "cpu: 2ms",
              "cpu: 2ms, steps: [cpu: 1ms]",
              "11:23: key must be left out beside steps but was cpu"),
          // patience
          broken(
              "cpu: 2ms}", "cpu: 2ms, timeout: 0s}", "11:42: timeout must be above 0 but was 0s"),
          broken(
              "cpu: 2ms}",
              "cpu: 2ms, retries: 101}",
              "11:42: retries must be from 0 to 100 but was 101"),
          broken(
              "cpu: 2ms}",
              "cpu: 2ms, retry-pause: 1s}",
              "11:33: key must be left out without retries but was retry-pause"),
          broken(
              "cpu: 2ms}", "cpu: 2ms, deadline: 0s}", "11:43: deadline must be above 0 but was 0s"),
          broken(
              "cpu: 2ms}",
              "cpu: 2ms, tenant: a b}",
              "11:41: tenant must be a name of letters, digits, '-', '_' and '.' but was a b"),
          broken(
              "cpu: 2ms}",
              "cpu: 2ms, importance: hihg}",
              "11:45: unknown importance 'hihg'; did you mean 'high'? known: critical, high, normal, low"),
          // pool
          broken(
              "max: 100}", "max: 100, deadline: 0s}", "7:41: deadline must be above 0 but was 0s"),
          broken(
              "initial: 10",
              "initial: 101",
              "7:17: initial must be from min to max (1..100) but was 101"),
          broken("initial: 10", "min: 101", "7:23: max must be at least min (101) but was 100"),
          broken(
              "max: 100",
              "max: 100, queue: -1",
              "7:38: queue must be from 0 to 2147483647 but was -1"),
          broken(
              "changes:",
              "pools: {web: {}}\nchanges:",
              "7:1: key must be left out where there are pools but was pool"),
          // changes
          broken("at: 20s", "at: 60s", "13:10: at must be before the end but was 60s"),
          broken("at: 20s, ", "", "13:5: changes must have the key 'at' but had not"),
          broken(
              "cores: 1}",
              "core: 1}",
              "13:15: unknown key of changes 'core'; did you mean 'cores'? known: at, cores, neighbours, slower, recovers, hangs, capacity, mix, pool"),
          broken(
              "cores: 1}",
              "cores: 1, pool: pool}",
              "13:25: key must be left out beside cores but was pool"),
          broken(
              "cores: 1}", "mix: {read: 0.5}}", "13:15: sum of the shares must be 1 but was 0.5"),
          broken(
              "cores: 1}",
              "neighbours: x}",
              "13:27: neighbours must be a number such as 10 or 0.25 but was x"),
          broken(
              "cores: 1}",
              "capacity: {database: 0}}",
              "13:36: database must be from 1 to 1000000 but was 0"),
          broken(
              "cores: 1}",
              "capacity: {ledger: 2}}",
              "13:26: key must not be a lock, whose speed is the host's, but was ledger"),
          // YAML
          broken(
              "host: {cores: 2}",
              "host: {cores: 2",
              "4:7: file must be YAML but expected ',' or '}', but got :"),
          broken(
              "host: {cores: 2}",
              "\thost: {cores: 2}",
              "3:1: file must be YAML but found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)"),
          broken("changes:", "---\nchanges:", "12:1: file must be one document but was several"),
          broken(
              "{cores: 2}",
              "&h {cores: 2}",
              "3:7: value must be without a label but was labelled &h"),
          broken("{cores: 2}", "*h", "3:7: value must be written out but was the reference *h"),
          broken(
              "60s",
              "!!java.net.URL 60s",
              "2:9: value must be without a tag but had tag:yaml.org,2002:java.net.URL"),
          broken("length: 60s", "[a, b]: 60s", "2:1: key must be text but was a list"),
          broken("60s", "[".repeat(30), "2:28: nesting must be at most 20 deep but was deeper"),
          broken("60s", "\u0007", "2:9: character must be printable but was \\u0007"),
          broken("60s", "\"6\\n0\"", "2:9: length must be a duration but was the text '6\\u000A0'"),
          broken(
              "60s",
              "\"" + "6".repeat(99) + "\"",
              "2:9: length must be a duration but was the text '" + "6".repeat(60) + "...'"));

  private static Arguments broken(String old, String with, String message) {
    return Arguments.of(old, with, message);
  }

  @ParameterizedTest
  @FieldSource("replacements")
  void mistakeIsOneLine(String old, String with, String message) {
    assertThat(RIGHT).contains(old);
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> parse(RIGHT.replace(old, with)))
        .withMessage("right.yaml:" + message)
        .satisfies(error -> assertThat(error.getMessage()).doesNotContain("\n", "\t"));
  }

  private static Scenario parse(String text) {
    return ScenarioFile.parse("right.yaml", text, Path.of("nowhere"));
  }

  @Test
  void unbrokenIsRight() {
    assertThat(parse(RIGHT).changes()).hasSize(1);
  }

  @Test
  void aRateHasNoCapacityToChange() {
    String gate =
        RIGHT.replace("servers: 8", "rate: 8/s").replace("cores: 1}", "capacity: {database: 2}}");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> parse(gate))
        .withMessage(
            "right.yaml:13:26: capacity must be of servers or of a peak but was of a rate");
  }

  @Test
  void aTextWithoutAFolderHasNoTraces() {
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() ->
            ScenarioFile.parse("right.yaml", RIGHT.replace("poisson: 100/s", "trace: day.csv")))
        .withMessage(
            "right.yaml:8:19: trace must be a file beside the scenario but there is no day.csv");
  }

  @Test
  void emptyFileSaysSo() {
    for (String empty : List.of("", "\n\n", "# nothing\n")) {
      assertThatExceptionOfType(FileException.class)
          .isThrownBy(() -> parse(empty))
          .withMessage("right.yaml:1:1: file must be a scenario but was empty");
    }
  }

  @Test
  void bombOfReferencesIsRefusedAtItsFirstLabel() {
    StringBuilder bomb = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (char name = 'b'; name < 'k'; name++) {
      String before = "*" + (char) (name - 1);
      bomb.append(name + ": &" + name + " [" + (before + ", ").repeat(8) + before + "]\n");
    }
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> parse(bomb.toString()))
        .withMessage("right.yaml:1:4: value must be without a label but was labelled &a");
  }

  @Test
  void floodsAreRefusedWhereTheyGoTooFar() {
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> parse("a: b\n".repeat(200_000)))
        .withMessage("right.yaml:5000:4: file must be at most 10000 values but had more");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> parse("#\n" + "!".repeat(1_000_000)))
        .withMessage("right.yaml:2:1: line must be at most 10000 letters but was longer");
  }

  @Test
  void traceOfAnImpossibleNameIsRefused(@TempDir Path folder) {
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> replay("\"a\\0b\"", folder))
        .withMessage("right.yaml:8:19: trace must be a file name but was a\\u0000b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../other.txt", "a/../../other.txt", "/etc/hostname"})
  void aTraceFromElsewhereIsNotOpened(String name, @TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("other.txt"), "a secret");
    Path inner = Files.createDirectory(folder.resolve("inner"));
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() ->
            ScenarioFile.parse(
                "right.yaml", RIGHT.replace("poisson: 100/s", "trace: " + name), inner))
        .withMessage(
            "right.yaml:8:19: trace must be a file in the folder of the scenario, or below it,"
                + " but was "
                + name);
  }

  static final List<Arguments> traces =
      List.of(
          Arguments.of("", "trace.csv:1:1: header must be seconds,kind but was nothing"),
          Arguments.of(
              "time,kind\n", "trace.csv:1:1: header must be seconds,kind but was time,kind"),
          Arguments.of(
              "seconds,kind\n", "trace.csv:2:1: trace must have at least one arrival but had none"),
          Arguments.of(
              "seconds,kind\n1,read\n0.9,read\n",
              "trace.csv:3:1: seconds must be at least those of the arrival before (1) but was 0.9"),
          Arguments.of(
              "seconds,kind\n1,read\n1,raed\n",
              "trace.csv:3:3: unknown kind 'raed'; did you mean 'read'? known: read, write"),
          Arguments.of("seconds,kind\n1\n", "trace.csv:2:1: line must be seconds,kind but was 1"),
          Arguments.of(
              "seconds,kind\n1,read,2\n",
              "trace.csv:2:1: line must be seconds,kind but was 1,read,2"),
          Arguments.of(
              "seconds,kind\n\n", "trace.csv:2:1: line must be seconds,kind but was nothing"),
          Arguments.of(
              "# c\nseconds,kind\nx,read\n",
              "trace.csv:3:1: seconds must be a number of seconds of 0 or more such as 12.5 but was x"),
          Arguments.of(
              "seconds,kind\n-1,read\n",
              "trace.csv:2:1: seconds must be a number of seconds of 0 or more such as 12.5 but was -1"),
          Arguments.of(
              "seconds,kind\n0.0000000001,read\n",
              "trace.csv:2:1: seconds must be a whole number of nanoseconds but was 0.0000000001"),
          Arguments.of(
              "seconds,kind\n99999999,read\n",
              "trace.csv:2:1: seconds must be at most 31622400 (a year) but was 99999999"),
          Arguments.of(
              "seconds,kind\n" + "9".repeat(1_001),
              "trace.csv:2:1: line must be at most 1000 bytes but was longer"));

  @ParameterizedTest
  @FieldSource("traces")
  void mistakeInATracePointsIntoTheTrace(String trace, String message, @TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve("trace.csv"), trace);
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> replay("trace.csv", folder))
        .withMessage(folder + "/" + message);
  }

  @Test
  void missingTracePointsToWhereItIsNamed(@TempDir Path folder) {
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> replay("gone.csv", folder))
        .withMessage(
            "right.yaml:8:19: trace must be a file beside the scenario but there is no gone.csv");
  }

  @Test
  void traceOfOddBytesIsNoText(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("trace.csv"), new byte[] {'a', (byte) 0xff, '\n'});
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> replay("trace.csv", folder))
        .withMessage(folder + "/trace.csv:1:1: line must be UTF-8 but was not");
  }

  @Test
  void shareBesideATraceIsRefused(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("trace.csv"), "seconds,kind\n1,read\n");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() ->
            ScenarioFile.parse(
                "right.yaml", RIGHT.replace("poisson: 100/s", "trace: trace.csv"), folder))
        .withMessage(
            "right.yaml:10:10: key must be left out where a trace says the kind of each task"
                + " but was share");
  }

  @Test
  void mixBesideATraceIsRefused(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("trace.csv"), "seconds,kind\n1,read\n");
    String mixed =
        RIGHT
            .replace("poisson: 100/s", "trace: trace.csv")
            .replace("share: 0.8, ", "")
            .replace("share: 0.2, ", "")
            .replace("cores: 1}", "mix: {read: 1}}");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> ScenarioFile.parse("right.yaml", mixed, folder))
        .withMessage(
            "right.yaml:13:15: key must be left out where a trace says the kind of each task"
                + " but was mix");
  }

  private static void replay(String trace, Path folder) {
    String text =
        RIGHT
            .replace("poisson: 100/s", "trace: " + trace)
            .replace("share: 0.8, ", "")
            .replace("share: 0.2, ", "");
    ScenarioFile.parse("right.yaml", text, folder);
  }

  @Test
  void everyCutAndEveryChangedLetterIsReadOrRefusedInOneLine() {
    List<String> odd = new ArrayList<>();
    for (int at = 0; at < RIGHT.length(); at++) {
      odd.add(RIGHT.substring(0, at));
      for (char letter : new char[] {'0', '{', '}', ':', '-', '\n', '"', '&', '\u2028'}) {
        odd.add(RIGHT.substring(0, at) + letter + RIGHT.substring(at + 1));
      }
    }
    for (String text : odd) {
      try {
        parse(text);
      } catch (FileException refused) {
        assertThat(refused.getMessage())
            .matches("right\\.yaml:\\d+:\\d+: .* but .*|right\\.yaml:\\d+:\\d+: unknown .*");
      }
    }
  }
}
