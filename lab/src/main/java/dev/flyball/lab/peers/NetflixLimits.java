package dev.flyball.lab.peers;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import dev.flyball.base.Dice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry.Given;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Pool;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The limits of Netflix's concurrency-limits 0.5.4, run by their own classes, as contenders.
 *
 * <p>A limit is told of every task that ends: when the task started, how long it took from start to
 * end (the wait in the queue is not in it, as it is not in the library's own blocking executor),
 * how many ran when it started, and whether it failed, which counts as dropped. A task that took no
 * time counts as one nanosecond, for Vegas refuses a 0. What it answers is the pool's size.
 *
 * <p>Vegas and Gradient2 stand in the library's {@code WindowedLimit}: its readme builds Gradient2
 * so, and says of Vegas that it moves "at the end of each sampling window". AIMD stands alone, as
 * in the library's {@code BlockingAdaptiveExecutor}.
 *
 * <p>Every setting that is not given has the library's default: windows of 1 s with at least 10
 * tasks; AIMD and Gradient2 from 20 to 200, Vegas to 1000. They begin with the pool's initial size,
 * as every other contender does, moved into the limit's own bounds. The pool's limits hold as well.
 * The parameters are those of the catalogue's policies with the same rules. What the defaults mean:
 *
 * <ul>
 *   <li>AIMD takes a task that lasts over 5 s for a dropped one, and then gives up a tenth of its
 *       limit. So a healthy pool of tasks that simply are that long is driven down to its minimum
 *       ("the timeout is the longest a task may last" is its assumption). Where nothing fails and
 *       nothing lasts so long it only grows, as long as half of its limit is in use.
 *   <li>Vegas and Gradient2 read a longer service time as a queue behind the workers. Tasks of
 *       kinds of different length look the same to them.
 *   <li>None of the three looks at the pool's queue.
 * </ul>
 */
public final class NetflixLimits {

  /** The shortest window that the library allows, in nanoseconds. */
  private static final long WINDOW_NANOS_MIN = Duration.ofMillis(100).toNanos();

  /** The fewest tasks of a window that the library allows. */
  private static final int SAMPLES_MIN = 10;

  private NetflixLimits() {}

  /**
   * One of the three limits, with what can be set about it: what can be set about the catalogue's
   * policy with the same rule, as far as the limit has it. AIMD stands alone, without a window;
   * {@link SeededVegas} has a smoothing of 1 and the run's seed.
   */
  private enum Kind {
    AIMD("netflix-aimd", "additive-increase"),
    VEGAS("netflix-vegas", "vegas"),
    GRADIENT2("netflix-gradient2", "latency-gradient");

    private final String word;
    private final String policy;

    Kind(String word, String policy) {
      this.word = word;
      this.policy = policy;
    }

    List<Parameter<?>> parameters() {
      List<String> without =
          switch (this) {
            case AIMD -> List.of("window", "samples");
            case VEGAS -> List.of("smoothing", "seed");
            case GRADIENT2 -> List.of();
          };
      return Policies.ownParameters(policy).stream()
          .filter(parameter -> !without.contains(parameter.name()))
          .toList();
    }
  }

  /**
   * The limit that a specification names, as in {@code netflix-gradient2(window=100ms,floor=1)};
   * empty when it names none of the three.
   *
   * @throws IllegalArgumentException when a parameter is not known or a value breaks its rule
   */
  public static Optional<Contender> named(String specification) {
    for (Kind kind : Kind.values()) {
      if (specification.strip().startsWith(kind.word)) {
        Settings settings = Settings.of(kind, Specification.of(specification));
        return Optional.of(
            Contender.of(
                specification,
                (pool, plan, host, seed) -> {
                  Limit limit = settings.limit(plan, seed);
                  return new Sizer.PerTask((startNanos, serviceNanos, inFlight, failed) -> {
                    limit.onSample(startNanos, Math.max(1, serviceNanos), inFlight, failed);
                    return limit.getLimit();
                  });
                }));
      }
    }
    return Optional.empty();
  }

  /** What can be set about the limit of a name; empty when it is none of the three. */
  public static Optional<List<Parameter<?>>> parameters(String name) {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.word.equals(name))
        .findFirst()
        .map(Kind::parameters);
  }

  /**
   * A limit and what was set about it.
   *
   * @param kind which limit
   * @param given what was set
   */
  private record Settings(Kind kind, Given given) {

    static Settings of(Kind kind, Specification specification) {
      List<String> known = kind.parameters().stream().map(Parameter::name).toList();
      if (!specification.name().equals(kind.word)) {
        throw new IllegalArgumentException(
            "unknown limit '" + specification.name() + "'; did you mean '" + kind.word + "'?");
      }
      for (String name : specification.values().keySet()) {
        if (!known.contains(name)) {
          throw new IllegalArgumentException(
              "unknown parameter of "
                  + kind.word
                  + " '"
                  + name
                  + "'; it has "
                  + String.join(", ", known));
        }
      }
      Settings settings =
          new Settings(kind, new Given(kind.word, new TreeMap<>(specification.values())));
      settings.check();
      return settings;
    }

    /** Reads every value once, for a wrong one is to be known at once. */
    private void check() {
      kind.parameters().forEach(given::value);
      if (kind == Kind.AIMD) {
        double backoff = number("backoff");
        refuse("backoff", backoff >= 0.5 && backoff < 1, "at least 0.5 and below 1", backoff);
      } else {
        int samples = count("samples");
        refuse(
            "window",
            nanos("window") >= WINDOW_NANOS_MIN,
            "at least 100ms",
            Duration.ofNanos(nanos("window")));
        refuse("samples", samples >= SAMPLES_MIN, "at least " + SAMPLES_MIN, samples);
      }
      if (kind == Kind.GRADIENT2) {
        double tolerance = number("tolerance");
        refuse("tolerance", tolerance >= 1, "at least 1", tolerance);
      }
      if (kind != Kind.VEGAS) {
        refuse("ceiling", count("ceiling") >= count("floor"), "at least floor", count("floor"));
      }
    }

    private static void refuse(String name, boolean keeps, String rule, Object value) {
      if (!keeps) {
        throw new IllegalArgumentException(name + " must be " + rule + " but was " + value);
      }
    }

    Limit limit(Pool plan, long seed) {
      return switch (kind) {
        case AIMD -> {
          Limits bounds = bounds();
          yield AIMDLimit.newBuilder()
              .initialLimit(bounds.clamp(plan.initial()))
              .minLimit(bounds.min())
              .maxLimit(bounds.max())
              .backoffRatio(number("backoff"))
              .timeout(nanos("timeout"), TimeUnit.NANOSECONDS)
              .build();
        }
        case VEGAS -> {
          int ceiling = count("ceiling");
          int initial = Math.min(ceiling, plan.initial());
          yield windowed()
              .minRttThreshold(nanos("shortest"), TimeUnit.NANOSECONDS)
              .build(new SeededVegas(initial, ceiling, count("probe"), new Dice(seed)));
        }
        case GRADIENT2 -> {
          Limits bounds = bounds();
          yield windowed()
              .build(
                  Gradient2Limit.newBuilder()
                      .initialLimit(bounds.clamp(plan.initial()))
                      .minLimit(bounds.min())
                      .maxConcurrency(bounds.max())
                      .rttTolerance(number("tolerance"))
                      .longWindow(count("memory"))
                      .smoothing(number("smoothing"))
                      .queueSize(count("queue"))
                      .build());
        }
      };
    }

    private WindowedLimit.Builder windowed() {
      long nanos = nanos("window");
      return WindowedLimit.newBuilder()
          .minWindowTime(nanos, TimeUnit.NANOSECONDS)
          .maxWindowTime(nanos, TimeUnit.NANOSECONDS)
          .windowSize(count("samples"));
    }

    private Limits bounds() {
      return Limits.of(count("floor"), count("ceiling"));
    }

    private int count(String name) {
      return (Integer) value(name);
    }

    private double number(String name) {
      return (Double) value(name);
    }

    private long nanos(String name) {
      return ((Duration) value(name)).toNanos();
    }

    private Object value(String name) {
      return kind.parameters().stream()
          .filter(parameter -> parameter.name().equals(name))
          .map(given::value)
          .findFirst()
          .orElseThrow();
    }
  }

  /**
   * Netflix's Vegas limit with its one throw of dice taken out of it and made with seeded ones.
   *
   * <p>From time to time Vegas forgets its shortest service time and takes that of the present
   * sample instead (a probe): after {@code jitter * 30 * limit} samples, with a jitter drawn
   * uniformly from 0.5 to 1 anew for each probe. It draws from the thread's own random numbers, so
   * no two runs would be the same. Here the library's object gets a probe multiplier so large that
   * it never probes, and the probe is counted and drawn here, by the same rule.
   *
   * <p>To forget, it is made anew with the present limit, and told of the present sample: a new one
   * takes its first sample's time as the shortest and leaves the limit alone, which is just what a
   * probe does. Nothing else is lost, for its limit is always a whole number: it begins with one,
   * and with the default smoothing of 1 every step and both bounds are whole.
   */
  static final class SeededVegas implements Limit {

    private final int limitMax;
    private final int probeMultiplier;
    private final Dice dice;
    private VegasLimit limit;
    private double jitter;
    private int sinceProbe;

    SeededVegas(int initial, int limitMax, int probeMultiplier, Dice dice) {
      this.limitMax = limitMax;
      this.probeMultiplier = probeMultiplier;
      this.dice = dice;
      this.limit = beginningWith(initial);
      this.jitter = nextJitter();
    }

    @Override
    public void onSample(long startNanos, long roundTripNanos, int inFlight, boolean dropped) {
      sinceProbe++;
      if (jitter * probeMultiplier * limit.getLimit() <= sinceProbe) {
        sinceProbe = 0;
        jitter = nextJitter();
        limit = beginningWith(limit.getLimit());
      }
      limit.onSample(startNanos, roundTripNanos, inFlight, dropped);
    }

    @Override
    public int getLimit() {
      return limit.getLimit();
    }

    @Override
    public void notifyOnChange(Consumer<Integer> listener) {
      throw new UnsupportedOperationException("the limit must be asked for, no listener is told");
    }

    private double nextJitter() {
      return 0.5 + dice.nextDouble() / 2;
    }

    private VegasLimit beginningWith(int workers) {
      return VegasLimit.newBuilder()
          .initialLimit(workers)
          .maxConcurrency(limitMax)
          .probeMultiplier(Integer.MAX_VALUE)
          .build();
    }
  }
}
