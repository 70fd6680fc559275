package dev.flyball.pool.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.TaskOptions;
import dev.flyball.measure.KindProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TaskQueueTest {

  private final TaskQueue queue = new TaskQueue();
  private final KindProfile[] kinds = {new KindProfile("a"), new KindProfile("b")};

  private record Numbered(int number) implements Runnable {
    @Override
    public void run() {}
  }

  private void add(int number) {
    queue.add(new Numbered(number), kinds[number % 2], number * 10L);
  }

  private void assertNext(int number) {
    TaskSlot slot = new TaskSlot();
    assertThat(queue.poll(slot)).isEqualTo(new Numbered(number));
    assertThat(slot.kind()).isSameAs(kinds[number % 2]);
    assertThat(slot.arrivalMark).isEqualTo(number * 10L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 1_000, 100_000})
  void tasksComeOutInOrderWithWhatIsKnownOfThem(int tasks) {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < tasks; i++) {
        add(i);
        assertThat(queue.size()).isEqualTo(i + 1);
      }
      for (int i = 0; i < tasks; i++) {
        assertNext(i);
      }
      assertThat(queue.poll(new TaskSlot())).isNull();
      assertThat(queue.isEmpty()).isTrue();
    }
    assertThat(queue.taken()).isEqualTo(3L * tasks);
  }

  @Test
  void orderOutlivesGrowthAndShrinking() {
    int in = 0;
    int out = 0;
    for (int wave : new int[] {10, 500, 3, 70_000, 1, 9_000, 64, 64}) {
      for (int i = 0; i < wave; i++) {
        add(in++);
      }
      while (out < in - 2) {
        assertNext(out++);
      }
    }
    assertThat(queue.size()).isEqualTo(2);
  }

  @Test
  void knowsWhetherItHoldsMoreThanSoMany() {
    for (int i = 0; i < 5; i++) {
      add(i);
    }
    assertThat(queue.mayExceed(4)).isTrue();
    assertThat(queue.mayExceed(5)).isFalse();
    assertNext(0);
    assertThat(queue.mayExceed(4)).as("not looked since").isTrue();
    queue.refresh();
    assertThat(queue.mayExceed(4)).isFalse();
    assertThat(queue.mayExceed(-1)).isTrue();
  }

  @Test
  void whatIsSaidOfATaskComesOutWithItAndWithNoOther() {
    Label said = new Label(kinds[0], TaskOptions.NONE.tenant("t"), 7, false);
    TaskSlot slot = new TaskSlot();
    for (int i = 0; i < 4; i++) {
      queue.add(new Numbered(i), said, i);
      queue.add(new Numbered(i), kinds[i % 2], i);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(queue.poll(slot)).isEqualTo(new Numbered(i));
      assertThat(slot.kind()).isSameAs(kinds[0]);
      assertThat(slot.options()).isSameAs(said.options());
      assertThat(slot.deadlineNanos).isEqualTo(7);
      assertThat(queue.poll(slot)).isEqualTo(new Numbered(i));
      assertThat(slot.kind()).isSameAs(kinds[i % 2]);
      assertThat(slot.options()).isSameAs(TaskOptions.NONE);
      assertThat(slot.deadlineNanos).isEqualTo(Arrival.NO_DEADLINE);
      assertThat(slot.arrivalMark).isEqualTo(i);
    }
  }

  @Test
  void whatIsWithdrawnWasTakenByNoWorker() {
    add(0);
    add(1);
    assertNext(0);
    assertThat(queue.withdraw(new TaskSlot())).isEqualTo(new Numbered(1));
    assertThat(queue.withdraw(new TaskSlot())).isNull();
    assertThat(queue.taken()).isEqualTo(2);
    assertThat(queue.takenByWorkers()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 198, 199})
  void oneCanBeTakenOutOfTheMiddle(int gone) {
    for (int i = 0; i < 250; i++) {
      add(i);
    }
    for (int i = 0; i < 50; i++) {
      assertNext(i);
    }
    Numbered absent = new Numbered(1_000);
    TaskSlot slot = new TaskSlot();
    assertThat(queue.remove(absent, slot)).isFalse();
    Numbered task = new Numbered(7);
    queue.add(task, kinds[1], 70);
    assertThat(queue.remove(task, slot)).isTrue();
    assertThat(slot.arrivalMark).isEqualTo(70);
    assertThat(queue.remove(task, slot)).isFalse();
    List<Runnable> rest = new ArrayList<>();
    for (Runnable next = queue.poll(slot); next != null; next = queue.poll(slot)) {
      rest.add(next);
    }
    assertThat(rest).hasSize(200);
    rest.forEach(r -> queue.add(r, kinds[0], 0));
    assertThat(queue.remove(rest.get(gone), slot)).isTrue();
    rest.remove(gone);
    for (Runnable expected : rest) {
      assertThat(queue.poll(slot)).isSameAs(expected);
    }
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void eachTaskIsTakenOnceHoweverManyTakeAndAdd() throws InterruptedException {
    int each = 200_000;
    AtomicIntegerArray taken = new AtomicIntegerArray(2 * each);
    ReentrantLock submissions = new ReentrantLock();
    List<Thread> threads = new ArrayList<>();
    List<Thread> takers = new ArrayList<>();
    for (int adder = 0; adder < 2; adder++) {
      int from = adder * each;
      threads.add(
          new Thread(() -> {
            for (int i = from; i < from + each; i++) {
              submissions.lock();
              try {
                add(i);
              } finally {
                submissions.unlock();
              }
            }
          }));
    }
    for (int taker = 0; taker < 3; taker++) {
      Thread thread =
          new Thread(() -> {
            TaskSlot slot = new TaskSlot();
            int[] last = {-1, -1};
            while (queue.taken() < 2L * each) {
              Runnable task = queue.poll(slot);
              if (task == null) {
                Thread.onSpinWait();
                continue;
              }
              int number = ((Numbered) task).number();
              boolean inOrder = number > last[number / each];
              last[number / each] = number;
              boolean known = slot.arrivalMark == number * 10L && slot.kind() == kinds[number % 2];
              taken.addAndGet(number, inOrder && known ? 1 : 100);
            }
          });
      threads.add(thread);
      takers.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < 2 * each; i++) {
      assertThat(taken.get(i)).as("task " + i).isEqualTo(1);
    }
    assertThat(takers).hasSize(3);
    assertThat(queue.isEmpty()).isTrue();
  }
}
