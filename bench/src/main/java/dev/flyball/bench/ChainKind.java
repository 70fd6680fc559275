package dev.flyball.bench;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.StagePlan;

/** A chain of three empty stages to measure, one thread each; another one is one more value. */
public enum ChainKind {
  /** Ours, with every sensor. */
  PIPELINE {
    @Override
    Chain open(int queueLength, Runnable atTheEnd) {
      PipelineBuilder plan = Pipeline.named("bench");
      StagePlan<Object, Object> first = plan.map("first", record -> record);
      StagePlan<Object, Object> second = plan.map("second", record -> record);
      StagePlan<Object, Void> third = plan.sink("third", record -> atTheEnd.run());
      first.queue(queueLength, Overflow.BLOCK).to(second.queue(queueLength, Overflow.BLOCK));
      second.to(third.queue(queueLength, Overflow.BLOCK));
      Pipeline<Object> pipeline = plan.build(first);
      return new Chain() {
        @Override
        public void put(Object record) throws InterruptedException {
          pipeline.put(record);
        }

        @Override
        public void close() {
          pipeline.close();
        }
      };
    }
  },

  /** Threads with the JDK's bounded queues between them. */
  ARRAY_BLOCKING_QUEUE {
    @Override
    Chain open(int queueLength, Runnable atTheEnd) {
      return new BlockingQueueChain(queueLength, 1, atTheEnd);
    }
  },

  /** The same; a thread takes what there is, up to 256 records at a time. */
  ARRAY_BLOCKING_QUEUE_DRAINED {
    @Override
    Chain open(int queueLength, Runnable atTheEnd) {
      return new BlockingQueueChain(queueLength, 256, atTheEnd);
    }
  },

  /** One ring that three handlers follow each other on; an idle handler sleeps. */
  DISRUPTOR_BLOCKING {
    @Override
    Chain open(int queueLength, Runnable atTheEnd) {
      return disruptor(queueLength, atTheEnd, new BlockingWaitStrategy());
    }
  },

  /** The same; an idle handler keeps polling, and uses a processor for it. */
  DISRUPTOR_YIELDING {
    @Override
    Chain open(int queueLength, Runnable atTheEnd) {
      return disruptor(queueLength, atTheEnd, new YieldingWaitStrategy());
    }
  };

  /** A chain that runs. */
  interface Chain extends AutoCloseable {
    void put(Object record) throws InterruptedException;

    @Override
    void close();
  }

  private static Chain disruptor(int queueLength, Runnable atTheEnd, WaitStrategy waits) {
    return new DisruptorChain(queueLength, atTheEnd, waits);
  }

  /**
   * A chain, ready to take records in.
   *
   * @param queueLength how many records each queue holds
   * @param atTheEnd what the last stage does with each
   */
  abstract Chain open(int queueLength, Runnable atTheEnd);
}
