package dev.flyball.tools.cli.watch;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.rmi.server.RMISocketFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sockets over which a watched program is asked: an answer has a size and a time.
 *
 * <p>RMI's own time-out starts anew with each byte, and a filter of objects does not see within a
 * long string. Here both are counted from the last byte of the question on, so neither an endless
 * nor a slow answer is read for longer, or kept, beyond its limits.
 */
final class AnswerSockets extends RMISocketFactory {

  /** The most bytes of one answer; the view of a pool with a full journal has some ten thousand. */
  static final int BYTES_MAX = 4_000_000;

  private static final long MILLIS_MAX = 5000;

  /**
   * From now on this process asks others through such sockets, or those that are set already.
   *
   * @throws IOException when they cannot be set
   */
  static void install() throws IOException {
    if (RMISocketFactory.getSocketFactory() == null) {
      RMISocketFactory.setSocketFactory(new AnswerSockets());
    }
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    Socket socket = new AnswerSocket();
    try {
      socket.connect(new InetSocketAddress(host, port), (int) MILLIS_MAX);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  @Override
  public ServerSocket createServerSocket(int port) throws IOException {
    return new ServerSocket(port);
  }

  /** One thread at a time asks and reads the answer. */
  private static final class AnswerSocket extends Socket {

    private volatile long askedNanos = System.nanoTime();
    private final AtomicLong bytes = new AtomicLong();

    private void asked() {
      askedNanos = System.nanoTime();
      bytes.set(0);
    }

    private void allowTimeLeft() throws IOException {
      long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - askedNanos);
      if (passed >= MILLIS_MAX) {
        throw new SocketTimeoutException("the answer took more than " + MILLIS_MAX + " ms");
      }
      setSoTimeout((int) (MILLIS_MAX - passed));
    }

    private void count(long read) throws IOException {
      if (bytes.addAndGet(Math.max(0, read)) > BYTES_MAX) {
        throw new IOException("the answer had more than " + BYTES_MAX + " bytes");
      }
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          allowTimeLeft();
          int read = super.read();
          count(read < 0 ? 0 : 1);
          return read;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
          allowTimeLeft();
          int read = super.read(to, from, length);
          count(read);
          return read;
        }
      };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(int one) throws IOException {
          asked();
          out.write(one);
        }

        @Override
        public void write(byte[] some, int from, int length) throws IOException {
          asked();
          out.write(some, from, length);
        }
      };
    }
  }
}
