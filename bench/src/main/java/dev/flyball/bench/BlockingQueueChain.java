package dev.flyball.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Three empty stages, a thread each, with the JDK's array queues before them. */
final class BlockingQueueChain implements ChainKind.Chain {

  private final BlockingQueue<Object> first;
  private final List<Thread> threads;

  /**
   * A chain that runs.
   *
   * @param length of each queue
   * @param batch the most records that a thread takes at a time
   * @param atTheEnd what the last stage does with each
   */
  BlockingQueueChain(int length, int batch, Runnable atTheEnd) {
    BlockingQueue<Object> second = new ArrayBlockingQueue<>(length);
    BlockingQueue<Object> third = new ArrayBlockingQueue<>(length);
    first = new ArrayBlockingQueue<>(length);
    threads =
        List.of(
            new Thread(() -> work(first, batch, second::put)),
            new Thread(() -> work(second, batch, third::put)),
            new Thread(() -> work(third, batch, record -> atTheEnd.run())));
    threads.forEach(Thread::start);
  }

  /** What a stage does with a record. */
  private interface Work {
    void on(Object record) throws InterruptedException;
  }

  private static void work(BlockingQueue<Object> from, int batch, Work work) {
    try {
      if (batch == 1) {
        while (true) {
          work.on(from.take());
        }
      }
      List<Object> more = new ArrayList<>(batch);
      while (true) {
        work.on(from.take());
        from.drainTo(more, batch - 1);
        for (Object record : more) {
          work.on(record);
        }
        more.clear();
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
