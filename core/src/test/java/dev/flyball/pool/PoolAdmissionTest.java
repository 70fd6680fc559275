package dev.flyball.pool;

import dev.flyball.admission.Admission;
import java.time.Duration;
import java.util.Optional;

class PoolAdmissionTest extends AdmissionContract {

  @Override
  MeasuredExecutor one(
      int queueCapacity, Admission rule, Optional<Duration> deadline, Rejection rejection) {
    PoolBuilder plan =
        AdaptivePool.named("shop")
            .workers(1)
            .ungoverned()
            .queueCapacity(queueCapacity)
            .admission(rule)
            .rejection(rejection);
    deadline.ifPresent(plan::deadline);
    return plan.build();
  }
}
