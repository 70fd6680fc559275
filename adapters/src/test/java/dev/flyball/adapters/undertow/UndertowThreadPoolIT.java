package dev.flyball.adapters.undertow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.adapters.base.ServerThreadsContract;
import io.undertow.Undertow;
import io.undertow.server.handlers.BlockingHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.xnio.Options;
import org.xnio.XnioWorker;

/** The worker threads of an Undertow, governed where they stand. */
class UndertowThreadPoolIT extends ServerThreadsContract {

  /** Kept in a field, since the log manager forgets the levels of unreferenced loggers. */
  private static final List<Logger> QUIET =
      Stream.of("io.undertow", "org.xnio", "org.jboss.threads").map(Logger::getLogger).toList();

  static {
    QUIET.forEach(logger -> logger.setLevel(Level.OFF));
    System.setProperty("jboss.threads.eqe.statistics", "true");
    System.setProperty("jboss.threads.eqe.statistics.active-count", "true");
  }

  /** An Undertow. */
  record Server(Undertow undertow, XnioWorker worker) implements Running {

    @Override
    public int port() {
      return ((InetSocketAddress) undertow.getListenerInfo().get(0).getAddress()).getPort();
    }

    @Override
    public Object pool() {
      return undertow;
    }

    @Override
    public int threads() {
      return worker.getMXBean().getWorkerPoolSize();
    }

    @Override
    public String settings() {
      try {
        return worker.getOption(Options.WORKER_TASK_CORE_THREADS)
            + " to "
            + worker.getOption(Options.WORKER_TASK_MAX_THREADS)
            + " threads";
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      undertow.stop();
    }
  }

  @Override
  protected Server start(int threads, Runnable work) {
    Undertow undertow =
        Undertow.builder()
            .addHttpListener(0, "127.0.0.1")
            .setWorkerThreads(threads)
            .setHandler(new BlockingHandler(exchange -> work.run()))
            .build();
    undertow.start();
    return new Server(undertow, undertow.getWorker());
  }

  @Test
  void namesWhatCannotBeGoverned() {
    Undertow idle = Undertow.builder().build();
    assertThatThrownBy(() -> Flyball.govern("not started", idle))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("server must be started");
  }

  /** In a process of its own, since the counts are turned on when a class is loaded. */
  @Test
  void refusesAWorkerThatDoesNotCount() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Uncounted.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said)
        .contains("worker must count its tasks but ")
        .contains("-Djboss.threads.eqe.statistics=true")
        .contains("-Djboss.threads.eqe.statistics.active-count=true");
  }

  /** Says why a worker is refused. */
  static final class Uncounted {

    private Uncounted() {}

    public static void main(String[] args) {
      Undertow undertow = Undertow.builder().addHttpListener(0, "127.0.0.1").build();
      undertow.start();
      try {
        Flyball.govern("uncounted", undertow).close();
      } catch (IllegalArgumentException e) {
        System.out.println(e.getMessage());
      } finally {
        undertow.stop();
      }
    }
  }
}
