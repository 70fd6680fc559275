package dev.flyball.adapters.grpc;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import dev.flyball.base.Durations;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * An interceptor that runs the calls of a gRPC server on a pool or limiter, and turns away at once
 * those that would be answered too late.
 *
 * <pre>{@code
 * Limiter calls = Limiter.named("calls").build();
 * Server server =
 *     NettyServerBuilder.forPort(8443)
 *         .addService(new OrderService())
 *         .intercept(AdmissionInterceptor.over(calls))
 *         .build();
 * }</pre>
 *
 * <p><b>The deadline</b> is the call's own, which gRPC clients send; it is also {@link
 * Deadline#current()} in the service. The kind of the task is the full name of the method.
 *
 * <p><b>What runs where.</b> A call of a method to which the client sends one message (unary, or
 * with a stream of responses) waits when it is complete, and then the method runs, as one task of
 * the pool. Of other calls, the start is such a task; their messages come in the server's executor,
 * as ever. What gRPC does besides (find the method, read the message, run interceptors) stays in
 * the server's executor, which needs few threads, or none: {@code directExecutor()}.
 *
 * <p><b>A call that is turned away</b> is closed with {@code UNAVAILABLE}, the status that says
 * that nothing was done and another try may succeed, and which clients retry when so configured.
 * Where the pool can say in how long, the trailer {@code grpc-retry-pushback-ms} tells the client,
 * up to twice that time at random. (Not {@code RESOURCE_EXHAUSTED}: it is for quotas, and few
 * clients retry it.) A call that is cancelled leaves the queue.
 *
 * <p>Immutable; each method returns a copy. Safe for any number of threads.
 */
public final class AdmissionInterceptor implements ServerInterceptor {

  private final CallPool pool;
  private final long deadlineNanos; // 0 for none
  private final Function<? super ServerCall<?, ?>, String> kind;
  private final Function<? super Metadata, Importance> importance;
  private final Function<? super Metadata, Optional<String>> tenant;

  private AdmissionInterceptor(
      CallPool pool,
      long deadlineNanos,
      Function<? super ServerCall<?, ?>, String> kind,
      Function<? super Metadata, Importance> importance,
      Function<? super Metadata, Optional<String>> tenant) {
    this.pool = pool;
    this.deadlineNanos = deadlineNanos;
    this.kind = kind;
    this.importance = importance;
    this.tenant = tenant;
  }

  /** An interceptor that runs calls on this pool. */
  public static AdmissionInterceptor over(AdaptivePool pool) {
    return over(new CallPool(pool::submit, pool::abandon));
  }

  /** An interceptor that runs calls on this limiter. */
  public static AdmissionInterceptor over(Limiter limiter) {
    return over(new CallPool(limiter::submit, limiter::abandon));
  }

  private static AdmissionInterceptor over(CallPool pool) {
    return new AdmissionInterceptor(
        pool,
        0,
        call -> call.getMethodDescriptor().getFullMethodName(),
        headers -> Importance.NORMAL,
        headers -> Optional.empty());
  }

  /**
   * The same with a deadline for calls that bring none. None by default, and then they have the
   * pool's default deadline, if it has one.
   */
  public AdmissionInterceptor deadline(Duration time) {
    return new AdmissionInterceptor(
        pool, Durations.nanos("deadline", time), kind, importance, tenant);
  }

  /**
   * The same with another kind for each call than the full name of its method.
   *
   * @param of must have few results
   */
  public AdmissionInterceptor kind(Function<? super ServerCall<?, ?>, String> of) {
    Objects.requireNonNull(of, "kind must not be null");
    return new AdmissionInterceptor(pool, deadlineNanos, of, importance, tenant);
  }

  /** The same with an importance from the call's headers. {@link Importance#NORMAL} by default. */
  public AdmissionInterceptor importance(Function<? super Metadata, Importance> of) {
    Objects.requireNonNull(of, "importance must not be null");
    return new AdmissionInterceptor(pool, deadlineNanos, kind, of, tenant);
  }

  /** The same with a tenant from the call's headers. None by default. */
  public AdmissionInterceptor tenant(Function<? super Metadata, Optional<String>> of) {
    Objects.requireNonNull(of, "tenant must not be null");
    return new AdmissionInterceptor(pool, deadlineNanos, kind, importance, of);
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    GatedCall<Q, A> gated = new GatedCall<>(pool, options(call, headers), call);
    MethodDescriptor.MethodType type = call.getMethodDescriptor().getType();
    if (type.clientSendsOneMessage()) {
      gated.started(next.startCall(call, headers));
    } else {
      gated.enter(() -> gated.started(next.startCall(call, headers)));
    }
    return gated;
  }

  private TaskOptions options(ServerCall<?, ?> call, Metadata headers) {
    TaskOptions options = TaskOptions.kind(kind.apply(call)).importance(importance.apply(headers));
    Optional<String> owner = tenant.apply(headers).filter(name -> !name.isBlank());
    if (owner.isPresent()) {
      options = options.tenant(owner.get());
    }
    io.grpc.Deadline own = Context.current().getDeadline();
    long withinNanos = own == null ? deadlineNanos : own.timeRemaining(TimeUnit.NANOSECONDS);
    return own == null && deadlineNanos == 0
        ? options
        : options.by(Deadline.atNanos(System.nanoTime() + withinNanos));
  }
}
