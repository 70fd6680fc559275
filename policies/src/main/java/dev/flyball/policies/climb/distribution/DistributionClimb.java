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
 * <p>How it decides, each 1.5 s, by steps of one worker a core (two above 16 cores, four above 64):
 *
 * <pre>{@code
 * f      = mean throughput remembered for this size
 * shrink = average, over the 4 nearest smaller sizes known, of P(throughput there > f);
 *          one coin (0.7 or 0) for what is not known;
 *          + 0.04 for each cycle with an empty queue, at most 0.5
 * grow   = the same over larger sizes
 * the larger one wins when it is at least 0.5 and above the other by more than 0.25;
 * after 5 cycles without a change a coin takes a step
 * }</pre>
 *
 * <p>Worked, on 8 cores: 24 workers bring 1200/s with a deviation of 60, 16 brought 800/s with 50:
 * P(16 brings more) = 0.0003. Nothing is known of 32; the coin says 0.7; 0.7 - 0.25 > 0.0003, so 8
 * more. The rules beside these two scores are in {@link Scores}.
 *
 * <p>Nothing ended though tasks wait: a hang, unless the CPU is at work; then one step more in
 * every second cycle, now of 750 ms, and a floor above the new size that sinks slowly. Ten
 * distributions that had to be begun anew just after a change of size: all is forgotten, and the
 * size is set to 2 to 4 workers a core.
 *
 * <p>Why: "is 32 better than 24" is a question about two noisy figures, and a probability answers
 * it; and what was found out about a size stays known.
 *
 * <p>Assumes that threads cost something that shows in throughput. Fails on a plateau: where all
 * sizes bring the same, the sizes known are a half for each side, the coins for what is not known
 * decide, with a deep queue they lean upward, and no margin of significance is asked for; so it
 * drifts upward without end, the quicker the noisier it is (on 8 cores by some 17 workers a
 * minute).
 *
 * <p>It never goes below two workers a core, at least 4. Where the size is set by others, it goes
 * on from there. While the workers that exist are not as many as were asked for, it waits. Idle for
 * ever means a settled size. A host whose CPU use is not known is treated as by the source: a coin
 * says whether it is high. A window that is longer than the interval is one cycle.
 *
 * <p>Source: Open Liberty, ThreadPoolController, as it was in 2021. Later versions do not shrink
 * below the workers that are busy ({@code keep-busy=true}), which with a queue means never.
 *
 * @param settings what can be set
 * @param known what each size brought
 * @param target the size that was asked for last; 0 before the first cycle
 * @param throughput the throughput of the last cycle, in tasks per second
 * @param move the last change: 1 up, -1 down, 0 none
 * @param cycle how many cycles there were
 * @param emptyQueueCycles cycles in a row with an empty queue
 * @param unchangedCycles cycles in a row without a change
 * @param anew distributions begun anew after a change of size
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
    long cycle,
    int emptyQueueCycles,
    int unchangedCycles,
    int anew,
    Hang hang,
    Collected collected,
    long dice)
    implements SizingPolicy {

  private static final int ANEW_MAX = 10;
  private static final int UNCHANGED_MAX = 5;
  private static final double TASKS_PER_CORE = 2500;
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
        settings, new TreeMap<>(), 0, 0, 0, 0, 0, 0, 0, Hang.NONE, Collected.NOTHING, seed);
  }

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    int cores = Workers.roundedUp(seen.host().cores());
    int core = settings.core(cores);
    if (asked < core) {
      return new Advice(core, Reason.of("never below %d", core), with(known, core, 1, hang));
    }
    if (asked != target) {
      return with(known, asked, 0, hang).advise(seen);
    }
    Collected all = collected.with(seen);
    long interval = hang.quick() ? settings.hangIntervalNanos() : settings.intervalNanos();
    if (!all.fills(interval, seen.window())) {
      return new Advice(asked, "collecting", collecting(all));
    }
    if (seen.idle() && all.completed() == 0) {
      return hold(asked, Reason.of("nothing happened: stays at %d", asked));
    }
    if (all.completed() == 0 && seen.size().queuedAtEnd() > 0) {
      return hung(seen, asked, cores);
    }
    if (seen.size().workersCurrent() != asked) {
      return hold(
          asked,
          Reason.of("%d of %d workers are there: waits", seen.size().workersCurrent(), asked));
    }
    return decide(seen, all, cores);
  }

  // ---- A hang

  private Advice hung(Observation seen, int asked, int cores) {
    Scores.Processors processors = Scores.Processors.of(seen);
    if (move != 0 && unchangedCycles == 0) {
      return with(known, asked, 0, hang)
          .hold(asked, Reason.of("nothing ended, but the size is new: waits"));
    }
    if (processors.high()) {
      return hold(asked, Reason.of("nothing ended, but the CPU is at work: waits"));
    }
    int step = settings.step(cores);
    long most = Math.max(HANG_WORKERS_MAX, (long) HANG_WORKERS_PER_CORE * cores);
    int limit = (int) Math.min(settings.ceiling(), most);
    int workers = Math.max(asked, Math.min(limit, Workers.moved(asked, step)));
    Reason why =
        Reason.of(
            "nothing ended and %d tasks wait: %s",
            seen.size().queuedAtEnd(),
            workers == asked
                ? "but no more than that are allowed"
                : Reason.of("a step of %d more", step));
    return new Advice(workers, why, with(known, workers, 1, Hang.at(Workers.moved(workers, step))));
  }

  private Advice hold(int asked, Reason why) {
    return new Advice(
        asked,
        why,
        new DistributionClimb(
            settings,
            known,
            asked,
            throughput,
            move,
            cycle + 1,
            emptyQueueCycles,
            Math.max(1, unchangedCycles),
            anew,
            new Hang(Math.max(0, hang.quickCycles() - 1), hang.floor(), hang.calmCycles()),
            Collected.NOTHING,
            dice));
  }

  // ---- A cycle

  private Advice decide(Observation seen, Collected all, int cores) {
    double now = all.throughputPerSecond();
    SortedMap<Integer, Distribution> learned = new TreeMap<>(known);
    Distribution here = known.get(target);
    boolean disowned = here != null && here.disownedBy(now);
    int begunAnew = move == 0 || here == null ? anew : disowned ? anew + 1 : 0;
    if (disowned) {
      if (begunAnew >= ANEW_MAX) {
        return forgotten(now, cores);
      }
      learned.remove(target);
    }
    if (now > 0) {
      learned.merge(target, Distribution.first(now, cycle), (old, first) -> old.with(now, cycle));
    }
    learned.values().removeIf(other -> other.updatedCycle() != cycle && other.stale(now, cycle));
    Distribution brought = learned.get(target);
    if (brought == null) {
      return hold(target, Reason.of("nothing ended and nothing waits: stays at %d", target));
    }
    boolean empty = seen.size().queuedAtEnd() == 0;
    int emptyCycles = empty ? emptyQueueCycles + 1 : 0;
    int floor = Math.max(settings.core(cores), hang.floor());
    floor = settings.keepBusy() ? Math.max(floor, Workers.rounded(all.busyMean())) : floor;
    Scores.Situation situation =
        new Scores.Situation(
            target,
            brought,
            settings.step(cores),
            floor,
            settings.ceiling(),
            now,
            seen.size().queuedAtEnd(),
            all.busyMean(),
            move < 0 && now < throughput ? 0 : emptyCycles,
            unchangedCycles >= UNCHANGED_MAX);
    Scores scores = Scores.of(situation, learned, Scores.Processors.of(seen), new Dice(dice));
    int workers = scores.workers();
    return new Advice(
        workers,
        Reason.of("%.1f tasks/s; %s", now, scores.why()),
        new DistributionClimb(
            settings,
            learned,
            workers,
            now,
            Integer.compare(workers, target),
            cycle + 1,
            emptyCycles,
            workers == target && !situation.stuck() ? unchangedCycles + 1 : 0,
            begunAnew,
            hang.calm(target, situation.step()),
            Collected.NOTHING,
            scores.dice()));
  }

  private Advice forgotten(double now, int cores) {
    double each = Math.max(2, Math.min(4, TASKS_PER_CORE * cores / Math.max(1e-9, now)));
    int workers = Math.min(settings.ceiling(), Workers.rounded(each * cores));
    workers = Math.max(settings.core(cores), workers);
    Reason why =
        Reason.of("throughput changed %d times after a change of size: begins anew", anew + 1);
    return new Advice(workers, why, of(settings, dice).with(new TreeMap<>(), workers, 0, hang));
  }

  private DistributionClimb with(
      SortedMap<Integer, Distribution> learned, int workers, int moved, Hang remembered) {
    return new DistributionClimb(
        settings,
        learned,
        workers,
        throughput,
        moved,
        cycle + 1,
        emptyQueueCycles,
        0,
        anew,
        remembered,
        Collected.NOTHING,
        dice);
  }

  private DistributionClimb collecting(Collected all) {
    return new DistributionClimb(
        settings,
        known,
        target,
        throughput,
        move,
        cycle,
        emptyQueueCycles,
        unchangedCycles,
        anew,
        hang,
        all,
        dice);
  }
}
