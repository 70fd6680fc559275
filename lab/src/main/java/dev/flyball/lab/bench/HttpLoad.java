package dev.flyball.lab.bench;

import dev.flyball.lab.bench.PlannedTasks.PlannedTask;
import dev.flyball.lab.bench.RealScenario.ClientSide;
import dev.flyball.lab.bench.RealScenario.Clock;
import dev.flyball.lab.bench.RealScenario.Offering;
import dev.flyball.lab.load.Load;
import dev.flyball.lab.load.Load.Arrival;
import dev.flyball.lab.load.Load.ClosedLoop;
import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.load.LoadClient;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.LoadRun;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Workload;
import dev.flyball.lab.server.Workload.RequestKind;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;

/**
 * The load of one pool over sockets: a server that hands requests to the pool, and a client that
 * sends them.
 *
 * <p>A request says of which kind it is, not which task. The n-th request of a kind is the n-th
 * planned task of that kind; two that overtake each other on the way are exchanged. The tasks of a
 * closed source are drawn when their requests come.
 */
final class HttpLoad implements Offering {

  private static final int CONNECTIONS_MAX = 4096;

  private final PlannedTasks tasks;
  private final Clock clock;
  private final RealPool taker;
  private final Runnable whenEnded;
  private final Load load;
  private final List<Queue<PlannedTask>> planned;
  private final LabServer server;
  private Optional<LoadRun> run = Optional.empty();

  /**
   * The load of one pool, with a server of its own.
   *
   * @param taker the pool that takes the tasks
   * @param whenEnded told once, when nothing more will come and all that came has ended
   * @throws IOException when the server cannot be started
   */
  HttpLoad(PlannedTasks tasks, Clock clock, RealPool taker, Runnable whenEnded) throws IOException {
    this.tasks = tasks;
    this.clock = clock;
    this.taker = taker;
    this.whenEnded = whenEnded;
    List<Kind> kinds = tasks.pool().kinds();
    this.planned =
        kinds.stream().<Queue<PlannedTask>>map(kind -> new ConcurrentLinkedQueue<>()).toList();
    Workload workload =
        new Workload(
            IntStream.range(0, kinds.size())
                .mapToObj(kind ->
                    new RequestKind(
                        String.valueOf(kind),
                        kinds.get(kind).share(),
                        folder -> reply -> taker.perform(task(kind))))
                .toList());
    this.load = load(workload.mix(), tasks.phaseSeed(0));
    this.server = LabServer.start(LabServer.ANY_PORT, workload, this::dispatch);
  }

  private Load load(KindMix mix, long seed) {
    Duration length = Duration.ofNanos(tasks.scenario().lengthNanos());
    return tasks.pool().phases().get(0).source() instanceof Source.Closed closed
        ? new ClosedLoop(closed.clients(), closed.think(), mix, length, seed)
        : new Schedule(this::arrivals, mix, length, seed);
  }

  /** What the client is to send; each task is in the server's hands before its request leaves. */
  private Iterator<Arrival> arrivals() {
    return tasks
        .ofAllPhases()
        .map(task -> {
          planned.get(task.kind()).add(task);
          return new Arrival(task.atNanos(), task.kind());
        })
        .iterator();
  }

  // ---- The server

  private void dispatch(String id, Runnable work) {
    int kind = Integer.parseInt(id);
    try {
      taker.dispatch(kind, work);
    } catch (RejectedExecutionException full) {
      task(kind); // so that the next request is the next task
      throw full;
    }
  }

  private PlannedTask task(int kind) {
    PlannedTask task = planned.get(kind).poll();
    if (task == null && load instanceof Schedule) {
      throw new IllegalStateException("a request came that was not planned");
    }
    return task == null ? tasks.ofKind(clock.nanos(), kind) : task;
  }

  // ---- The client

  @Override
  public void start() {
    Duration patience = Duration.ofNanos(Scenario.END_LENGTHS_MAX * tasks.scenario().lengthNanos());
    LoadRun started = new LoadClient(server.uri(), patience, CONNECTIONS_MAX, 0).start(load);
    run = Optional.of(started);
    started.result().whenComplete((result, failure) -> whenEnded.run());
  }

  @Override
  public ClientSide seen() {
    run.ifPresent(LoadRun::close);
    LoadResult result = run.orElseThrow().result().join();
    return new ClientSide(
        tasks.pool().name(),
        result.counts().offered(),
        result.counts().completed() + result.counts().failed(),
        result.sendLag().quantiles(),
        result.responseTimes().quantiles());
  }

  @Override
  public void close() {
    run.ifPresent(LoadRun::close);
    server.close();
  }
}
