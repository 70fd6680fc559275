package dev.flyball.lab.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.measure.MeasuredNode;
import dev.flyball.dataflow.measure.SweepPlan;
import dev.flyball.dataflow.measure.TrialFailedException;
import dev.flyball.dataflow.network.NetworkFile;
import dev.flyball.lab.flow.tasks.NodeWorkText;
import dev.flyball.lab.flow.tasks.WorkSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of work, on real files, sockets and a real database, for a moment each. */
@Tag("slow")
class FlowMeasurementIT {

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();

  /** Fails at its first record. */
  public static final class Failing implements Callable<Runnable> {
    @Override
    public Runnable call() {
      return () -> {
        throw new IllegalStateException("no such queue");
      };
    }
  }

  private FlowMeasurement measurement(HostFacts host, String... nodes) {
    return new FlowMeasurement(
        Stream.of(nodes).map(NodeWorkText::parse).toList(),
        new SweepPlan(List.of(1, 2), 0.5, Duration.ofMillis(700)),
        host,
        said::add);
  }

  @Test
  void everyWorkIsMeasuredAndWrittenDown() throws Exception {
    HostFacts host = HostFacts.here(folder);
    assertThat(host.cores()).isPositive();
    assertThat(host.memoryBytes().orElse(0)).isPositive();
    assertThat(host.diskBytesPerSecond().orElse(0)).isPositive();
    FlowMeasurement measurement =
        measurement(
            host,
            "decoder=transform",
            "spool=write",
            "safe=write,fsync",
            "sender=send",
            "asker=send,ack",
            "feeder=insert,connections=2");
    try (WorkSite site = WorkSite.open(folder, List.of(), said::add)) {
      measurement.run(site);
    }
    assertThat(folder).isEmptyDirectory();
    MeasuredFlow flow = measurement.found().orElseThrow();
    assertThat(flow.complete()).isTrue();
    assertThat(flow.nodes()).hasSize(6);
    assertThat(flow.table().rows()).hasSize(12);
    assertThat(NetworkFile.parse("measured", flow.yaml())).isEqualTo(flow.network());
    assertThat(flow.yaml()).contains("writes 256 bytes to a file, and waits for the disk");
    assertThat(flow.network().host().resources()).containsKey("disk");
    assertThat(flow.figures().json()).contains("\"feeder\"", "bitsPerSecond");
    assertThat(said).anyMatch(line -> line.startsWith("  2 threads: "));
    // What computes is on a processor for longer, as a part of its time, than what waits for one
    // that answers.
    assertThat(cpuShare(flow, "decoder")).isGreaterThan(cpuShare(flow, "feeder"));
  }

  private static double cpuShare(MeasuredFlow flow, String name) {
    return flow.nodes().stream()
        .map(MeasuredNode::node)
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow()
        .cpuShare();
  }

  @Test
  void whatWasFoundStaysWhenANodeFails() throws Exception {
    FlowMeasurement measurement =
        measurement(
            HostFacts.here(folder),
            "decoder=transform",
            "feeder=class:" + Failing.class.getName(),
            "sender=send");
    try (WorkSite site = WorkSite.open(folder, List.of(), said::add)) {
      assertThatThrownBy(() -> measurement.run(site))
          .isInstanceOf(TrialFailedException.class)
          .hasMessage("node 'feeder' failed: java.lang.IllegalStateException: no such queue");
    }
    MeasuredFlow flow = measurement.found().orElseThrow();
    assertThat(flow.complete()).isFalse();
    assertThat(flow.network().nodes()).extracting(node -> node.name()).containsExactly("decoder");
    assertThat(flow.yaml()).contains("The measurement ended early");
  }
}
