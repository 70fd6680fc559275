package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.law.PaperLoad;
import dev.flyball.policies.law.VirtualPool;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.PolicyText;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every policy of the catalogue, with and without wrappers. */
class PolicyContractTest {

  private static final List<Observation> HARD_TO_SWALLOW =
      List.of(
          Seen.idle().build(),
          Seen.steady(100, 1.144).offered(100, 114.4, 114.4).build(),
          Seen.steady(100, 0).build(),
          Seen.idle().flow(0, 10, 10).service(5).busy(3).build(),
          Seen.idle().flow(1000, 10, 0).busy(10).queue(500, 990).build(),
          Seen.idle().flow(0, 0, 0).busy(10).queue(990, 990).build(),
          Seen.idle().flow(10, 10, 10).service(1).offered(99, 5, 5).build(),
          Seen.steady(100, 1).sensors(0, 0).hostBusyCores(0).processBusyCores(0).build(),
          Seen.steady(100, 1).sensors(100, 900).hostBusyCores(4).build(),
          Seen.steady(100, 1).sensors(1e-9, 0).hostBusyCores(64).queue(3, 5).build(),
          Seen.steady(3, 1).at(-5, 1e-9).build(),
          Seen.steady(3, 1).at(9e9, 9).alive(0).build(),
          Seen.idle()
              .workers(Integer.MAX_VALUE)
              .at(0, 1e-9)
              .flow(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)
              .service(9e9)
              .busy(Double.MAX_VALUE)
              .queue(Double.MAX_VALUE, Long.MAX_VALUE)
              .offered(1, 9e9, 9e9)
              .sensors(9e9, 0)
              .signal(Signals.CONNECTIONS, 1e300)
              .signal(Signals.FRAMES_PER_SECOND, 1e300)
              .signal(Signals.OVERSLEEP_DEVIATION_MILLIS, 1e-300)
              .build(),
          Seen.steady(100, 1).signal(Signals.CONNECTIONS, 0).build(),
          Seen.steady(100, 1).signal(Signals.CONNECTIONS, -3).at(3, 60).build(),
          Seen.steady(100, 1).signal(Signals.CONNECTIONS, Double.NaN).at(63, 1).build(),
          Seen.steady(9999, 0.001).workers(1).busy(1).queue(9, 9).at(64, 1).build(),
          Seen.steady(9999, 0.001).workers(Integer.MAX_VALUE).at(64, 1).build(),
          Seen.idle()
              .workers(Integer.MAX_VALUE)
              .at(9e9, 9e9)
              .flow(Long.MAX_VALUE, Long.MAX_VALUE, 1)
              .service(9e9)
              .waits(0.1)
              .busy(Double.MAX_VALUE)
              .queue(Double.MAX_VALUE, Long.MAX_VALUE)
              .sensors(9e9, 9e9)
              .cores(1e300)
              .build(),
          Seen.steady(100, 1).sensors(0, 0).cores(1e-300).queue(5, 5).build(),
          Seen.steady(100, 1).sensors(1e-9, 0).busy(1e9).build(),
          signals(Double.NaN),
          signals(Double.NEGATIVE_INFINITY),
          signals(-1),
          signals(0),
          signals(60),
          Seen.steady(100, 1e-9).at(5, 60).build(),
          Seen.steady(100, 0.1).at(5, 60).build(),
          Seen.steady(100, 0.1).at(4, 1).build(),
          Seen.steady(100, 0.1).workers(1).queue(3, 5).at(65, 600).build(),
          Seen.steady(1, 1e-9).workers(1).at(0, 1e-9).build(),
          Seen.steady(1_000_000, 0.01).workers(500).alive(700).at(0, 3600).queue(9, 9).build(),
          Seen.idle().workers(Integer.MAX_VALUE).flow(9, 0, 0).busy(3).queue(9, 9).build(),
          Seen.idle().workers(1).flow(5, 1, 1).service(1e-9).busy(900).queue(1e9, 1).build(),
          Seen.idle().build());

  private static final int SETTLED_IN = 2500;

