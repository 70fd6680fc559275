package dev.flyball.dataflow.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.NetworkFile;
import dev.flyball.dataflow.network.NetworkWriter;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MeasuredNodeTest {

  /** Three equal trials of each point, a tenth of the time on a processor. */
  private static NodeRates rates(List<Point> points, double cpuSeconds) {
    return rates(points, cpuSeconds, 0.001);
  }

  private static NodeRates rates(List<Point> points, double cpuSeconds, double readyShare) {
    return new NodeRates(
        "feeder",
        points.stream()
            .map(point ->
                new TrialReading(
                    point.threads(),
                    100,
                    point.perSecond(),
                    point.threads() / point.perSecond(),
                    0.25,
                    OptionalDouble.of(cpuSeconds),
                    OptionalDouble.of(readyShare)))
            .map(trial -> new ThreadsReading(trial.threads(), List.of(trial, trial, trial)))
            .toList());
  }

  @Test
  void aBusyMachineIsSaid() {
    NodeRates rates = rates(CurveFitTest.GOEDEL, 0.001, 0.4);
    assertThat(MeasuredNode.of(rates, 8, 0.05).remarks())
        .contains(
            "not to be trusted: the machine was busy with other work, 1 thread waited for a processor"
                + " 40 % of the time; measure again on a quiet one");
  }

  @Test
  void aLawIsBoundByWhatWasTried() {
    MeasuredNode measured = MeasuredNode.of(rates(CurveFitTest.GOEDEL, 0.001), 8, 0.05);
    Node node = measured.node();
    assertThat(node.rate()).isInstanceOf(RateCurve.Scalability.class);
    assertThat(node.threads()).isEqualTo(new Threads(1, 7, false));
    assertThat(node.variation()).isEqualTo(0.25);
    assertThat(node.cpuShare() * node.serviceSeconds(1)).isCloseTo(0.001, within(1e-7));
    assertThat(measured.plateau()).isEmpty();
    assertThat(measured.remarks()).hasSize(1);
  }

  @Test
  void aNodeThatWaitsIsExternallyBound() {
    MeasuredNode measured = MeasuredNode.of(rates(CurveFitTest.ZERBERUS, 0.001), 64, 0.05);
    assertThat(measured.node().rate()).isEqualTo(new RateCurve.Measured(CurveFitTest.ZERBERUS));
    assertThat(measured.node().threads()).isEqualTo(Threads.ANY);
    assertThat(measured.remarks().get(1)).contains("from 4 threads on", "externally bound");
  }

  @Test
  void aNodeThatComputesIsBoundByProcessors() {
    List<Point> points =
        List.of(new Point(1, 100), new Point(2, 199), new Point(4, 200), new Point(8, 198));
    MeasuredNode measured = MeasuredNode.of(rates(points, 0.01), 2, 0.05);
    assertThat(measured.remarks().get(1)).contains("from 2 threads on", "processors are the bound");
    assertThat(measured.node().cpuShare()).isCloseTo(1, within(0.2));
  }

  @Test
  void whatIsNotKnownIsRemarked() {
    TrialReading slow =
        new TrialReading(1, 10, 10, 0.1, 1, OptionalDouble.empty(), OptionalDouble.empty());
    TrialReading fast =
        new TrialReading(1, 30, 30, 0.03, 1, OptionalDouble.empty(), OptionalDouble.empty());
    NodeRates twice =
        new NodeRates(
            "feeder",
            List.of(
                new ThreadsReading(1, List.of(slow, fast)),
                new ThreadsReading(
                    2,
                    List.of(
                        new TrialReading(
                            2, 9, 9, 0.2, 1, OptionalDouble.empty(), OptionalDouble.empty())))));
    assertThat(MeasuredNode.of(twice, 2, 0.05).remarks())
        .anySatisfy(remark -> assertThat(remark).contains("rate of 1 thread is known to"))
        .contains("the rate of 2 threads was measured only once")
        .anySatisfy(remark -> assertThat(remark).contains("processor time is not measured"));
    assertThat(MeasuredNode.of(twice, 2, 0.05).node().cpuShare()).isEqualTo(1);
  }

  /** Rates of any size, from a record in three hours to a hundred million per second. */
  @Test
  void whatIsMeasuredCanBeWritten() {
    for (double factor : new double[] {1e-6, 1.0 / 3, 1, 1e5}) {
      for (List<Point> points : List.of(CurveFitTest.GOEDEL, CurveFitTest.ZERBERUS)) {
        List<Point> scaled =
            points.stream()
                .map(point -> new Point(point.threads(), factor * point.perSecond()))
                .toList();
        MeasuredNode measured = MeasuredNode.of(rates(scaled, 1e-4 / 3), 1.5, 0.05);
        Network network =
            Network.chain(
                Host.of(1.5).withRule(Host.CoreRule.CPU_TIME),
                new Goal.Throughput(),
                Source.to("feeder"),
                List.of(measured.node()));
        String text =
            NetworkWriter.text(network, List.of("here"), Map.of("feeder", measured.remarks()));
        assertThat(NetworkFile.parse("written", text)).isEqualTo(network);
        assertThat(text).contains("# here").contains("  # " + measured.remarks().get(0));
      }
    }
  }
}
