package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.server.Control;
import dev.flyball.lab.goodput.server.ServerMain;
import dev.flyball.lab.goodput.server.Station;
import dev.flyball.lab.harness.ChildProcess;
import dev.flyball.lab.harness.TemporaryFolder;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/**
 * One server in a process of its own. It ends when it is closed, and by itself when this process
 * has died.
 */
final class ServerProcess implements AutoCloseable {

  private static final int LOG_LINES_SHOWN = 12;
  private static final int LOOK_MILLIS = 200;
  private static final int ANSWER_MILLIS = 5_000;
  private static final long START_NANOS_MAX = 90_000_000_000L;

  private final String name;
  private final TemporaryFolder folder;
  private final ServerSocket control;
  private final ChildProcess child;
  private final Socket line;
  private final int port;
  private final double stepsPerNano;

  /**
   * Starts it, and waits until it takes requests.
   *
   * @param stepsPerNano the speed of the processor, as another server of this board measured it
   * @throws IOException when it cannot be started, or dies; the message shows the end of its log
   */
  ServerProcess(
      ServerKind kind, Row row, ServerJdk jdk, CoreSplit cores, OptionalDouble stepsPerNano)
      throws IOException {
    this.name = kind.id();
    this.folder = TemporaryFolder.create("flyball-goodput-");
    this.control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    ProcessBuilder builder = new ProcessBuilder(command(kind, row, jdk, cores, stepsPerNano));
    if (kind == ServerKind.LIBERTY) {
      builder.environment().putAll(Liberty.environment(folder.path()));
    }
    builder
        .redirectErrorStream(true)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(log().toFile());
    this.child = ChildProcess.start(builder);
    try {
      this.line = accepted();
      String[] ready = firstLine().split(" ", -1);
      this.port = Integer.parseInt(ready[1]);
      this.stepsPerNano = Double.parseDouble(ready[2]);
      awaitAnswer();
    } catch (IOException | RuntimeException failure) {
      end();
      throw failure;
    }
  }

  private List<String> command(
      ServerKind kind, Row row, ServerJdk jdk, CoreSplit cores, OptionalDouble steps)
      throws IOException {
    List<String> command = new ArrayList<>(cores.forServer());
    command.add(jdk.java());
    command.add("-D" + Station.ROW + "=" + row.name());
    command.add("-D" + Control.PORT + "=" + control.getLocalPort());
    steps.ifPresent(perNano -> command.add("-D" + Station.STEPS + "=" + perNano));
    if (kind == ServerKind.LIBERTY) {
      command.addAll(Liberty.fetched().prepare(folder.path()));
    } else {
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(ServerMain.class.getName(), kind.id(), folder.path().toString()));
    }
    return command;
  }

  /** Waits for the first answer: some open their port after they have made their servlets. */
  private void awaitAnswer() throws IOException {
    long beganNanos = System.nanoTime();
    while (!answers()) {
      if (!isAlive()) {
        throw died();
      }
      if (System.nanoTime() - beganNanos > START_NANOS_MAX) {
        throw new IOException(
            "server " + name + " does not answer; the end of its log:" + logEnd());
      }
      LockSupport.parkNanos(LOOK_MILLIS * 1_000_000L);
    }
  }

  private boolean answers() {
    try {
      HttpURLConnection asked = (HttpURLConnection) uri().toURL().openConnection();
      asked.setConnectTimeout(ANSWER_MILLIS);
      asked.setReadTimeout(ANSWER_MILLIS);
      return asked.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notYet) {
      return false;
    }
  }

  private Path log() {
    return folder.path().resolve("server.log");
  }

  private Socket accepted() throws IOException {
    control.setSoTimeout(LOOK_MILLIS);
    long beganNanos = System.nanoTime();
    while (System.nanoTime() - beganNanos < START_NANOS_MAX) {
      try {
        return control.accept();
      } catch (SocketTimeoutException notYet) {
        if (!isAlive()) {
          throw died();
        }
      }
    }
    throw new IOException(
        "server "
            + name
            + " did not start within "
            + START_NANOS_MAX / 1e9
            + " s; the end of its log:"
            + logEnd());
  }

  private String firstLine() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(line.getInputStream(), StandardCharsets.US_ASCII));
    String text = lines.readLine();
    if (text == null) {
      throw died();
    }
    return text;
  }

  private IOException died() {
    return new IOException("server " + name + " died; the end of its log:" + logEnd());
  }

  private String logEnd() {
    try {
      List<String> lines = Files.readAllLines(log());
      return "\n  "
          + String.join(
              "\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
    } catch (IOException unreadable) {
      return " " + unreadable;
    }
  }

  /** Where it takes requests. */
  URI uri() {
    return URI.create("http://127.0.0.1:" + port + "/");
  }

  /** The speed of the processor that it works with. */
  double stepsPerNano() {
    return stepsPerNano;
  }

  /** Sets the speed of its backend. */
  void speed(double factor) throws IOException {
    line.getOutputStream().write(("speed " + factor + "\n").getBytes(StandardCharsets.US_ASCII));
    line.getOutputStream().flush();
  }

  /** CPU time of its process so far; zero where the system does not say. */
  Duration cpuTime() {
    return child.process().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  boolean isAlive() {
    return child.process().isAlive();
  }

  @Override
  public void close() throws IOException {
    try (line) {
      end();
    }
  }

  private void end() throws IOException {
    child.close();
    control.close();
    folder.close();
  }
}
