package dev.flyball.adapters.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.ListenableFuture;
import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.pool.Limiter;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The interceptor in a gRPC server whose own threads are those of the network. */
@Timeout(30)
class AdmissionInterceptorIT {

  private final EchoService service = new EchoService();
  private final Limiter limiter =
      Limiter.named("calls")
          .atMost(1)
          .queueCapacity(2)
          .threadFactory(task -> {
            Thread thread = Executors.defaultThreadFactory().newThread(task);
            thread.setName("calls-thread");
            thread.setUncaughtExceptionHandler((failed, thrown) -> {});
            return thread;
          })
          .ungoverned()
          .build();
  private final List<Runnable> closing = new ArrayList<>();

  private ManagedChannel start(UnaryOperator<AdmissionInterceptor> plan) throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .directExecutor()
            .addService(service.definition())
            .intercept(plan.apply(AdmissionInterceptor.over(limiter)))
            .build()
            .start();
    closing.add(server::shutdownNow);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
    closing.add(0, channel::shutdownNow);
    return channel;
  }

  @AfterEach
  void end() {
    service.go.release(1_000);
    closing.forEach(Runnable::run);
    limiter.shutdownNow();
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(200_000);
      assertThat(Thread.interrupted()).as("interrupted at the time limit").isFalse();
    }
  }

  private static String call(ManagedChannel channel, String message) {
    return ClientCalls.blockingUnaryCall(channel, EchoService.UNARY, CallOptions.DEFAULT, message);
  }

  private static ListenableFuture<String> send(
      ManagedChannel channel, String message, Duration within) {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(within.toNanos(), TimeUnit.NANOSECONDS);
    return ClientCalls.futureUnaryCall(channel.newCall(EchoService.UNARY, options), message);
  }

  @Test
  void theCallsDeadlineIsThatOfTheTask() throws Exception {
    ManagedChannel channel = start(plan -> plan);
    assertThat(call(channel, "hi")).isEqualTo("hi in calls-thread deadline=-1");
    String answer = send(channel, "hi", Duration.ofMinutes(1)).get();
    assertThat(Integer.parseInt(answer.substring(answer.indexOf('=') + 1)))
        .isBetween(30_000, 60_000);
    assertThat(limiter.kinds()).containsKey("test.Echo/unary");
    await(() -> limiter.running() == 0);
    assertThat(limiter.lifetime().flow().completed()).isEqualTo(2);
  }

  @Test
  void aCallWithoutADeadlineHasTheDefault() throws Exception {
    ManagedChannel channel = start(plan -> plan.deadline(Duration.ofSeconds(100)));
    String answer = call(channel, "hi");
    assertThat(Integer.parseInt(answer.substring(answer.indexOf('=') + 1)))
        .isBetween(50_000, 100_000);
  }

  @Test
  void aCallForWhichThereIsNoRoomIsUnavailable() throws Exception {
    ManagedChannel channel = start(plan -> plan.deadline(Duration.ofSeconds(100)));
    List<ListenableFuture<String>> in = new ArrayList<>();
    in.add(send(channel, "hold", Duration.ofMinutes(1)));
    await(() -> service.held.get() == 1);
    in.add(send(channel, "a", Duration.ofMinutes(1)));
    in.add(send(channel, "b", Duration.ofMinutes(1)));
    await(() -> limiter.queued() == 2);
    assertThatThrownBy(() -> call(channel, "c"))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
              assertThat(e.getStatus().getDescription()).startsWith("full: ");
            });
    service.go.release();
    for (ListenableFuture<String> answer : in) {
      assertThat(answer.get()).contains("in calls-thread");
    }
    assertThat(service.served).hasValue(3);
  }

  @Test
  void aCancelledCallLeavesTheQueue() throws Exception {
    ManagedChannel channel = start(plan -> plan);
    ListenableFuture<String> first = send(channel, "hold", Duration.ofMinutes(1));
    await(() -> service.held.get() == 1);
    ListenableFuture<String> second = send(channel, "gone", Duration.ofMinutes(1));
    await(() -> limiter.queued() == 1);
    second.cancel(true);
    await(() -> limiter.shedTotals().tasks(ShedCause.GONE) == 1);
    assertThat(limiter.queued()).isZero();
    service.go.release();
    assertThat(first.get()).startsWith("hold");
    assertThat(call(channel, "next")).startsWith("next");
    assertThat(service.served).hasValue(2);
  }

  @Test
  void aCallThatExpiresInTheQueueIsNotServed() throws Exception {
    ManagedChannel channel = start(plan -> plan);
    ListenableFuture<String> first = send(channel, "hold", Duration.ofMinutes(1));
    await(() -> service.held.get() == 1);
    ListenableFuture<String> second = send(channel, "late", Duration.ofMillis(500));
    await(() -> limiter.queued() == 1);
    assertThatThrownBy(second::get).isInstanceOf(ExecutionException.class);
    await(() -> limiter.queued() == 0);
    service.go.release();
    assertThat(first.get()).startsWith("hold");
    assertThat(call(channel, "next")).startsWith("next");
    assertThat(service.served).hasValue(2);
  }

  @Test
  void whatTheServiceThrowsIsAnsweredAsEver() throws Exception {
    ManagedChannel channel = start(plan -> plan);
    assertThatThrownBy(() -> call(channel, "throw"))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNKNOWN));
    assertThat(call(channel, "next")).startsWith("next");
  }

  @Test
  void aStreamBeginsOnThePool() throws Exception {
    ManagedChannel channel = start(plan -> plan);
    List<String> answers = new ArrayList<>();
    CompletableFuture<List<String>> all = new CompletableFuture<>();
    StreamObserver<String> messages =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(EchoService.BOTH_WAYS, CallOptions.DEFAULT),
            new StreamObserver<>() {
              @Override
              public void onNext(String answer) {
                answers.add(answer);
              }

              @Override
              public void onError(Throwable thrown) {
                all.completeExceptionally(thrown);
              }

              @Override
              public void onCompleted() {
                all.complete(answers);
              }
            });
    messages.onNext("a");
    messages.onNext("b");
    messages.onCompleted();
    assertThat(all.get()).containsExactly("a begun in calls-thread", "b begun in calls-thread");
  }

  /** They have no deadline, so nothing may be turned away while there is room. */
  @Test
  void noneOfManyCallsIsLost() throws Exception {
    Limiter few = Limiter.named("few").atMost(8).ungoverned().build();
    try (few) {
      ManagedChannel channel =
          start(plan -> AdmissionInterceptor.over(few).importance(headers -> Importance.HIGH));
      List<ListenableFuture<String>> answers = new ArrayList<>();
      for (int call = 0; call < 200; call++) {
        answers.add(
            ClientCalls.futureUnaryCall(
                channel.newCall(EchoService.UNARY, CallOptions.DEFAULT), "call" + call));
      }
      for (int call = 0; call < 200; call++) {
        assertThat(answers.get(call).get()).startsWith("call" + call + " ");
      }
      await(() -> few.running() == 0);
      assertThat(few.lifetime().flow().completed()).isEqualTo(200);
    }
  }
}
