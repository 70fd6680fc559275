package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.flyball.admission.Importance;
import dev.flyball.files.FileException;
import dev.flyball.policy.Limits;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file says is what the scenario is. */
class ScenarioFileTest {

  private static final String SMALL =
      """
      name: small
      length: 1m
      host: {cores: 2}
      arrivals: {poisson: 100/s}
      kinds: {task: {cpu: 1ms}}
      """;

  private static final String FULL =
      """
      name: full
      models: everything a file can say
      catches: a reader that misses some of it
      length: 1.5m
      seed: 7
      host: {cores: 0.5, neighbours: 0.2, switch: 2us, slice: 1ms, memory: 8GiB, memory-per-worker: 512KiB}
      behind:
        database: {servers: 8}
        api: {peak: 40, contention: 0.02}
        edge: {peak: 12, contention: 0.01, steepness: 4.5}
        old: {coherency: 0.001}
        ledger: lock
        gateway: {rate: 6/m}
      pools:
        web:
          initial: 5
          min: 2
          max: 50
          queue: 0
          idle: 2s
          thread-start: 0ms
          period: 250ms
          deadline: 3s
          arrivals:
            - {from: 0s, sine: {mean: 100/s, swing: 0.5, period: 20s}}
            - {from: 10s, bursts: {calm: 0/s, burst: 200/s, mean-calm: 5s, mean-burst: 1s}}
            - {from: 20s, periodic-random: {low: 1/s, high: 9/s, every: 3s}}
            - {from: 30s, constant: 3600/h}
            - {from: 40s, at-once: 500}
          kinds:
            a: {share: 0.25, cpu: {exponential: 2ms}, wait: {lognormal: {mean: 20ms, cv: 1.5}}, fails: 0.01, importance: low, tenant: blue}
            b: {share: 0.75, call: {database: {pareto: {min: 1ms, shape: 1.5, max: 1s}}, ledger: 5us}, timeout: 4s, retries: 2, retry-pause: 0ms, deadline: 5s}
        batch:
          arrivals: {closed: {clients: 3, think: {empirical: [1ms, 2ms]}}}
          kinds:
            job: {steps: [wait: 1ms, cpu: 2ms, call: {gateway: 3ms}, cpu: 4ms], retries: 1}
      changes:
        - {at: 30s, cores: 1}
        - {at: 10s, slower: {database: 5, api: 2}}
        - {at: 40s, recovers: database}
        - {at: 50s, hangs: api}
        - {at: 60s, pool: web, mix: {b: 1}}
        - {at: 70s, neighbours: 1.5}
        - {at: 80s, capacity: {database: 20, edge: 6}}
      """;

  private static Scenario parse(String name, String text) {
    return ScenarioFile.parse(name + ".yaml", text, Path.of("nowhere"));
  }

  @Test
  void whatIsLeftOutIsUsual() {
    Kind task = Kind.only("task", new Step.Cpu(new TimeDistribution.Constant(1_000_000)));
    Source source = new Source.Open(Arrivals.poisson(100));
    assertThat(parse("small", SMALL))
        .isEqualTo(
            new Scenario(
                "small",
                "",
                "",
                60_000_000_000L,
                1,
                new Host(2, 5_000, 3_000_000, Long.MAX_VALUE, 1 << 20),
                List.of(),
                List.of(
                    new Pool(
                        "pool",
                        List.of(new Phase(0, source)),
                        List.of(task),
                        10,
                        Limits.of(1, 1_000),
                        Integer.MAX_VALUE,
                        500_000_000,
                        100_000,
                        1_000_000_000)),
                List.of()));
  }

  @Test
  void initialSizeIsUsuallyTenOrTheNearestAllowed() {
    assertThat(parse("small", SMALL + "pool: {max: 4}\n").pools().get(0).initial()).isEqualTo(4);
    assertThat(parse("small", SMALL + "pool: {min: 2000}\n").pools().get(0).limits())
        .isEqualTo(Limits.of(2_000, 2_000));
  }

  @Test
  void hostSeedAndLengthAreRead() {
    Scenario full = parse("full", FULL);
    assertThat(full.models()).isEqualTo("everything a file can say");
    assertThat(full.lengthNanos()).isEqualTo(90_000_000_000L);
    assertThat(full.seed()).isEqualTo(7);
    assertThat(full.host()).isEqualTo(new Host(0.5, 0.2, 2_000, 1_000_000, 8L << 30, 512 << 10));
  }

  @Test
  void everythingBehindIsRead() {
    assertThat(parse("full", FULL).behind())
        .containsExactly(
            new Behind.Servers("database", 8),
            Behind.Collapse.peakingAt("api", 40, 0.02),
            Behind.Collapse.peakingAt("edge", 12, 0.01, 4.5),
            new Behind.Collapse("old", 0, 0.001),
            new Behind.Lock("ledger"),
            new Behind.RateLimit("gateway", 0.1));
  }

  @Test
  void everyPatternOfArrivalsIsRead() {
    List<Pool> pools = parse("full", FULL).pools();
    assertThat(pools.get(0).phases())
        .containsExactly(
            open(0, Arrivals.sine(100, 0.5, Duration.ofSeconds(20))),
            open(10, Arrivals.bursts(0, 200, Duration.ofSeconds(5), Duration.ofSeconds(1))),
            open(20, Arrivals.periodicRandom(1, 9, Duration.ofSeconds(3))),
            open(30, Arrivals.constant(1)),
            open(40, Arrivals.atOnce(500)));
    assertThat(pools.get(1).phases())
        .containsExactly(
            new Phase(
                0,
                new Source.Closed(
                    3, new TimeDistribution.Empirical(List.of(1_000_000L, 2_000_000L)))));
  }

