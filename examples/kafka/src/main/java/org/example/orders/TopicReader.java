package org.example.orders;

import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineState;
import dev.flyball.dataflow.pipeline.completion.LowWaterMark;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Puts the records of topics into a pipeline, and commits those that the pipeline is done with. So
 * each record is processed at least once. What comes again after a kill: at most {@code openMax}
 * records of this reader, those of one poll, and those that were done since the last commit, a
 * tenth of a second before.
 *
 * <p><b>In a group.</b> A partition that goes to another reader is given up when its records are
 * done and committed, or after {@code patience}; then those that are not done come again there.
 *
 * <p><b>How long a poll takes.</b> While {@code openMax} records are open, the partitions are
 * paused and polls go on. Where the queue of the first stage has room for {@code openMax} and one
 * poll, no put waits, so a slow pipeline does not delay a rebalance.
 *
 * <p><b>What it needs.</b> The consumer has {@code enable.auto.commit=false}; every stage that
 * holds records has a rule for flushes by time, or when idle. A record that fails counts as done
 * once its dead letter was handed over.
 *
 * <p>One thread calls {@link #read}; any thread may call {@link #stop}.
 */
public final class TopicReader<K, V> implements ConsumerRebalanceListener {

  private static final Logger LOG = System.getLogger(TopicReader.class.getName());
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration POLL_PAUSED = Duration.ofMillis(10);
  private static final long COMMIT_NANOS = 100_000_000;

  private final Consumer<K, V> consumer;
  private final Pipeline<ConsumerRecord<K, V>> pipeline;
  private final int openMax;
  private final Duration patience;
  private final Map<TopicPartition, LowWaterMark> marks = new HashMap<>();
  private long committedAt = System.nanoTime();

  /**
   * A reader that has not begun.
   *
   * @param openMax how many records may be open, from the first that is not done on, at least 1
   * @param patience how long to wait for records of a partition that goes; below {@code
   *     max.poll.interval.ms}
   */
  public TopicReader(
      Consumer<K, V> consumer,
      Pipeline<ConsumerRecord<K, V>> pipeline,
      int openMax,
      Duration patience) {
    this.consumer = consumer;
    this.pipeline = pipeline;
    this.openMax = openMax;
    this.patience = patience;
  }

  /** Reads until {@link #stop}; then waits for what is open, commits, and closes the consumer. */
  public void read(Collection<String> topics) throws InterruptedException {
    try (consumer) { // to close it revokes all partitions
      consumer.subscribe(topics, this);
      while (true) {
        boolean full = open(marks.keySet()) >= openMax;
        if (full) {
          consumer.pause(consumer.assignment());
        } else {
          consumer.resume(consumer.paused());
        }
        for (ConsumerRecord<K, V> record : consumer.poll(full ? POLL_PAUSED : POLL)) {
          pipeline.put(record, mark(record).begin(record.offset()));
        }
        commitNowAndThen();
      }
    } catch (WakeupException e) {
      LOG.log(Level.INFO, "stopped");
    }
  }

  /** Has {@link #read} end. */
  public void stop() {
    consumer.wakeup();
  }

  private LowWaterMark mark(ConsumerRecord<K, V> record) {
    return marks.computeIfAbsent(
        new TopicPartition(record.topic(), record.partition()),
        partition -> new LowWaterMark(record.offset()));
  }

  /** The number of records of these partitions from the first one on that is not done. */
  private int open(Collection<TopicPartition> partitions) {
    return partitions.stream()
        .map(marks::get)
        .filter(Objects::nonNull)
        .mapToInt(LowWaterMark::pending)
        .sum();
  }

  private Map<TopicPartition, OffsetAndMetadata> done(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    marks.forEach((partition, mark) -> done.put(partition, new OffsetAndMetadata(mark.offset())));
    done.keySet().retainAll(partitions);
    return done;
  }

  private void commitNowAndThen() {
    if (System.nanoTime() - committedAt >= COMMIT_NANOS) {
      consumer.commitAsync(done(marks.keySet()), null); // where one fails the next one commits more
      committedAt = System.nanoTime();
    }
  }

  // ---- Partitions that come and go: called by poll and close

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    // a mark begins with the first record
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    try {
      awaitDone(partitions);
      consumer.commitSync(done(partitions));
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.log(Level.WARNING, "not committed, so records come again: " + done(partitions), e);
    } finally {
      marks.keySet().removeAll(partitions);
    }
  }

  /** Another reader has them already, from what was committed on. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    LOG.log(Level.WARNING, "{0} were lost; {1} records come again", partitions, open(partitions));
    marks.keySet().removeAll(partitions);
  }

  private void awaitDone(Collection<TopicPartition> partitions) {
    long start = System.nanoTime();
    while (open(partitions) > 0
        && pipeline.state() != PipelineState.TERMINATED
        && !Thread.currentThread().isInterrupted()
        && System.nanoTime() - start < patience.toNanos()) {
      LockSupport.parkNanos(1_000_000);
    }
    int open = open(partitions);
    if (open > 0) {
      LOG.log(Level.WARNING, "{0} go undone; {1} records come again", partitions, open);
    }
  }
}
