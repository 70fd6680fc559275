package dev.flyball.adapters.servlet;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;

/** A Tomcat. */
final class TomcatServer implements TestServer {

  /** Kept in a field, since the log manager forgets the levels of unreferenced loggers. */
  private static final List<Logger> QUIET =
      Stream.of("org.apache.catalina", "org.apache.coyote", "org.apache.tomcat")
          .map(Logger::getLogger)
          .toList();

  /** Kept for the same reason. */
  private final List<Logger> servletLoggers;

  private final Tomcat tomcat = new Tomcat();
  private final Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /**
   * Starts it.
   *
   * @param onWorkers whether admitted requests run in the pool's threads
   */
  TomcatServer(Path folder, AdmissionFilter filter, boolean onWorkers) throws LifecycleException {
    QUIET.forEach(logger -> logger.setLevel(Level.OFF));
    tomcat.setBaseDir(folder.toString());
    tomcat.getEngine().setName("tomcat-" + System.identityHashCode(this));
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.addUpgradeProtocol(new Http2Protocol());
    if (onWorkers) {
      connector.getProtocolHandler().setExecutor(WorkerDispatch.over(threads));
    }
    tomcat.setConnector(connector);
    StandardContext context = (StandardContext) tomcat.addContext("", null);
    context.setUnloadDelay(100);
    context.addServletContainerInitializer(
        (none, servlets) -> TestServer.setUp(servlets, filter), Set.of());
    tomcat.start();
    servletLoggers =
        Stream.of(context.findChildren())
            .map(child -> Logger.getLogger(child.getLogName()))
            .toList();
    servletLoggers.forEach(logger -> logger.setLevel(Level.OFF));
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException failure) {
      throw new IllegalStateException("the server did not stop cleanly", failure);
    }
    threads.shutdownNow();
  }
}
