package dev.flyball.measure;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.function.LongSupplier;

/**
 * The processor time of all processes on the host, as Linux counts it in {@code /proc/stat}.
 *
 * <p>The file is opened once and read again and again. A read costs a few microseconds; opening
 * costs ten times as much. So one descriptor stays open. After a failure the file is opened anew,
 * at least a second after the last try.
 *
 * <p>Safe for any number of threads.
 */
final class HostStat {

  /** Linux counts in hundredths of a second, whatever the kernel's own tick. */
  private static final long NANOS_PER_TICK = 10_000_000;

  /** user, nice, system, idle, iowait, irq, softirq, steal: all but the fourth and the fifth. */
  private static final int COLUMNS = 8;

  private static final int IDLE = 3;
  private static final int WAITING = 4;

  /** Longer than the first line, which has ten numbers of 64 bits at the most. */
  private static final int LINE_MAX = 256;

  private static final long RETRY_NANOS = 1_000_000_000;

  private final Path stat;
  private final LongSupplier clockNanos;

  // Guarded by this.
  private Optional<RandomAccessFile> file;
  private boolean lost;
  private long triedNanos;
  private final byte[] buffer = new byte[LINE_MAX];

  /** Opens the file; if that fails, the value stays unknown. */
  HostStat(Path stat) {
    this(stat, System::nanoTime);
  }

  /** The same with a clock in nanoseconds, which decides when the file may be opened anew. */
  HostStat(Path stat, LongSupplier clockNanos) {
    this.stat = stat;
    this.clockNanos = clockNanos;
    this.file = opened(stat);
  }

  private static Optional<RandomAccessFile> opened(Path stat) {
    try {
      return Optional.of(new RandomAccessFile(stat.toString(), "r"));
    } catch (IOException | SecurityException e) {
      return Optional.empty(); // not Linux, or hidden: there is no sensor
    }
  }

  /**
   * Processor time so far in nanoseconds, without idle time and waiting for input or output; empty
   * if unknown.
   */
  synchronized OptionalLong busyNanos() {
    if (lost && clockNanos.getAsLong() - triedNanos >= RETRY_NANOS) {
      reopen();
    }
    if (file.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      file.get().seek(0);
      int length = file.get().read(buffer);
      String text = new String(buffer, 0, Math.max(0, length), StandardCharsets.US_ASCII);
      return busyNanos(text);
    } catch (IOException e) {
      lose(file.get());
      return OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private void reopen() {
    triedNanos = clockNanos.getAsLong();
    file = opened(stat);
    lost = file.isEmpty();
  }

  private void lose(RandomAccessFile failed) {
    lost = true;
    triedNanos = clockNanos.getAsLong();
    file = Optional.empty();
    try {
      failed.close();
    } catch (IOException e) {
      // It is of no use either way.
    }
  }

  private static OptionalLong busyNanos(String stat) {
    StringTokenizer ticks = new StringTokenizer(stat.lines().findFirst().orElse(""), " ");
    if (!stat.startsWith("cpu ") || ticks.countTokens() <= COLUMNS) {
      return OptionalLong.empty();
    }
    ticks.nextToken();
    long busy = 0;
    for (int column = 0; column < COLUMNS; column++) {
      long counted = Long.parseLong(ticks.nextToken());
      busy += column == IDLE || column == WAITING ? 0 : counted;
    }
    return OptionalLong.of(busy * NANOS_PER_TICK);
  }
}
