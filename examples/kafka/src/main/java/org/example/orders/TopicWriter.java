package org.example.orders;

import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A last stage that sends records to Kafka. They are sent one by one and waited for together: a
 * flush ends when the broker has them all. Instances may share a producer, which is not closed.
 *
 * <p>When a record cannot be sent, the flush fails; see {@link Orders} for what becomes of it.
 */
public final class TopicWriter<K, V> implements Stage<ProducerRecord<K, V>, Void> {

  private final Producer<K, V> producer;
  private final List<Future<?>> sent = new ArrayList<>();

  public TopicWriter(Producer<K, V> producer) {
    this.producer = producer;
  }

  @Override
  public void on(ProducerRecord<K, V> record, Emitter<Void> out) {
    sent.add(producer.send(record));
  }

  @Override
  public void flush(Emitter<Void> out) throws Exception {
    try {
      producer.flush();
      for (Future<?> one : sent) {
        one.get();
      }
    } finally {
      sent.clear();
    }
  }
}