  private static Observation signals(double value) {
    return Seen.steady(100, 0.1)
        .queue(100, 100)
        .waits(100)
        .signal(Signals.CONNECTIONS, value)
        .signal(Signals.FRAMES_PER_SECOND, value)
        .signal(Signals.OVERSLEEP_DEVIATION_MILLIS, value)
        .build();
  }

  static Stream<String> specifications() {
    return Policies.all().stream()
        .map(PolicyEntry::example)
        .flatMap(plain ->
            Stream.of(
                plain,
                with(plain, "max=100,step=7,cool-down=2s,min=2"),
                with(
                    plain,
                    "rescue=true,cpu-guard=90%,frame-guard=60,while-saturated=true,recall=true")));
  }

  @ParameterizedTest
  @MethodSource("specifications")
  void adviceIsAtLeastOneWorkerWithAReasonOfOneLine(String specification) {
    SizingPolicy policy = Policies.parse(specification);
    for (int round = 0; round < 3; round++) {
      for (Observation seen : HARD_TO_SWALLOW) {
        Advice advice = policy.advise(seen);
        assertThat(advice.workers()).isGreaterThanOrEqualTo(1);
        assertThat(advice.reason().isMade()).as("a reason before it is read").isFalse();
        assertThat(advice.why())
            .isNotBlank()
            .doesNotContain("\n", "NaN", "Infinity", "no such format");
        policy = advice.next();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("specifications")
  void askingTwiceGivesTheSameAdviceAndLeavesThePolicyAsItWas(String specification) {
    SizingPolicy policy = Policies.parse(specification);
    for (Observation seen : HARD_TO_SWALLOW) {
      String before = policy.toString();
      Advice first = policy.advise(seen);
      Advice otherFuture = policy.advise(HARD_TO_SWALLOW.get(4));
      assertThat(otherFuture).isNotNull();
      assertThat(policy.advise(seen)).isEqualTo(first);
      assertThat(policy).hasToString(before);
      policy = first.next();
    }
  }

  @ParameterizedTest
  @MethodSource("specifications")
  void twoOfTheSameLivesAreTheSameToTheByte(String specification) {
    assertThat(life(specification)).isEqualTo(life(specification));
  }

  @ParameterizedTest
  @MethodSource("specifications")
  void whatWasLearnedCanBeWrittenDownAndReadBack(String specification) {
    SizingPolicy policy = Policies.parse(specification);
    for (Observation seen : HARD_TO_SWALLOW) {
      SizingPolicy back = PolicyText.read(PolicyText.write(policy));
      assertThat(back).isEqualTo(policy);
      assertThat(back.advise(seen)).isEqualTo(policy.advise(seen));
      policy = policy.advise(seen).next();
    }
  }

  @ParameterizedTest
  @MethodSource("specifications")
  void idleForEverMeansASettledSize(String specification) {
    SizingPolicy policy = Policies.parse(specification);
    int size = 10;
    int settled = 0;
    for (int second = 0; second < SETTLED_IN + 100; second++) {
      Seen seen = second < 5 ? Seen.steady(30, 0.3).queue(1, 2) : Seen.idle();
      Advice advice =
          policy.advise(
              seen.at(second, 1)
                  .workers(size)
                  .sensors(second < 5 ? 3 : 0, 0)
                  .signal(Signals.FRAMES_PER_SECOND, 60)
                  .signal(Signals.OVERSLEEP_DEVIATION_MILLIS, 0.1)
                  .build());
      policy = advice.next();
      size = advice.workers();
      settled = second == SETTLED_IN ? size : settled;
      if (second > SETTLED_IN) {
        // One worker either way for the probe: as published it goes on probing.
        int swing = specification.startsWith("throughput-probe") ? 1 : 0;
        assertThat(size)
            .as("second %d: %s", second, advice.why())
            .isBetween(settled - swing, settled + swing);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("specifications")
  void policiesAreRecords(String specification) {
    assertThat(Policies.parse(specification).getClass()).isRecord();
  }

  private static String life(String specification) {
    return VirtualPool.run(PaperLoad.poisson(100, 10, 7), Policies.parse(specification), 10, 1)
        .toString();
  }

  private static String with(String plain, String more) {
    return plain.endsWith(")")
        ? plain.substring(0, plain.length() - 1) + "," + more + ")"
        : plain + "(" + more + ")";
  }
}
