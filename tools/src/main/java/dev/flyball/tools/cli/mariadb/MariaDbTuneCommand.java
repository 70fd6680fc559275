package dev.flyball.tools.cli.mariadb;

import dev.flyball.adapters.mariadb.Knob;
import dev.flyball.adapters.mariadb.MariaDbThreadPool;
import dev.flyball.adapters.mariadb.Objective;
import dev.flyball.adapters.mariadb.ServerAccess;
import dev.flyball.lab.report.PictureFiles;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.tuning.LoadedMariaDb.MariaDbTestServer;
import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Memory;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Password;
import dev.flyball.tools.cli.shared.PicturesOption;
import dev.flyball.tools.cli.shared.ShellWord;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball mariadb tune}: govern a running server's thread pool. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Governs thread_pool_size of a running MariaDB server or Percona Server, with every move"
          + " explained.",
      "",
      "The server must run with thread_handling=pool-of-threads. The account needs the privilege"
          + " CONNECTION ADMIN (SYSTEM_VARIABLES_ADMIN on Percona Server), and none with --dry-run."
          + " Its password is taken from the environment"
          + " variable FLYBALL_MARIADB_PASSWORD, or asked for where there is a terminal. However"
          + " the run ends, what was found at its start is put back, unless --keep says otherwise."
    })
final class MariaDbTuneCommand implements Callable<Integer> {

