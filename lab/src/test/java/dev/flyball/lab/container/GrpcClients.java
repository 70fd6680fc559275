package dev.flyball.lab.container;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients that speak gRPC: one channel, and one for each call whose connection is closed. */
final class GrpcClients implements Clients {

  static final MethodDescriptor<String, String> WORK =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("Test/work")
          .setRequestMarshaller(new Text())
          .setResponseMarshaller(new Text())
          .build();

  private final int port;
  private final ManagedChannel kept;

  GrpcClients(int port) {
    this.port = port;
    this.kept = channel();
  }

  private ManagedChannel channel() {
    return NettyChannelBuilder.forAddress("localhost", port)
        .usePlaintext()
        .directExecutor()
        .build();
  }

  private static void ask(ManagedChannel channel) throws IOException {
    try {
      String answer = ClientCalls.blockingUnaryCall(channel, WORK, CallOptions.DEFAULT, "work");
      if (!answer.equals("done")) {
        throw new IOException("answer must be done but was " + answer);
      }
    } catch (StatusRuntimeException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void ask() throws IOException {
    ask(kept);
  }

  @Override
  public void askOnce() throws IOException {
    ManagedChannel once = channel();
    try {
      ask(once);
    } finally {
      once.shutdownNow();
    }
  }

  @Override
  public Runnable connect(int connections) {
    List<ManagedChannel> open = new ArrayList<>();
    for (int connection = 0; connection < connections; connection++) {
      ManagedChannel channel = channel();
      channel.getState(true); // connects
      open.add(channel);
    }
    return Closing.of(open, ManagedChannel::shutdownNow);
  }

  @Override
  public void close() {
    kept.shutdownNow();
  }

  /** Text as the bytes of a message. */
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
