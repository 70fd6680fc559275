package dev.flyball.lab.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Governor;
import dev.flyball.control.JournalFile;
import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal asked again says the same, on every path by which a decision comes about. */
class ReplayTest {

  private static final long WINDOW_NANOS = 100_000_000;

  @TempDir private Path folder;

  /** A pool of windows that are drawn, which fails when it is told to. */
  private static final class Drawn implements Resizable {
    private final Dice dice = new Dice(11);
    private final ResizeCost cost;
    private int size = 4;
    private long now = 1_000;
    private boolean blind;
    private boolean stuck;

    Drawn(ResizeCost cost) {
      this.cost = cost;
    }

    @Override
    public Observation observe() {
      if (blind) {
        throw new IllegalStateException("nothing to see");
      }
      now += WINDOW_NANOS;
      int done = dice.below(200);
      int queue = dice.below(4) == 0 ? dice.below(500) : 0;
      return Observation.of(now - WINDOW_NANOS, WINDOW_NANOS)
          .workers(size)
          .busy(size * dice.nextDouble())
          .queued(queue, queue)
          .arrived(dice.below(250))
          .started(done)
          .completed(done)
          .serviceNanos(done * (20_000_000L + dice.below(10_000_000)))
          .referenceNanos(done * 20_000_000L, OptionalDouble.of(done * 4e14))
          .waitNanos(queue * 10_000_000L)
          .responseNanos(done * 40_000_000L)
          .cores(8)
          .signal("connections", queue == 0 ? Double.NaN : queue)
          .build();
    }

    @Override
    public void resize(int workers) {
      if (stuck) {
        throw new IllegalStateException("cannot move");
      }
      size = workers;
    }

    @Override
    public ResizeCost resizeCost() {
      return cost;
    }
  }

  private static List<Replay.Step> replayed(Path path, Optional<SizingPolicy> other)
      throws IOException {
    List<Replay.Step> steps = new ArrayList<>();
    try (JournalReader journal = JournalReader.of(path)) {
      Replay.run(journal, other, beginning -> {}, steps::add);
    }
    return steps;
  }

  private static void steps(Governor governor, int times) {
    for (int i = 0; i < times; i++) {
      governor.step();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"flyball", "littles-law", "hill-climb", "flyball(rescue=true,cpu-guard=90%)"})
  void everySentenceComesBackOnEveryPath(String policy) throws IOException {
    Path path = folder.resolve("a.jsonl");
    Drawn pool = new Drawn(ResizeCost.FREE);
    try (Governor governor =
        Governor.of("a", pool, Policies.parse(policy)).clock(() -> pool.now).build()) {
      steps(governor, 40);
      JournalFile.of(governor, path);
      steps(governor, 200);
      governor.limits(Limits.of(6, 30));
      steps(governor, 20);
      governor.pin(9);
      steps(governor, 20);
      governor.override(12);
      steps(governor, 20);
      governor.adviseOnly();
      steps(governor, 20);
      governor.govern();
      pool.blind = true;
      steps(governor, 3);
      pool.blind = false;
      pool.stuck = true;
      steps(governor, 20);
      pool.stuck = false;
      steps(governor, 20);
      governor.policy(Policies.parse("littles-law(headroom=20%)"));
      steps(governor, 50);
    }
    List<Replay.Step> steps = replayed(path, Optional.empty());
    assertThat(steps).hasSizeGreaterThan(370);
    assertThat(steps.stream().map(step -> step.recorded().cause()).distinct())
        .contains(
            Cause.POLICY,
            Cause.LIMITS,
            Cause.PINNED,
            Cause.OVERRIDDEN,
            Cause.ADVISE_ONLY,
            Cause.SWITCHED,
            Cause.TARGET_FAILED);
    assertThat(steps).allMatch(Replay.Step::agrees);
    assertThat(steps)
        .filteredOn(step -> step.recorded().seen().isPresent())
        .allMatch(step -> step.again().isPresent());
  }

  @Test
  void aResizeThatCostsIsPostponedAgain() throws IOException {
    Path path = folder.resolve("a.jsonl");
    Drawn pool = new Drawn(new ResizeCost(Duration.ofSeconds(2), Duration.ofMillis(10)));
    try (Governor governor =
        Governor.of("a", pool, Policies.parse("littles-law")).clock(() -> pool.now).build()) {
      JournalFile.of(governor, path);
      steps(governor, 200);
    }
    List<Replay.Step> steps = replayed(path, Optional.empty());
    assertThat(steps).anyMatch(step -> step.recorded().decidedBy().equals("resize-cost"));
    assertThat(steps).allMatch(Replay.Step::agrees);
  }

