package org.example.orders;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.Uuid;

/** A Kafka broker in a process of its own, which is its own controller (KRaft). */
final class Broker implements AutoCloseable {

  private final Process process;
  private final String address;

  /** Starts one that keeps its data and its log in that folder. */
  Broker(Path folder) throws IOException, InterruptedException {
    int port = freePort();
    int controllerPort = freePort();
    this.address = "localhost:" + port;
    Path settings = folder.resolve("server.properties");
    Files.write(
        settings,
        List.of(
            "process.roles=broker,controller",
            "node.id=1",
            "controller.quorum.voters=1@localhost:" + controllerPort,
            "controller.listener.names=CONTROLLER",
            "listeners=PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controllerPort,
            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs=" + folder.resolve("data"),
            "offsets.topic.replication.factor=1",
            "offsets.topic.num.partitions=1",
            "transaction.state.log.replication.factor=1",
            "transaction.state.log.min.isr=1",
            "group.initial.rebalance.delay.ms=0",
            "group.consumer.min.session.timeout.ms=1000",
            "group.consumer.session.timeout.ms=" + KilledOrdersTest.SESSION_MILLIS,
            "group.consumer.min.heartbeat.interval.ms=500",
            "group.consumer.heartbeat.interval.ms=500"));
    String id = Uuid.randomUuid().toString();
    Process format =
        java(folder, "kafka.tools.StorageTool", "format", "-t", id, "-c", settings.toString());
    if (format.waitFor() != 0) {
      throw new IOException(
          "the broker's folder was not formatted: " + Files.readString(log(folder)));
    }
    this.process = java(folder, "kafka.Kafka", settings.toString());
    while (!answers(port)) {
      if (!process.isAlive()) {
        throw new IOException("the broker ended: " + Files.readString(log(folder)));
      }
      LockSupport.parkNanos(50_000_000);
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket("localhost", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Path log(Path folder) {
    return folder.resolve("broker.log");
  }

  private static Process java(Path folder, String... mainClassAndArguments) throws IOException {
    return java(
        log(folder),
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"),
        mainClassAndArguments);
  }

  /** Starts a program on this test's class path; what it says is added to that file. */
  static Process java(Path log, List<String> options, String... mainClassAndArguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(options);
    command.addAll(List.of(mainClassAndArguments));
    Process started =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    return started;
  }

  /** Where clients find it. */
  String address() {
    return address;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
