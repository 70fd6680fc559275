package dev.flyball.lab.container;

import dev.flyball.Flyball;
import dev.flyball.adapters.grpc.AdmissionInterceptor;
import dev.flyball.pool.AdaptivePool;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A gRPC server, each of whose calls is one task of the pool. */
class GrpcOnPoolIT extends ServerOnPoolContractTest {

  @Override
  ServerOnPool start(Runnable service) throws Exception {
    ServerServiceDefinition work =
        ServerServiceDefinition.builder("Test")
            .addMethod(
                GrpcClients.WORK,
                ServerCalls.asyncUnaryCall((request, answer) -> {
                  service.run();
                  answer.onNext("done");
                  answer.onCompleted();
                }))
            .build();

    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    AdaptivePool pool = Flyball.pool("requests");
    Server server =
        NettyServerBuilder.forAddress(address)
            .addService(work)
            .directExecutor()
            .intercept(AdmissionInterceptor.over(pool))
            .build()
            .start();

    int port = server.getPort();
    return new ServerOnPool() {
      @Override
      public AdaptivePool pool() {
        return pool;
      }

      @Override
      public Clients clients() {
        return new GrpcClients(port);
      }

      @Override
      public void stop() throws Exception {
        server.shutdown();
        server.awaitTermination(10, TimeUnit.SECONDS); // answers what has begun
        pool.close();
      }
    };
  }
}
