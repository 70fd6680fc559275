package dev.flyball.bench;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Three empty stages, a thread each, with the JDK's array queues before them. */
final class BlockingQueueChain implements ChainKind.Chain {

  private final BlockingQueue<Object> first;
  private final List<Thread> threads;

  BlockingQueueChain(int length, Runnable atTheEnd) {
    BlockingQueue<Object> second = new ArrayBlockingQueue<>(length);
    BlockingQueue<Object> third = new ArrayBlockingQueue<>(length);
    first = new ArrayBlockingQueue<>(length);
    threads =
        List.of(
            new Thread(() -> pass(first, second)),
            new Thread(() -> pass(second, third)),
            new Thread(() -> end(third, atTheEnd)));
    threads.forEach(Thread::start);
  }

  private static void pass(BlockingQueue<Object> from, BlockingQueue<Object> to) {
    try {
      while (true) {
        to.put(from.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(BlockingQueue<Object> from, Runnable atTheEnd) {
    try {
      while (true) {
        from.take();
        atTheEnd.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void put(Object record) throws InterruptedException {
    first.put(record);
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
