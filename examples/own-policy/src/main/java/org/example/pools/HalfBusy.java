package org.example.pools;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.List;

/**
 * So many workers that a share of them is busy: {@code busy / share}, averaged with the size before.
 *
 * <p>Right where a task takes as long whatever the size. Wrong where tasks get slower with more of
 * them: then more are busy, and it adds workers.
 *
 * @param share the share of the workers that is to be busy, above 0 and at most 1
 */
public record HalfBusy(double share) implements SizingPolicy {

  private static final Parameter<Double> SHARE =
      Parameter.percent("busy", "50%", "the share of the workers that is to be busy");

  static final PolicyEntry ENTRY =
      new PolicyEntry(
          "example-half-busy",
          "As many workers as keep a share of them busy.",
          "an example",
          List.of(SHARE),
          given -> new HalfBusy(given.value(SHARE)));

  public HalfBusy {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1 but was " + share);
    }
  }

  @Override
  public Advice advise(Observation seen) {
    int present = seen.size().workersTarget();
    double wanted = seen.size().busyMean() / share;
    int workers = (int) Math.max(1, Math.ceil((present + wanted) / 2));
    Reason reason =
        Reason.by("half-busy", "%{busy}.1f of %{size}d busy", seen.size().busyMean(), present);
    return new Advice(workers, reason, this);
  }
}
