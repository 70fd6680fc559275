package dev.flyball.tools.cli.mariadb;

import dev.flyball.adapters.mariadb.Knob;
import dev.flyball.adapters.mariadb.MariaDbThreadPool;
import dev.flyball.adapters.mariadb.Objective;
import dev.flyball.adapters.mariadb.Restored;
import dev.flyball.adapters.mariadb.ServerAccess;
import dev.flyball.adapters.mariadb.ServerFacts;
import dev.flyball.control.CoordinateAscent;
import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Governor;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.tools.cli.shared.Interruption;
import dev.flyball.tools.cli.terminal.CommandLog;
import dev.flyball.tools.cli.terminal.FrameClock;
import dev.flyball.tools.cli.terminal.LiveView;
import dev.flyball.tools.cli.terminal.Terminal;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * One run of {@code flyball mariadb tune}: a server governed, with a live display, until the time
 * is over, Ctrl-C or a failure, and then left as it was found.
 */
final class Tuning {

  private static final Duration SAVE_EVERY = Duration.ofSeconds(30);
  private static final Duration CALM = Duration.ofSeconds(30);
  private static final int CALM_LOOKS_MIN = 10;
  private static final Duration STALE_MIN = Duration.ofSeconds(3);
  private static final int STALE_LOOKS = 3;
  private static final Pattern EXCEPTION = Pattern.compile("[\\w.]+\\.\\w+Exception: ");
  private static final int RESTORE_TIMEOUTS = 3;
  private static final int STOP_TIMEOUTS = 9;
  private static final Limits OVERSUBSCRIBE_LIMITS = Limits.of(1, 64);
  private static final Limits STALL_LIMITS = Limits.of(1, 100);

  private final Plan plan;
  private final ServerAccess access;
  private final MariaDbThreadPool pool;
  private final TuningJournal journal;
  private final TuningTally tally = new TuningTally();
  private final TuningHistory history = new TuningHistory();
  private final Consumer<TuningPage> ending;
  private final Map<Knob, Governor> governors = new EnumMap<>(Knob.class);
  private final CoordinateAscent ascent;
  private final PrintStream out = System.out;
  private final long beganNanos = System.nanoTime();
  private volatile Optional<Decision> latest = Optional.empty();
  private volatile Optional<String> unsaved = Optional.empty();

  /** What is left behind; for the thread that runs. */
  private Map<Knob, Integer> kept = Map.of();

  /** The request on the command line. */
  record Plan(
      Objective objective,
      SizingPolicy policy,
      String policyName,
      Limits limits,
      Duration period,
      Duration timeout,
      Optional<Duration> length,
      boolean dryRun,
      boolean keep,
      List<Knob> knobs,
      TuningMemory memory,
      String command) {}

  /**
   * A run that has not begun.
   *
   * @param ending is handed the page at the end, once the server is left as it was found
   */
  Tuning(
      Plan plan,
      ServerAccess access,
      MariaDbThreadPool pool,
      TuningJournal journal,
      Consumer<TuningPage> ending) {
    this.plan = plan;
    this.ending = ending;
    this.access = access;
    this.pool = pool;
    this.journal = journal;
    plan.knobs().forEach(knob -> governors.put(knob, governor(knob)));
    this.ascent =
        CoordinateAscent.of(plan.knobs().stream().map(this::governorOf).toList(), calmLooks(plan));
  }

  /** As many looks as make half a minute, for a climber's comparison may take a quarter. */
  private static int calmLooks(Plan plan) {
    long periodNanos = plan.period().toNanos();
    long wishNanos = plan.policy().nextPoll().map(PollInterval::nanos).orElse(periodNanos);
    return (int) Math.max(CALM_LOOKS_MIN, CALM.toNanos() / Math.min(wishNanos, periodNanos));
  }

  private Governor governorOf(Knob knob) {
    return Optional.ofNullable(governors.get(knob)).orElseThrow();
  }

  private Governor governor(Knob knob) {
    Limits limits =
        switch (knob) {
          case SIZE -> plan.limits();
          case OVERSUBSCRIBE -> OVERSUBSCRIBE_LIMITS;
          case STALL_LIMIT -> STALL_LIMITS;
        };
    SizingPolicy policy =
        plan.memory().isWanted() ? plan.memory().recalling(plan.policy(), origin()) : plan.policy();
    Governor governor =
        Governor.of(knob.spelling(), pool.knob(knob), policy)
            .limits(limits)
            .period(plan.period())
            .build();
    governor.addListener(decision -> decided(knob, decision));
    return governor;
  }

  private void decided(Knob knob, Decision decision) {
    latest = Optional.of(decision);
    tally.count(decision);
    if (knob == Knob.SIZE) {
      tally.hold(decision);
    }
    if (knob == shownKnob()) {
      history.take(decision);
    }
    journal.decided(knob.spelling(), decision);
  }

