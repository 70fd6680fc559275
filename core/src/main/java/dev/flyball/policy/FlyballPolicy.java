package dev.flyball.policy;

import static dev.flyball.policy.Require.positive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The default policy: decides what limits the pool, and then its size.
 *
 * <p>Peers fail because they climb a noisy hill where there is none: while the queue is empty,
 * throughput equals the arrival rate, whatever the size. So the regime comes first:
 *
 * <ul>
 *   <li><b>Demand.</b> The load needs so many workers, no search: {@link Demand}.
 *   <li><b>CPU.</b> Never more than the processors carry: {@link CpuCapacity}.
 *   <li><b>Behind.</b> Tasks wait and the processors are idle: only here throughput is a function
 *       of the size. Sizes are compared by the work that is done at them, and the smallest is
 *       sought that gets next to all of it done: {@link KneeSearch}. What it has found bounds the
 *       size afterwards, too.
 *   <li><b>Hung.</b> Nothing moves: the size is held: {@link HangWatch}.
 * </ul>
 *
 * <p>The size is the least of what demand wants, the processors carry and the search allows. Every
 * advice begins with the regime that decided and its numbers.
 *
 * <p>It asks to be asked ten times a second while there are tasks, once a second while an idle pool
 * shrinks, and once a minute after that; a task that has to wait brings the next look forward.
 *
 * <p>Assumes that workers cost little against tasks that wait, and that a pool may be resized
 * often. Fails where throughput changes for reasons of its own in the seconds in which two sizes
 * are compared; a wrong knee is noticed at the next test, after 3 s, 6 s, 12 s and so on up to 96
 * s.
 *
 * <p>Source: this project. Its parts: Little's law and square-root staffing (Pepperdine 2013;
 * Halfin and Whitt 1981), the bound by the CPU (Goetz 2006), hung told from busy (Open Liberty),
 * the elasticity of throughput (.NET's hill climbing), ties to fewer workers.
 *
 * @param demand what the load needs
 * @param cpu what the processors carry
 * @param knee what is of use to what stands behind
 * @param hang whether anything moves
 * @param pace how lively the last window was
 * @param without the parts that are taken out
 */
public record FlyballPolicy(
    Demand demand,
    CpuCapacity cpu,
    KneeSearch knee,
    HangWatch hang,
    Pace pace,
    List<FlyballPart> without)
    implements SizingPolicy {

  private static final Parameter<Duration> DRAIN =
      Parameter.duration("drain", "300ms", "the time in which a queue is to be gone");
  private static final Parameter<Duration> RISE =
      Parameter.duration("rise", "500ms", "the time constant with which a higher load is believed");
  private static final Parameter<Duration> FALL =
      Parameter.duration("fall", "3s", "the time constant with which a lower load is believed");
  private static final Parameter<Double> CPU_HEADROOM =
      Parameter.number(
          "cpu-headroom",
          "3",
          "standard deviations of the number of blocked workers kept beyond what the CPU carries");
  private static final Parameter<Double> KNEE =
      Parameter.percent(
          "knee", "0.03", "the share of the best throughput that is not worth more workers");
  private static final Parameter<Double> TRAVEL =
      Parameter.above(
          "travel", 1, "4", "how many times as many workers are tried before they have paid");
  private static final Parameter<List<FlyballPart>> WITHOUT = FlyballPart.without();

  static final PolicyEntry ENTRY =
      new PolicyEntry(
          "flyball",
          "What limits the pool first (demand, CPU, what stands behind, nothing moves), then its"
              + " size; the default.",
          "this project",
          List.of(Staffing.HEADROOM, DRAIN, RISE, FALL, CPU_HEADROOM, KNEE, TRAVEL, WITHOUT),
          FlyballPolicy::of);

  /** How lively the last window was. */
  enum Pace {
    /** There are tasks. */
    LIVELY(100),
    /** There are none, and the size still sinks. */
    SINKING(1_000),
    /** There are none, and the size is the smallest. */
    ASLEEP(60_000);

    private static final long SHORT_MILLIS = 100;
    private final long millis;

    Pace(long millis) {
      this.millis = millis;
    }

    Look look() {
      return new Look(millis * 1_000_000, SHORT_MILLIS * 1_000_000);
    }
  }

  public FlyballPolicy {
    without = List.copyOf(without);
  }

  private static FlyballPolicy of(PolicyEntry.Given given) {
    List<FlyballPart> without = given.value(WITHOUT);
    return new FlyballPolicy(
        Demand.of(
            Staffing.of(given.value(Staffing.HEADROOM), given.value(DRAIN)),
            Smoothed.of(
                positive("rise", given.value(RISE)).toNanos(),
                positive("fall", given.value(FALL)).toNanos()),
            !without.contains(FlyballPart.SURPRISE),
            !without.contains(FlyballPart.BACKLOG)),
        CpuCapacity.of(given.value(CPU_HEADROOM)),
        KneeSearch.of(given.value(KNEE), given.value(TRAVEL), !without.contains(FlyballPart.WORK)),
        HangWatch.MOVING,
        Pace.LIVELY,
        without);
  }

  @Override
  public Optional<Look> look() {
    return has(FlyballPart.LOOK) ? Optional.of(pace.look()) : Optional.empty();
  }

  @Override
  public Advice on(Observation seen) {
    Demand needs = demand.with(seen);
    HangWatch watched = hang.with(seen);
    if (seen.idle() && !needs.known()) {
      return Staffing.nothingSeenYet(seen, paced(Pace.ASLEEP));
    }
    if (has(FlyballPart.HANG) && needs.known() && watched.hung(needs.serviceNanos())) {
      return held(seen, watched);
    }
    CpuCapacity carries = cpu.with(seen);
    Advice wanted = carried(new Advice(needs.workers(seen), needs.why(seen), this), carries, seen);
    KneeSearch learned = has(FlyballPart.KNEE) ? knee.with(seen) : knee;
    KneeSearch.Move move =
        has(FlyballPart.KNEE)
            ? learned.move(seen, wanted.workers())
            : KneeSearch.Move.unhindered(wanted.workers(), learned);
    Advice advice = move.workers() == wanted.workers() ? wanted : reasoned(wanted, move);
    return advice.then(
        new FlyballPolicy(
            needs, carries, move.next(), watched, paceAfter(seen, advice.workers()), without));
  }

  @Override
  public List<LearnedSize> learned() {
    return knee.curve().told().stream().map(KneeReading::learned).toList();
  }

  private Advice held(Observation seen, HangWatch watched) {
    int held = watched.workers(seen);
    Reason why =
        Reason.of(
            "hung: nothing ended or was computed for %.1f s, %d tasks wait; held at %d",
            watched.stillSeconds(), seen.size().queuedAtEnd(), held);
    return new Advice(
        held, why, new FlyballPolicy(demand, cpu, knee, watched, Pace.LIVELY, without));
  }

  private Advice carried(Advice wanted, CpuCapacity carries, Observation seen) {
    OptionalInt most = has(FlyballPart.CPU) ? carries.workersMax(seen) : OptionalInt.empty();
    if (most.isEmpty() || most.getAsInt() >= wanted.workers()) {
      return wanted;
    }
    return new Advice(
        most.getAsInt(),
        Reason.of(
            "CPU: %.2f cores carry %d workers; %s",
            seen.host().cores(), most.getAsInt(), wanted.reason()),
        this);
  }

  private Advice reasoned(Advice wanted, KneeSearch.Move move) {
    return new Advice(move.workers(), move.why().and(wanted.reason()), this);
  }

  private FlyballPolicy paced(Pace other) {
    return new FlyballPolicy(demand, cpu, knee, hang, other, without);
  }

  /** Asleep only when the size has stayed: it may be let down in steps. */
  private Pace paceAfter(Observation seen, int advised) {
    if (!seen.idle()) {
      return Pace.LIVELY;
    }
    boolean sinks = advised > 1 || seen.size().workersAsked() != knee.visit().workers();
    return sinks ? Pace.SINKING : Pace.ASLEEP;
  }

  private boolean has(FlyballPart part) {
    return !without.contains(part);
  }
}
