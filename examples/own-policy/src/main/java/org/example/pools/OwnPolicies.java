package org.example.pools;

import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.spec.PolicyProvider;
import java.util.List;

/** The policies of this jar, which the catalogue finds as a service. */
public final class OwnPolicies implements PolicyProvider {

  @Override
  public List<PolicyEntry> policies() {
    return List.of(HalfBusy.ENTRY);
  }
}
