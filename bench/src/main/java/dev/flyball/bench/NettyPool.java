package dev.flyball.bench;

import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Netty's event executors, asked to end without their quiet period. */
final class NettyPool extends AbstractExecutorService {

  private final DefaultEventExecutorGroup group;

  NettyPool(int workers) {
    group = new DefaultEventExecutorGroup(workers);
  }

  @Override
  public void execute(Runnable task) {
    group.execute(task);
  }

  @Override
  public void shutdown() {
    Future<?> unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return group.isShuttingDown();
  }

  @Override
  public boolean isTerminated() {
    return group.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return group.awaitTermination(timeout, unit);
  }
}
