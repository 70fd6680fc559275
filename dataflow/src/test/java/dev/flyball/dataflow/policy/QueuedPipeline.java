package dev.flyball.dataflow.policy;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.pipeline.Moments;
import dev.flyball.dataflow.pipeline.StageTotals;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.policy.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A chain of stages in virtual time, record by record: gaps and services of a given variation,
 * first come first served, queues without an end; windows of a second.
 */
final class QueuedPipeline {

  private static final int MOST = 200;
  private static final double NANOS = 1e9;

  private final List<Station> stations = new ArrayList<>();
  private final Goal.Latency goal;
  private final Dice dice;
  private FlowPolicy policy = FlowPolicy.planned(FlowSettings.DEFAULT);
  private double perSecond;
  private int burst = 1;
  private double nextArrival;
  private double now;

  /** Response times since the last window with enough of them. */
  private final List<Double> waiting = new ArrayList<>();

  private String why = "";

  /** The figure of the goal in each window, in seconds; 0 where nothing ended. */
  final List<Double> reached = new ArrayList<>();

  QueuedPipeline(Goal.Latency goal, long seed) {
    this.goal = goal;
    this.dice = new Dice(seed);
  }

  /** Adds a stage behind the others: exponential services of that mean, in seconds. */
  QueuedPipeline stage(double mean) {
    stations.add(new Station("stage" + stations.size(), mean));
    return this;
  }

  /** How many records come in a second, in groups of so many at a time. */
  QueuedPipeline load(double records, int group) {
    perSecond = records;
    burst = group;
    return this;
  }

  /** Why the last advice was given. */
  String why() {
    return why;
  }

  /** The policy that is asked next. */
  FlowPolicy policy() {
    return policy;
  }

  int threads() {
    return stations.stream().mapToInt(station -> station.free.size()).sum();
  }

  /** Gives each stage so many threads, and asks nobody. */
  QueuedPipeline fixed(int threads) {
    stations.forEach(station -> station.resize(threads));
    policy = seen -> new FlowAdvice(List.of(), "fixed", policy);
    return this;
  }

  QueuedPipeline run(int windows) {
    for (int i = 0; i < windows; i++) {
      FlowObservation seen = window();
      FlowAdvice said = policy.advise(seen);
      policy = said.next();
      why = said.why();
      for (Change change : said.changes()) {
        stations.stream()
            .filter(station -> station.name.equals(change.stage()))
            .forEach(station -> station.resize(change.to()));
      }
    }
    return this;
  }

  /** A record where it is: when it came here, and when it came from outside. */
  private record At(double here, double born) {}

  /** A stage: its threads, its queue, and what happened in the window. */
  private final class Station {
    private final String name;
    private final double mean;

    /** When each thread is free. */
    private final PriorityQueue<Double> free = new PriorityQueue<>(List.of(0.0));

    private final PriorityQueue<At> coming =
        new PriorityQueue<>(Comparator.comparingDouble(At::here));
    private final ArrayDeque<double[]> running = new ArrayDeque<>();
    private double lastCame;
    private long came;
    private long done;
    private double waited;
    private Moments services = Moments.NONE;
    private Moments gaps = Moments.NONE;

    Station(String name, double mean) {
      this.name = name;
      this.mean = mean;
    }

    void resize(int threads) {
      while (free.size() > threads) {
        free.poll(); // who is free first leaves first
      }
      while (free.size() < threads) {
        free.add(now);
      }
    }

    void put(At record) {
      coming.add(record);
    }

    /** Starts what can be started before the end of the window. */
    List<At> until(double end) {
      List<At> left = new ArrayList<>();
      while (!coming.isEmpty() && Math.max(coming.peek().here(), free.peek()) < end) {
        At record = coming.poll();
        double start = Math.max(record.here(), free.poll());
        double service = dice.nextExponential(mean);
        free.add(start + service);
        running.add(new double[] {start, start + service});
        waited += start - record.here();
        done++;
        services = plus(services, service);
        left.add(new At(start + service, record.born()));
      }
      return left;
    }

    void arrived(double here) {
      came++;
      gaps = plus(gaps, here - lastCame);
      lastCame = here;
    }

    private Moments plus(Moments moments, double seconds) {
      double nanos = seconds * NANOS;
      return new Moments(
          moments.count() + 1, moments.sum() + nanos, moments.squares() + nanos * nanos);
    }

    StageWindow window(double from, double to, Optional<String> next) {
      double busy = 0;
      for (double[] one : running) {
        busy += Math.max(0, Math.min(one[1], to) - Math.max(one[0], from));
      }
      running.removeIf(one -> one[1] <= to);
      int threads = free.size();
      long queued = coming.stream().filter(record -> record.here() < to).count();
      SortedMap<String, Long> out = new TreeMap<>();
      next.ifPresent(stage -> out.put(stage, done));
      StageWindow window =
          new StageWindow(
              (long) NANOS,
              name,
              new StageTotals.Size(threads, threads, (int) queued, 1_000_000, 0),
              new StageTotals.Flow(came, done, 0, 0, 0, 0, 0, 0),
              new StageTotals.Time(
                  Math.round(busy * NANOS),
                  Math.round(Math.max(0, threads - busy) * NANOS),
                  0,
                  Math.round(waited * NANOS),
                  OptionalLong.of(0)),
              services,
              gaps,
              Collections.unmodifiableSortedMap(out));
      came = 0;
      done = 0;
      waited = 0;
      services = Moments.NONE;
      gaps = Moments.NONE;
      return window;
    }
  }

  private FlowObservation window() {
    double from = now;
    double to = now + 1;
    while (nextArrival < to) {
      for (int i = 0; i < burst; i++) {
        stations.get(0).put(new At(nextArrival, nextArrival));
        stations.get(0).arrived(nextArrival);
      }
      nextArrival += dice.nextExponential(burst / perSecond);
    }
    List<Double> took = new ArrayList<>();
    for (int i = 0; i < stations.size(); i++) {
      List<At> left = stations.get(i).until(to);
      if (i + 1 < stations.size()) {
        Station next = stations.get(i + 1);
        left.stream()
            .sorted(Comparator.comparingDouble(At::here))
            .forEach(record -> {
              next.put(record);
              next.arrived(record.here());
            });
      } else {
        left.forEach(record -> took.add(record.here() - record.born()));
      }
    }
    now = to;
    List<StageWindow> windows = new ArrayList<>();
    List<StageRule> rules = new ArrayList<>();
    for (int i = 0; i < stations.size(); i++) {
      Optional<String> next =
          i + 1 < stations.size() ? Optional.of(stations.get(i + 1).name) : Optional.empty();
      windows.add(stations.get(i).window(from, to, next));
      rules.add(StageRule.within(stations.get(i).name, Limits.of(1, MOST)));
    }
    reached.add(figure(took));
    waiting.addAll(took);
    boolean enough = waiting.size() >= 30;
    ResponseGoal response =
        new ResponseGoal(goal, enough ? waiting.size() : 0, enough ? figure(waiting) : 0);
    if (enough) {
      waiting.clear();
    }
    return new FlowObservation(
        64,
        OptionalDouble.of(0),
        windows,
        List.of(stations.get(0).name),
        rules,
        Optional.of(response));
  }

  private double figure(List<Double> took) {
    if (took.isEmpty()) {
      return 0;
    }
    if (goal.quantile().isEmpty()) {
      return took.stream().mapToDouble(it -> it).average().orElseThrow();
    }
    Collections.sort(took);
    int at = (int) Math.ceil(goal.quantile().getAsDouble() * took.size()) - 1;
    return took.get(Math.max(0, at));
  }
}
