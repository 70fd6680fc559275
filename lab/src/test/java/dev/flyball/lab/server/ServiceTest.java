package dev.flyball.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.server.Service.Work;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServiceTest {

  @TempDir private Path folder;

  private byte[] perform(Service service) throws IOException, InterruptedException {
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    service.prepare(folder).perform(reply);
    return reply.toByteArray();
  }

  @Test
  void computingIsDigitsOfPi() throws IOException, InterruptedException {
    assertThat(Service.Pi.compute(2)).containsExactly(3141, 5926, 5358, 9793, 2384, 6264);
    assertThat(perform(Service.cpu(Duration.ofNanos(1)))).asString().isEqualTo("6264");
  }

  @Test
  void computingTakesTheWantedCpuTime() throws IOException, InterruptedException {
    Work once = Service.cpu(Duration.ofMillis(4)).prepare(folder);
    Work fourTimes = Service.cpu(Duration.ofMillis(16)).prepare(folder);
    long beganNanos = HostCalibration.cpuNanos();
    once.perform(OutputStream.nullOutputStream());
    fourTimes.perform(OutputStream.nullOutputStream());
    // A processor may have become slower since it was measured, or faster.
    assertThat((HostCalibration.cpuNanos() - beganNanos) / 20e6).isBetween(0.3, 4.0);
  }

  @Test
  void aFileIsReadWholeWhateverItsSize() throws IOException, InterruptedException {
    for (int size : new int[] {1, 16 * 1024, 16 * 1024 + 1, 100_000}) {
      byte[] read = perform(Service.file(size, Duration.ZERO));
      assertThat(read).isEqualTo(Files.readAllBytes(folder.resolve(size + ".bin"))).hasSize(size);
    }
  }

  @Test
  void aFileTakesItsServiceTime() throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    perform(Service.file(10, Duration.ofMillis(30)));
    assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(30_000_000);
  }

  @Test
  void waitingIsNotCutShortByBeingWoken() throws InterruptedException, ExecutionException {
    CompletableFuture<Long> waited = new CompletableFuture<>();
    Thread waiter =
        new Thread(() -> {
          long startNanos = System.nanoTime();
          try {
            perform(Service.waiting(Duration.ofMillis(50)));
            waited.complete(System.nanoTime() - startNanos);
          } catch (IOException | InterruptedException | RuntimeException failure) {
            waited.completeExceptionally(failure);
          }
        });
    waiter.start();
    while (!waited.isDone()) {
      LockSupport.unpark(waiter);
    }
    assertThat(waited.get()).isGreaterThanOrEqualTo(50_000_000L);
  }

  @Test
  void waitingEndsWhenInterrupted() throws InterruptedException {
    CompletableFuture<Long> waited = new CompletableFuture<>();
    Thread waiter =
        new Thread(() -> {
          try {
            perform(Service.waiting(Duration.ofHours(1)));
            waited.complete(0L);
          } catch (IOException | InterruptedException | RuntimeException failure) {
            waited.completeExceptionally(failure);
          }
        });
    waiter.start();
    waiter.interrupt();
    try {
      waited.get();
    } catch (ExecutionException stopped) {
      assertThat(stopped.getCause()).isInstanceOf(InterruptedException.class);
      return;
    }
    throw new AssertionError("an hour cannot have passed");
  }

  @Test
  void stepsReplyOneAfterTheOther() throws IOException, InterruptedException {
    Service one = at -> reply -> reply.write('1');
    Service two = at -> reply -> reply.write('2');
    assertThat(perform(Service.inOrder(one, Service.waiting(Duration.ofMillis(1)), two)))
        .asString()
        .isEqualTo("12");
  }

  @Test
  void tableOneKeepsTheWorkersBusyThatThePaperImplies() {
    assertThat(Workload.PERFECT_KNOB_TABLE_1.mix().parts())
        .extracting(part -> part.share())
        .containsExactly(0.2, 0.2, 0.5, 0.1);
  }
}
