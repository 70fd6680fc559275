package dev.flyball.lab.flow.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.flow.tasks.NodeWork.InsertRow;
import dev.flyball.lab.flow.tasks.NodeWork.OwnClass;
import dev.flyball.lab.flow.tasks.NodeWork.SendBytes;
import dev.flyball.lab.flow.tasks.NodeWork.TransformRecord;
import dev.flyball.lab.flow.tasks.NodeWork.WriteFile;
import dev.flyball.lab.flow.tasks.WorkSite.Tickets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeWorkTextTest {

  private static NodeWork work(String text) {
    NodeWorkText node = NodeWorkText.parse("feeder=" + text);
    assertThat(node.name()).isEqualTo("feeder");
    return node.work();
  }

  @Test
  void everyWorkHasItsSettings() {
    assertThat(work("transform")).isEqualTo(new TransformRecord(256));
    assertThat(work("transform,bytes=4KiB")).isEqualTo(new TransformRecord(4096));
    assertThat(work("write")).isEqualTo(new WriteFile(256, false));
    assertThat(work("write,fsync,bytes=1B")).isEqualTo(new WriteFile(1, true));
    assertThat(work("insert")).isEqualTo(new InsertRow(256, 10));
    assertThat(work("insert,connections=3")).isEqualTo(new InsertRow(256, 3));
    assertThat(work("send,ack")).isEqualTo(new SendBytes(256, true));
    assertThat(work("class:com.example.Feeder")).isEqualTo(new OwnClass("com.example.Feeder"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "feeder|node must be NAME=WORK",
        "=write|node must be NAME=WORK",
        "a b=write|node must be NAME=WORK",
        "a=wirte|unknown work 'wirte'; did you mean 'write'?",
        "a=write,fsnc|unknown setting of write 'fsnc'; did you mean 'fsync'?",
        "a=write,fsync=yes|fsync must be given without a value but was 'fsync=yes'",
        "a=write,bytes|bytes must be given with a value but was 'bytes'",
        "a=write,fsync,fsync|fsync must be given once",
        "a=write,bytes=0B|bytes must be from 1 to",
        "a=write,bytes=9GiB|bytes must be from 1 to",
        "a=transform,bytes=12|bytes must be a size such as",
        "a=insert,connections=0|connections must be from 1 to 1000 but was 0",
        "a=class:|class must not be blank",
      })
  void whatIsWrongIsNamed(String text, String message) {
    assertThatThrownBy(() -> NodeWorkText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aTicketBecomesJson() {
    assertThat(TransformRecord.Transformer.json("f1=23;f4=5;")).isEqualTo("{\"f1\":23,\"f4\":5}");
    assertThat(TransformRecord.Transformer.json("f1=23;f")).isEqualTo("{\"f1\":23}");
    assertThat(Tickets.bytes(100)).hasSize(100).isEqualTo(Tickets.bytes(100));
  }
}
