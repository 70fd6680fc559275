package org.example.orders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Notes in a file, which a kill leaves whole, up to which offset of each partition a consumer's
 * polls have returned records. A class that Kafka makes.
 */
public final class PolledOffsets implements ConsumerInterceptor<Object, Object> {

  static final String FILE = "test.polled";

  private LongBuffer next = LongBuffer.allocate(0);

  /** For each partition, the offset after the last record that was polled; 0 where none was. */
  static LongBuffer in(Path file) throws IOException {
    try (FileChannel open =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return open.map(MapMode.READ_WRITE, 0, (long) KilledOrdersTest.PARTITIONS * Long.BYTES)
          .asLongBuffer();
    }
  }

  @Override
  public void configure(Map<String, ?> settings) {
    try {
      next = in(Path.of((String) settings.get(FILE)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ConsumerRecords<Object, Object> onConsume(ConsumerRecords<Object, Object> records) {
    records.forEach(record -> next.put(record.partition(), record.offset() + 1));
    return records;
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

  @Override
  public void close() {}
}
