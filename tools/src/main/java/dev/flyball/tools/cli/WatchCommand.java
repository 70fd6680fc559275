package dev.flyball.tools.cli;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.flyball.base.OneLine;
import dev.flyball.dashboard.Dashboard;
import dev.flyball.dashboard.DashboardBuilder;
import dev.flyball.dashboard.RemotePools;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.UnknownHostException;
import java.rmi.server.RMISocketFactory;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball watch}: the dashboard of a program that runs already, or its pools as text. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "The pools of a program that runs already, live in the browser.",
      "",
      "PROGRAM is a process of yours on this machine, by its number, or HOST:PORT, where a program"
          + " listens for JMX (started with -Dcom.sun.management.jmxremote.port=PORT). The program"
          + " needs nothing but its pools, opened by Flyball.pool or Flyball.open, and its pipelines,"
          + " registered by FlowMonitor. The line that is printed has the page's address. Ends with"
          + " Ctrl-C, or when the process does."
    },
    footer = {
      "",
      "The password of --user is that of the environment variable "
          + Password.JMX_VARIABLE
          + ","
          + " else it is asked for on the terminal."
    })
final class WatchCommand implements Callable<Integer> {

  private static final Pattern PROCESS = Pattern.compile("\\d{1,10}");
  private static final Pattern PLACE =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]/]+):(\\d{1,5})");

  /** A program that has not shown its pools by then is given up, whatever it does meanwhile. */
  private static final long FOUND_SECONDS_MAX = 4;

  private static final List<String> PAGE_OPTIONS =
      List.of("--port", "--address", "--host", "--updates", "--print-token", "--token-file");

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PROGRAM",
      arity = "0..1",
      description = "A process's number, or HOST:PORT.")
  private @Nullable String program;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The user that HOST:PORT asks for, who must have readwrite access there.")
  private @Nullable String user;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The page's port; 0 takes any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "The address to listen at (default: ${DEFAULT-VALUE}). Whoever reaches it may read; only"
              + " this machine may turn switches.")
  private String address = "127.0.0.1";

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "A name by which browsers call this machine, besides localhost and addresses.")
  private List<String> hosts = List.of();

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "2",
      description = "Updates per second, from 1 to 10 (default: ${DEFAULT-VALUE}).")
  private int updates;

  @Mixin private final TokenOptions token = new TokenOptions();

  @Option(
      names = "--text",
      description =
          "Show the pools as text, without a page: anew each second on a terminal, once elsewhere.")
  private boolean text;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(new AnswerFilter());
    }
    if (RMISocketFactory.getSocketFactory() == null) {
      RMISocketFactory.setSocketFactory(new AnswerSockets());
    }
    requireNoPageOptions();
    DashboardBuilder plan = plan();
    String wanted = program == null ? "" : program;
    Optional<ProcessHandle> process = process(wanted);
    RemotePools pools = process.isPresent() ? attach(process.get()) : connect(wanted);
    String found = foundInTime(pools);
    PrintWriter out = spec.commandLine().getOut();
    if (text) {
      CountDownLatch ended = ended(process);
      new WatchedText(pools, Terminal.here(), out).show(ended);
      if (ended.getCount() == 0) {
        out.println("The process has ended.");
      }
      return 0;
    }
    try (Dashboard dashboard = plan.watching(pools).announcing(line -> {}).start()) {
      out.println("dashboard at " + dashboard.address());
      out.println("Watching " + pools.name() + ", " + found + " there.");
      out.println(token.line(dashboard));
      out.flush();
      ended(process).await();
      out.println("The process has ended.");
    }
    return 0;
  }

  /** How much there is to see now; the connection is made for it. */
  private static String found(RemotePools program) {
    int pools = program.pools().size();
    int flows = program.flows().size();
    String found = pools == 1 ? "1 pool" : pools + " pools";
    return flows == 0
        ? found
        : found + " and " + (flows == 1 ? "1 pipeline" : flows + " pipelines");
  }

  /**
   * The same, on a thread of its own: many answers that are each in time, and the work of reading a
   * hostile one, add up.
   */
  private static String foundInTime(RemotePools program) throws IOException, InterruptedException {
    FutureTask<String> looking = new FutureTask<>(() -> found(program));
    Thread thread = new Thread(looking, "flyball-watch-first-look");
    thread.setDaemon(true);
    thread.start();
    try {
      return looking.get(FOUND_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "no connection to " + program.name() + ": no answer within " + FOUND_SECONDS_MAX + " s",
          e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause(), "cause");
      String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      throw new IOException(OneLine.of(why), cause);
    }
  }

  private DashboardBuilder plan() {
    try {
      DashboardBuilder plan =
          token.on(port).updatesPerSecond(updates).address(InetAddress.getByName(address));
      hosts.forEach(plan::host);
      return plan;
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    } catch (UnknownHostException e) {
      throw refused("--address must be an address of this machine but was '" + address + "'");
    }
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  /** The process of that number; empty where a place was given. */
  private Optional<ProcessHandle> process(String program) {
    if (program.isEmpty()) {
      throw refused("Missing which program to watch: " + running());
    }
    if (!PROCESS.matcher(program).matches()) {
      return Optional.empty();
    }
    if (user != null) {
      throw refused("--user is for HOST:PORT, for a process of yours asks for none");
    }
    Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(program));
    if (process.isEmpty()) {
      throw refused("there is no process " + program + "; " + running());
    }
    return process;
  }

  private static String running() {
    long own = ProcessHandle.current().pid();
    String found =
        VirtualMachine.list().stream()
            .filter(machine -> !machine.id().equals(Long.toString(own)))
            .map(WatchCommand::described)
            .collect(Collectors.joining(", "));
    return found.isEmpty() ? "no other Java program runs here" : "here run " + found;
  }

  private static String described(VirtualMachineDescriptor machine) {
    String[] words = machine.displayName().strip().split("\\s+", 2);
    String name = OneLine.of(words[0]);
    return name.isEmpty() ? machine.id() : machine.id() + " (" + name + ")";
  }

  private RemotePools attach(ProcessHandle process) throws IOException {
    String id = Long.toString(process.pid());
    // To one that is none, attaching sends a signal that ends it.
    VirtualMachineDescriptor described =
        VirtualMachine.list().stream()
            .filter(machine -> machine.id().equals(id))
            .findFirst()
            .orElseThrow(() ->
                new IOException(
                    "process " + id + " must be a Java program of yours but is not; " + running()));
    try {
      VirtualMachine machine = VirtualMachine.attach(id);
      try {
        JMXServiceURL there = new JMXServiceURL(machine.startLocalManagementAgent());
        return RemotePools.at("process " + id, there).startedAs(described.displayName());
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException | IOException e) {
      throw new IOException(
          "process " + id + " must let itself be attached to but does not: " + e.getMessage(), e);
    }
  }

  private RemotePools connect(String program) {
    Matcher place = PLACE.matcher(program);
    if (!place.matches() || Integer.parseInt(place.group(2)) > 65_535) {
      throw refused("PROGRAM must be a process's number or HOST:PORT but was '" + program + "'");
    }
    try {
      JMXServiceURL there =
          new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + program + "/jmxrmi");
      return user == null
          ? RemotePools.at(program, there)
          : RemotePools.at(program, there, user, Password.of(user, Password.JMX_VARIABLE));
    } catch (MalformedURLException e) {
      throw refused("PROGRAM must be HOST:PORT but was '" + program + "'");
    }
  }

  /** Open until the process ends, where it is one; Ctrl-C ends this one. */
  private static CountDownLatch ended(Optional<ProcessHandle> process) {
    CountDownLatch ended = new CountDownLatch(1);
    process.ifPresent(it -> {
      var unused = it.onExit().thenRun(ended::countDown);
    });
    return ended;
  }

  /** Text has no page, so what is said of one is a mistake. */
  private void requireNoPageOptions() {
    for (String option : PAGE_OPTIONS) {
      if (text && spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw refused("--text shows no page, so " + option + " must not be given");
      }
    }
  }
}
