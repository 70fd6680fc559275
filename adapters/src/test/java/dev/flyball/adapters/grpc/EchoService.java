package dev.flyball.adapters.grpc;

import dev.flyball.admission.Deadline;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that answers, waits or throws, as the message says. */
final class EchoService {

  static final MethodDescriptor<String, String> UNARY = method("unary", MethodType.UNARY);
  static final MethodDescriptor<String, String> BOTH_WAYS =
      method("both", MethodType.BIDI_STREAMING);

  /** Calls that wait in here until they get one. */
  final Semaphore go = new Semaphore(0);

  final AtomicInteger held = new AtomicInteger();
  final AtomicInteger served = new AtomicInteger();

  ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder("test.Echo")
        .addMethod(UNARY, ServerCalls.<String, String>asyncUnaryCall(this::answer))
        .addMethod(BOTH_WAYS, ServerCalls.<String, String>asyncBidiStreamingCall(this::converse))
        .build();
  }

  private void answer(String message, StreamObserver<String> answers) {
    served.incrementAndGet();
    if (message.equals("throw")) {
      throw new IllegalStateException("the service's own");
    }
    if (message.equals("hold")) {
      held.incrementAndGet();
      go.acquireUninterruptibly();
      held.decrementAndGet();
    }
    answers.onNext(
        message
            + " in "
            + Thread.currentThread().getName()
            + " deadline="
            + Deadline.current().map(left -> left.remaining().toMillis()).orElse(-1L));
    answers.onCompleted();
  }

  private StreamObserver<String> converse(StreamObserver<String> answers) {
    served.incrementAndGet();
    String thread = Thread.currentThread().getName();
    return new StreamObserver<>() {
      @Override
      public void onNext(String message) {
        answers.onNext(message + " begun in " + thread);
      }

      @Override
      public void onError(Throwable thrown) {
        // the client has gone
      }

      @Override
      public void onCompleted() {
        answers.onCompleted();
      }
    };
  }

  private static MethodDescriptor<String, String> method(String name, MethodType type) {
    return MethodDescriptor.newBuilder(new Text(), new Text())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("test.Echo", name))
        .build();
  }

  /** Messages that are text. */
  private static final class Text implements MethodDescriptor.Marshaller<String> {

    @Override
    public InputStream stream(String value) {
      return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
