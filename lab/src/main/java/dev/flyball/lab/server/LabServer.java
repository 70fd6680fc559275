package dev.flyball.lab.server;

import dev.flyball.base.Require;
import dev.flyball.lab.harness.TemporaryFolder;
import dev.flyball.lab.server.Service.Work;
import dev.flyball.lab.server.Workload.RequestKind;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Globals;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;

/**
 * A running HTTP server on loopback whose requests do their work on the pool under test.
 *
 * <p>It keeps connections open without a limit of requests or idle time. So only an overloaded pool
 * breaks a client's connections, never the server's housekeeping. The caller owns the pool: closing
 * the server does not end it.
 */
public final class LabServer implements AutoCloseable {

  /** A port of which the system chooses the number. */
  public static final int ANY_PORT = 0;

  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_CONNECTIONS = 16_384;
  private static final int BACKLOG = 8_192;
  private static final int RECEIVER_THREADS = 4;
  private static final int UNLOAD_MILLIS = 100;

  /** Kept in a field, since the log manager forgets the levels of unreferenced loggers. */
  private static final List<Logger> QUIET =
      Stream.of("org.apache.catalina", "org.apache.coyote", "org.apache.tomcat")
          .map(Logger::getLogger)
          .toList();

  private static final AtomicInteger STARTED = new AtomicInteger();

  private final Tomcat tomcat;
  private final WorkServlet servlet;
  private final Logger servletLogger;
  private final TemporaryFolder folder;
  private final int port;

  private LabServer(
      Tomcat tomcat, WorkServlet servlet, Logger servletLogger, TemporaryFolder folder, int port) {
    this.tomcat = tomcat;
    this.servlet = servlet;
    this.servletLogger = servletLogger;
    this.folder = folder;
    this.port = port;
  }

  /**
   * Prepares the workload (writes its files, calibrates its CPU work) and starts a server for it. A
   * few threads of its own read and parse requests, and hand the work on with the id of its kind.
   *
   * @param port the port to listen on, or {@link #ANY_PORT}
   * @param workload the kinds of request it knows
   * @param pool takes work of a kind, to be run once on a worker; a {@link
   *     RejectedExecutionException} is answered with 503
   * @throws BindException when the port is taken; the message names it
   */
  public static LabServer start(int port, Workload workload, BiConsumer<String, Runnable> pool)
      throws IOException {
    Require.between("port", 0, 65_535, port);
    requireFree(port);
    TemporaryFolder folder = TemporaryFolder.create("flyball-lab-");
    try {
      Map<String, Work> works = new HashMap<>();
      for (RequestKind kind : workload.kinds()) {
        works.put(kind.id(), kind.service().prepare(folder.path()));
      }
      return start(port, new WorkServlet(works, pool), folder);
    } catch (IOException | RuntimeException | Error failure) {
      folder.close();
      throw failure;
    }
  }

  private static LabServer start(int port, WorkServlet servlet, TemporaryFolder folder)
      throws IOException {
    // What a client breaks off is counted there; what fails here is thrown.
    QUIET.forEach(logger -> logger.setLevel(Level.OFF));
    TomcatURLStreamHandlerFactory.disable();
    Tomcat tomcat = tomcat(folder.path());
    Connector connector = connector(port);
    tomcat.setConnector(connector);
    Logger servletLogger = addServlet(tomcat, servlet);
    try {
      tomcat.start();
      return new LabServer(tomcat, servlet, servletLogger, folder, connector.getLocalPort());
    } catch (LifecycleException failure) {
      stop(tomcat);
      throw new IOException("could not start a server on port " + port, failure);
    }
  }

  /**
   * A Tomcat in a folder. It leaves that folder in a system property, from which the next Tomcat of
   * the JVM would make it again; so the property is put back.
   */
  private static Tomcat tomcat(Path folder) {
    String home = System.getProperty(Globals.CATALINA_HOME_PROP);
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.getEngine().setName("flyball-lab-" + STARTED.incrementAndGet());
    if (home == null) {
      System.clearProperty(Globals.CATALINA_HOME_PROP);
    }
    return tomcat;
  }

  /**
   * Tries the port first: Tomcat would log a stack trace before the error can be reported. Another
   * program may take the port in between; then {@code start} fails a little less clearly.
   */
  private static void requireFree(int port) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
    } catch (BindException taken) {
      BindException named =
          new BindException("port must be free but " + port + " on " + LOOPBACK + " is taken");
      named.initCause(taken);
      throw named;
    }
  }

  private static Connector connector(int port) {
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(port);
    connector.setThrowOnFailure(true);
    Map.of(
            "address", LOOPBACK,
            "maxConnections", MAX_CONNECTIONS,
            "acceptCount", BACKLOG,
            "maxKeepAliveRequests", -1,
            "connectionTimeout", -1,
            "keepAliveTimeout", -1,
            "processorCache", -1,
            "minSpareThreads", RECEIVER_THREADS,
            "maxThreads", RECEIVER_THREADS)
        .forEach((name, value) -> connector.setProperty(name, value.toString()));
    return connector;
  }

  /**
   * Adds the servlet, and returns its logger, silenced: an answer that breaks off is known to its
   * work, and seen by the client. The logger has to be held, or the silence is forgotten.
   */
  private static Logger addServlet(Tomcat tomcat, WorkServlet servlet) {
    StandardContext context = (StandardContext) tomcat.addContext("", null);
    context.setUnloadDelay(UNLOAD_MILLIS);
    Wrapper wrapper = Tomcat.addServlet(context, "work", servlet);
    wrapper.setAsyncSupported(true);
    wrapper.setLoadOnStartup(1);
    context.addServletMapping("/kind/*", "work");
    Logger logger = Logger.getLogger(wrapper.getLogName());
    logger.setLevel(Level.OFF);
    return logger;
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** The address under which the kinds lie: a request goes to it with the kind's id at the end. */
  public URI uri() {
    return URI.create("http://" + LOOPBACK + ":" + port + "/kind/");
  }

  /**
   * Stops listening and closes every connection, including those with requests in work. A request
   * that has begun goes on in its pool; its answer is lost. The servlet leaves first, so no work
   * that fails meanwhile is sent through a context that is being taken down.
   */
  @Override
  public void close() {
    try {
      servlet.leave();
      stop(tomcat);
    } finally {
      servletLogger.setLevel(null);
      folder.close();
    }
  }

  private static void stop(Tomcat tomcat) {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException failure) {
      throw new IllegalStateException("the server did not stop cleanly", failure);
    }
  }
}
