package dev.flyball.dataflow.live;

import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.Pipeline;
import java.time.Duration;

/** The description of a governor that is not started yet; what is not said has a default. */
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

  /** The time between a decision and the next, above 0; a second unless said. */
  public FlowGovernorBuilder period(Duration time) {
    this.period = Require.positive("period", time);
    return this;
  }

  /** How many decisions are remembered, at least 1; 600 unless said. */
  public FlowGovernorBuilder journal(int capacity) {
    this.journalCapacity = Require.atLeast("capacity", 1, capacity);
    return this;
  }

  /** Leaves the threads alone and only says what it would do. */
  public FlowGovernorBuilder adviseOnly() {
    this.adviseOnly = true;
    return this;
  }

  /** A governor that decides only when {@link FlowGovernor#step} is called. */
  public FlowGovernor build() {
    return new FlowGovernor(this);
  }

  /** A governor with a thread of its own that decides once per period. */
  public FlowGovernor start() {
    FlowGovernor governor = build();
    governor.start();
    return governor;
  }
}
