package dev.flyball.policies.climb.distribution;

import dev.flyball.base.Dice;
import dev.flyball.base.Workers;
import dev.flyball.policies.climb.Collected;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A climb that remembers what throughput each size brought, as a distribution, and goes where it
 * was probably higher; where nothing is known, coins decide: Open Liberty's way.
 *
 * <p>How it decides, each 1.5 s, by {@link Steps} of one worker a core, two above 16 workers a
 * core, four above 64:
 *
 * <pre>{@code
 * f      = mean throughput remembered for this size
 * shrink = average, over the smaller sizes known within four steps, of P(throughput there > f);
 *          one coin (0.7 or 0) for what is not known;
 *          + 0.04 for each cycle with an empty queue, at most 0.5
 * grow   = the same over larger sizes
 * the larger one wins when it is at least 0.5 and above the other by more than 0.25;
 * the fifth cycle in a row without a change takes a step by a coin
 * }</pre>
 *
 * <p>Worked, on 8 cores: 24 workers bring 1200/s with a deviation of 60, 16 brought 800/s with 50:
 * P(16 brings more) = 0.0003. Nothing is known of 32; the coin says 0.7; 0.7 - 0.25 > 0.0003, so 8
 * more. The rules beside these two scores are in {@link Scores}. A step down that would leave fewer
 * workers than are busy is not taken; so with a queue it never shrinks.
 *
 * <p>Nothing ended though tasks wait: a hang, unless the CPU is at work; then one step more in each
 * cycle, now of 750 ms, and the size reached is a floor that sinks slowly. Ten distributions in a
 * row that had to be begun anew just after a change of size: all is forgotten, and the size is set
 * to 2 to 4 workers a core.
 *
 * <p>Why: "is 32 better than 24" is a question about two noisy figures, and a probability answers
 * it; and what was found out about a size stays known.
 *
 * <p>Assumes that threads cost something that shows in throughput. Fails on a plateau: where all
 * sizes bring the same, the sizes known are a half for each side, the coins for what is not known
 * decide, with a deep queue they lean upward, and no margin of significance is asked for; so it
 * drifts upward without end.
 *
 * <p>Differences from the source. The source sleeps after three idle cycles; here an idle cycle
 * judges nothing at all, and a cycle in which tasks run but none ends does not judge a size of
 * which nothing is known yet. Busy workers are a mean over the cycle. Where the size is set by
 * others, it goes on from there. The floor after a hang never sinks below two workers a core.
 * Throughput is over 1.5 s at least, in the quick cycles too, as in the source. A window that is
 * longer than the interval is one cycle.
 *
 * <p>Source: Open Liberty, {@code ThreadPoolController} and {@code ThroughputDistribution}, as of
 * commit {@code d7241861} (its header names 2021; it knows the busy hang of May 2020, pull request
 * 11770, and not the one that shrinks under heavy load of October 2022, 23125). That one is nearer
 * to {@code keep-busy=false}; the busy workers count again since September 2025 (32835).
 *
 * @param settings the settings
 * @param known what each size brought
 * @param target the size that was asked for last; 0 before the first cycle
 * @param throughput the throughput of the last cycle, in tasks per second
 * @param move the last change: 1 up, -1 down, 0 none
 * @param counts the counters
 * @param belowCeiling the step that leads to the largest size
 * @param hang what is remembered of the last hang
 * @param collected the windows of the cycle that is not over
 * @param dice the state of the dice
 */