  private static final int SIZE_MAX = 100_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      required = true,
      paramLabel = "URL",
      description =
          "Where the server is, as in jdbc:mariadb://db.example:3306/?sslMode=verify-full; without"
              + " account and password.")
  private String url = "";

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The account's name (default: that of the system's user).")
  private String user = System.getProperty("user.name", "");

  @Option(
      names = "--policy",
      paramLabel = "SPEC",
      description =
          "The policy that chooses the sizes (default: " + MariaDbTestServer.STANDARD_POLICY + ").")
  private String policy = MariaDbTestServer.STANDARD_POLICY;

  @Option(
      names = "--objective",
      paramLabel = "WHAT",
      defaultValue = "questions",
      description =
          "What counts as done: questions (statements of clients), or commits (transactions that"
              + " end with COMMIT) (default: ${DEFAULT-VALUE}).")
  private String objective = "questions";

  @Option(
      names = "--min",
      paramLabel = "N",
      defaultValue = "1",
      description = "The smallest size to try (default: ${DEFAULT-VALUE}).")
  private int min;

  @Option(
      names = "--max",
      paramLabel = "N",
      defaultValue = "128",
      description = "The largest size to try (default: ${DEFAULT-VALUE}).")
  private int max;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long to govern, as in 10m (default: until Ctrl-C).")
  private @Nullable String length;

  @Option(
      names = "--period",
      paramLabel = "TIME",
      defaultValue = "1s",
      description =
          "How often to look, for a policy that has no wish of its own (default:"
              + " ${DEFAULT-VALUE}).")
  private String period = "1s";

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "How long to wait for an answer of the server (default: ${DEFAULT-VALUE}).")
  private String timeout = "5s";

  @Option(
      names = "--dry-run",
      description =
          "Only advise; nothing is written to the server. A policy that learns by moving, as the"
              + " default one does, can advise its first step only.")
  private boolean dryRun;

  @Option(
      names = "--keep",
      description =
          "Leave behind the size that was held for most of the last minute, where there is one, and"
              + " not what was found.")
  private boolean keep;

  @Option(
      names = "--knobs",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "size",
      description =
          "What to move, in turns: size, oversubscribe, stall-limit (default: ${DEFAULT-VALUE}).")
  private List<String> knobs = List.of("size");

  @Option(
      names = "--remember",
      paramLabel = "FILE",
      description =
          "Keep what is learned of each workload in FILE: read at the start if it is there, written"
              + " every half a minute and at the end. A workload that comes again is recognised, and"
              + " its search goes on where it was.")
  private @Nullable String remember;

  @Option(
      names = "--training",
      paramLabel = "FILE",
      split = ",",
      description =
          "Begin with what other runs have learned, too: their --remember files, of this server or"
              + " of one like it.")
  private List<String> training = List.of();

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description = "Write every decision to FILE as a line of JSON, behind what is there.")
  private @Nullable String journal;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the page with the pictures to FILE at the end.")
  private @Nullable String report;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON to FILE at the end.")
  private @Nullable String json;

  @Mixin private PicturesOption pictures;

  @Override
  public Integer call() {
    Tuning.Plan plan =
        new Tuning.Plan(
            Arguments.checked(spec, "--objective", this::objective),
            Arguments.checked(spec, "--policy", () -> parsed(policy)),
            policy,
            Arguments.checked(
                spec, "--max", () -> Limits.of(atMost("--min", min), atMost("--max", max))),
            Arguments.duration(spec, "--period", period),
            Arguments.duration(spec, "--timeout", timeout),
            Optional.ofNullable(length).map(text -> Arguments.duration(spec, "--for", text)),
            dryRun,
            keep,
            Arguments.checked(spec, "--knobs", this::knobs),
            Arguments.checked(spec, "--remember", () -> TuningMemory.open(remember, training)),
            command());
    checkTogether(plan);
    Consumer<TuningPage> ending = ending();
    // Refused before the password is asked for, and tried again with it.
    Arguments.checked(spec, "--url", () -> new ServerAccess(url, user, ""));
    try (TuningJournal lines =
        Arguments.checked(spec, "--journal", () -> TuningJournal.open(journal))) {
      ServerAccess access = new ServerAccess(url, user, Password.of(user, Password.VARIABLE));
      try (MariaDbThreadPool pool =
          MariaDbThreadPool.connect(access, plan.objective(), plan.timeout())) {
        return new Tuning(plan, access, pool, lines, ending).run();
      }
    }
  }

  /** Writes the page to where it is asked for, which is tried before the run begins. */
  private Consumer<TuningPage> ending() {
    Optional<RunOutput> page = place("--report", report);
    Optional<RunOutput> figures = place("--json", json);
    Optional<PictureFiles> files = pictures.check();
    return found -> {
      figures.ifPresent(place -> place.writeText(found.figures().json()));
      page.ifPresent(place -> place.write(found.page()));
      files.ifPresent(
          to -> PicturesOption.write(to, found.page(), spec.commandLine().getOut(), true));
    };
  }

  private Optional<RunOutput> place(String option, @Nullable String path) {
    if (path != null && RunOutput.isStandardOutput(path)) {
      throw refused(option + " must be a file, for standard output has the live view");
    }
    return Optional.ofNullable(path).map(to -> Arguments.output(spec, option, to));
  }

  private String command() {
    StringBuilder line = new StringBuilder("./flyball mariadb tune --url ");
    line.append(ShellWord.of(url)).append(" --user ").append(ShellWord.of(user));
    line.append(" --policy ").append(ShellWord.of(policy)).append(" --objective ");
    line.append(objective).append(" --min ").append(min).append(" --max ").append(max);
    line.append(length == null ? "" : " --for " + length).append(" --period ").append(period);
    line.append(remember == null ? "" : " --remember " + ShellWord.of(remember));
    line.append(
        training.isEmpty() ? "" : " --training " + ShellWord.of(String.join(",", training)));
    line.append(dryRun ? " --dry-run" : "").append(keep ? " --keep" : "");
    return line.append(" --knobs ").append(String.join(",", knobs)).toString();
  }

  private void checkTogether(Tuning.Plan plan) {
    if (plan.timeout().toMillis() < 1) {
      throw refused("--timeout must be at least 1ms but was " + timeout);
    }
    if (plan.dryRun() && plan.keep()) {
      throw refused("--keep must not be given with --dry-run, which changes nothing");
    }
    if (plan.memory().isWanted() && !plan.knobs().equals(List.of(Knob.SIZE))) {
      throw refused("--remember and --training must be given with --knobs size alone");
    }
    if (plan.memory().isWanted() && Memory.of(plan.policy()).isPresent()) {
      throw refused("--policy must be without recall where --remember or --training brings it");
    }
    if (plan.dryRun() && plan.knobs().size() > 1) {
      throw refused("--knobs must be one with --dry-run, for what is not moved is never at rest");
    }
  }

  private static SizingPolicy parsed(String text) {
    return Policies.parse(text);
  }

  private Objective objective() {
    return Arrays.stream(Objective.values())
        .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(objective))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "objective must be questions or commits but was '" + objective + "'"));
  }

  private List<Knob> knobs() {
    Set<Knob> chosen = new LinkedHashSet<>();
    for (String name : knobs) {
      Knob knob =
          Arrays.stream(Knob.values())
              .filter(known -> known.spelling().equals(name))
              .findFirst()
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "knob must be one of " + knobNames() + " but was '" + name + "'"));
      if (!chosen.add(knob)) {
        throw new IllegalArgumentException("knobs must differ but two were '" + name + "'");
      }
    }
    return List.copyOf(chosen);
  }

  private static String knobNames() {
    return Arrays.stream(Knob.values()).map(Knob::spelling).collect(Collectors.joining(", "));
  }

  private int atMost(String name, int value) {
    if (value > SIZE_MAX) {
      throw refused(name + " must be at most " + SIZE_MAX + " but was " + value);
    }
    return value;
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
