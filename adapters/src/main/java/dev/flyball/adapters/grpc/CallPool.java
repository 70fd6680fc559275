package dev.flyball.adapters.grpc;

import dev.flyball.admission.TaskOptions;
import java.util.concurrent.Future;

/** The queue that calls wait in. */
@FunctionalInterface
interface CallPool {

  /** Takes a call's task in, or refuses it by an exception; cancelled, it leaves the queue. */
  Future<?> submit(TaskOptions options, GatedCall<?, ?> call);
}
