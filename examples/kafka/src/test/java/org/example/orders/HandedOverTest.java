package org.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions that leave a reader whose records are not done and will not be for long. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HandedOverTest {

  private static final String TOPIC = "letters";
  private static final String GROUP = "readers";
  private static final int PARTITIONS = 2;
  private static final int EACH = 100;

  private @TempDir Path folder;

  /** A reader of the group, with a pipeline that notes which records it has begun. */
  private static final class Reading implements AutoCloseable {
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Pipeline<ConsumerRecord<String, String>> pipeline;
    private final TopicReader<String, String> reader;
    private final Thread thread;

    Reading(Broker broker, String protocol, CountDownLatch mayEnd) {
      PipelineBuilder plan = Pipeline.named("letters");
      pipeline =
          plan.build(
              plan.<ConsumerRecord<String, String>>sink(
                      "reading",
                      letter -> {
                        begun.add(letter.partition() + "-" + letter.offset());
                        awaitUninterrupted(mayEnd);
                      })
                  .threads(PARTITIONS * EACH));
      Properties settings = new Properties();
      settings.put("bootstrap.servers", broker.address());
      settings.put("group.id", GROUP);
      settings.put("group.protocol", protocol);
      settings.put("enable.auto.commit", "false");
      settings.put("auto.offset.reset", "earliest");
      reader =
          new TopicReader<>(
              new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer()),
              pipeline,
              2 * PARTITIONS * EACH,
              Duration.ofMillis(200));
      thread = new Thread(this::read, "reader");
      thread.start();
    }

    private void read() {
      try {
        reader.read(List.of(TOPIC));
      } catch (Throwable e) {
        failure.set(e);
      }
    }

    void awaitBegun(int letters) {
      while (begun.size() < letters) {
        assertThat(thread.isAlive()).as("reads on; %s", failure.get()).isTrue();
        LockSupport.parkNanos(5_000_000);
      }
    }

    @Override
    public void close() throws InterruptedException {
      reader.stop();
      thread.join();
      pipeline.close();
      assertThat(failure.get()).isNull();
    }
  }

  private static void awaitUninterrupted(CountDownLatch mayEnd) {
    try {
      mayEnd.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sendLetters(Broker broker) throws Exception {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", broker.address());
    try (Admin admin = Admin.create(settings)) {
      admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1))).all().get();
    }
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (int letter = 0; letter < PARTITIONS * EACH; letter++) {
        producer.send(new ProducerRecord<>(TOPIC, letter % PARTITIONS, null, "letter")).get();
      }
    }
  }

  private static long committedInAll(Broker broker) throws Exception {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", broker.address());
    try (Admin admin = Admin.create(settings)) {
      return admin
          .listConsumerGroupOffsets(GROUP)
          .partitionsToOffsetAndMetadata()
          .get()
          .values()
          .stream()
          .mapToLong(OffsetAndMetadata::offset)
          .sum();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void goAllTheSameAndTheirRecordsComeAgain(String protocol) throws Exception {
    CountDownLatch mayEnd = new CountDownLatch(1);
    CountDownLatch open = new CountDownLatch(0);
    try (Broker broker = new Broker(folder)) {
      sendLetters(broker);
      try (Reading stuck = new Reading(broker, protocol, mayEnd)) {
        stuck.awaitBegun(PARTITIONS * EACH);
        try (Reading next = new Reading(broker, protocol, open)) {
          next.awaitBegun(EACH);
          mayEnd.countDown();
        }
      } finally {
        mayEnd.countDown();
      }
      assertThat(committedInAll(broker)).isEqualTo(PARTITIONS * EACH);
    }
  }
}
