package dev.flyball.dashboard;

import dev.flyball.dashboard.http.Refusal;
import dev.flyball.dashboard.http.RequestThreads;
import dev.flyball.dashboard.http.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

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
  private final RequestThreads threads;
  private final String run;
  private final int viewersMax;
  private final AtomicInteger viewers = new AtomicInteger();

  /**
   * A stream of what lies in a mailbox.
   *
   * @param run tells this run of the server from another one, so that a page notices a restart
   * @param viewersMax how many may watch at a time
   */
  EventStream(LatestFrame mailbox, RequestThreads threads, String run, int viewersMax) {
    this.mailbox = mailbox;
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
   * @throws Refusal (503) when too many watch already
   */
  void serve(Response response) throws IOException, Refusal {
    if (viewers.incrementAndGet() > viewersMax) {
      viewers.decrementAndGet();
      response.header("Retry-After", "5");
      throw new Refusal(503, viewersMax + " watch already, which is as many as may");
    }
    try {
      send(response.stream("text/event-stream"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      viewers.decrementAndGet();
    }
  }

  private void send(OutputStream out) throws IOException, InterruptedException {
    out.write(
        ("retry:" + RETRY_MILLIS + "\nevent:run\ndata:" + run + "\n\n")
            .getBytes(StandardCharsets.UTF_8));
    long number = mailbox.number(); // what lies there may be of hours ago
    while (!mailbox.closed()) {
      threads.unhurried();
      LatestFrame.Frame frame = mailbox.awaitAfter(number, HEARTBEAT_MILLIS);
      threads.hurried();
      if (frame.number() > number) {
        frame.bytes().writeTo(out);
        number = frame.number();
      } else {
        out.write(COMMENT); // so that a connection that is dead is found out
      }
    }
  }
}
