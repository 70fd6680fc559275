package dev.flyball.adapters.base;

import dev.flyball.base.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Requests that come at a steady rate, whether or not the server keeps up. */
public final class Load {

  /** How long each request takes. */
  public static final long SERVICE_NANOS = 50_000_000;

  /** Sends one request. */
  @FunctionalInterface
  public interface Sending {

    /**
     * Sends it, and waits for nothing.
     *
     * @param done gets whether it was served, once, in any thread
     */
    void send(Consumer<Boolean> done);
  }

  private final Sending sending;
  private final LongAdder sent = new LongAdder();
  private final LongAdder served = new LongAdder();
  private final LongAdder failed = new LongAdder();

  public Load(Sending sending) {
    this.sending = sending;
  }

  /** Requests to a server of this machine. */
  public static Load to(int port) {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).build();
    return new Load(done -> {
      var unused =
          client
              .sendAsync(request, BodyHandlers.discarding())
              .whenComplete((response, failure) ->
                  done.accept(failure == null && response.statusCode() == 200));
    });
  }

  /** What a request does in the server: it waits, as for a database. */
  public static void serve() {
    long end = System.nanoTime() + SERVICE_NANOS;
    for (long left = SERVICE_NANOS; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Sends so many each second for some time. */
  public Load send(int perSecond, Duration time) {
    long began = System.nanoTime();
    long all = perSecond * time.toMillis() / 1000;
    for (long i = 0; i < all; i++) {
      long due = began + i * 1_000_000_000 / perSecond;
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      sendOne();
    }
    return this;
  }

  public void sendOne() {
    sent.increment();
    sending.send(well -> (well ? served : failed).increment());
  }

  public long served() {
    return served.sum();
  }

  public long failed() {
    return failed.sum();
  }

  /** Waits until all that was sent is answered. */
  public void awaitAll() {
    Await.until(() -> served.sum() + failed.sum() == sent.sum());
  }
}
