package dev.flyball.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.Protocol.Overhead;
import dev.flyball.lab.tuning.Protocol.Turns;
import dev.flyball.lab.tuning.TestServer.Watcher;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is done with one load, on a server whose throughput is known. */
class ProtocolTest {

  private static final Cell CELL = new Cell(64, Profile.UPDATE);

  private static Protocol.Numbering nobody() {
    return new Protocol.Numbering(Watcher.NONE, 1);
  }

  @Test
  void usualAndContrAreMeasuredWhereTheGovernedRunEnded() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 100 * Math.min(groups, 16));
    Protocol protocol = new Protocol("fixed(workers=16)", 30, List.of(), 128, false, false);

    CellResult result = protocol.run(loaded, CELL, 2, nobody());

    assertThat(result.cutShort()).isFalse();
    assertThat(result.opt()).contains(16);
    assertThat(result.usual().orElseThrow().transactionsPerSecond().median()).isEqualTo(200);
    assertThat(result.contr().orElseThrow().transactionsPerSecond().median()).isEqualTo(1600);
    assertThat(result.gain().orElseThrow().median()).isEqualTo(8);
    assertThat(result.tuned().get(0).convergence().orElseThrow().windows()).isEqualTo(1);
  }

  @Test
  void fixedSizesTakeTurnsThereAndBack() throws Exception {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 100);

    new Turns(2, 2).measure(loaded, List.of(8, 2), Watcher.NONE);

    assertThat(loaded.sizes()).containsExactly(2, 2, 2, 8, 8, 8, 8, 8, 8, 2, 2, 2);
  }

  @Test
  void aSweepSaysWhatShareOfTheBestEachStartEndedAt() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 100 * Math.min(groups, 30));
    Protocol protocol = new Protocol("fixed(workers=15)", 20, List.of(1, 128), 128, true, false);

    CellResult result = protocol.run(loaded, CELL, 2, nobody());

    assertThat(result.sweep().orElseThrow().best().groups()).isEqualTo(32);
    assertThat(result.tuned()).extracting(GovernedRun::start).containsExactly(2, 1, 128);
    assertThat(result.shareOfBest(result.tuned().get(2)).orElseThrow().median())
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void lookingCostsNothingWhereItCostsNothing() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 100 * groups);
    Protocol protocol = new Protocol("fixed(workers=4)", 20, List.of(), 128, false, true);

    Overhead overhead = protocol.run(loaded, CELL, 2, nobody()).overhead().orElseThrow();

    assertThat(overhead.shares().median()).isEqualTo(1);
    assertThat(overhead.looks()).isEqualTo(30); // ten blocks of three seconds
  }

  @Test
  void whatWasMeasuredBeforeItWasEndedIsKept() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 100 * groups);
    loaded.interruptAfter(15); // four to warm up, one in which the size changes
    Protocol protocol = new Protocol("fixed(workers=4)", 20, List.of(), 128, false, true);

    CellResult result = protocol.run(loaded, CELL, 2, nobody());

    assertThat(result.cutShort()).isTrue();
    assertThat(result.tuned()).hasSize(1);
    assertThat(result.tuned().get(0).cutShort()).isTrue();
    assertThat(result.tuned().get(0).load().seconds()).hasSize(10);
    assertThat(result.contr()).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void partsAndTimeAreKnownBefore() {
    Protocol protocol = new Protocol("fixed(workers=4)", 20, List.of(1, 2, 128), 128, true, true);
    List<Watcher.Part> parts = new ArrayList<>();
    Watcher watcher =
        new Watcher() {
          @Override
          public void begins(Watcher.Part part) {
            parts.add(part);
          }
        };
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 100 * groups);

    protocol.run(loaded, CELL, 2, new Protocol.Numbering(watcher, protocol.parts(2)));

    assertThat(parts).hasSize(protocol.parts(2));
    assertThat(loaded.sizes()).hasSizeLessThanOrEqualTo((int) protocol.secondsAtMost(2) + 3);
  }

  @Test
  void startsMustBePossible() {
    assertThatThrownBy(() -> new Protocol("fixed(workers=4)", 20, List.of(200), 128, true, true))
        .hasMessage("starts must be from 1 to 128 but one was 200");
  }
}
