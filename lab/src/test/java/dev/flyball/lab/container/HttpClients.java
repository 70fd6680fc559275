package dev.flyball.lab.container;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Clients that speak HTTP/1.1 over plain sockets, so that it is known when each one is closed. */
final class HttpClients implements Clients {

  private static final byte[] REQUEST =
      "GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int PATIENCE_MILLIS = 20_000;

  private final int port;
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

  HttpClients(int port) {
    this.port = port;
  }

  @Override
  public void ask() throws IOException {
    Connection known = idle.pollFirst();
    Connection connection = known == null ? new Connection(port) : known;
    try {
      connection.ask();
    } catch (IOException e) {
      connection.socket.close();
      throw e;
    }
    idle.addFirst(connection);
  }

  @Override
  public void askOnce() throws IOException {
    Connection connection = new Connection(port);
    try (connection.socket) {
      connection.ask();
    }
  }

  @Override
  public Runnable connect(int connections) throws IOException {
    List<Connection> open = new ArrayList<>();
    for (int connection = 0; connection < connections; connection++) {
      open.add(new Connection(port));
    }
    return Closing.of(open, Connection::close);
  }

  @Override
  public void close() {
    for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
      connection.close();
    }
  }

  /** One connection; for one thread at a time. */
  private static final class Connection {

    private final Socket socket;
    private final InputStream in;

    Connection(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    }

    void ask() throws IOException {
      socket.getOutputStream().write(REQUEST);
      String status = line();
      int length = 0;
      for (String field = line(); !field.isEmpty(); field = line()) {
        String lower = field.toLowerCase(Locale.ROOT);
        if (lower.startsWith("content-length:")) {
          length = Integer.parseInt(lower.substring(lower.indexOf(':') + 1).trim());
        }
      }
      byte[] body = in.readNBytes(length);
      if (!status.contains(" 200") || !new String(body, StandardCharsets.US_ASCII).equals("done")) {
        throw new IOException("answer must be 200 done but was " + status);
      }
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("the server closed the connection");
        }
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }
  }
}
