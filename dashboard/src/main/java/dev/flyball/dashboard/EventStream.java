package dev.flyball.dashboard;

import dev.flyball.dashboard.http.Refusal;
import dev.flyball.dashboard.http.RequestThreads;
import dev.flyball.dashboard.http.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The stream of frames as server-sent events, with one thread for each viewer.
 *
 * <p>A viewer that reads slowly misses frames. A viewer that does not read at all is cut off when a
 * write takes longer than the deadline of the {@link RequestThreads}. Neither affects other
 * viewers.
 */
final class EventStream {

  private static final long HEARTBEAT_MILLIS = 10_000;
  private static final byte[] COMMENT = {':', '\n'};

  /** How long a browser is to wait before it connects again. */
  private static final int RETRY_MILLIS = 1000;

  private final LatestFrame mailbox;
  private final Sampler sampler;
  private final RequestThreads threads;
  private final String run;
  private final int viewersMax;
  private final AtomicInteger viewers = new AtomicInteger();

  /**
   * A stream of what lies in a mailbox.
   *
   * @param sampler knows each pool in full
   * @param run tells this run of the server from another one, so that a page notices a restart
   * @param viewersMax how many may watch at a time
   */
  EventStream(
      LatestFrame mailbox, Sampler sampler, RequestThreads threads, String run, int viewersMax) {
    this.mailbox = mailbox;
    this.sampler = sampler;
    this.threads = threads;
    this.run = run;
    this.viewersMax = viewersMax;
  }

  /** How many watch now. */
  int viewers() {
    return viewers.get();
  }

  /**
   * Sends frames until the viewer or the server goes.
   *
   * @param pool the id of the only pool that the viewer shows in full, which may not be there;
   *     where it is empty all are sent in full
   * @throws Refusal (503) when too many watch already
   */
  void serve(Response response, Optional<String> pool) throws IOException, Refusal {
    if (viewers.incrementAndGet() > viewersMax) {
      viewers.decrementAndGet();
      response.header("Retry-After", "5");
      throw new Refusal(503, viewersMax + " watch already, which is as many as may");
    }
    try {
      send(response.stream("text/event-stream"), pool);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      viewers.decrementAndGet();
    }
  }

  private void send(OutputStream out, Optional<String> pool)
      throws IOException, InterruptedException {
    out.write(
        ("retry:" + RETRY_MILLIS + "\nevent:run\ndata:" + run + "\n\n")
            .getBytes(StandardCharsets.UTF_8));
    long number = mailbox.number(); // what lies there may be of hours ago
    while (!mailbox.closed()) {
      threads.unhurried();
      LatestFrame.Frame frame = mailbox.awaitAfter(number, HEARTBEAT_MILLIS);
      // The deadline is for the viewer, not for what is made for it.
      List<byte[]> events =
          frame.number() > number ? events(frame, pool) : List.of(COMMENT); // finds a dead one out
      number = frame.number();
      threads.hurried();
      for (byte[] event : events) {
        out.write(event);
      }
    }
  }

  private List<byte[]> events(LatestFrame.Frame frame, Optional<String> pool) {
    return pool.isEmpty()
        ? List.of(frame.full().bytes())
        : Stream.concat(sampler.event(pool.get()).stream(), Stream.of(frame.brief().bytes()))
            .toList();
  }
}
