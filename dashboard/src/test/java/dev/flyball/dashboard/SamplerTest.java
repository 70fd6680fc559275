package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.expose.view.PoolView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is looked at becomes one frame. */
class SamplerTest {

  private static final PoolTrack.Stretch ALL = new PoolTrack.Stretch(0, Long.MAX_VALUE);

  private final MadeUpPools pools = new MadeUpPools();
  private final LatestFrame mailbox = new LatestFrame();
  private final AtomicLong nowMillis = new AtomicLong(1_000_000);
  private final Sampler sampler = sampler(Duration.ofMinutes(1), pools);

  private Sampler sampler(Duration patience, PoolSource... places) {
    return new Sampler(List.of(places), mailbox, nowMillis::get, patience);
  }

  private JsonNode frame() throws Exception {
    return frame(sampler);
  }

  private JsonNode frame(Sampler sampler) throws Exception {
    nowMillis.addAndGet(500);
    sampler.tick(true);
    LatestFrame.Frame frame = mailbox.awaitAfter(0, 0);
    String event = new String(frame.full().bytes(), StandardCharsets.UTF_8);
    assertThat(event).startsWith("data:{").endsWith("}\n\n");
    assertThat(event.indexOf('\n')).isEqualTo(event.length() - 2);
    return Watcher.JSON.readTree(event.substring("data:".length()));
  }

  private JsonNode detail(String id) {
    return Watcher.JSON.readTree(sampler.track(id).orElseThrow().detail(0, -1, Optional.of(ALL)));
  }

  @Test
  void aFrameHasEachPoolWithItsFiguresAndWhoDecides() throws Exception {
    pools.with("a", () -> Views.view("a", 4, 20)).with("b", () -> Views.view("b", 5, 30));
    JsonNode frame = frame();
    assertThat(frame.get("pools")).hasSize(2);
    JsonNode b = Watcher.pool(frame, "b");
    assertThat(b.get("id").asString()).isEqualTo("pool:b");
    assertThat(b.get("figures").get("completedPerSecond").asDouble()).isEqualTo(30);
    assertThat(b.get("figures").get("hostBusyCores").isNull()).isTrue();
    assertThat(b.get("steering").get("regime").asString()).isEqualTo("demand");
    assertThat(frame.get("sources").get(0).get("problem").asString()).isEmpty();
  }

  @Test
  void whereNobodyWatchesThePastIsKeptAllTheSame() throws Exception {
    pools.with("a", () -> Views.view("a", 4, 20));
    for (int i = 0; i < 10; i++) {
      nowMillis.addAndGet(500);
      sampler.tick(false);
    }
    assertThat(mailbox.awaitAfter(0, 0).number()).isZero();
    assertThat(detail("pool:a").get("history").get("timeMillis")).hasSize(9);
  }

  @Test
  void theJournalIsKeptWithTheTimeOfDayAndNothingTwice() throws Exception {
    pools.with("a", () -> Views.view("a", 4, 20, Views.entry(1, 7), Views.entry(2, 0.5)));
    frame();
    JsonNode later = frame(); // the viewer began anew, and tells the same again
    JsonNode journal = detail("pool:a").get("journal");
    assertThat(journal).hasSize(2);
    assertThat(journal.get(0).get("timeMillis").asLong()).isEqualTo(1_000_500 - 7000);
    assertThat(Watcher.pool(later, "a").get("newest").asLong()).isEqualTo(2);
  }

  @Test
  void whoKnowsTheBeginningIsToldTheRest() throws Exception {
    AtomicReference<PoolView> seen =
        new AtomicReference<>(Views.view("a", 4, 20, Views.entry(1, 7), Views.entry(2, 0.5)));
    pools.with("a", seen::get);
    JsonNode first = Watcher.pool(frame(), "a");
    PoolTrack track = sampler.track("pool:a").orElseThrow();
    long curve = first.get("curve").asLong();
    JsonNode rest = Watcher.JSON.readTree(track.detail(1, curve, Optional.empty()));
    assertThat(rest.get("journal")).hasSize(1);
    assertThat(rest.at("/journal/0/number").asLong()).isEqualTo(2);
    assertThat(rest.get("learned")).isEmpty();
    assertThat(rest.get("history")).isEmpty();
    seen.set(Views.view("a", 4, 20, Views.entry(3, 0.1)));
    JsonNode later = Watcher.pool(frame(), "a");
    assertThat(later.get("newest").asLong()).isEqualTo(3);
    assertThat(later.get("curve").asLong()).isEqualTo(curve);
    assertThat(later.get("life").asLong()).isEqualTo(first.get("life").asLong());
  }

