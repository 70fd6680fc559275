package dev.flyball.lab.flow.tasks;

import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;

/**
 * Something that works use, closed with them if it can be.
 *
 * @param name what it is, for messages
 * @param own that
 */
record Closing(String name, Object own) {

  /** A node's tasks on it. */
  record Tasks(NodeTasks tasks, Closing closing) implements NodeTasks {

    @Override
    public RecordTask taskOfThread() throws Exception {
      return tasks.taskOfThread();
    }

    @Override
    public void close() {
      closing.close();
    }
  }

  /** A thread's task on it. */
  record Task(RecordTask task, Closing closing) implements RecordTask {

    @Override
    public void processOne() throws Exception {
      task.processOne();
    }

    @Override
    public void close() {
      closing.close();
    }
  }

  private void close() {
    if (own instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        throw new IllegalStateException(name + " cannot be closed: " + e, e);
      }
    }
  }
}
