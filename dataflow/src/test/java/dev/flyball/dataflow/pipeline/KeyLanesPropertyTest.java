package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Lanes of keys beside a plain list from which a worker takes the oldest record whose key no other
 * worker holds. {@code -Dseed=} replays a run.
 */
class KeyLanesPropertyTest {

  private static final int RUNS = 300;
  private static final int STEPS = 300;
  private static final int CAPACITY = 40;

  /** A record: its number, and its key. */
  private record Numbered(int number, int key) {}

  /** One worker as the lanes see it, and as the model does. */
  private static final class Worker {
    final Batch batch = new Batch();
    final KeyHold hold = new KeyHold();
    final List<Numbered> unclaimed = new ArrayList<>();
    final List<Numbered> claimed = new ArrayList<>();

    boolean holds(int key) {
      return unclaimed.stream().anyMatch(record -> record.key == key)
          || claimed.stream().anyMatch(record -> record.key == key);
    }
  }

  /** The lanes, the model, and what is done to both. */
  private static final class Run {
    private final Dice dice;
    private final KeyLanes lanes =
        new KeyLanes(CAPACITY, record -> ((Numbered) record).key, Run::no);
    private final List<Numbered> waiting = new ArrayList<>();
    private final List<Worker> workers = List.of(new Worker(), new Worker(), new Worker());
    private final int keys;
    private int arrived;

    Run(Dice dice) {
      this.dice = dice;
      this.keys = 1 + dice.below(8);
    }

    private static void no(Object record, Throwable cause) {
      throw new AssertionError("no key of " + record, cause);
    }

    void step() {
      Worker worker = workers.get(dice.below(workers.size()));
      switch (dice.below(6)) {
        case 0, 1 -> add();
        case 2 -> take(worker);
        case 3 -> claim(worker);
        case 4 -> takeBack(worker);
        default -> deliver(worker);
      }
      if (dice.below(50) == 0 && !waiting.isEmpty()) {
        assertThat(lanes.remove()).isEqualTo(waiting.remove(0));
      }
      requireSame();
    }

    private void add() {
      for (int i = dice.below(4); i > 0 && waiting.size() < CAPACITY; i--) {
        Numbered record = new Numbered(arrived++, dice.below(keys));
        lanes.add(record, record.number);
        waiting.add(record);
      }
    }

    private List<Numbered> readyFor(Worker worker) {
      return waiting.stream()
          .filter(record ->
              workers.stream().noneMatch(other -> other != worker && other.holds(record.key)))
          .toList();
    }

    private void take(Worker worker) {
      List<Numbered> ready = readyFor(worker);
      if (!worker.unclaimed.isEmpty() || ready.isEmpty()) {
        return;
      }
      int count = 1 + dice.below(ready.size());
      lanes.moveTo(worker.batch, count, worker.hold);
      worker.batch.filled(count, 0);
      for (int i = 0; i < count; i++) {
        assertThat(worker.batch.records[i]).isEqualTo(ready.get(i));
        assertThat(worker.batch.stamps[i]).isEqualTo(ready.get(i).number);
        worker.unclaimed.add(ready.get(i));
        waiting.remove(ready.get(i));
      }
    }

    private void claim(Worker worker) {
      if (!worker.unclaimed.isEmpty()) {
        Numbered next = worker.unclaimed.remove(0);
        assertThat(worker.batch.takeOut(worker.batch.claim())).isEqualTo(next);
        worker.claimed.add(next);
      }
    }

    private void takeBack(Worker worker) {
      lanes.takeBackFrom(worker.batch, worker.hold);
      waiting.addAll(worker.unclaimed);
      waiting.sort((a, b) -> Integer.compare(a.number, b.number));
      worker.unclaimed.clear();
    }

    private void deliver(Worker worker) {
      int allBut = dice.below(2) == 0 ? 0 : dice.below(worker.claimed.size() + 1);
      if (!worker.unclaimed.isEmpty()) {
        return;
      }
      lanes.delivered(worker.hold, allBut);
      while (worker.claimed.size() > allBut) {
        worker.claimed.remove(0);
      }
    }

    private void requireSame() {
      assertThat(lanes.length()).isEqualTo(waiting.size());
      assertThat(lanes.room()).isEqualTo(Math.max(0, CAPACITY - waiting.size()));
      Map<Integer, Integer> free = new HashMap<>();
      waiting.stream()
          .filter(record -> workers.stream().noneMatch(worker -> worker.holds(record.key)))
          .forEach(record -> free.merge(record.key, 1, Integer::sum));
      assertThat(lanes.anyReady()).isEqualTo(!free.isEmpty());
      for (Worker worker : workers) {
        assertThat(lanes.ready(worker.hold)).isEqualTo(readyFor(worker).size());
      }
    }

    void end() {
      assertThat(lanes.removeAll()).isEqualTo(waiting);
      assertThat(lanes.length()).isZero();
    }
  }

  @Test
  void areTakenAsFromAPlainList() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("KeyLanesPropertyTest: -Dseed=" + seed);
    for (int i = 0; i < RUNS; i++) {
      Run run = new Run(Dice.stream(seed, i));
      for (int step = 0; step < STEPS; step++) {
        run.step();
      }
      run.end();
    }
  }

  @Test
  void haveNoOldestRecordWhenThereIsNone() {
    KeyLanes lanes = new KeyLanes(1, record -> record, (record, cause) -> {});
    assertThatThrownBy(lanes::remove)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("length must be at least 1 but was 0");
  }
}
