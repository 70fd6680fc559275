package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stage whose own code goes deeper and deeper, as a parser does with nested input, and emits now
 * and then until the stack ends: in its own code, or somewhere in what emits and delivers. Each
 * record of the source begins a frame deeper, so that the stack ends elsewhere.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StackOverflowTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int RECORDS = 700;
  private static final long STACK_BYTES = 400_000;

  /** To emit takes more stack than so many frames, so the stack mostly ends in there. */
  private static final int EMITS_EVERY = 8;

  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final List<Outcome> told = Collections.synchronizedList(new ArrayList<>());
  private final BitSet seen = new BitSet(); // of the only thread of the last stage
  private final BitSet unsure = new BitSet(); // of the only thread of the first one
  private int twice;
  private int next;

  /** Begins so many frames deeper. */
  private void begin(int frames, Emitter<Integer> out) {
    if (frames > 0) {
      begin(frames - 1, out);
    } else {
      goDeeper(0, out);
    }
  }

  private void goDeeper(int depth, Emitter<Integer> out) {
    if (depth % EMITS_EVERY == 0) {
      out.emit(next);
      next++;
    }
    if (depth >= 0) { // for ever
      goDeeper(depth + 1, out);
    }
  }

  private void parse(Integer depth, Emitter<Integer> out) {
    try {
      begin(depth, out);
    } finally {
      unsure.set(next); // the stack ended while it was emitted: it may be there or not
      next++;
    }
  }

  private void see(Integer number) {
    twice += seen.get(number) ? 1 : 0;
    seen.set(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "ordered", "by key behind"})
  void costsItsOwnRecordAndNoneThatWasEmitted(String kind) throws Exception {
    PipelineBuilder plan =
        Pipeline.named("deep")
            .deadLetters(letters::add)
            .threads(task -> new Thread(null, task, "deep", STACK_BYTES));
    StagePlan<Integer, Integer> parser = plan.shared("parser", this::parse);
    StagePlan<Integer, Void> last = plan.sink("last", this::see);
    if (kind.equals("ordered")) {
      parser.ordered();
    }
    if (kind.equals("by key behind")) {
      last.orderedBy(number -> number % 10);
    }
    Pipeline<Integer> pipeline = plan.build(parser.to(last.queue(300, Overflow.BLOCK)));
    for (int depth = 0; depth < RECORDS; depth++) {
      pipeline.put(depth, told::add);
    }
    assertThat(pipeline.drain(LONG)).as("%s", pipeline).isTrue();
    assertThat(letters)
        .hasSize(RECORDS)
        .allMatch(letter -> letter.stage().equals("parser"))
        .allMatch(letter -> letter.cause() instanceof StackOverflowError);
    assertThat(told).hasSize(RECORDS).allMatch(it -> it.kind() == Outcome.Kind.FAILED);
    assertThat(twice).isZero();
    BitSet missing = new BitSet();
    missing.set(0, next);
    missing.andNot(unsure);
    missing.andNot(seen);
    assertThat(missing.cardinality()).as("of %d: %s", next, missing).isZero();
  }
}
