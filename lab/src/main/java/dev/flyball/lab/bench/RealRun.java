package dev.flyball.lab.bench;

import dev.flyball.policy.Observation;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The outcome of a run on the real bench.
 *
 * @param outcome the pools' side, as in virtual time; a response begins when the pool takes the
 *     task
 * @param clients the senders' side, pool by pool; a response begins when the task was meant to come
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
    Optional<String> late =
        clients.stream().filter(RealRun::late).findFirst().map(RealRun::latenessInWords);
    return late.or(this::othersInWords);
  }

  private static boolean late(ClientSide side) {
    return side.lag().p99Nanos() > LATE_SHARE * side.response().p50Nanos();
  }

  private static String latenessInWords(ClientSide side) {
    return String.format(
        Locale.ROOT,
        "tasks of pool '%s' were handed over up to %.2f ms late (p99), beside a median response of"
            + " %.2f ms",
        side.pool(),
        side.lag().p99Nanos() / 1e6,
        side.response().p50Nanos() / 1e6);
  }

  private Optional<String> othersInWords() {
    for (PoolOutcome pool : outcome.pools()) {
      Observation.Host host = pool.whole().host();
      OptionalDouble others = othersBusyCores(host);
      if (others.isPresent() && others.getAsDouble() > OTHERS_SHARE * host.cores()) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "other processes kept %.2f of %.2f cores busy",
                others.getAsDouble(),
                host.cores()));
      }
    }
    return Optional.empty();
  }

  private static OptionalDouble othersBusyCores(Observation.Host host) {
    return host.hostBusyCores().isPresent() && host.processBusyCores().isPresent()
        ? OptionalDouble.of(
            host.hostBusyCores().getAsDouble() - host.processBusyCores().getAsDouble())
        : OptionalDouble.empty();
  }
}
