package dev.flyball.dataflow.policy;

import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.spec.PolicyProvider;
import java.util.List;

/**
 * Adds no policy for pools to the catalogue, but lets what a policy of pipelines has learned be
 * written to a file and read again.
 */
public final class FlowRecords implements PolicyProvider {

  @Override
  public List<PolicyEntry> policies() {
    return List.of();
  }
}
