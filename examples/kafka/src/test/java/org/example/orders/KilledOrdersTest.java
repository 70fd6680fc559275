package org.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One or two readers of a group are killed with SIGKILL at random moments under load, while they
 * start, while partitions go from one to the other, or while they work; some leave in order. No
 * order is lost, and only those come again that were in flight at a kill. {@code -Dkills=50} for
 * more kills, {@code -Dseed=} for the same moments.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledOrdersTest {

  static final int PARTITIONS = 4;
  static final int SESSION_MILLIS = 6_000;

  private static final int KILLS = Integer.getInteger("kills", 2);
  private static final int ORDERS_PER_SECOND = Integer.getInteger("rate", 5_000);
  private static final int POLL = 500; // max.poll.records
  private static final double LONGEST_WAIT_NANOS = 2e9;
  private static final String GROUP = "tax";

  private @TempDir Path folder;
  private Broker broker;
  private Admin admin;
  private final List<Member> members = new ArrayList<>();
  private int started;
  private long inFlight;
  private long mostInFlight;

  /** One process of the program, and the file in which its consumer notes what it has polled. */
  private record Member(Process process, LongBuffer polled) {}

  @BeforeEach
  void startBroker() throws Exception {
    broker = new Broker(folder);
    Properties client = new Properties();
    client.put("bootstrap.servers", broker.address());
    admin = Admin.create(client);
    admin
        .createTopics(
            List.of(
                new NewTopic(Orders.IN, PARTITIONS, (short) 1),
                new NewTopic(Orders.OUT, PARTITIONS, (short) 1),
                new NewTopic(Orders.FAILED, 1, (short) 1)))
        .all()
        .get();
    awaitLeaders();
  }

  /** Returns when the broker leads each partition: before, a producer's batches may be mixed up. */
  private void awaitLeaders() throws Exception {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    partitions(Orders.IN, PARTITIONS).forEach(each -> all.put(each, OffsetSpec.latest()));
    partitions(Orders.OUT, PARTITIONS).forEach(each -> all.put(each, OffsetSpec.latest()));
    partitions(Orders.FAILED, 1).forEach(each -> all.put(each, OffsetSpec.latest()));
    while (!leads(all)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  /** Whether it does; not while a topic that was made is not known everywhere yet. */
  private boolean leads(Map<TopicPartition, OffsetSpec> all) throws Exception {
    try {
      admin.listOffsets(all).all().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  @AfterEach
  void stopBroker() {
    members.forEach(member -> member.process().destroyForcibly());
    admin.close();
    broker.close();
  }

  // ---- Members

  private Member start(String protocol) throws IOException {
    Path own = Files.createDirectory(folder.resolve("member-" + started++));
    Path polled = own.resolve("polled");
    LongBuffer shown = PolledOffsets.in(polled);
    List<String> consumer =
        new ArrayList<>(
            List.of(
                "bootstrap.servers=" + broker.address(),
                "group.id=" + GROUP,
                "group.protocol=" + protocol,
                "enable.auto.commit=false",
                "auto.offset.reset=earliest",
                "max.poll.records=" + POLL,
                "interceptor.classes=" + PolledOffsets.class.getName(),
                PolledOffsets.FILE + "=" + polled));
    if (protocol.equals("classic")) {
      consumer.add("session.timeout.ms=" + SESSION_MILLIS);
      consumer.add("heartbeat.interval.ms=500");
    }
    Path consumerFile = Files.write(own.resolve("consumer.properties"), consumer);
    Path producerFile =
        Files.write(
            own.resolve("producer.properties"), List.of("bootstrap.servers=" + broker.address()));
    Process process =
        Broker.java(
            folder.resolve("members.log"),
            List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"),
            Orders.class.getName(),
            consumerFile.toString(),
            producerFile.toString());
    return new Member(process, shown);
  }

  private void kill(Member member) throws Exception {
    members.remove(member);
    member.process().destroyForcibly();
    assertThat(member.process().waitFor()).as("killed; %s", membersSay()).isEqualTo(128 + 9);
    Map<Integer, Long> committed = committed();
    long open = 0;
    for (int partition = 0; partition < PARTITIONS; partition++) {
      open += Math.max(0, member.polled().get(partition) - committed.getOrDefault(partition, 0L));
    }
    inFlight += open;
    mostInFlight = Math.max(mostInFlight, open);
  }

  private void leave(Member member) throws Exception {
    members.remove(member);
    member.process().destroy();
    assertThat(member.process().waitFor()).as("terminated; %s", membersSay()).isEqualTo(128 + 15);
  }

  private String membersSay() throws IOException {
    return Files.readString(folder.resolve("members.log"));
  }

  // ---- Offsets

  /** What the group has committed, by partition. */
  private Map<Integer, Long> committed() throws Exception {
    Map<Integer, Long> committed = new HashMap<>();
    admin
        .listConsumerGroupOffsets(GROUP)
        .partitionsToOffsetAndMetadata()
        .get()
        .forEach(
            (partition, offset) -> {
              if (offset != null) {
                committed.put(partition.partition(), offset.offset());
              }
            });
    return committed;
  }

  private long committedInAll() throws Exception {
    return committed().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns when the group has committed as much; the test's time limit ends a hang. */
  private void awaitCommitted(long inAll) throws Exception {
    while (committedInAll() < inAll) {
      requireAlive();
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Returns when the member has orders. */
  private void awaitPolls(Member member) throws Exception {
    while (IntStream.range(0, PARTITIONS).allMatch(at -> member.polled().get(at) == 0)) {
      requireAlive();
      LockSupport.parkNanos(5_000_000);
    }
  }

  private void requireAlive() throws IOException {
    for (Member member : members) {
      assertThat(member.process().isAlive()).as("a member goes on; %s", membersSay()).isTrue();
    }
  }

  private static List<TopicPartition> partitions(String topic, int count) {
    return IntStream.range(0, count).mapToObj(index -> new TopicPartition(topic, index)).toList();
  }

  // ---- Orders

  /** Sends orders, one number after the other, until it is interrupted. */
  private final class Customers extends Thread {
    private final AtomicLong refused = new AtomicLong();
    private int sent;

    @Override
    public void run() {
      Properties settings = new Properties();
      settings.put("bootstrap.servers", broker.address());
      try (KafkaProducer<String, String> producer =
          new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
        long start = System.nanoTime();
        while (!isInterrupted()) {
          while (sent < (System.nanoTime() - start) / 1e9 * ORDERS_PER_SECOND) {
            String price = isPrice(sent) ? Integer.toString(sent) : "no price";
            producer.send(
                new ProducerRecord<>(Orders.IN, sent % PARTITIONS, Integer.toString(sent), price),
                (record, failure) -> refused.addAndGet(failure == null ? 0 : 1));
            sent++;
          }
          LockSupport.parkNanos(5_000_000);
        }
        Thread.interrupted(); // to close takes time
      }
    }

    int end() throws InterruptedException {
      interrupt();
      join();
      assertThat(refused.get()).as("orders that the broker did not take").isZero();
      return sent;
    }
  }

  private static boolean isPrice(int order) {
    return order % 1_000 != 999;
  }

  /** How often each order stands in a topic. */
  private int[] counts(String topic, int partitions, int orders) throws Exception {
    int[] counts = new int[orders];
    Properties settings = new Properties();
    settings.put("bootstrap.servers", broker.address());
    List<TopicPartition> all = partitions(topic, partitions);
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        consumer
            .poll(Duration.ofSeconds(1))
            .forEach(record -> counts[Integer.parseInt(record.key())]++);
      }
    }
    return counts;
  }

  // ---- The test

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void noOrderIsLostAndOnlyWhatWasInFlightComesAgain(String protocol) throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("KilledOrdersTest: -Dseed=" + seed);
    Random dice = new Random(seed);
    Customers customers = new Customers();
    customers.start();
    int kills = 0;
    int left = 0;
    while (kills < KILLS) {
      while (members.size() < 2) {
        members.add(start(protocol));
      }
      Member member = members.get(dice.nextInt(2));
      if (dice.nextInt(4) > 0) {
        awaitPolls(member);
      }
      LockSupport.parkNanos((long) (dice.nextDouble() * LONGEST_WAIT_NANOS));
      int fate = dice.nextInt(6);
      if (fate == 0) {
        leave(member);
        left++;
      } else {
        kill(member);
        kills++;
      }
      if (fate == 5) {
        kill(members.get(0));
        kills++;
      } else {
        awaitCommitted(committedInAll() + 1);
      }
    }
    members.add(start(protocol));
    int orders = customers.end();
    awaitCommitted(orders);
    while (!members.isEmpty()) {
      leave(members.get(0));
    }

    int[] priced = counts(Orders.OUT, PARTITIONS, orders);
    int[] failed = counts(Orders.FAILED, 1, orders);
    long again = 0;
    for (int order = 0; order < orders; order++) {
      int count = isPrice(order) ? priced[order] : failed[order];
      assertThat(count).as("results of order %d", order).isGreaterThanOrEqualTo(1);
      assertThat(priced[order] + failed[order]).as("results of order %d", order).isEqualTo(count);
      again += count - 1;
    }
    long undone = membersSay().lines().filter(line -> line.contains("come again")).count();
    System.out.printf(
        "%s: %d orders, %d kills, %d left: none lost; %d came again, of %d in flight at the kills,"
            + " %d at most at one; %d times undone records went to another reader%n",
        protocol, orders, kills, left, again, inFlight, mostInFlight, undone);
    int openOrJustDone = 2 * (Orders.OPEN_MAX + POLL); // where the group gave a slow member up
    assertThat(again).isLessThanOrEqualTo(inFlight + undone * openOrJustDone);
    assertThat(committedInAll()).isEqualTo(orders);
  }
}