  private static Phase open(int fromSeconds, Arrivals arrivals) {
    return new Phase(fromSeconds * 1_000_000_000L, new Source.Open(arrivals));
  }

  @Test
  void stepsOfKindsAreInTheirOrder() {
    List<Pool> pools = parse("full", FULL).pools();
    assertThat(pools.get(0).kinds())
        .containsExactly(
            new Kind(
                "a",
                0.25,
                List.of(
                    new Step.Cpu(new TimeDistribution.Exponential(2_000_000)),
                    new Step.Wait(new TimeDistribution.Lognormal(20_000_000, 1.5))),
                0.01,
                RetryRule.ENDLESS,
                Importance.LOW,
                "blue",
                OptionalLong.empty()),
            new Kind(
                "b",
                0.75,
                List.of(
                    new Step.Call(
                        "database", new TimeDistribution.Pareto(1_000_000, 1.5, 1_000_000_000)),
                    new Step.Call("ledger", new TimeDistribution.Constant(5_000))),
                0,
                new RetryRule(4_000_000_000L, 2, 0),
                Importance.NORMAL,
                "",
                OptionalLong.of(5_000_000_000L)));
    assertThat(pools.get(1).kinds().get(0).retryRule())
        .isEqualTo(new RetryRule(Long.MAX_VALUE, 1, 100_000_000));
    assertThat(pools.get(1).kinds().get(0).steps())
        .extracting(step -> step.time().meanNanos() / 1e6)
        .containsExactly(1.0, 2.0, 3.0, 4.0);
  }

  @Test
  void aKindHasItsPoolsDeadlineOrItsOwn() {
    Pool web = parse("full", FULL).pools().get(0);
    assertThat(web.kinds().stream().map(web::deadlineNanos))
        .containsExactly(3_000_000_000L, 5_000_000_000L);
  }

  @Test
  void settingsOfAPoolAreRead() {
    Pool web = parse("full", FULL).pools().get(0);
    assertThat(web)
        .isEqualTo(
            new Pool(
                "web",
                web.phases(),
                web.kinds(),
                5,
                Limits.of(2, 50),
                0,
                2_000_000_000L,
                0,
                250_000_000,
                3_000_000_000L));
  }

  @Test
  void changesAreInOrderOfTime() {
    assertThat(parse("full", FULL).changes())
        .containsExactly(
            new Change.Speed(10_000_000_000L, "database", 0.2),
            new Change.Speed(10_000_000_000L, "api", 0.5),
            new Change.Cores(30_000_000_000L, 1),
            new Change.Speed(40_000_000_000L, "database", 1),
            new Change.Speed(50_000_000_000L, "api", 0),
            new Change.Mix(60_000_000_000L, "web", List.of(0.0, 1.0)),
            new Change.Neighbours(70_000_000_000L, 1.5),
            new Change.Capacity(80_000_000_000L, "database", 20),
            new Change.Capacity(80_000_000_000L, "edge", 6));
  }

  @Test
  void rateOfZeroIsNoArrivalAtAll() {
    Scenario silent = parse("small", SMALL.replace("100/s", "0/s"));
    Source.Open open = (Source.Open) silent.pools().get(0).phases().get(0).source();
    assertThat(open.arrivals().times(1).getAsLong()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void traceIsReadWithItsSpeedAndItsShares(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("day.csv"), "# recorded\r\nseconds,kind\r\n0.5,b\r\n2,a\r\n2,b\r\n4,b");
    Path file = folder.resolve("replay.yaml");
    Files.writeString(
        file,
        """
        name: replay
        length: 10s
        host: {cores: 1}
        arrivals: {trace: {file: day.csv, speed: 2}}
        kinds: {a: {cpu: 1ms}, b: {cpu: 1ms}}
        """);
    Pool pool = ScenarioFile.read(file).pools().get(0);
    assertThat(pool.kinds()).extracting(Kind::share).containsExactly(0.25, 0.75);
    assertThat(pool.phases().get(0).source())
        .isEqualTo(
            new Source.Trace(
                List.of(
                    new Source.Recorded(250_000_000, 1),
                    new Source.Recorded(1_000_000_000, 0),
                    new Source.Recorded(1_000_000_000, 1),
                    new Source.Recorded(2_000_000_000, 1))));
  }

  @Test
  void markOfByteOrderIsNoPartOfTheText() {
    assertThat(parse("small", "\uFEFF" + SMALL)).isEqualTo(parse("small", SMALL));
  }

  @Test
  void fileThatIsNoTextSaysWhere(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("latin.yaml");
    Files.write(file, "name: latin\nmodels: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> ScenarioFile.read(file))
        .withMessage(file + ":2:12: file must be UTF-8 but was not")
        .matches(error -> error.line() == 2 && error.column() == 12)
        .matches(error -> error.file().equals(file.toString()));
  }

  @Test
  void fileThatIsNotThereOrTooLongSaysSo(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("missing.yaml");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> ScenarioFile.read(missing))
        .withMessage(missing + ": file must exist but does not");
    Path huge = folder.resolve("huge.yaml");
    Files.writeString(huge, "#".repeat(1 << 20) + "\n");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> ScenarioFile.read(huge))
        .withMessage(huge + ": file must be at most 1048576 bytes but was larger");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> ScenarioFile.read(folder))
        .withMessageStartingWith(folder + ": file must be one that can be read but was not: ");
  }
}