  /** A policy that is not followed goes on advising; who pinned must stay to be read. */
  @Test
  void whatAPolicyThatIsNotFollowedAdvisesIsOneRow() throws Exception {
    AtomicReference<PoolView> seen =
        new AtomicReference<>(
            Views.view("a", 4, 20, entry(1, "POLICY", 3, 4, 4), entry(2, "PINNED", 4, 8, 0)));
    pools.with("a", seen::get);
    frame();
    for (int i = 0; i < 500; i++) {
      seen.set(Views.view("a", 8, 20, entry(3 + i, "PINNED", 8, 8, 8 + i % 5)));
      frame();
    }
    JsonNode journal = detail("pool:a").get("journal");
    assertThat(journal).hasSize(3);
    JsonNode row = journal.get(2);
    assertThat(row.get("first").asLong()).isEqualTo(3);
    assertThat(row.get("number").asLong()).isEqualTo(502);
    assertThat(row.get("times").asLong()).isEqualTo(500);
    assertThat(row.get("advisedMin").asInt()).isEqualTo(8);
    assertThat(row.get("advisedMax").asInt()).isEqualTo(12);
    assertThat(row.get("timeMillis").asLong() - row.get("sinceMillis").asLong())
        .isEqualTo(499 * 500);
    seen.set(Views.view("a", 9, 20, entry(503, "PINNED", 8, 9, 0)));
    assertThat(Watcher.pool(frame(), "a").get("newest").asLong()).isEqualTo(503);
    seen.set(Views.view("a", 9, 20, entry(504, "PINNED", 9, 9, 12)));
    frame();
    assertThat(detail("pool:a").get("journal")).hasSize(5);
  }

  @Test
  void whatAHandDidIsKeptLongerThanWhatThePolicyDid() throws Exception {
    AtomicReference<PoolView> seen =
        new AtomicReference<>(Views.view("a", 8, 20, entry(1, "PINNED", 4, 8, 0)));
    pools.with("a", seen::get);
    frame();
    for (int i = 0; i < 400; i++) {
      seen.set(Views.view("a", 8, 20, entry(2 + i, "POLICY", i, i + 1, i + 1)));
      frame();
    }
    JsonNode journal = detail("pool:a").get("journal");
    assertThat(journal).hasSize(300);
    assertThat(journal.at("/0/number").asLong()).isEqualTo(1);
    assertThat(journal.at("/1/number").asLong()).isEqualTo(103);
    assertThat(journal.at("/299/number").asLong()).isEqualTo(401);
  }

  private static PoolView.Entry entry(long number, String cause, int from, int to, int advised) {
    return new PoolView.Entry(number, 0, cause, from, to, advised, "as it is");
  }

  @Test
  void aPlaceThatIsLostKeepsItsPoolsAsTheyWereAndSaysSo() throws Exception {
    pools.with("a", () -> Views.view("a", 4, 20));
    frame();
    pools.lost = "gone for lunch";
    JsonNode lost = frame();
    assertThat(lost.get("sources").get(0).get("problem").asString()).isEqualTo("gone for lunch");
    JsonNode a = Watcher.pool(lost, "a");
    assertThat(a.get("problem").asString()).isEqualTo("gone for lunch");
    assertThat(a.get("figures").get("workersTarget").asInt()).isEqualTo(4);
    pools.lost = "";
    assertThat(Watcher.pool(frame(), "a").get("problem").asString()).isEmpty();
  }

  @Test
  void aPlaceSaysWhatItIsAndIsAskedAgainWhenItComesBack() throws Exception {
    pools.program = new WatchedProgram("Orders", 4711, "build7");
    JsonNode program = frame().at("/sources/0/program");
    assertThat(program.get("name").asString()).isEqualTo("Orders");
    assertThat(program.get("process").asLong()).isEqualTo(4711);
    assertThat(program.get("host").asString()).isEqualTo("build7");
    pools.lost = "gone for lunch";
    pools.program = new WatchedProgram("Orders", 5000, "build7");
    assertThat(frame().at("/sources/0/program/process").asLong()).isEqualTo(4711);
    pools.lost = "";
    assertThat(frame().at("/sources/0/program/process").asLong()).isEqualTo(5000);
  }

  @Test
  void aPoolThatCannotBeSeenHarmsNoOther() throws Exception {
    pools
        .with(
            "broken",
            () -> {
              throw new IllegalStateException("no view");
            })
        .with("a", () -> Views.view("a", 4, 20));
    JsonNode frame = frame();
    assertThat(frame.get("pools")).hasSize(1);
    assertThat(Watcher.pool(frame, "a").isMissingNode()).isFalse();
  }

  /** As of a policy that calls itself without end. */
  @Test
  void aPoolThatCannotBeSeenForAnErrorHarmsNoOther() throws Exception {
    pools
        .with(
            "broken",
            () -> {
              throw new StackOverflowError();
            })
        .with("a", () -> Views.view("a", 4, 20));
    assertThat(Watcher.pool(frame(), "a").isMissingNode()).isFalse();
  }

  @Test
  void anotherPoolOfTheSameNameHasNoPast() throws Exception {
    pools.with("a", () -> Views.view("a", 4, 20));
    frame();
    long life = Watcher.pool(frame(), "a").get("life").asLong();
    pools.there.clear();
    pools.with("a", () -> Views.view("a", 9, 20));
    assertThat(Watcher.pool(frame(), "a").get("life").asLong()).isNotEqualTo(life);
    assertThat(detail("pool:a").get("history").get("timeMillis")).isEmpty();
    pools.there.clear();
    assertThat(frame().get("pools")).isEmpty();
    assertThat(sampler.track("pool:a")).isEmpty();
  }

