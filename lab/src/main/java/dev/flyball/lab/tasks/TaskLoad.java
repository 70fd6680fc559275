package dev.flyball.lab.tasks;

import dev.flyball.base.Dice;
import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A load: the number of tasks, their sizes, the regularity of their arrivals, and the share of
 * computing in each.
 *
 * @param tasks how many
 * @param granularity how large they are, in units
 * @param regularity how regularly they come
 * @param unit how long a unit takes on a processor of its own: the size scale
 * @param sleeping the part of each task that sleeps, from 0 to 1; the rest computes
 * @param turns how often a task computes and then sleeps, at least 1
 * @param meanPerSecond tasks per second on average, above 0; without meaning for all at once
 * @param period the length of a wave or spell of the rate
 */
public record TaskLoad(
    int tasks,
    Granularity granularity,
    Regularity regularity,
    Duration unit,
    double sleeping,
    int turns,
    double meanPerSecond,
    Duration period) {

  private static final int HALVINGS = 60;

  /** The gaps of the published square wave, in seconds: only their ratio counts. */
  private static final double SLOW_GAP = 0.75;

  private static final double FAST_GAP = 0.1;

  /** The published random gaps are from 100 to 1500 ms, 800 on average. */
  private static final double GAP_SHARE_MIN = 0.125;

  private static final int TASKS_PER_STEP = 10;

  public TaskLoad {
    Require.atLeast("tasks", 1, tasks);
    Require.positive("unit", unit);
    Require.between("sleeping", 0, 1, sleeping);
    Require.atLeast("turns", 1, turns);
    Require.above("meanPerSecond", 0, meanPerSecond);
    Require.positive("period", period);
  }

  /**
   * A task of a plan.
   *
   * @param atNanos when it is submitted, in nanoseconds from the start
   * @param computeNanos how long it computes in all, in nanoseconds of a processor of its own
   * @param sleepNanos how long it sleeps in all, in nanoseconds
   * @param turns over how many turns of the two that is spread
   */
  record Planned(long atNanos, long computeNanos, long sleepNanos, int turns) {}

  /** The tasks that belong to a seed, in the order in which they are submitted. */
  List<Planned> plan(long seed) {
    LongSupplier times = times(seed);
    Dice sizes = Dice.stream(seed, 1);
    List<Planned> plan = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      double nanos = granularity.units(sizes) * unit.toNanos();
      long sleepNanos = Math.round(nanos * sleeping);
      plan.add(new Planned(times.getAsLong(), Math.round(nanos) - sleepNanos, sleepNanos, turns));
    }
    return plan;
  }

  /** When the tasks are submitted, in nanoseconds from the start, one after the other. */
  private LongSupplier times(long seed) {
    return switch (regularity) {
      case FIXED_RATE -> Arrivals.constant(meanPerSecond).times(seed);
      case RANDOM -> Arrivals.poisson(meanPerSecond).times(seed);
      case PERIODIC_RANDOM -> stepped(seed);
      case SINE -> LongStream.rangeClosed(1, tasks).map(this::wavedNanos).iterator()::nextLong;
      case SQUARE_WAVE -> summed(this::squareGapNanos);
      case UNIFORM_GAPS -> summed(uniformGaps(seed, 1));
      case STEPPED_GAPS -> summed(uniformGaps(seed, TASKS_PER_STEP));
      case AT_ONCE -> () -> 0;
    };
  }

  /** Times of which the first is 0, and each of the others a gap after the one before. */
  private static LongSupplier summed(LongUnaryOperator gapNanosAfter) {
    AtomicLong task = new AtomicLong();
    AtomicLong atNanos = new AtomicLong();
    return () -> atNanos.getAndAdd(gapNanosAfter.applyAsLong(task.getAndIncrement()));
  }

  /**
   * The gap after the task of a number, from 0: long ones for half the tasks of a period, and short
   * ones, 7.5 times as many in a time, for the other half.
   */
  private long squareGapNanos(long task) {
    long half = Math.max(1, Math.round(meanPerSecond * periodSeconds() / 2));
    double both = period.toNanos() / (double) half;
    boolean slow = task / half % 2 == 0;
    return Math.round(both * (slow ? SLOW_GAP : FAST_GAP) / (SLOW_GAP + FAST_GAP));
  }

  /** Gaps between an eighth and fifteen eighths of the mean, the same for so many tasks. */
  private LongUnaryOperator uniformGaps(long seed, int tasksPerGap) {
    Dice dice = new Dice(seed);
    AtomicLong gapNanos = new AtomicLong();
    return task -> {
      if (task % tasksPerGap == 0) {
        double share = GAP_SHARE_MIN + 2 * (1 - GAP_SHARE_MIN) * dice.nextDouble();
        gapNanos.set(Math.round(share * 1e9 / meanPerSecond));
      }
      return gapNanos.get();
    };
  }

  /**
   * When the task of a number comes at a rate that is a sine, without any randomness.
   *
   * <pre>{@code
   * rate(t)    = mean * (1 - cos(2 pi t / period))
   * tasks(t)   = mean * (t - period / (2 pi) * sin(2 pi t / period))
   * the n-th task comes at the t at which tasks(t) = n
   * }</pre>
   *
   * <p>Each wave begins and ends with a rate of 0, so that there is a rise to foretell. The time is
   * found by halving the span in which it must lie: within a period of where a steady rate has it.
   */
  private long wavedNanos(long number) {
    double low = Math.max(0, number / meanPerSecond - periodSeconds());
    double high = number / meanPerSecond + periodSeconds();
    double turn = 2 * StrictMath.PI / periodSeconds();
    for (int halving = 0; halving < HALVINGS; halving++) {
      double middle = (low + high) / 2;
      if (meanPerSecond * (middle - StrictMath.sin(turn * middle) / turn) < number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (long) (high * 1e9);
  }

  /**
   * Times at equal gaps, whose rate is drawn anew at the beginning of each period, evenly from 0 to
   * twice the mean.
   *
   * <p>The n-th task comes when the rate, summed over time, has reached n: a gap that reaches over
   * the end of a period goes on at the next one's rate.
   */
  private LongSupplier stepped(long seed) {
    Dice dice = new Dice(seed);
    return new LongSupplier() {
      private double atNanos;
      private double endNanos;
      private double perNano;

      @Override
      public long getAsLong() {
        double missing = 1;
        while (atNanos + missing / perNano > endNanos || perNano == 0) {
          missing -= (endNanos - atNanos) * perNano;
          atNanos = endNanos;
          endNanos += period.toNanos();
          perNano = 2 * dice.nextDouble() * meanPerSecond / 1e9;
        }
        atNanos += missing / perNano;
        return (long) atNanos;
      }
    };
  }

  private double periodSeconds() {
    return period.toNanos() / 1e9;
  }

  /** The load in a line. */
  String text() {
    String pace =
        regularity == Regularity.AT_ONCE
            ? ""
            : String.format(Locale.ROOT, ", %.1f/s, period %.2f s", meanPerSecond, periodSeconds());
    return String.format(
        Locale.ROOT,
        "%d tasks, %s, %s%s, unit %.2f ms, %.0f %% of it asleep",
        tasks,
        word(granularity),
        word(regularity),
        pace,
        unit.toNanos() / 1e6,
        100 * sleeping);
  }

  /** The one of that name, as in {@code mostly-small}. */
  static <E extends Enum<E>> E named(String what, E[] all, String name) {
    List<String> names = Stream.of(all).map(TaskLoad::word).toList();
    if (!names.contains(name)) {
      throw new IllegalArgumentException(Nearest.unknown(what, name, names));
    }
    return all[names.indexOf(name)];
  }

  /** As in {@code mostly-small}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The sizes of a load's tasks, in units of its scale. */
  public enum Granularity {

    /** Every task is one unit. */
    SMALL,

    /** Every task is ten units. */
    LARGE,

    /** Nine of ten tasks are one unit, the tenth is ten. */
    MOSTLY_SMALL;

    /** The size of the next task. */
    double units(Dice dice) {
      return switch (this) {
        case SMALL -> 1;
        case LARGE -> 10;
        case MOSTLY_SMALL -> dice.nextDouble() < 0.1 ? 10 : 1;
      };
    }

    /**
     * The one of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Granularity of(String name) {
      return named("granularity", values(), name);
    }
  }

  /** The regularity of a load's arrivals. */
  public enum Regularity {

    /** Equal gaps. */
    FIXED_RATE,

    /** Independent of each other: exponential gaps. */
    RANDOM,

    /** Equal gaps at a rate that is drawn anew in each period, from none to twice the mean. */
    PERIODIC_RANDOM,

    /** Gaps as even as a rate allows that swings from none to twice the mean and back. */
    SINE,

    /**
     * Long gaps for half the tasks of a period, and short ones for the others: what the published
     * benchmark submits in its "sine" mode. There the sine plus 1 is cut to a whole number before
     * it is multiplied, which leaves 1 and 0: 750 ms for 25 tasks, and 100 ms for 25.
     */
    SQUARE_WAVE,

    /** Each gap drawn evenly from 1/8 to 15/8 of the mean: the published "random" mode. */
    UNIFORM_GAPS,

    /** The same, drawn anew after each ten tasks: the published "periodic random" mode. */
    STEPPED_GAPS,

    /** All at the start. */
    AT_ONCE;

    /**
     * The one of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Regularity of(String name) {
      return named("regularity", values(), name);
    }
  }
}
