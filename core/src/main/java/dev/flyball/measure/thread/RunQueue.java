package dev.flyball.measure.thread;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time in which one thread was ready to run but had no processor, as Linux counts it.
 *
 * <p>The second figure of {@code /proc/thread-self/schedstat} (run time, run-queue wait, slices).
 * The thread itself opens the file, since the kernel resolves "self" at that moment. From then on
 * any thread may read it, at about a microsecond, because the descriptor stays open. It costs one
 * file descriptor per thread, out of a {@link SensorBudget}.
 *
 * <p>Safe for any number of threads; reads and the closing exclude each other.
 */
public final class RunQueue implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(RunQueue.class.getName());
  private static final String FILE = "/proc/thread-self/schedstat";

  private final RandomAccessFile file;
  private final SensorBudget budget;
  private final byte[] buffer = new byte[96];
  private boolean closed; // guarded by this

  private RunQueue(RandomAccessFile file, SensorBudget budget) {
    this.file = file;
    this.budget = budget;
  }

  /**
   * The run queue of the calling thread; empty if the system does not report it, or the budget is
   * spent.
   */
  public static Optional<RunQueue> ofCurrentThread(SensorBudget budget) {
    if (!budget.tryTake()) {
      return Optional.empty();
    }
    RunQueue opened = null;
    try {
      opened = new RunQueue(new RandomAccessFile(FILE, "r"), budget);
    } catch (IOException | SecurityException e) {
      // not Linux, hidden, or out of descriptors: there is no sensor
    } finally {
      if (opened == null) {
        budget.giveBack();
      }
    }
    return Optional.ofNullable(opened);
  }

  /**
   * The wait so far, in nanoseconds; empty when the thread has ended or the system stopped
   * reporting.
   */
  public synchronized OptionalLong waitNanos() {
    try {
      file.seek(0);
      int length = file.read(buffer);
      return length <= 0 ? OptionalLong.empty() : secondNumber(length);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  private OptionalLong secondNumber(int length) {
    String[] numbers =
        new String(buffer, 0, length, StandardCharsets.US_ASCII).trim().split(" ", -1);
    if (numbers.length < 2) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(numbers[1]));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Closes the descriptor. Excludes reads, which might otherwise read another file with the same
   * descriptor number.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    budget.giveBack();
    try {
      file.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "cannot close " + FILE, e);
    }
  }
}
