package dev.flyball.lab.flow.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import dev.flyball.lab.flow.tasks.NodeWork.OwnClass;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnClassTest {

  static final AtomicInteger DONE = new AtomicInteger();
  static final AtomicInteger CLOSED = new AtomicInteger();

  @TempDir Path folder;

  /** Knows nothing of this project. */
  public static final class PlainMaker implements Callable<Runnable>, AutoCloseable {
    @Override
    public Runnable call() {
      return DONE::incrementAndGet;
    }

    @Override
    public void close() {
      CLOSED.incrementAndGet();
    }
  }

  /** Knows this project. */
  public static final class OwnTasks implements NodeTasks {
    @Override
    public RecordTask taskOfThread() {
      return DONE::incrementAndGet;
    }
  }

  /** Gives no runnable. */
  public static final class NoRunnable implements Callable<String> {
    @Override
    public String call() {
      return "text";
    }
  }

  /** Cannot be made. */
  public static final class Broken implements Callable<Runnable> {
    public Broken() {
      throw new IllegalStateException("no licence");
    }

    @Override
    public Runnable call() {
      return () -> {};
    }
  }

  /** Needs an argument. */
  public record Needy(int argument) implements Callable<Runnable> {
    @Override
    public Runnable call() {
      return () -> {};
    }
  }

  private static OwnClass work(Class<?> type) {
    return new OwnClass(type.getName());
  }

  @Test
  void eachKindOfClassDoesRecords() throws Exception {
    try (WorkSite site = WorkSite.open(folder, List.of(), said -> {})) {
      for (Class<?> type : List.of(PlainMaker.class, OwnTasks.class)) {
        int before = DONE.get();
        work(type).check(site);
        try (NodeTasks tasks = work(type).open(site);
            RecordTask task = tasks.taskOfThread()) {
          task.processOne();
        }
        assertThat(DONE.get()).isEqualTo(before + 1);
      }
    }
    assertThat(CLOSED).hasValue(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatCannotBeUsedIsNamed() {
    try (WorkSite site = WorkSite.open(folder, List.of(), said -> {})) {
      assertRefused(
          new OwnClass("com.example.None"), site, "class must be on the class path but 'com");
      assertRefused(work(Needy.class), site, "public constructor without parameters");
      assertRefused(work(OwnClassTest.class), site, "public constructor without parameters");
      assertRefused(work(Object.class), site, "is neither");
      assertThatThrownBy(() -> work(Broken.class).open(site))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no licence");
      assertThatThrownBy(() -> work(NoRunnable.class).open(site).taskOfThread())
          .hasMessageContaining("must give a Runnable when it is called but did not");
    }
  }

  private static void assertRefused(NodeWork work, WorkSite site, String message) {
    assertThatThrownBy(() -> work.check(site))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPathThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> WorkSite.open(folder, List.of(folder.resolve("no.jar")), said -> {}))
        .hasMessageContaining("class path must be of files that exist");
    assertThatThrownBy(() -> WorkSite.open(folder.resolve("none"), List.of(), said -> {}))
        .hasMessageContaining("folder must be one that can be written to");
  }
}
