package dev.flyball.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.bench.RealBench.BringsPool;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which pool of the JDK a name stands for, and what it is in virtual time. */
class JdkPoolsTest {

  private static final Scenario SCENARIO = Scenarios.named("step-down");
  private static final Pool PLAN = SCENARIO.pools().get(0);

  private static ThreadPoolExecutor made(String name) {
    ExecutorService pool =
        ((BringsPool) JdkPools.named(name).orElseThrow()).pool(PLAN, Thread::new);
    pool.shutdown();
    return (ThreadPoolExecutor) pool;
  }

  @Test
  void aCachedPoolIsTheJdksWithTheIdleTimeOfTheScenario() {
    ThreadPoolExecutor pool = made("jdk-cached");
    assertThat(pool.getCorePoolSize()).isZero();
    assertThat(pool.getMaximumPoolSize()).isEqualTo(Integer.MAX_VALUE);
    assertThat(pool.getQueue()).isInstanceOf(SynchronousQueue.class);
    assertThat(pool.getKeepAliveTime(TimeUnit.NANOSECONDS)).isEqualTo(PLAN.idleNanos());
  }

  @Test
  void aFixedPoolHasTheSizeOfItsNameWithinTheLimits() {
    assertThat(made("jdk-fixed(workers=64)").getMaximumPoolSize()).isEqualTo(64);
    assertThat(made("jdk-fixed(workers=5000)").getMaximumPoolSize()).isEqualTo(PLAN.limits().max());
  }

  @Test
  void inVirtualTimeACachedPoolIsThePoolAsLargeAsItMayBe() {
    Contender cached = JdkPools.named("jdk-cached").orElseThrow();
    assertThat(VirtualBench.run(SCENARIO, 1, cached).pools())
        .isEqualTo(VirtualBench.run(SCENARIO, 1, Contender.unbounded()).pools());
  }

  @Test
  void otherNamesStandForNone() {
    assertThat(JdkPools.named("jdk-work-stealing")).isEmpty();
    assertThat(JdkPools.named("jdk-fixed")).isEmpty();
    assertThat(JdkPools.named("jdk-fixed(workers=0)")).isEmpty();
  }
}