  @Test
  void aPoolThatBeganAnewUnderItsNameHasNoPastAndIsHeard() throws Exception {
    AtomicReference<PoolView> seen = new AtomicReference<>(Views.view("a", 4, 20));
    pools.with("a", seen::get);
    seen.set(Views.view("first", 1, "a", 4, 20, Views.entry(8, 1), Views.entry(9, 0.5)));
    frame();
    long life = Watcher.pool(frame(), "a").get("life").asLong();
    seen.set(Views.view("second", 1, "a", 4, 20, Views.entry(1, 0.5)));
    assertThat(Watcher.pool(frame(), "a").get("life").asLong()).isNotEqualTo(life);
    JsonNode detail = detail("pool:a");
    assertThat(detail.get("journal")).hasSize(1);
    assertThat(detail.at("/journal/0/number").asLong()).isEqualTo(1);
    assertThat(detail.get("history").get("timeMillis")).isEmpty();
  }

  @Test
  void theSameWindowAgainIsNoRow() throws Exception {
    AtomicLong window = new AtomicLong(1);
    pools.with("a", () -> Views.view("only", window.get(), "a", 4, 20));
    frame();
    frame();
    frame();
    assertThat(detail("pool:a").get("history").get("timeMillis")).isEmpty();
    window.set(2);
    frame();
    assertThat(detail("pool:a").get("history").get("timeMillis")).hasSize(1);
  }

  @Test
  void aPlaceThatHangsHoldsUpNoOther() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    MadeUpPools stuck =
        new MadeUpPools()
            .with(
                "a",
                () -> {
                  awaitQuietly(hanging);
                  return Views.view("a", 4, 20);
                });
    pools.with("a", () -> Views.view("a", 5, 20));
    try (Sampler both = sampler(Duration.ofMillis(20), stuck, pools)) {
      JsonNode frame = frame(both);
      // Whoever is not quick in one round, be it the other one, is asked again in the next.
      while (frame.get("pools").isEmpty()
          || frame.at("/sources/0/problem").asString().isEmpty()
          || !frame.at("/sources/1/problem").asString().isEmpty()) {
        frame = frame(both);
      }
      assertThat(frame.at("/sources/0/problem").asString()).isEqualTo("made up does not answer");
      assertThat(frame.at("/pools/0/id").asString()).isEqualTo("made up#2/pool:a");
      hanging.countDown();
      while (frame.get("pools").size() < 2) {
        frame = frame(both);
      }
      assertThat(frame.at("/pools/0/id").asString()).isEqualTo("made up/pool:a");
      assertThat(frame.at("/pools/0/source").asString()).isEqualTo("made up");
      assertThat(both.track("made up/pool:a")).isPresent();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void oneThatIsLostIsAskedOnceInARound() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    for (String name : List.of("a", "b", "c")) {
      pools.with(
          name,
          () -> {
            asked.incrementAndGet();
            throw new Unreachable("gone");
          });
    }
    assertThat(frame().at("/sources/0/problem").asString()).isEqualTo("gone");
    assertThat(asked).hasValue(1);
  }

  @Test
  void inBriefEachPoolHasWhatAListShows() throws Exception {
    pools.with("a", () -> Views.view("a", 4, 20)).with("b", () -> Views.view("b", 5, 30));
    frame();
    String event = new String(mailbox.awaitAfter(0, 0).brief().bytes(), StandardCharsets.UTF_8);
    JsonNode brief = Watcher.JSON.readTree(event.substring("data:".length()));
    assertThat(brief.get("pools")).hasSize(2);
    JsonNode b = Watcher.pool(brief, "b");
    assertThat(b.get("id").asString()).isEqualTo("pool:b");
    assertThat(b.at("/verdict/word").asString()).isNotEmpty();
    assertThat(b.at("/figures/arrivedPerSecond").asDouble()).isEqualTo(30);
    assertThat(b.has("steering")).isFalse();
    String own = new String(sampler.event("pool:b").orElseThrow(), StandardCharsets.UTF_8);
    assertThat(own).startsWith("event:pool\ndata:{").endsWith("}\n\n");
    JsonNode full = Watcher.JSON.readTree(own.substring("event:pool\ndata:".length()));
    assertThat(full.at("/steering/regime").asString()).isEqualTo("demand");
    assertThat(sampler.event("pool:gone")).isEmpty();
  }

  @Test
  void fiveHundredPoolsAreShownAndTheOthersCounted() throws Exception {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 507; i++) {
      names.add("pool " + i);
    }
    names.forEach(name -> pools.with(name, () -> Views.view(name, 1, 1)));
    JsonNode frame = frame();
    assertThat(frame.get("pools")).hasSize(500);
    assertThat(frame.get("poolsMore").asInt()).isEqualTo(7);
  }
}