  /** Where it learns, for the file that remembers it. */
  private SortedMap<String, String> origin() {
    ServerFacts facts = pool.facts();
    SortedMap<String, String> origin = new TreeMap<>();
    origin.put("server", access.shownUrl() + ", " + facts.name());
    facts.cores().ifPresent(cores -> origin.put("cores", String.valueOf(cores)));
    origin.put("sizes", plan.limits().toString());
    origin.put("objective", what());
    origin.put("policy", plan.policyName());
    return origin;
  }

  /** Saves what was learned; one that cannot be saved is said once, and the run goes on. */
  private synchronized void save() {
    if (plan.dryRun()) {
      return;
    }
    try {
      plan.memory().save(governorOf(plan.knobs().get(0)).policy());
      unsaved = Optional.empty(); // what could not be written before is now
    } catch (UncheckedIOException e) {
      unsaved = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * A daemon thread that saves now and then. A disk that lets it wait holds up neither the
   * governors nor the settings' restoring.
   */
  private Thread saving() {
    Thread thread = new Thread(this::saveNowAndThen, "flyball-tuning-memory");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void saveNowAndThen() {
    try {
      while (true) {
        Thread.sleep(SAVE_EVERY.toMillis());
        save();
      }
    } catch (InterruptedException e) {
      return; // stopped
    }
  }

  /** Governs until the end; the exit code. */
  int run() {
    begin();
    try (Interruption ctrlC =
        Interruption.ofThisThread(
            plan.timeout().multipliedBy(STOP_TIMEOUTS),
            "the server's settings could not be restored in time")) {
      Restored restored = governed(ctrlC);
      if (ctrlC.happened()) {
        return Interruption.EXIT_CODE;
      }
      return restored.complete() && unsaved.isEmpty() ? 0 : 1;
    }
  }

  /**
   * Governs until the end, restores the settings, and writes the page. All this comes before any
   * further output, since the output may accept none.
   */
  private Restored governed(Interruption ctrlC) {
    LiveView view = LiveView.open(Terminal.here(), out);
    FrameClock clock = FrameClock.start(view, this::frame);
    Thread saving = saving();
    TuningFrame last;
    Restored restored;
    try {
      ascent.start();
      awaitEnd();
      last = frame();
    } finally {
      clock.stop();
      saving.interrupt();
      restored = restored(ctrlC);
      ctrlC.inOrder();
    }
    try {
      save();
      ending.accept(page(restored));
    } finally {
      ctrlC.written();
      view.show(last);
      view.close();
      sayEnd(restored);
    }
    return restored;
  }

  private TuningPage page(Restored restored) {
    Headline headline =
        Headline.of(
                (plan.dryRun() ? "Advised for " : "Governed for ")
                    + elapsedSeconds()
                    + " s with "
                    + tally.moves()
                    + " moves; "
                    + what()
                    + " per second: "
                    + tally.throughputs()
                    + ".")
            .and("At the end: " + restored + ".")
            .doubtedIf(
                tally.failures() > 0,
                "the server refused or failed " + tally.failures() + " times");
    Facts facts =
        Facts.of("How it was governed")
            .and("server", access.shownUrl() + ", " + pool.facts().name())
            .and("found", found(pool.facts()))
            .and("policy", plan.policyName())
            .and("sizes", plan.limits())
            .and("asked", "every " + plan.period().toMillis() + " ms, unless it wishes otherwise")
            .and("mode", plan.dryRun() ? "only advising" : "governing");
    return new TuningPage(
        "Tuning of the thread pool of " + access.shownUrl(),
        headline,
        what(),
        shownKnob().spelling(),
        history,
        beganNanos,
        facts,
        plan.command());
  }

  /** The number that is shown where there is room for one. */
  private Knob shownKnob() {
    return plan.knobs().contains(Knob.SIZE) ? Knob.SIZE : plan.knobs().get(0);
  }

  private void begin() {
    CommandLog.errorsOnly(); // what a governor warns of is in the view and in the journal
    pool.adviseOnly(plan.dryRun());
    if (plan.dryRun()) {
      governors.values().forEach(Governor::adviseOnly);
    } else {
      plan.knobs().forEach(pool::checkPrivilege);
    }
    ServerFacts facts = pool.facts();
    out.println(
        facts.name()
            + (facts.cores().isPresent() ? ", " + facts.cores().getAsInt() + " cores" : "")
            + ", found "
            + found(facts)
            + (plan.dryRun() ? "; only advising" : "")
            + "; policy "
            + plan.policyName()
            + ", sizes "
            + plan.limits());
    plan.memory().words(origin()).forEach(out::println);
    if (plan.dryRun()) {
      out.println(
          "nothing is moved, so a policy that learns by moving can advise its first step only");
    }
    Map<String, String> begin = new LinkedHashMap<>();
    begin.put("url", access.shownUrl());
    begin.put("server", facts.version());
    begin.put("found", found(facts));
    begin.put("policy", plan.policyName());
    begin.put("sizes", plan.limits().toString());
    begin.put("objective", what());
    begin.put("mode", plan.dryRun() ? "advise-only" : "govern");
    journal.event("begin", begin);
  }

  private String found(ServerFacts facts) {
    StringBuilder text = new StringBuilder();
    for (Knob knob : plan.knobs()) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(knob.variable())
          .append(' ')
          .append(facts.found(knob));
    }
    return text.toString();
  }

  private String what() {
    return plan.objective().name().toLowerCase(Locale.ROOT);
  }

  private void awaitEnd() {
    try {
      if (plan.length().isPresent()) {
        long passedNanos = System.nanoTime() - beganNanos;
        TimeUnit.NANOSECONDS.sleep(plan.length().get().toNanos() - passedNanos);
      } else {
        new CountDownLatch(1).await();
      }
    } catch (InterruptedException e) {
      return; // Ctrl-C: the caller restores the settings, on a thread without an interrupt
    }
  }

  private TuningFrame frame() {
    Optional<Decision> decision = latest;
    boolean lost = decision.isPresent() && isLost(decision.get());
    Optional<Observation> seen = lost ? Optional.empty() : ascent.current().lastSeen();
    Knob knob = shownKnob();
    Governor size = governorOf(knob);
    return new TuningFrame(
        elapsedSeconds(),
        plan.length().map(Duration::toSeconds).orElse(0L),
        access.shownUrl().replace("jdbc:", ""),
        what(),
        lost ? Double.NaN : tally.throughputAtPresent().orElse(Double.NaN),
        knob.spelling(),
        size.size() == 0 ? knob.workersOf(pool.facts().found(knob)) : size.size(),
        seen.map(now -> (double) now.size().workersCurrent()).orElse(Double.NaN),
        seen.map(now -> now.signals().getOrDefault(Signals.CONNECTIONS, Double.NaN))
            .orElse(Double.NaN),
        seen.map(now -> now.size().busyMean()).orElse(Double.NaN),
        seen.map(now -> now.size().queuedMean()).orElse(Double.NaN),
        state(lost),
        tally.moves(),
        tally.failures(),
        ascent.current().lastAdvice().map(advice -> advice.workers()).orElse(size.size()),
        decision
            .map(last -> EXCEPTION.matcher(last.why()).replaceAll(""))
            .orElse("no window was seen yet"));
  }

  /** Whether there is no present window: the server is away, or lets us wait. */
  private boolean isLost(Decision last) {
    long staleNanos = Math.max(STALE_MIN.toNanos(), STALE_LOOKS * ascent.nextPoll().nanos());
    return last.cause() == Cause.TARGET_FAILED || System.nanoTime() - last.atNanos() > staleNanos;
  }

  private long elapsedSeconds() {
    return Math.round((System.nanoTime() - beganNanos) / 1e9);
  }

  private String state(boolean lost) {
    if (lost) {
      return "held, no answer";
    }
    if (plan.dryRun()) {
      return "advising only";
    }
    String knob = plan.knobs().get(ascent.turn()).spelling();
    return plan.knobs().size() == 1
        ? "governing"
        : "governing "
            + knob
            + (ascent.settled() ? ", settled" : ", round " + (ascent.rounds() + 1));
  }

  /** Stops governing, and puts the settings in order. */
  private Restored restored(Interruption ctrlC) {
    ascent.close();
    ctrlC.interruptNoMore();
    Duration patience = plan.timeout().multipliedBy(RESTORE_TIMEOUTS);
    kept = plan.keep() ? homes() : Map.of();
    Restored restored = kept.isEmpty() ? pool.restore(patience) : pool.leave(kept, patience);
    journal.event("end", Map.of("restored", restored.toString()));
    return restored;
  }

  private void sayEnd(Restored restored) {
    unsaved.ifPresent(why -> System.err.println("flyball: what was learned is lost: " + why));
    if (!restored.complete()) {
      System.err.println("flyball: the server's settings " + restored);
    }
    out.println(
        (plan.dryRun() ? "advised for " : "governed for ")
            + elapsedSeconds()
            + " s: "
            + (plan.dryRun() ? "nothing was moved" : tally.moves() + " moves")
            + ", "
            + tally.failures()
            + " failures");
    out.println("  size held    " + tally.sizesHeld());
    out.println("  " + what() + "/s  " + tally.throughputs());
    if (plan.keep() && kept.isEmpty()) {
      out.println("  kept         nothing, for no size was held for most of the last minute");
    }
    if (plan.dryRun()) {
      out.println("  advised      " + advised());
    } else {
      out.println("  " + (kept.isEmpty() ? "put back     " : "left behind  ") + restored);
    }
  }

  private String advised() {
    return ascent
        .current()
        .lastAdvice()
        .map(advice -> advice.workers() + ": " + advice.why())
        .orElse("nothing, for no window was seen");
  }

  /** Where each knob is at home; one that was nowhere for long is put back. */
  private Map<Knob, Integer> homes() {
    Map<Knob, Integer> homes = new EnumMap<>(Knob.class);
    long nowNanos = System.nanoTime();
    governors.forEach((knob, governor) ->
        TuningTally.home(governor.journal().decisions(), nowNanos)
            .ifPresent(size -> homes.put(knob, size)));
    return homes;
  }
}
