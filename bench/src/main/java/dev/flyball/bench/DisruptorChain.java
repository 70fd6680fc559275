package dev.flyball.bench;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import org.jspecify.annotations.Nullable;

/** Three empty handlers, each behind the other, on one ring of the LMAX Disruptor. */
final class DisruptorChain implements ChainKind.Chain {

  /** What the ring holds: a place for a record. */
  private static final class Place {
    private @Nullable Object record;
  }

  private final Disruptor<Place> disruptor;
  private final RingBuffer<Place> ring;

  DisruptorChain(int length, Runnable atTheEnd, WaitStrategy waits) {
    disruptor =
        new Disruptor<>(
            Place::new, length, DaemonThreadFactory.INSTANCE, ProducerType.MULTI, waits);
    disruptor
        .handleEventsWith((place, sequence, last) -> {})
        .then((place, sequence, last) -> {})
        .then((place, sequence, last) -> {
          place.record = null;
          atTheEnd.run();
        });
    ring = disruptor.start();
  }

  @Override
  public void put(Object record) {
    long sequence = ring.next();
    ring.get(sequence).record = record;
    ring.publish(sequence);
  }

  @Override
  public void close() {
    disruptor.shutdown();
  }
}
