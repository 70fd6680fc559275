package dev.flyball.dashboard;

import dev.flyball.base.OneLine;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.rmi.NotBoundException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * The connection to another program's bean server. A lost connection is made anew at the next
 * request, at least a second after the last try.
 *
 * <p>A program that hangs is given up after five seconds. The JDK has this setting only for all of
 * a program's RMI, {@code sun.rmi.transport.tcp.responseTimeout} and {@code handshakeTimeout}; both
 * are set unless they have a value already.
 *
 * <p>Any thread may use it and close it. One thread at a time tries to connect; the other threads
 * learn at once that there is no connection.
 */
final class JmxConnection implements AutoCloseable {

  private static final long RETRY_NANOS = 1_000_000_000;
  private static final String ANSWER_MILLIS_MAX = "5000";

  private final String name;
  private final JMXServiceURL address;
  private final Map<String, ?> environment;

  // Guarded by this.
  private Optional<JMXConnector> connector = Optional.empty();
  private boolean trying;
  private boolean tried;
  private long triedNanos;
  private boolean closed;

  static {
    for (String wait : List.of("handshakeTimeout", "responseTimeout")) {
      String property = "sun.rmi.transport.tcp." + wait;
      if (System.getProperty(property) == null) {
        System.setProperty(property, ANSWER_MILLIS_MAX);
      }
    }
  }

  /**
   * A connection that is not made yet.
   *
   * @param name what people call the program
   * @param environment what the connector is to know, such as credentials
   */
  JmxConnection(String name, JMXServiceURL address, Map<String, ?> environment) {
    this.name = name;
    this.address = address;
    this.environment = Map.copyOf(environment);
  }

  /** A question to the bean server there. */
  @FunctionalInterface
  interface Question<T extends @Nullable Object> {
    T of(MBeanServerConnection there) throws JMException, IOException;
  }

  /**
   * Asks, over a connection made anew where there is none. One that turns out to be lost is let go
   * of, and no other that was made meanwhile.
   *
   * @throws Unreachable where there is no connection, or it is lost
   * @throws JMException where the bean server has no answer
   */
  <T extends @Nullable Object> T ask(Question<T> question) throws JMException {
    JMXConnector used = connector();
    try {
      return question.of(used.getMBeanServerConnection());
    } catch (IOException e) {
      if (taken(used)) {
        closeQuietly(used);
      }
      throw unreachable(e);
    }
  }

  private JMXConnector connector() {
    Optional<JMXConnector> known = knownOrTrying();
    try {
      return known.isPresent() ? known.get() : tried();
    } catch (IOException | SecurityException e) {
      throw unreachable(e);
    }
  }

  /** The connector that there is; where there is none, the caller is to try. */
  private synchronized Optional<JMXConnector> knownOrTrying() {
    requireOpen();
    if (connector.isEmpty()) {
      if (trying || (tried && System.nanoTime() - triedNanos < RETRY_NANOS)) {
        throw new Unreachable("no connection to " + name);
      }
      trying = true;
    }
    return connector;
  }

  private void requireOpen() {
    if (closed) {
      throw new Unreachable(name + " is no longer watched");
    }
  }

  /** Tries to connect, without a monitor, since this may take long. */
  private JMXConnector tried() throws IOException {
    Optional<JMXConnector> made = Optional.empty();
    try {
      made = Optional.of(connected());
    } finally {
      endTry(made);
    }
    return made.get();
  }

  private synchronized void endTry(Optional<JMXConnector> made) {
    trying = false;
    tried = true;
    triedNanos = System.nanoTime();
    if (closed) {
      made.ifPresent(JmxConnection::closeQuietly);
      requireOpen();
    }
    connector = made;
  }

  @SuppressWarnings("BanJNDI") // the user names the program to watch, and trusts its data
  private JMXConnector connected() throws IOException {
    return JMXConnectorFactory.connect(address, environment);
  }

  private Unreachable unreachable(Exception e) {
    return new Unreachable("no connection to " + name + ": " + why(e), e);
  }

  /** One line of what is behind: the layers between wrap it in their own words. */
  private static String why(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String said = OneLine.of(String.valueOf(cause.getMessage()));
    if (cause instanceof UnknownHostException) {
      return "no machine of that name is known";
    } else if (cause instanceof ConnectException) {
      return "nobody answers there (" + said + ")";
    } else if (cause instanceof SocketTimeoutException) {
      return "no answer in time (" + said + ")";
    } else if (cause instanceof NotBoundException) {
      return "what listens there offers no JMX";
    } else if (cause instanceof SecurityException) {
      return "it lets in whom it knows only (" + said + ")";
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : said;
  }

  /** Whether it was still that connector, which is then no longer there. */
  @SuppressWarnings("ReferenceEquality") // this very one, not one to the same address
  private synchronized boolean taken(JMXConnector used) {
    boolean current = connector.isPresent() && connector.get() == used;
    if (current) {
      connector = Optional.empty();
    }
    return current;
  }

  /** The connector, which is then no longer there. */
  private synchronized Optional<JMXConnector> taken() {
    Optional<JMXConnector> taken = connector;
    connector = Optional.empty();
    return taken;
  }

  private static void closeQuietly(JMXConnector connector) {
    try {
      connector.close();
    } catch (IOException e) {
      System.getLogger(JmxConnection.class.getName())
          .log(System.Logger.Level.DEBUG, "closing a lost connection", e);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    taken().ifPresent(JmxConnection::closeQuietly);
  }
}