  @Test
  void aFileThatWasTurnedOverCanBeAskedByItself() throws IOException {
    Path path = folder.resolve("a.jsonl");
    Drawn pool = new Drawn(ResizeCost.FREE);
    try (Governor governor =
        Governor.of("a", pool, Policies.parse("flyball")).clock(() -> pool.now).build()) {
      JournalFile.of(governor, path, 65_536);
      steps(governor, 100);
    }
    assertThat(replayed(folder.resolve("a.jsonl.1"), Optional.empty()))
        .isNotEmpty()
        .allMatch(Replay.Step::agrees);
    assertThat(replayed(path, Optional.empty())).isNotEmpty().allMatch(Replay.Step::agrees);
  }

  @Test
  void anotherPolicyIsAskedInsteadAndStaysWhenTheRecordedOneIsReplaced() throws IOException {
    Path path = folder.resolve("a.jsonl");
    Drawn pool = new Drawn(ResizeCost.FREE);
    try (Governor governor =
        Governor.of("a", pool, Policies.parse("flyball")).clock(() -> pool.now).build()) {
      JournalFile.of(governor, path);
      steps(governor, 10);
      governor.policy(Policies.parse("littles-law"));
      steps(governor, 10);
    }
    List<Replay.Step> steps = replayed(path, Optional.of(Policies.parse("fixed(workers=77)")));
    assertThat(steps)
        .filteredOn(step -> step.recorded().seen().isPresent())
        .hasSize(20)
        .allMatch(step -> step.advised().getAsInt() == 77);
  }

  @Test
  void whatAPersonDecidesComesBackBeforeTheFirstObservationAndWhenTheTargetFails()
      throws IOException {
    Path path = folder.resolve("a.jsonl");
    Drawn pool = new Drawn(ResizeCost.FREE);
    try (Governor governor =
        Governor.of("a", pool, Policies.parse("flyball")).clock(() -> pool.now).build()) {
      steps(governor, 3);
      JournalFile.of(governor, path);
      governor.limits(Limits.of(5, 20));
      governor.adviseOnly();
      governor.govern();
      steps(governor, 3);
      pool.stuck = true;
      governor.pin(19);
      steps(governor, 3);
      pool.stuck = false;
      steps(governor, 3);
    }
    List<Replay.Step> steps = replayed(path, Optional.empty());
    assertThat(steps).hasSize(13).allMatch(Replay.Step::agrees);
    assertThat(steps.get(12).recorded().why()).startsWith("pinned at 19");
  }

  @Test
  void aBrokenLineIsNamedWithItsNumber() throws IOException {
    Path path = folder.resolve("a.jsonl");
    Drawn pool = new Drawn(ResizeCost.FREE);
    try (Governor governor =
        Governor.of("a", pool, Policies.parse("flyball")).clock(() -> pool.now).build()) {
      JournalFile.of(governor, path);
      steps(governor, 3);
    }
    List<String> lines = Files.readAllLines(path);
    assertBroken(lines, 2, "{\"number\":1,", "must be a JSON object but was '{\"number\":1,'");
    assertBroken(
        lines, 3, lines.get(2).replace("\"why\"", "\"wy\""), "line must have a 'why' but has none");
    assertBroken(
        lines,
        3,
        lines.get(2).replace("\"flow.arrived\":", "\"flow.arived\":"),
        "seen: unknown figure 'flow.arived'; did you mean 'flow.arrived'?");
    assertBroken(
        lines,
        4,
        lines.get(3).replace("\"cause\":\"policy\"", "\"cause\":\"whim\""),
        "cause must be one of [policy, ");
    assertBroken(
        lines,
        1,
        lines.get(0).replace("flyball-journal/1", "flyball-journal/9"),
        "journal must be flyball-journal/1 but was 'flyball-journal/9'");
    assertBroken(
        lines, 1, lines.get(0).replace("standard.FlyballPolicy", "no.Such"), "policy: column");
    assertBroken(lines, 1, lines.get(1), "the first line must be the beginning of a journal");
  }

  private void assertBroken(List<String> lines, int number, String line, String message)
      throws IOException {
    Path path = folder.resolve("broken.jsonl");
    List<String> broken = new ArrayList<>(lines);
    broken.set(number - 1, line);
    Files.write(path, broken);
    assertThatThrownBy(() -> replayed(path, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(path + ":" + number + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void aPolicyThatIsNotInTheJournalHasToBeNamed() throws IOException {
    Path path = folder.resolve("a.jsonl");
    Drawn pool = new Drawn(ResizeCost.FREE);
    try (Governor governor =
        Governor.of(
                "a",
                pool,
                new SizingPolicy() {
                  @Override
                  public dev.flyball.policy.Advice advise(Observation seen) {
                    return new dev.flyball.policy.Advice(3, "three", this);
                  }
                })
            .clock(() -> pool.now)
            .build()) {
      JournalFile.of(governor, path);
      steps(governor, 3);
    }
    assertThatThrownBy(() -> replayed(path, Optional.empty()))
        .hasMessageContaining(":1: the policy is not in the journal, so another one must be named");
    assertThat(replayed(path, Optional.of(Policies.parse("fixed(workers=2)")))).hasSize(3);
  }
}
