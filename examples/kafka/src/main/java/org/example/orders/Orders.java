package org.example.orders;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.DeadLetter;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.StagePlan;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Reads net prices from the topic {@value #IN} and writes prices with tax to {@value #OUT}. An
 * order that is no price goes to {@value #FAILED}.
 */
public final class Orders {

  static final String IN = "orders";
  static final String OUT = "prices";
  static final String FAILED = "orders-failed";

  /** The most records that may be open; see {@link TopicReader} for what comes again. */
  static final int OPEN_MAX = 5_000;

  private static final BigDecimal TAX = new BigDecimal("1.2");

  private Orders() {}

  /**
   * Runs until it is terminated.
   *
   * @param args two files: the consumer's properties, with {@code enable.auto.commit=false}, and
   *     the producer's
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            properties(args[0]), new StringDeserializer(), new StringDeserializer());
    KafkaProducer<String, String> producer =
        new KafkaProducer<>(properties(args[1]), new StringSerializer(), new StringSerializer());

    PipelineBuilder plan = Pipeline.named("orders").deadLetters(letter -> keep(letter, producer));
    StagePlan<ConsumerRecord<String, String>, ProducerRecord<String, String>> pricing =
        plan.<ConsumerRecord<String, String>, ProducerRecord<String, String>>map(
            "pricing", Orders::withTax);
    StagePlan<ProducerRecord<String, String>, Void> writer =
        plan.stage("writer", () -> new TopicWriter<>(producer));
    pricing.threads(2).queue(2 * OPEN_MAX, Overflow.BLOCK);
    pricing.to(writer.flushAfter(1_000).flushWhenIdle());

    try (producer;
        Pipeline<ConsumerRecord<String, String>> orders = plan.build(pricing)) {
      TopicReader<String, String> reader =
          new TopicReader<>(consumer, orders, OPEN_MAX, Duration.ofSeconds(10));
      Thread main = Thread.currentThread();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(reader, main)));
      reader.read(List.of(IN));
    }
  }

  private static Properties properties(String file) throws IOException {
    Properties read = new Properties();
    try (Reader text = Files.newBufferedReader(Path.of(file))) {
      read.load(text);
    }
    return read;
  }

  private static ProducerRecord<String, String> withTax(ConsumerRecord<String, String> order) {
    BigDecimal price = new BigDecimal(order.value()).multiply(TAX);
    return new ProducerRecord<>(OUT, order.key(), price.toPlainString());
  }

  /**
   * Keeps an order that failed. Where that is not possible the program ends at once: nothing that
   * is open was committed, so all of it comes again.
   */
  private static void keep(DeadLetter letter, Producer<String, String> producer) {
    try {
      ConsumerRecord<?, ?> order = (ConsumerRecord<?, ?>) letter.record().orElseThrow();
      String key = String.valueOf(order.key());
      producer.send(new ProducerRecord<>(FAILED, key, String.valueOf(order.value()))).get();
    } catch (Exception e) {
      letter.cause().printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static void stop(TopicReader<String, String> reader, Thread main) {
    reader.stop();
    try {
      main.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
