package dev.flyball.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.server.Service.Irrational;
import dev.flyball.lab.server.Service.Reply;
import dev.flyball.lab.server.Workload.RequestKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServiceTest {

  /** A reply that keeps what it is given. */
  private static final class KeptReply implements Reply {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long length = -1;

    @Override
    public void length(long announced) {
      length = announced;
    }

    @Override
    public void write(byte[] buffer, int offset, int count) {
      bytes.write(buffer, offset, count);
    }
  }

  private static KeptReply perform(Service service) throws IOException, InterruptedException {
    try (Site site = Site.open()) {
      KeptReply reply = new KeptReply();
      service.prepare(site).perform(reply);
      return reply;
    }
  }

  @Test
  void digitsReplyWithTheLastTenOfThem() throws IOException, InterruptedException {
    KeptReply reply = perform(Service.digits(Irrational.PI, 20));
    assertThat(reply.bytes.toString(StandardCharsets.US_ASCII)).isEqualTo("5897932384");
    assertThat(reply.length).isEqualTo(10);
  }

  @Test
  void aFileIsReadWholeWhateverItsSize() throws IOException, InterruptedException {
    for (int size : new int[] {1, 16 * 1024, 16 * 1024 + 1, 100_000}) {
      KeptReply reply = perform(Service.file(size, Duration.ZERO));
      byte[] read = reply.bytes.toByteArray();
      assertThat(read).hasSize(size);
      assertThat(reply.length).isEqualTo(size);
      assertThat(read[size - 1]).isEqualTo(Site.byteAt(size - 1));
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
    Service digits = Service.digits(Irrational.PI, 3);
    KeptReply reply =
        perform(Service.inOrder(digits, Service.waiting(Duration.ofMillis(1)), digits));
    assertThat(reply.bytes.toString(StandardCharsets.US_ASCII)).isEqualTo("314314");
    assertThat(reply.length).isEqualTo(-1);
  }

  @Test
  void tableOneKeepsTheWorkersBusyThatThePaperImplies() {
    assertThat(Workload.PERFECT_KNOB_TABLE_1.mix().parts())
        .extracting(part -> part.share())
        .containsExactly(0.2, 0.2, 0.5, 0.1);
  }

  @Test
  void refusesAWorkloadWhoseSharesDoNotAddUp() {
    RequestKind half = new RequestKind("half", 0.5, Service.NOTHING);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Workload(List.of(half)))
        .withMessage("sum of the shares must be 1 but was 0.5");
  }
}
