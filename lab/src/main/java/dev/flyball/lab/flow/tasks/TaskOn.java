package dev.flyball.lab.flow.tasks;

import dev.flyball.dataflow.measure.RecordTask;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A thread's task on something of its own, which is closed with it.
 *
 * @param task what it does
 * @param name what it works on, for messages
 * @param own that
 */
record TaskOn(RecordTask task, String name, Closeable own) implements RecordTask {

  @Override
  public void processOne() throws Exception {
    task.processOne();
  }

  @Override
  public void close() {
    close(name, own);
  }

  static void close(String name, Closeable what) {
    try {
      what.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be closed", e);
    }
  }
}
