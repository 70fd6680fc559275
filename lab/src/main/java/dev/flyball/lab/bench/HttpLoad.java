package dev.flyball.lab.bench;

import dev.flyball.lab.bench.Pacer.ClientSide;
import dev.flyball.lab.bench.Pacer.Delays;
import dev.flyball.lab.bench.RealScenario.Offering;
import dev.flyball.lab.load.ClosedLoop;
import dev.flyball.lab.load.ClosedLoop.ThinkTime;
import dev.flyball.lab.load.KindMix;
import dev.flyball.lab.load.LoadClient;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.LoadRun;
import dev.flyball.lab.load.Schedule.Arrival;
import dev.flyball.lab.server.Dispatch;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Workload;
import dev.flyball.lab.server.Workload.RequestKind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.workload.TimeDistribution;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;

/**
 * The load of one pool over sockets: a server whose receiver hands requests to the pool, and a
 * client that sends them.
 *
 * <p>A request says of which kind it is, not which task. The n-th request of a kind is the n-th
 * planned task of that kind; two that overtake each other on the way are exchanged. The tasks of a
 * closed source are drawn when their requests come.
 */
final class HttpLoad implements Offering {

  private static final int CONNECTIONS_MAX = 4096;

  private final Scenario scenario;
  private final int poolIndex;
  private final Pool plan;
  private final long seed;
  private final RunClock clock;
  private final RealPool taker;
  private final Runnable whenEnded;
  private final TaskDraws draws;
  private final boolean closed;
  private final List<Queue<PlannedTask>> planned = new ArrayList<>();
  private final LabServer server;
  private Optional<LoadRun> run = Optional.empty();

  private HttpLoad(
      Scenario scenario,
      int poolIndex,
      long seed,
      RunClock clock,
      RealPool taker,
      Runnable whenEnded)
      throws IOException {
    this.scenario = scenario;
    this.poolIndex = poolIndex;
    this.plan = scenario.pools().get(poolIndex);
    this.seed = seed;
    this.clock = clock;
    this.taker = taker;
    this.whenEnded = whenEnded;
    this.draws = new TaskDraws(scenario, poolIndex, seed);
    this.closed = plan.phases().get(0).source() instanceof Source.Closed;
    plan.kinds().forEach(kind -> planned.add(new ConcurrentLinkedQueue<>()));
    this.server =
        LabServer.start(LabServer.ANY_PORT, workload(), Dispatch.receiver(this::dispatch));
  }

  /**
   * The load of one pool, with a server of its own.
   *
   * @throws IOException when the server cannot be started
   */
  static HttpLoad of(
      Scenario scenario,
      int poolIndex,
      long seed,
      RunClock clock,
      RealPool taker,
      Runnable whenEnded)
      throws IOException {
    return new HttpLoad(scenario, poolIndex, seed, clock, taker, whenEnded);
  }

  // ---- The server

  private Workload workload() {
    double share = 1.0 / plan.kinds().size(); // the plan says how often each comes, not the server
    return new Workload(
        IntStream.range(0, plan.kinds().size())
            .mapToObj(kind ->
                new RequestKind(id(kind), share, site -> reply -> taker.perform(task(kind))))
            .toList());
  }

  private static String id(int kind) {
    return String.valueOf(kind);
  }

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
    if (task != null) {
      return task;
    }
    if (!closed) {
      throw new IllegalStateException("a request came that was not planned");
    }
    return draws.ofKind(clock.nanos(), kind);
  }

  // ---- The client

  @Override
  public void start() {
    Duration patience = Duration.ofNanos(Scenario.END_LENGTHS_MAX * scenario.lengthNanos());
    LoadClient client =
        LoadClient.to(server.uri())
            .withTimeout(patience)
            .withDrainTimeout(patience)
            .withConnections(0, CONNECTIONS_MAX);
    LoadRun started =
        closed ? client.start(clients()) : client.start(allKinds(), length(), this::arrivals);
    run = Optional.of(started);
    started.result().whenComplete((result, failure) -> whenEnded.run());
  }

  private Duration length() {
    return Duration.ofNanos(scenario.lengthNanos());
  }

  private KindMix allKinds() {
    double share = 1.0 / plan.kinds().size();
    return new KindMix(
        IntStream.range(0, plan.kinds().size())
            .mapToObj(kind -> new KindMix.Part(id(kind), share))
            .toList());
  }

  private ClosedLoop clients() {
    Source.Closed source = (Source.Closed) plan.phases().get(0).source();
    Duration mean = Duration.ofNanos((long) source.think().meanNanos());
    KindMix mix =
        new KindMix(
            IntStream.range(0, plan.kinds().size())
                .filter(kind -> plan.kinds().get(kind).share() > 0)
                .mapToObj(kind -> new KindMix.Part(id(kind), plan.kinds().get(kind).share()))
                .toList());
    return new ClosedLoop(
        source.clients(),
        new ThinkTime(mean, source.think() instanceof TimeDistribution.Exponential),
        mix,
        length(),
        Streams.arrivals(seed, poolIndex, 0));
  }

  /** What the client is to send; each task is in the server's hands before its request leaves. */
  private Iterator<Arrival> arrivals() {
    Iterator<PlannedTask> tasks = OpenTasks.ofAllPhases(scenario, poolIndex, seed, draws);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return tasks.hasNext();
      }

      @Override
      public Arrival next() {
        PlannedTask task = tasks.next();
        planned.get(task.kind()).add(task);
        return new Arrival(task.atNanos(), task.kind());
      }
    };
  }

  @Override
  public ClientSide seen() {
    run.ifPresent(LoadRun::close);
    LoadResult result = run.orElseThrow().result().join();
    return new ClientSide(
        plan.name(),
        result.offered(),
        result.completed() + result.failed(),
        Delays.of(result.sendLag().toHistogram()),
        Delays.of(result.responseTimes().toHistogram()));
  }

  @Override
  public void close() {
    run.ifPresent(LoadRun::close);
    server.close();
  }
}