public record DistributionClimb(
    DistributionSettings settings,
    SortedMap<Integer, Distribution> known,
    int target,
    double throughput,
    int move,
    Counts counts,
    int belowCeiling,
    Hang hang,
    Collected collected,
    long dice)
    implements SizingPolicy {

  private static final int ANEW_MAX = 10;
  private static final int LATE_MAX = 3;
  private static final int TASKS_PER_CORE = 2500;
  private static final int CORE_WORKERS_MIN = 2;
  private static final int CORE_WORKERS_MAX = 4;
  private static final int HANG_WORKERS_MAX = 1000;
  private static final int HANG_WORKERS_PER_CORE = 128;

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "distribution-climb",
          "Remembers what each size brought and goes where it was probably more; else by coins.",
          "Open Liberty, ThreadPoolController (2021)",
          DistributionSettings.PARAMETERS,
          given ->
              DistributionClimb.of(
                  DistributionSettings.of(given), given.value(DistributionSettings.SEED)));

  public DistributionClimb {
    known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
  }

  static DistributionClimb of(DistributionSettings settings, long seed) {
    return new DistributionClimb(
        settings, new TreeMap<>(), 0, 0, 0, Counts.NONE, 1, Hang.NONE, Collected.NOTHING, seed);
  }

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    int cores = Workers.roundedUp(seen.host().cores());
    int core = settings.core(cores);
    if (asked < core) {
      return new Advice(core, Reason.of("never below %d", core), setTo(core, 1));
    }
    if (asked != target) {
      return setTo(asked, 0).advise(seen);
    }
    Collected all = collected.with(seen);
    long interval = hang.quick() ? settings.hangIntervalNanos() : settings.intervalNanos();
    if (!all.fills(interval, seen.window())) {
      return new Advice(asked, "collecting", collecting(all));
    }
    if (seen.idle() && all.completed() == 0) {
      Reason why = Reason.of("nothing happened: stays at %d", asked);
      return new Advice(asked, why, after(0, counts, hang.calm()));
    }
    double now = all.completed() * 1e9 / Math.max(all.lengthNanos(), settings.intervalNanos());
    Counts queued = counts.queued(seen.size().queuedAtEnd() == 0, move < 0);
    if (all.completed() == 0 && seen.size().queuedAtEnd() > 0) {
      return hung(seen, queued, cores);
    }
    int current = seen.size().workersCurrent();
    Hang calm = hang.calm().settled(current, core, steps(current, cores).down());
    DistributionClimb later = after(now, queued, calm);
    return current == asked
        ? with(queued, calm).decide(seen, all, now, cores)
        : later.late(seen, cores);
  }

  // ---- The workers are not there

  private Advice late(Observation seen, int cores) {
    int current = seen.size().workersCurrent();
    Reason why = Reason.of("%d of %d workers are there: waits", current, target);
    if (counts.late() + 1 < LATE_MAX) {
      return new Advice(target, why, with(counts.late(counts.late() + 1), hang));
    }
    if (current < target) {
      return new Advice(target, why, with(counts.late(0), hang));
    }
    int workers = Math.min(settings.ceiling(), Workers.moved(target, steps(target, cores).up()));
    return new Advice(
        workers,
        Reason.of("%d workers are there for long: no fewer than %d", current, workers),
        new DistributionClimb(
            settings,
            known,
            workers,
            throughput,
            move,
            counts.late(0),
            belowCeiling,
            hang,
            Collected.NOTHING,
            dice));
  }

  // ---- A hang

  private Advice hung(Observation seen, Counts queued, int cores) {
    DistributionClimb still = after(0, queued, hang.again());
    if (seen.size().workersCurrent() != target) {
      return still.late(seen, cores);
    }
    DistributionClimb there = still.with(queued.late(0), still.hang());
    if (Scores.Processors.of(seen).high()) {
      return new Advice(target, Reason.of("nothing ended, but the CPU is at work: waits"), there);
    }
    long most = Math.max(HANG_WORKERS_MAX, (long) HANG_WORKERS_PER_CORE * cores);
    Steps steps = steps(target, cores);
    boolean allowed = target < most && target < settings.ceiling();
    int workers = allowed ? Workers.moved(target, steps.up()) : target;
    Reason why =
        Reason.of(
            "nothing ended and %d tasks wait: %s",
            seen.size().queuedAtEnd(),
            allowed
                ? Reason.of("a step of %d more", steps.up())
                : "but no more than that are allowed");
    return new Advice(workers, why, allowed ? there.brokenBy(workers, steps) : there);
  }

  private DistributionClimb brokenBy(int workers, Steps steps) {
    return new DistributionClimb(
        settings,
        known,
        workers,
        throughput,
        1,
        counts,
        steps.belowCeiling(),
        hang.broken(workers),
        Collected.NOTHING,
        dice);
  }

  // ---- A cycle

  private Advice decide(Observation seen, Collected all, double now, int cores) {
    Distribution here = known.get(target);
    boolean disowned = now > 0 && here != null && here.disownedBy(now);
    int anew = move == 0 || now == 0 ? counts.anew() : disowned ? counts.anew() + 1 : 0;
    if (anew >= ANEW_MAX) {
      return forgotten(now, cores);
    }
    long cycle = counts.cycle();
    SortedMap<Integer, Distribution> learned = new TreeMap<>(known);
    if (now > 0) {
      learned.put(
          target,
          here == null || disowned ? Distribution.first(now, cycle) : here.with(now, cycle));
    }
    Distribution brought = learned.get(target);
    if (brought == null) {
      Reason why = Reason.of("nothing ended and nothing waits: stays at %d", target);
      return new Advice(target, why, after(now, counts.late(0), hang));
    }
    Steps steps = steps(target, cores);
    boolean lost = move < 0 && now < throughput;
    Scores.Situation situation =
        new Scores.Situation(
            target,
            brought,
            steps,
            floor(cores),
            settings.ceiling(),
            now,
            seen.size().queuedAtEnd(),
            all.busyMean(),
            lost ? 0 : counts.emptyQueue(),
            counts.unchanged());
    Remembered remembered = new Remembered(learned, brought.mean(), cycle);
    Scores scores = Scores.of(situation, remembered, Scores.Processors.of(seen), new Dice(dice));
    boolean busy = settings.keepBusy() && scores.workers() < Workers.rounded(all.busyMean());
    int workers = busy ? Math.max(target, scores.workers()) : scores.workers();
    Reason why =
        workers == scores.workers() ? scores.why() : scores.why().and("fewer than are busy: stays");
    return new Advice(
        workers,
        Reason.of("%.1f tasks/s; %s", now, why),
        new DistributionClimb(
            settings,
            remembered.known(),
            workers,
            now,
            Integer.compare(workers, target),
            counts.judged(scores.unchanged(), anew),
            steps.belowCeiling(),
            hang,
            Collected.NOTHING,
            scores.dice()));
  }

  private Advice forgotten(double now, int cores) {
    long each = (long) TASKS_PER_CORE * cores / Math.max(1, (long) throughput);
    each = Math.max(CORE_WORKERS_MIN, Math.min(CORE_WORKERS_MAX, each));
    int workers = (int) Math.min(settings.ceiling(), each * cores);
    workers = Math.max(settings.core(cores), workers);
    return new Advice(
        workers,
        Reason.of("throughput changed %d times after a change of size: begins anew", ANEW_MAX),
        new DistributionClimb(
            settings,
            new TreeMap<>(),
            workers,
            now,
            0,
            counts.begun(),
            belowCeiling,
            new Hang(hang.quickCycles(), 0, 0),
            Collected.NOTHING,
            dice));
  }

  // ---- The states that follow

  private int floor(int cores) {
    return Math.max(settings.core(cores), hang.floor());
  }

  private Steps steps(int size, int cores) {
    return settings.steps(size, floor(cores), cores, belowCeiling);
  }

  private DistributionClimb setTo(int workers, int moved) {
    return new DistributionClimb(
        settings,
        known,
        workers,
        throughput,
        moved,
        counts.judged(0, counts.anew()),
        belowCeiling,
        hang,
        Collected.NOTHING,
        dice);
  }

  private DistributionClimb after(double now, Counts next, Hang remembered) {
    return new DistributionClimb(
        settings,
        known,
        target,
        now,
        move,
        next,
        belowCeiling,
        remembered,
        Collected.NOTHING,
        dice);
  }

  private DistributionClimb with(Counts next, Hang remembered) {
    return after(throughput, next, remembered);
  }

  private DistributionClimb collecting(Collected all) {
    return new DistributionClimb(
        settings, known, target, throughput, move, counts, belowCeiling, hang, all, dice);
  }
}
