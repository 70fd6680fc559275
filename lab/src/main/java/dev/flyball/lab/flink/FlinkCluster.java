package dev.flyball.lab.flink;

import dev.flyball.flink.trial.TrialJob;
import dev.flyball.flink.trial.TrialLoad;
import dev.flyball.flink.trial.TrialProcess;
import dev.flyball.lab.harness.ChildProcess;
import dev.flyball.lab.harness.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JobManager and some TaskManagers, each a process on this machine that listens on 127.0.0.1
 * only. They end when this is closed, and by themselves when this process has died.
 *
 * <p>One thread at a time.
 */
public final class FlinkCluster implements AutoCloseable {

  /** The system property with the folder that Flink's jars lie in. */
  public static final String LIBRARIES = "flyball.flink.libraries";

  private static final int LOOK_MILLIS = 200;
  private static final int ANSWER_MILLIS = 5_000;
  private static final long START_NANOS_MAX = 180_000_000_000L;
  private static final int LOG_LINES_SHOWN = 12;
  private static final Pattern SLOTS = Pattern.compile("\"slots-total\":(\\d+)");

  private final TemporaryFolder folder;
  private final List<Running> taskManagers = new ArrayList<>();
  private final List<Running> others = new ArrayList<>();
  private final int slotsEach;
  private final int port;
  private int started;

  /** A process, and its log. */
  private record Running(ChildProcess child, Path log) {
    Process process() {
      return child.process();
    }
  }

  private FlinkCluster(TemporaryFolder folder, int slotsEach, int port) {
    this.folder = folder;
    this.slotsEach = slotsEach;
    this.port = port;
  }

  /**
   * The folder that Flink's jars lie in.
   *
   * @throws IllegalArgumentException when they are not
   */
  static Path libraries() {
    String place = System.getProperty(LIBRARIES, "");
    if (place.isEmpty() || !Files.isDirectory(Path.of(place))) {
      throw new IllegalArgumentException(
          "Flink's jars must lie in the folder that the system property "
              + LIBRARIES
              + " names, where ./flyball flow flink demo puts them, but it was '"
              + place
              + "'");
    }
    return Path.of(place);
  }

