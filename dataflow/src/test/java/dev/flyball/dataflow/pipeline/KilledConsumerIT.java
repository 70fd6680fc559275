package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that consumes a log is killed at random moments under load, and started again: no
 * record is lost, and only what was in flight is done again. {@code -Dkills=100} for more kills.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledConsumerIT {

  private static final int KILLS = Integer.getInteger("kills", 5);
  private static final int PER_KILL = 6_000;
  private static final int RECORDS = (KILLS + 2) * PER_KILL;

  private @TempDir Path folder;

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            KilledConsumer.class.getName(),
            folder.toString())
        .inheritIO()
        .start();
  }

  private void writeLog() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * RECORDS);
    for (long number = 0; number < RECORDS; number++) {
      bytes.putLong(number);
    }
    Files.write(folder.resolve(KilledConsumer.LOG), bytes.array());
  }

  @Test
  void losesNoRecordAndRepeatsAtMostWhatWasInFlight() throws Exception {
    writeLog();
    LongBuffer state = KilledConsumer.state(folder);
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("KilledConsumerIT: -Dseed=" + seed);
    Dice dice = new Dice(seed);
    long inFlight = 0;
    long mostInFlight = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      long at = state.get(KilledConsumer.COMMITTED) + 1 + (long) (PER_KILL * dice.nextDouble());
      state.put(KilledConsumer.PUT, 0);
      Process consumer = start();
      while (state.get(KilledConsumer.PUT) < at && consumer.isAlive()) {
        LockSupport.parkNanos(10_000);
      }
      consumer.destroyForcibly();
      assertThat(consumer.waitFor()).as("killed").isEqualTo(128 + 9);
      long open = state.get(KilledConsumer.PUT) - state.get(KilledConsumer.COMMITTED);
      inFlight += open;
      mostInFlight = Math.max(mostInFlight, open);
    }
    assertThat(start().waitFor()).isZero();

    int[] rows = counts(KilledConsumer.ROWS);
    int[] copies = counts(KilledConsumer.COPIES);
    long repeatedRows = 0;
    long repeatedCopies = 0;
    for (int number = 0; number < RECORDS; number++) {
      assertThat(rows[number]).as("rows of %d", number).isGreaterThanOrEqualTo(1);
      repeatedRows += rows[number] - 1;
      int wanted = number % 2 == 0 ? 2 : 0;
      assertThat(copies[number]).as("copies of %d", number).isGreaterThanOrEqualTo(wanted);
      repeatedCopies += copies[number] - wanted;
    }
    System.out.printf(
        "%d records, %d kills: none lost; %d rows and %d copies again, of %d records in flight at"
            + " the kills, %d at most at one%n",
        RECORDS, KILLS, repeatedRows, repeatedCopies, inFlight, mostInFlight);
    assertThat(state.get(KilledConsumer.COMMITTED)).isEqualTo(RECORDS);
    assertThat(repeatedRows).isLessThanOrEqualTo(inFlight);
    assertThat(repeatedCopies).isLessThanOrEqualTo(2 * inFlight);
  }

  private int[] counts(String file) throws IOException {
    LongBuffer numbers = KilledConsumer.numbers(folder.resolve(file));
    int[] counts = new int[RECORDS];
    while (numbers.hasRemaining()) {
      counts[(int) numbers.get()]++;
    }
    return counts;
  }
}
