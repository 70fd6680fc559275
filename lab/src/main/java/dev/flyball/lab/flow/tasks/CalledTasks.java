package dev.flyball.lab.flow.tasks;

import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import java.util.concurrent.Callable;

/** Tasks of a class that knows nothing of this project: a maker of runnables. */
final class CalledTasks implements NodeTasks {

  private final Callable<?> maker;

  CalledTasks(Callable<?> maker) {
    this.maker = maker;
  }

  @Override
  public RecordTask taskOfThread() throws Exception {
    if (maker.call() instanceof Runnable runnable) {
      return new RunTask(runnable);
    }
    throw new IllegalStateException(
        maker.getClass().getName() + " must give a Runnable when it is called but did not");
  }

  @Override
  public void close() {
    closeIfCloseable(maker);
  }

  private static void closeIfCloseable(Object what) {
    if (what instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        throw new IllegalStateException(what.getClass().getName() + " cannot be closed: " + e, e);
      }
    }
  }

  /** One thread's runnable. */
  private record RunTask(Runnable runnable) implements RecordTask {
    @Override
    public void processOne() {
      runnable.run();
    }

    @Override
    public void close() {
      closeIfCloseable(runnable);
    }
  }
}
