package dev.flyball.dataflow.pipeline.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Up to where a log is settled. */
class LowWaterMarkTest {

  @Test
  void standsAtTheFirstRecordThatIsNotSettled() {
    LowWaterMark mark = new LowWaterMark(10);
    assertThat(mark.offset()).isEqualTo(10);
    Consumer<Outcome> first = mark.begin(10);
    Consumer<Outcome> second = mark.begin(11);
    Consumer<Outcome> third = mark.begin(15); // logs have gaps
    second.accept(Outcome.DONE);
    assertThat(mark.offset()).isEqualTo(10);
    assertThat(mark.pending()).isEqualTo(3);
    first.accept(Outcome.failed(new IllegalStateException("bad")));
    assertThat(mark.offset()).isEqualTo(15);
    assertThat(mark.pending()).isEqualTo(1);
    third.accept(Outcome.DROPPED);
    assertThat(mark.offset()).isEqualTo(16);
  }

  @Test
  void staysWhereARecordWasAborted() {
    LowWaterMark mark = new LowWaterMark(0);
    mark.begin(0).accept(Outcome.DONE);
    mark.begin(1).accept(Outcome.ABORTED);
    mark.begin(2).accept(Outcome.DONE);
    assertThat(mark.offset()).isEqualTo(1);
  }

  @Test
  void refusesOffsetsThatFall() {
    LowWaterMark mark = new LowWaterMark(7);
    assertThatThrownBy(() -> mark.begin(6)).hasMessage("offset must be at least 7 but was 6");
    mark.begin(7);
    assertThatThrownBy(() -> mark.begin(7)).hasMessage("offset must be at least 8 but was 7");
  }

  @Test
  void theWorstOutcomeCounts() {
    Outcome failed = Outcome.failed(new IllegalStateException("bad"));
    assertThat(Outcome.DONE.or(Outcome.DROPPED)).isEqualTo(Outcome.DROPPED);
    assertThat(failed.or(Outcome.DROPPED)).isEqualTo(failed);
    assertThat(failed.or(Outcome.ABORTED)).isEqualTo(Outcome.ABORTED);
    assertThat(failed.or(Outcome.failed(new IllegalStateException("later")))).isEqualTo(failed);
  }
}