  /**
   * Starts a cluster, and waits until all its slots are there.
   *
   * @throws IOException when it cannot be started; the message shows the end of a log
   */
  public static FlinkCluster start(int taskManagers, int slotsEach)
      throws IOException, InterruptedException {
    libraries();
    int rpcPort = freePort();
    FlinkCluster cluster =
        new FlinkCluster(TemporaryFolder.create("flyball-flink-"), slotsEach, freePort());
    try {
      cluster.configure(rpcPort);
      cluster.others.add(cluster.process("jobmanager"));
      for (int i = 0; i < taskManagers; i++) {
        cluster.startTaskManager();
      }
      cluster.awaitSlots();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Adds a TaskManager; its slots are there a moment later. */
  public void startTaskManager() throws IOException {
    taskManagers.add(process("taskmanager"));
  }

  /** Kills a TaskManager, as a machine that fails does. */
  public void killTaskManager() {
    taskManagers.remove(0).child().close();
  }

  /** Submits the trial job, which reads its load from the file. */
  public void submit(Path load) throws IOException, InterruptedException {
    Running client =
        run(
            "client",
            List.of(
                TrialJob.class.getName(),
                "127.0.0.1",
                String.valueOf(port),
                load.toAbsolutePath().toString()));
    others.add(client);
    if (client.process().waitFor() != 0) {
      throw new IOException(
          "the job could not be submitted; the end of the log:" + end(client.log()));
    }
  }

  /** A file for a load, gone with the cluster. */
  public Path loadFile(TrialLoad load) throws IOException {
    Path file = folder.path().resolve("load");
    load.write(file);
    return file;
  }

  /** The REST interface. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  private void configure(int rpcPort) throws IOException {
    Path conf = Files.createDirectories(folder.path().resolve("conf"));
    String text =
        String.format(
            Locale.ROOT,
            """
            jobmanager.rpc.address: 127.0.0.1
            jobmanager.bind-host: 127.0.0.1
            jobmanager.rpc.port: %d
            jobmanager.scheduler: adaptive
            jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling: 1s
            jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout: 1s
            jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout: 1s
            rest.address: 127.0.0.1
            rest.bind-address: 127.0.0.1
            rest.port: %d
            web.refresh-interval: 200
            metrics.fetcher.update-interval: 200
            taskmanager.bind-host: 127.0.0.1
            taskmanager.host: 127.0.0.1
            taskmanager.numberOfTaskSlots: %d
            taskmanager.cpu.cores: %d.0
            taskmanager.memory.framework.heap.size: 64m
            taskmanager.memory.framework.off-heap.size: 64m
            taskmanager.memory.task.heap.size: 64m
            taskmanager.memory.task.off-heap.size: 0m
            taskmanager.memory.segment-size: 4k
            taskmanager.network.memory.buffer-debloat.enabled: true
            taskmanager.memory.network.min: 16m
            taskmanager.memory.network.max: 16m
            taskmanager.memory.managed.size: 0m
            taskmanager.memory.jvm-metaspace.size: 128m
            taskmanager.memory.jvm-overhead.min: 64m
            taskmanager.memory.jvm-overhead.max: 64m
            io.tmp.dirs: "%s"
            """,
            rpcPort,
            port,
            slotsEach,
            slotsEach,
            folder.path().toString().replace("\"", ""));
    Files.writeString(conf.resolve("config.yaml"), text);
  }

  private Running process(String kind) throws IOException {
    return run(
        kind,
        List.of(
            TrialProcess.class.getName(),
            kind,
            "--configDir",
            folder.path().resolve("conf").toString()));
  }

  private Running run(String name, List<String> main) throws IOException {
    started++;
    Path log = folder.path().resolve(name + "-" + started + ".log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    for (String opened : List.of("java.lang", "java.util", "java.net", "java.nio", "sun.nio.ch")) {
      command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", libraries() + "/*" + File.pathSeparator + ours()));
    command.addAll(main);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(variable -> variable.startsWith("FLINK_"));
    builder.directory(folder.path().toFile()).redirectOutput(log.toFile());
    return new Running(ChildProcess.start(builder), log);
  }

  /** Our own classes. */
  private static String ours() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .filter(entry ->
            Files.isDirectory(Path.of(entry))
                || String.valueOf(Path.of(entry).getFileName()).startsWith("flyball"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private void awaitSlots() throws IOException, InterruptedException {
    long began = System.nanoTime();
    int wanted = taskManagers.size() * slotsEach;
    while (slots() < wanted) {
      for (Running running : Stream.of(others, taskManagers).flatMap(List::stream).toList()) {
        if (!running.process().isAlive() || System.nanoTime() - began > START_NANOS_MAX) {
          throw new IOException(
              "cluster must have "
                  + wanted
                  + " slots but had fewer; the end of a log:"
                  + end(running.log()));
        }
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private int slots() {
    try {
      HttpURLConnection asked =
          (HttpURLConnection) url().resolve("/overview").toURL().openConnection();
      asked.setConnectTimeout(ANSWER_MILLIS);
      asked.setReadTimeout(ANSWER_MILLIS);
      Matcher found =
          SLOTS.matcher(new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      return found.find() ? Integer.parseInt(found.group(1)) : 0;
    } catch (IOException notYet) {
      return 0;
    }
  }

  private static String end(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return "\n  "
        + String.join(
            "\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
  }

  /** One that is free now. */
  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  @Override
  public void close() {
    try (folder) {
      Stream.of(taskManagers, others)
          .flatMap(List::stream)
          .forEach(running -> running.child().close());
    }
  }
}
