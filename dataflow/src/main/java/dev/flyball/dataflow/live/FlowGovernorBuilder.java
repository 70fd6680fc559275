package dev.flyball.dataflow.live;

import dev.flyball.base.Durations;
import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import dev.flyball.control.GovernorBuilder;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.policy.FlowPolicy;
import dev.flyball.dataflow.policy.FlowSettings;
import dev.flyball.policy.Limits;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A builder of governors of pipelines; every setting has a default. */
public final class FlowGovernorBuilder {

  final Pipeline<?> pipeline;
  FlowPolicy policy = FlowPolicy.planned(FlowSettings.DEFAULT);
  Duration period = Duration.ofSeconds(1);
  int journalCapacity = 600;
  boolean adviseOnly;
  Optional<Goal.Latency> latency = Optional.empty();
  Limits otherLimits = Limits.of(1, 256);
  final Map<String, Limits> limits = new TreeMap<>();

  FlowGovernorBuilder(Pipeline<?> pipeline) {
    this.pipeline = pipeline;
  }

  /** The policy. Default: {@link FlowPolicy#planned}. */
  public FlowGovernorBuilder policy(FlowPolicy decider) {
    this.policy = Objects.requireNonNull(decider, "decider must not be null");
    return this;
  }

  /** The allowed numbers of threads of each stage that has no limits of its own: 1 to 256. */
  public FlowGovernorBuilder limits(Limits allowed) {
    this.otherLimits = Objects.requireNonNull(allowed, "allowed must not be null");
    return this;
  }

  /**
   * The allowed numbers of threads of one stage, such as at most the connections that there are.
   *
   * @throws IllegalArgumentException when there is no such stage
   */
  public FlowGovernorBuilder limits(String stage, Limits allowed) {
    String known = Nearest.named("stage", stage, pipeline.stageNames(), name -> name);
    limits.put(known, Objects.requireNonNull(allowed, "allowed must not be null"));
    return this;
  }

  /**
   * The longest response time, from a record's arrival until all that was made of it has left the
   * last stage: threads are planned so that this share of the records keeps it. What is measured
   * corrects the plan. While more comes than can be done, as much as possible is done instead.
   * Default: no such goal; threads are busy 80 % at most.
   *
   * @param goal above 0, at most 365 days
   * @param share such as 0.95, above 0 and at most 0.9999
   */
  public FlowGovernorBuilder latency(Duration goal, double share) {
    return latency(goal, OptionalDouble.of(share));
  }

  /** The longest mean response time; see {@link #latency(Duration, double)}. */
  public FlowGovernorBuilder meanLatency(Duration goal) {
    return latency(goal, OptionalDouble.empty());
  }

  private FlowGovernorBuilder latency(Duration goal, OptionalDouble share) {
    double seconds = Durations.nanos("goal", goal) / 1e9;
    this.latency = Optional.of(new Goal.Latency(seconds, share));
    return this;
  }

  /**
   * The time between two decisions, at least one millisecond and at most 365 days. Default: one
   * second.
   */
  public FlowGovernorBuilder period(Duration time) {
    this.period = GovernorBuilder.requirePeriod(time);
    return this;
  }

  /** The number of decisions in each journal, at least 1. Default: 600. */
  public FlowGovernorBuilder journal(int capacity) {
    this.journalCapacity = Require.atLeast("capacity", 1, capacity);
    return this;
  }

  /** Leaves the threads alone and only publishes the advice. */
  public FlowGovernorBuilder adviseOnly() {
    this.adviseOnly = true;
    return this;
  }

  /** Makes a governor that decides only when {@link FlowGovernor#step} is called. */
  public FlowGovernor build() {
    return new FlowGovernor(this);
  }

  /** Makes a governor with a thread of its own that decides once per period. */
  public FlowGovernor start() {
    FlowGovernor governor = build();
    governor.start(period.toNanos());
    return governor;
  }
}
