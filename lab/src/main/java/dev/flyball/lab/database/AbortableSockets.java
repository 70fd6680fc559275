package dev.flyball.lab.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.function.Consumer;
import javax.net.SocketFactory;

/**
 * The sockets of {@link ClientLoad}'s connections, each made known to the client it belongs to, so
 * that a client that waits for an answer of a frozen server can be ended.
 *
 * <p>The database's driver cannot do that: it ends a busy connection by a word to the server over
 * another one. It makes this class by its name, hence it is public and knows its client by the
 * thread that asks for a socket.
 */
public final class AbortableSockets extends SocketFactory {

  private static final ThreadLocal<Consumer<Socket>> LISTENER =
      ThreadLocal.withInitial(() -> socket -> {});

  /** From now on {@code listener} is told of every socket made in this thread. */
  static void tell(Consumer<Socket> listener) {
    LISTENER.set(listener);
  }

  @Override
  public Socket createSocket() {
    Socket socket = new Socket();
    LISTENER.get().accept(socket);
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw new UnknownHostException("connecting is left to the driver: " + host);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket(host.toString(), port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    return createSocket(host.toString(), port);
  }
}
