package dev.flyball.lab.calldata;

import dev.flyball.base.Dice;
import dev.flyball.lab.calldata.CallTicket.RecordType;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * A telecom network: sends tickets over a socket, as a Poisson process whose rate may be changed
 * while it runs.
 *
 * <p>It is an open source: when the receiver holds it up, it is late, and sends what is due as soon
 * as it can. How late it is, {@link #backlog} says. A change of the rate forgives what is due, and
 * the next gap is drawn anew, as such a process has no memory.
 *
 * <p><b>Threads.</b> One of its own sends; any thread may call any method.
 */
final class TicketGenerator implements AutoCloseable {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int BUFFER_BYTES = 16 * 1024;

  private final SocketChannel socket;
  private final Dice dice;
  private final TicketDraws draws;
  private final Thread thread = new Thread(this::run, "flyball-tickets");
  private volatile double perSecond;
  private volatile boolean stopped;
  private volatile long sent;
  private volatile long nextNanos = System.nanoTime();
  private volatile String failure = "";

  /**
   * Starts one.
   *
   * @param port where the receiver listens on this machine
   * @param perSecond how many tickets per second on average, above 0; infinite for as many as are
   *     taken in
   * @param seed what the tickets and their times grow from
   */
  TicketGenerator(int port, double perSecond, long seed) {
    this.perSecond = perSecond;
    this.dice = Dice.stream(seed, 0);
    this.draws = new TicketDraws(seed);
    try {
      socket = SocketChannel.open();
      socket.setOption(StandardSocketOptions.SO_SNDBUF, TicketReceiver.SOCKET_BUFFER_BYTES);
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true); // a ticket waits for no answer
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException("tickets cannot be sent", e);
    }
    thread.setDaemon(true);
    thread.start();
  }

  // ---- Its thread

  private void run() {
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(Channels.newOutputStream(socket), BUFFER_BYTES))) {
      send(out);
    } catch (IOException e) {
      failure = "the connection broke: " + e.getMessage();
    } catch (RuntimeException e) {
      failure = "it failed: " + e;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread only
  private void send(DataOutputStream out) throws IOException {
    double rate = Double.NaN;
    while (!stopped) {
      long now = System.nanoTime();
      if (rate != perSecond) {
        rate = perSecond;
        nextNanos = now + gapNanos(rate);
      }
      if (nextNanos - now > 0) {
        out.flush();
        LockSupport.parkNanos(this, nextNanos - now);
      } else {
        byte[] frame = draws.next().frame();
        out.writeInt(frame.length);
        out.write(frame);
        sent++;
        nextNanos += gapNanos(rate);
      }
    }
  }

  private long gapNanos(double rate) {
    return Math.round(dice.nextExponential(NANOS_PER_SECOND / rate));
  }

  // ---- From outside

  /** Changes the rate, from now on; above 0. */
  void rate(double newPerSecond) {
    perSecond = newPerSecond;
    LockSupport.unpark(thread);
  }

  /** How many tickets it has sent; their numbers are 1 to this. */
  long sent() {
    return sent;
  }

  /**
   * About how many tickets are due but not accepted by the receiver yet; 0 for a boundless rate.
   */
  double backlog() {
    long late = System.nanoTime() - nextNanos;
    return Double.isInfinite(perSecond) ? 0 : Math.max(0, late) * perSecond / NANOS_PER_SECOND;
  }

  /** Why it cannot send any more; empty as long as it can. */
  String failure() {
    return failure;
  }

  /** Sends nothing new, and returns when all it sent is on its way and the connection closed. */
  void finish() throws InterruptedException {
    stopped = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  /** Ends the connection at once; what was written and not read is lost. */
  @Override
  public void close() {
    stopped = true;
    thread.interrupt();
  }

  /**
   * Made-up tickets, numbered from 1. A seed always draws the same ones. For one thread at a time.
   */
  static final class TicketDraws {

    private static final long BEGIN_EPOCH_SECONDS = 1_767_225_600L; // 2026-01-01T00:00:00Z
    private static final int TICKETS_PER_SECOND = 100;
    private static final int HOSTS = 8;
    private static final int LONGEST_CALL_SECONDS = 3_600;

    private final Dice dice;
    private long drawn;

    TicketDraws(long seed) {
      this.dice = Dice.stream(seed, 1);
    }

    CallTicket next() {
      drawn++;
      String host = "switch" + dice.below(HOSTS) + ".example";
      RecordType type = RecordType.values()[dice.below(RecordType.values().length)];
      return new CallTicket(
          drawn,
          host + ";" + BEGIN_EPOCH_SECONDS + ";" + drawn,
          host,
          type,
          dice.below(10),
          Instant.ofEpochSecond(BEGIN_EPOCH_SECONDS + drawn / TICKETS_PER_SECOND),
          telephone(),
          telephone(),
          type == RecordType.START ? 0 : dice.below(LONGEST_CALL_SECONDS));
    }

    /** A number in the international form. */
    private String telephone() {
      return String.format(Locale.ROOT, "+43155501%06d", dice.below(1_000_000));
    }
  }
}
