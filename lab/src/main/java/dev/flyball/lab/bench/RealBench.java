package dev.flyball.lab.bench;

import dev.flyball.lab.bench.RealScenario.ClientSide;
import dev.flyball.measure.HostMeter;
import dev.flyball.policy.Observation;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

/**
 * The bench in real time: the scenario that {@link dev.flyball.sim.VirtualBench} simulates, on real
 * threads, with a real pool.
 *
 * <p>The tasks are the same ones, drawn by the same dice in the same order. Steps of a processor
 * use as much of this machine's; waits are slept; what stands behind is a real queue, lock or rate
 * limit that blocks the worker. What is not taken from the scenario, because the machine has its
 * own: what a switch of threads or the start of one costs. What cannot be made real is refused.
 *
 * <pre>{@code
 * RealRun run = RealBench.run(scenario, 1, Contender.policy("flyball"), EntryPoint.IN_PROCESS);
 * }</pre>
 */
public final class RealBench {

  /** How long the unmeasured run lasts that comes first, so that compilers have done their work. */
  private static final long WARM_UP_NANOS = 2_000_000_000;

  private static final double CORES_SLACK = 1e-6;

  private RealBench() {}

  /** The way of tasks to the pool. */
  public enum EntryPoint {
    /** A thread of this process hands them over. */
    IN_PROCESS,
    /** They are requests over sockets, which a receiver reads and hands over. */
    HTTP
  }

  /**
   * Runs a scenario to its end: until the last task has ended, at the longest twice its length; a
   * short run that is not reported comes first.
   *
   * @throws IllegalArgumentException when the scenario cannot be made real on this machine
   * @throws IOException when no server can be started
   * @throws InterruptedException when the calling thread is interrupted; everything is stopped then
   */
  public static RealRun run(
      Scenario scenario, long seed, Contender contender, EntryPoint entryPoint)
      throws IOException, InterruptedException {
    refuse(scenario, entryPoint);
    runWarm(beginning(scenario, WARM_UP_NANOS), seed, contender, entryPoint);
    return runWarm(scenario, seed, contender, entryPoint);
  }

  /**
   * As {@link #run}, in a process that has run the scenario with the contender before: without the
   * short run that comes first.
   */
  public static RealRun runWarm(
      Scenario scenario, long seed, Contender contender, EntryPoint entryPoint)
      throws IOException, InterruptedException {
    long latestNanos = Scenario.END_LENGTHS_MAX * scenario.lengthNanos();
    return runWarm(scenario, seed, contender, entryPoint, latestNanos);
  }

  /** As {@link #run}, ended at the latest after so long. */
  static RealRun runWarm(
      Scenario scenario, long seed, Contender contender, EntryPoint entryPoint, long latestNanos)
      throws IOException, InterruptedException {
    refuse(scenario, entryPoint);
    try (RealScenario made = new RealScenario(scenario, seed, contender, entryPoint)) {
      return made.run(latestNanos);
    }
  }

  /** How long a run lasts at least, the short one that comes first in it. */
  public static long leastNanos(Scenario scenario) {
    return scenario.lengthNanos() + Math.min(scenario.lengthNanos(), WARM_UP_NANOS);
  }

  /** The beginning of a scenario, without the changes that come later. */
  static Scenario beginning(Scenario whole, long nanosMax) {
    return on(whole.host(), whole, Math.min(whole.lengthNanos(), nanosMax));
  }

  /** So much of the beginning of a scenario, on a host. */
  static Scenario on(Host host, Scenario whole, long nanos) {
    return new Scenario(
        whole.name(),
        whole.models(),
        whole.catches(),
        nanos,
        whole.seed(),
        host,
        whole.behind(),
        whole.pools(),
        whole.changes().stream().filter(change -> change.atNanos() < nanos).toList());
  }

  // ---- What cannot be made real

  /**
   * Refuses, before anything is run, what cannot be made real on this machine.
   *
   * @throws IllegalArgumentException which says why
   */
  public static void refuse(Scenario scenario, EntryPoint entryPoint) {
    unsupported(scenario, HostMeter.read().cores())
        .or(() -> entryPoint == EntryPoint.HTTP ? unsupportedOverHttp(scenario) : Optional.empty())
        .ifPresent(why -> {
          throw new IllegalArgumentException(
              "scenario '" + scenario.name() + "' cannot run on the real bench: " + why);
        });
  }

