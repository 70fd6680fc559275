package dev.flyball.dataflow.live;

import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.Pipeline;
import java.time.Duration;

/** A builder of governors of pipelines; every setting has a default. */
public final class FlowGovernorBuilder {

  final Pipeline<?> pipeline;
  FlowPolicy policy = FlowPolicy.planned(FlowSettings.DEFAULT);
  Duration period = Duration.ofSeconds(1);
  int journalCapacity = 600;
  boolean adviseOnly;

  FlowGovernorBuilder(Pipeline<?> pipeline) {
    this.pipeline = pipeline;
  }

  /** The policy. Default: {@link FlowPolicy#planned}. */
  public FlowGovernorBuilder policy(FlowPolicy decider) {
    this.policy = decider;
    return this;
  }

  /** The time between two decisions, above 0. Default: one second. */
  public FlowGovernorBuilder period(Duration time) {
    this.period = Require.positive("period", time);
    return this;
  }

  /** The number of decisions in the journal, at least 1. Default: 600. */
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
    governor.start();
    return governor;
  }
}
