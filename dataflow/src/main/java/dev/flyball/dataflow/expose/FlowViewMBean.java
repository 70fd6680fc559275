package dev.flyball.dataflow.expose;

import dev.flyball.expose.view.OpenRecord;
import javax.management.openmbean.CompositeData;

/**
 * The complete view of a governed pipeline, for a program that shows it, and the switches of its
 * governor for all stages, as {@code dev.flyball:type=Flow,name="..."}.
 */
public interface FlowViewMBean {

  /** A {@link FlowView} as open data, which {@link OpenRecord} reads. */
  CompositeData getView();

  /** Leaves the threads of all stages alone from now on and only publishes the advice. */
  void adviseOnly();

  /** Has all stages follow the policy again. */
  void govern();

  /** The kill switch: all stages keep their present threads, and the policy is not asked. */
  void override();
}