  static Optional<String> unsupported(Scenario scenario, double coresHere) {
    Host host = scenario.host();
    if (Math.abs(host.cores() - coresHere) > CORES_SLACK) {
      return Optional.of(
          "its host has %s cores, this machine has %s"
              .formatted(plain(host.cores()), plain(coresHere)));
    }
    if (host.neighbours() > 0) {
      return Optional.of("its host has neighbours, and the bench has none to put beside the pool");
    }
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Cores cores) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "its host has %s cores from %.3f s on, and those of a machine do not change",
                plain(cores.cores()),
                cores.atNanos() / 1e9));
      }
      if (change instanceof Change.Neighbours || change instanceof Change.Capacity) {
        return Optional.of(
            "neighbours and capacities of what stands behind change in virtual time");
      }
    }
    if (scenario.pools().stream()
        .flatMap(pool -> pool.kinds().stream())
        .anyMatch(kind -> kind.retryRule().ends() || kind.retryRule().retries() > 0)) {
      return Optional.of("its tasks are given up or tried again, which they are in virtual time");
    }
    long workersMost = scenario.pools().stream().mapToLong(pool -> pool.limits().max()).sum();
    return host.workersMax() >= workersMost
        ? Optional.empty()
        : Optional.of(
            ("its host has memory for %s workers of at most %s, and the bench cannot take memory"
                    + " away")
                .formatted(host.workersMax(), workersMost));
  }

  /** What the load client cannot do. */
  private static Optional<String> unsupportedOverHttp(Scenario scenario) {
    for (Pool pool : scenario.pools()) {
      boolean closed =
          pool.phases().stream().anyMatch(phase -> phase.source() instanceof Source.Closed);
      if (closed && pool.phases().size() > 1) {
        return Optional.of("over HTTP a closed source must be the only phase of its pool");
      }
      if (closed && scenario.changes().stream().anyMatch(Change.Mix.class::isInstance)) {
        return Optional.of("over HTTP the mix of a closed source does not change");
      }
    }
    return Optional.empty();
  }

  private static String plain(double cores) {
    return cores == Math.rint(cores)
        ? String.valueOf((long) cores)
        : String.format(Locale.ROOT, "%.3f", cores);
  }

  /**
   * A contender that brings a pool as well as a rule for its size: on the real bench that very pool
   * runs the tasks. Virtual time knows one pool only, so there the contender's sizer is the nearest
   * equivalent.
   */
  public interface BringsPool extends Contender {

    /**
     * The pool for one run.
     *
     * @param plan the pool that the scenario asks for
     * @param threads makes its threads, and counts them
     */
    ExecutorService pool(Pool plan, ThreadFactory threads);
  }

  /**
   * The outcome of a run on the real bench.
   *
   * @param outcome the pools' side, as in virtual time; a response begins when the pool takes the
   *     task
   * @param clients the senders' side, pool by pool; a response begins when the task was meant to
   *     come
   * @param drained whether every task had ended when the run did
   */
  public record RealRun(Outcome outcome, List<ClientSide> clients, boolean drained) {

    private static final double LATE_SHARE = 0.1;
    private static final double OTHERS_SHARE = 0.1;

    public RealRun {
      clients = List.copyOf(clients);
    }

    /**
     * Why this run should not be trusted; empty when nothing speaks against it. Tasks that were
     * handed over late say more of the bench than of the pool, and what others did on the machine
     * meanwhile is no part of the scenario.
     */
    public Optional<String> distrust() {
      Stream<String> late =
          clients.stream()
              .filter(side -> side.lag().p99Nanos() > LATE_SHARE * side.response().p50Nanos())
              .map(side ->
                  String.format(
                      Locale.ROOT,
                      "tasks of pool '%s' were handed over up to %.2f ms late (p99), beside a median"
                          + " response of %.2f ms",
                      side.pool(),
                      side.lag().p99Nanos() / 1e6,
                      side.response().p50Nanos() / 1e6));
      Stream<String> disturbed =
          outcome.pools().stream()
              .map(pool -> pool.whole().host())
              .filter(host -> othersBusyCores(host) > OTHERS_SHARE * host.cores())
              .map(host ->
                  String.format(
                      Locale.ROOT,
                      "other processes kept %.2f of %.2f cores busy",
                      othersBusyCores(host),
                      host.cores()));
      return Stream.concat(late, disturbed).findFirst();
    }

    private static double othersBusyCores(Observation.Host host) {
      return host.hostBusyCores().orElse(Double.NaN) - host.processBusyCores().orElse(Double.NaN);
    }
  }
}
