package dev.flyball.tools.cli.watch;

import dev.flyball.dashboard.Dashboard;
import dev.flyball.dashboard.DashboardBuilder;
import dev.flyball.dashboard.RemotePools;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Password;
import dev.flyball.tools.cli.shared.TokenOptions;
import dev.flyball.tools.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
public final class WatchCommand implements Callable<Integer> {

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
    AnswerFilter.install();
    AnswerSockets.install();
    requireNoPageOptions();
    DashboardBuilder plan = plan();
    String wanted = program == null ? "" : program;
    Optional<JavaProcess> process = process(wanted);
    RemotePools pools = process.isPresent() ? attach(process.get()) : connect(wanted);
    String found = TimeLimit.ask(pools.name(), FOUND_SECONDS_MAX, () -> found(pools));
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
  private Optional<JavaProcess> process(String program) {
    if (program.isEmpty()) {
      throw refused("Missing which program to watch: " + JavaProcess.running());
    }
    if (!JavaProcess.isNumber(program)) {
      return Optional.empty();
    }
    if (user != null) {
      throw refused("--user is for HOST:PORT, for a process of yours asks for none");
    }
    return Arguments.checked(spec, () -> Optional.of(JavaProcess.of(program)));
  }

  private static RemotePools attach(JavaProcess process) throws IOException {
    return RemotePools.at(process.name(), process.beanServer()).startedAs(process.commandName());
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
  private static CountDownLatch ended(Optional<JavaProcess> process) {
    CountDownLatch ended = new CountDownLatch(1);
    process.ifPresent(it -> {
      var unused = it.handle().onExit().thenRun(ended::countDown);
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
