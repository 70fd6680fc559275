package dev.flyball.tools.cli;

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
import dev.flyball.control.HeldSizes;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Look;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * One run of {@code flyball mariadb tune}: a server governed before somebody's eyes until the time
 * is over, Ctrl-C or a failure, and then left as it was found.
 */
final class Tuning {

  /** The policy where none is named. */
  static final String USUAL_POLICY = "paired-climb";

  private static final int INTERRUPTED = 130;
  private static final Duration CALM = Duration.ofSeconds(30);
  private static final int CALM_LOOKS_MIN = 10;
  private static final Duration STALE = Duration.ofSeconds(3);
  private static final Pattern EXCEPTION = Pattern.compile("[\\w.]+\\.\\w+Exception: ");
  private static final int RESTORE_TIMEOUTS = 3;
  private static final int STOP_TIMEOUTS = 9;
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final Limits OVERSUBSCRIBE_LIMITS = Limits.of(1, 64);
  private static final Limits STALL_LIMITS = Limits.of(1, 100);

  /** Kept, for a logger that nobody holds forgets its level. */
  private static final Logger HOUSE = Logger.getLogger("dev.flyball");

  private final Plan plan;
  private final ServerAccess access;
  private final MariaDbThreadPool pool;
  private final TuningJournal journal;
  private final TuningTally tally = new TuningTally();
  private final Map<Knob, Governor> governors = new EnumMap<>(Knob.class);
  private final CoordinateAscent ascent;
  private final PrintStream out = System.out;
  private final long beganNanos = System.nanoTime();
  private volatile Optional<Decision> latest = Optional.empty();

  /** What was asked for on the command line. */
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
      List<Knob> knobs) {}

  Tuning(Plan plan, ServerAccess access, MariaDbThreadPool pool, TuningJournal journal) {
    this.plan = plan;
    this.access = access;
    this.pool = pool;
    this.journal = journal;
    plan.knobs().forEach(knob -> governors.put(knob, governor(knob)));
    this.ascent =
        CoordinateAscent.of(plan.knobs().stream().map(this::governorOf).toList(), calmLooks(plan));
  }

  /** As many looks as make half a minute, for a climber's comparison may take a quarter. */
  private static int calmLooks(Plan plan) {
    long lookNanos = plan.policy().look().map(Look::nanos).orElseGet(() -> plan.period().toNanos());
    return (int) Math.max(CALM_LOOKS_MIN, CALM.toNanos() / lookNanos);
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
    Governor governor =
        Governor.of(knob.spelling(), pool.knob(knob), plan.policy())
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
    journal.decided(knob.spelling(), decision);
  }

  /** Governs until the end; the exit code. */
  int run() {
    begin();
    boolean restored = false;
    try (Interruption ctrlC =
        Interruption.ofThisThread(
            plan.timeout().multipliedBy(STOP_TIMEOUTS),
            "the server's settings could not be restored in time")) {
      try (LiveView view = LiveView.open(Terminal.here(), out)) {
        ascent.start();
        watch(view);
      } finally {
        restored = end();
      }
      if (ctrlC.happened()) {
        return INTERRUPTED;
      }
    }
    return restored ? 0 : 1;
  }

  private void begin() {
    HOUSE.setLevel(Level.OFF); // what a governor would log is in the view and in the journal
    pool.adviseOnly(plan.dryRun());
    if (plan.dryRun()) {
      governors.values().forEach(Governor::adviseOnly);
    } else {
      plan.knobs().forEach(pool::checkPrivilege);
    }
    ServerFacts facts = pool.facts();
    out.println(
        "MariaDB "
            + facts.version()
            + (facts.cores().isPresent() ? ", " + facts.cores().getAsInt() + " cores" : "")
            + ", found "
            + found(facts)
            + (plan.dryRun() ? "; only advising" : "")
            + "; policy "
            + plan.policyName()
            + ", sizes "
            + plan.limits());
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

  private void watch(LiveView view) {
    long endNanos = plan.length().map(time -> beganNanos + time.toNanos()).orElse(Long.MAX_VALUE);
    try {
      for (long second = 1; ; second++) {
        long nextNanos = Math.min(endNanos, beganNanos + Duration.ofSeconds(second).toNanos());
        Thread.sleep(Duration.ofNanos(Math.max(0, nextNanos - System.nanoTime())).toMillis());
        view.show(frame());
        if (nextNanos == endNanos) {
          return;
        }
      }
    } catch (InterruptedException e) {
      return; // Ctrl-C: the settings are restored with a clear head, by whoever called
    }
  }

  private TuningFrame frame() {
    Optional<Decision> decision = latest;
    boolean lost = decision.isPresent() && isLost(decision.get());
    Optional<Observation> seen = lost ? Optional.empty() : ascent.current().lastSeen();
    Governor size = governorOf(plan.knobs().contains(Knob.SIZE) ? Knob.SIZE : plan.knobs().get(0));
    return new TuningFrame(
        elapsedSeconds(),
        plan.length().map(Duration::toSeconds).orElse(0L),
        access.shownUrl().replace("jdbc:", ""),
        what(),
        lost ? Double.NaN : tally.throughputAtPresent().orElse(Double.NaN),
        size.size() == 0 ? pool.facts().size() : size.size(),
        seen.map(now -> (double) now.size().workersAlive()).orElse(Double.NaN),
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
  private static boolean isLost(Decision last) {
    return last.cause() == Cause.TARGET_FAILED
        || System.nanoTime() - last.atNanos() > STALE.toNanos();
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

  /** Stops governing, puts the settings in order and says what came of it; whether all is well. */
  private boolean end() {
    ascent.close();
    Thread.interrupted(); // what is to be done now must not be cut short
    Restored restored =
        plan.keep()
            ? pool.leave(homes(), plan.timeout().multipliedBy(RESTORE_TIMEOUTS))
            : pool.restore(plan.timeout().multipliedBy(RESTORE_TIMEOUTS));
    journal.event("end", Map.of("restored", restored.toString()));
    out.println(
        "governed for "
            + elapsedSeconds()
            + " s: "
            + tally.moves()
            + " moves, "
            + tally.failures()
            + " failures");
    out.println("  size held    " + tally.sizesHeld());
    out.println("  " + what() + "/s  " + tally.throughputs());
    out.println("  " + (plan.keep() ? "left behind  " : "put back     ") + restored);
    if (!restored.complete()) {
      System.err.println("flyball: the server's settings " + restored);
    }
    return restored.complete();
  }

  /** Where each knob was for longest in the last minute. */
  private Map<Knob, Integer> homes() {
    Map<Knob, Integer> homes = new EnumMap<>(Knob.class);
    long nowNanos = System.nanoTime();
    governors.forEach((knob, governor) ->
        homes.put(
            knob,
            HeldSizes.of(governor.journal().decisions(), nowNanos - MINUTE_NANOS, nowNanos)
                .longest(governor.size())));
    homes.values().removeIf(size -> size < 1);
    return homes;
  }
}
