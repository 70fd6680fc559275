package dev.flyball.adapters.hikari;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.control.Backlog;
import dev.flyball.control.Governor;
import dev.flyball.control.ResizeCost;
import dev.flyball.policy.standard.FlyballPolicy;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A HikariCP data source, governed where it is. */
@Timeout(60)
class HikariConnectionsTest {

  private final CountedDatabase database = new CountedDatabase(0);
  private final List<AutoCloseable> made = new ArrayList<>();
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final AtomicBoolean over = new AtomicBoolean();

  /** One that never lets its minimum be above its maximum, and fails if it is told to. */
  private static final class Strict extends HikariDataSource {

    private final AtomicBoolean failing = new AtomicBoolean();

    Strict(HikariConfig config) {
      super(config);
    }

    @Override
    public void setMaximumPoolSize(int size) {
      assertThat(size).isGreaterThanOrEqualTo(getMinimumIdle());
      super.setMaximumPoolSize(size);
    }

    @Override
    public void setMinimumIdle(int size) {
      if (failing.get()) {
        throw new IllegalStateException("told to fail");
      }
      assertThat(size).isLessThanOrEqualTo(getMaximumPoolSize());
      super.setMinimumIdle(size);
    }
  }

  private HikariConfig config(int minimum, int maximum) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMinimumIdle(minimum);
    config.setMaximumPoolSize(maximum);
    return config;
  }

  private HikariDataSource source(int minimum, int maximum) {
    return made(new HikariDataSource(config(minimum, maximum)));
  }

  private HikariDataSource full(int minimum, int maximum) throws SQLException {
    HikariDataSource source = source(minimum, maximum);
    closeAll(held(source, maximum));
    assertThat(pool(source).getTotalConnections()).isEqualTo(maximum);
    return source;
  }

  private <T extends AutoCloseable> T made(T one) {
    made.add(one);
    return one;
  }

  private static HikariPoolMXBean pool(HikariDataSource source) {
    return source.getHikariPoolMXBean();
  }

  private ForeignPool adopted(HikariDataSource source) {
    ForeignPool adopted = new HikariPools().adopt(source).orElseThrow();
    made.add(adopted::restore);
    return adopted;
  }

  private static List<Connection> held(HikariDataSource source, int connections)
      throws SQLException {
    List<Connection> held = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      held.add(source.getConnection());
    }
    return held;
  }

  private static void closeAll(List<Connection> held) throws SQLException {
    for (Connection one : held) {
      one.close();
    }
  }

  private static void use(HikariDataSource source) throws SQLException {
    source.getConnection().close();
  }

  @AfterEach
  void end() throws Exception {
    over.set(true);
    callers.shutdown();
    assertThat(callers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    for (int i = made.size() - 1; i >= 0; i--) {
      made.get(i).close();
    }
  }

  // ---- Shrinking

  @Test
  void leavesNothingIdleAboveTheMaximumAndTouchesNoneInUse() throws SQLException {
    HikariDataSource source = full(0, 10);
    ForeignPool adopted = adopted(source);
    int opened = database.opened();
    List<Connection> held = held(source, 6);
    adopted.resize(4);
    Await.until(() -> adopted.read().workers() == 6);
    for (Connection one : held) {
      assertThat(one.isClosed()).isFalse();
      assertThat(one.isValid(1)).isTrue();
    }
    closeAll(held);
    Await.until(() -> adopted.read().workers() == 4);
    assertThat(pool(source).getIdleConnections()).isEqualTo(4);
    assertThat(database.opened()).isEqualTo(opened);
    assertThat(adopted.read().completed()).isEqualTo(6);
  }

  @Test
  void shrinksWhileAllThatComesBackIsWaitedFor() {
    HikariDataSource source = source(0, 10);
    ForeignPool adopted = adopted(source);
    AtomicInteger failed = new AtomicInteger();
    for (int i = 0; i < 30; i++) {
      callers.execute(() -> {
        while (!over.get()) {
          try (Connection one = source.getConnection()) {
            CountedDatabase.pause(1_000_000);
            failed.addAndGet(one.isValid(1) ? 0 : 1);
          } catch (SQLException e) {
            failed.incrementAndGet();
          }
        }
      });
    }
    Await.until(() -> adopted.read().workers() == 10);
    int opened = database.opened();
    adopted.resize(3);
    Await.until(() -> adopted.read().workers() == 3); // none is ever seen idle
    long completed = adopted.read().completed();
    Await.until(() -> adopted.read().completed() > completed + 100);
    assertThat(adopted.read().workers()).isEqualTo(3);
    assertThat(database.opened()).isEqualTo(opened);
    assertThat(adopted.read().rejected()).isZero();
    assertThat(failed).hasValue(0);
  }

  @Test
  void aSuspendedPoolIsLeftAloneUntilItGoesOn() throws SQLException {
    HikariConfig config = config(0, 6);
    config.setAllowPoolSuspension(true);
    HikariDataSource source = made(new HikariDataSource(config));
    closeAll(held(source, 6));
    ForeignPool adopted = adopted(source);
    pool(source).suspendPool();
    adopted.resize(2);
    assertThat(adopted.read().workers()).isEqualTo(6);
    pool(source).resumePool();
    Await.until(() -> adopted.read().workers() == 2);
  }

  // ---- Growing

  @Test
  void callersThatWaitAlreadyGetTheNewConnections() throws InterruptedException {
    HikariDataSource source = source(0, 1);
    ForeignPool adopted = adopted(source);
    CountDownLatch all = new CountDownLatch(5);
    CountDownLatch gate = new CountDownLatch(1);
    for (int i = 0; i < 5; i++) {
      Future<?> unused =
          callers.submit(() -> {
            try (Connection one = source.getConnection()) {
              all.countDown();
              return gate.await(1, TimeUnit.HOURS) && one.isValid(1);
            }
          });
    }
    Await.until(() -> adopted.read().queued() == 4);
    adopted.resize(5);
    Await.until(() -> adopted.read().busy() == 5);
    all.await();
    gate.countDown();
  }

  @Test
  void isRaisedNoFurtherWhileConnectionsThatItMayHaveAreStillOpening() throws SQLException {
    CountDownLatch gate = new CountDownLatch(1);
    CountedDatabase slow = new CountedDatabase(gate);
    HikariConfig config = config(0, 2);
    config.setInitializationFailTimeout(-1);
    config.setDataSource(slow);
    HikariDataSource source = made(new HikariDataSource(config));
    ForeignPool adopted = adopted(source);
    assertThat(adopted.sizeMax()).isEqualTo(Integer.MAX_VALUE);
    callers.execute(() -> {
      try {
        use(source);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    });
    Await.until(() -> adopted.read().queued() == 1);
    assertThat(adopted.sizeMax()).isEqualTo(2);
    gate.countDown();
    Await.until(() -> adopted.read().completed() == 1);
    assertThat(adopted.sizeMax()).isEqualTo(Integer.MAX_VALUE);
  }

  // ---- Bounds

  @Test
  void aMinimumThatIsTheMaximumFollowsIt() throws SQLException {
    Strict source = made(new Strict(config(8, 8)));
    ForeignPool adopted = adopted(source);
    closeAll(held(source, 8));
    adopted.resize(3);
    assertThat(source.getMinimumIdle()).isEqualTo(3);
    Await.until(() -> adopted.read().workers() == 3);
    adopted.resize(20);
    assertThat(source.getMinimumIdle()).isEqualTo(20);
    adopted.restore();
    assertThat(source.getMinimumIdle()).isEqualTo(8);
    assertThat(source.getMaximumPoolSize()).isEqualTo(8);
  }

  @Test
  void anyOtherMinimumStaysAsFarAsTheMaximumAllows() {
    Strict source = made(new Strict(config(5, 12)));
    ForeignPool adopted = adopted(source);
    adopted.resize(20);
    assertThat(source.getMinimumIdle()).isEqualTo(5);
    adopted.resize(2);
    assertThat(source.getMinimumIdle()).isEqualTo(2);
    adopted.resize(7);
    assertThat(source.getMinimumIdle()).isEqualTo(5);
    adopted.restore();
    assertThat(source.getMinimumIdle()).isEqualTo(5);
    assertThat(source.getMaximumPoolSize()).isEqualTo(12);
  }

  @Test
  void whatTheOwnerSetsMeanwhileIsWhatIsPutBack() {
    Strict source = made(new Strict(config(5, 12)));
    ForeignPool adopted = adopted(source);
    adopted.resize(20);
    source.setMaximumPoolSize(30);
    source.setMinimumIdle(6);
    adopted.resize(3);
    adopted.restore();
    assertThat(source.getMinimumIdle()).isEqualTo(6);
    assertThat(source.getMaximumPoolSize()).isEqualTo(30);
  }

  @Test
  void isGivenBackAlsoWhereItsBoundsFail() throws SQLException {
    Strict source = made(new Strict(config(5, 12)));
    AdoptedPool adopted = Flyball.govern("fails", source);
    adopted.governor().orElseThrow().override(3);
    source.failing.set(true);
    adopted.close();
    source.failing.set(false);
    use(source);
    assertThat(adopted.lifetime().flow().completed()).isZero();
    assertThat(adopted(source).read().size()).isEqualTo(12);
  }

  // ---- Metrics

  private static double gauge(SimpleMeterRegistry meters, String name) {
    return meters.get("hikaricp.connections" + name).gauge().value();
  }

  private static long uses(SimpleMeterRegistry meters) {
    return meters.get("hikaricp.connections.usage").timer().count();
  }

  private static void assertShows(SimpleMeterRegistry meters, HikariDataSource source) {
    System.gc(); // the gauges hold on to what they show by weak references
    assertThat(gauge(meters, ".max")).isEqualTo(source.getMaximumPoolSize());
    assertThat(gauge(meters, "")).isNotNaN();
  }

  @Test
  void metricsThatAreSetAlreadyGoOnAndAreGivenBack() throws SQLException {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    HikariConfig config = config(0, 5);
    config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
    HikariDataSource source = made(new HikariDataSource(config));
    ForeignPool adopted = adopted(source);
    use(source);
    use(source);
    assertThat(adopted.read().completed()).isEqualTo(2);
    assertThat(uses(meters)).isEqualTo(2);
    assertShows(meters, source);
    adopted.restore();
    use(source);
    assertThat(adopted.read().completed()).isEqualTo(2);
    assertThat(uses(meters)).isEqualTo(3);
    assertShows(meters, source);
    source.close();
    assertThat(meters.getMeters()).isEmpty();
  }

  @Test
  void whatIsBorrowedInOrderToShrinkIsNoUse() throws SQLException {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    HikariConfig config = config(0, 5);
    config.setMetricRegistry(meters);
    HikariDataSource source = made(new HikariDataSource(config));
    ForeignPool adopted = adopted(source);
    closeAll(held(source, 5));
    adopted.resize(1);
    Await.until(() -> adopted.read().workers() == 1);
    assertThat(meters.get("hikaricp.connections.acquire").timer().count()).isEqualTo(5);
    assertThat(uses(meters)).isEqualTo(5);
    assertThat(adopted.read()).isEqualTo(new PoolReading(1, 1, 0, 0, 5, 0));
  }

  @Test
  void soDoThoseOfARegistry() throws SQLException {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    HikariConfig config = config(0, 5);
    config.setMetricRegistry(meters);
    HikariDataSource source = made(new HikariDataSource(config));
    ForeignPool adopted = adopted(source);
    use(source);
    assertThat(adopted.read().completed()).isEqualTo(1);
    assertThat(uses(meters)).isEqualTo(1);
    assertShows(meters, source);
  }

  @Test
  void metricsMayBeSetMeanwhile() throws SQLException {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    HikariDataSource source = source(0, 5);
    ForeignPool adopted = adopted(source);
    use(source);
    source.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
    assertThat(adopted.read().completed()).isEqualTo(1);
    use(source);
    assertThat(adopted.read().completed()).isEqualTo(2);
    assertThat(uses(meters)).isEqualTo(1);
    adopted.restore();
    use(source);
    assertThat(uses(meters)).isEqualTo(2);
  }

  /** As those of Dropwizard: a second tracker of the same name is refused. */
  @Test
  void metricsThatCanBeMadeOnlyOnceGoOn() throws SQLException {
    AtomicInteger trackers = new AtomicInteger();
    AtomicInteger uses = new AtomicInteger();
    HikariConfig config = config(0, 5);
    config.setMetricsTrackerFactory((name, stats) -> {
      if (trackers.incrementAndGet() > 1) {
        throw new IllegalArgumentException("a metric of that name exists");
      }
      return new IMetricsTracker() {
        @Override
        public void recordConnectionUsageMillis(long millis) {
          uses.incrementAndGet();
        }
      };
    });
    HikariDataSource source = made(new HikariDataSource(config));
    use(source);
    for (int turn = 1; turn <= 2; turn++) {
      try (AdoptedPool adopted = Flyball.govern("metered", source)) {
        use(source);
        assertThat(adopted.lifetime().flow().completed()).isEqualTo(1);
      }
      assertThat(uses).hasValue(1 + turn);
    }
  }

  /** A page of all meters that is read at that moment has each of them once. */
  @Test
  void metersAreNotTakenAwayMeanwhile() throws SQLException {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    AtomicInteger gone = new AtomicInteger();
    meters.config().onMeterRemoved(meter -> gone.incrementAndGet());
    HikariConfig config = config(0, 5);
    config.setMetricRegistry(meters);
    HikariDataSource source = made(new HikariDataSource(config));
    use(source);
    ForeignPool adopted = adopted(source);
    use(source);
    adopted.restore();
    assertThat(uses(meters)).isEqualTo(2);
    assertThat(gone).hasValue(0);
  }

  // ---- Figures

  @Test
  void callersThatWaitInVainAreRejected() throws SQLException {
    HikariConfig config = config(0, 1);
    config.setConnectionTimeout(250);
    HikariDataSource source = made(new HikariDataSource(config));
    ForeignPool adopted = adopted(source);
    try (Connection one = source.getConnection()) {
      assertThatThrownBy(source::getConnection).isInstanceOf(SQLTransientConnectionException.class);
      assertThat(one.isValid(1)).isTrue();
      assertThat(adopted.read()).isEqualTo(new PoolReading(1, 1, 1, 0, 0, 1));
    }
    assertThat(adopted.read()).isEqualTo(new PoolReading(1, 1, 0, 0, 1, 1));
  }

  @Test
  void aResizeCostsWhatConnectionsTakeToOpen() throws SQLException {
    HikariConfig config = config(0, 2);
    config.setDataSource(new CountedDatabase(50_000_000));
    HikariDataSource source = made(new HikariDataSource(config));
    ForeignPool adopted = adopted(source);
    assertThat(adopted.resizeCost().perWorker()).isEqualTo(Duration.ofMillis(200));
    use(source);
    assertThat(adopted.resizeCost().perResize()).isEqualTo(Duration.ofSeconds(30));
    assertThat(adopted.resizeCost().perWorker()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
  }

  /** Five minutes of about ten busy connections of twenty. */
  private static int resizesOfASteadyLoad(ResizeCost cost) {
    Random dice = new Random(7);
    Backlog load = new Backlog(20, window -> poisson(dice, 10), (window, busy) -> busy, cost);
    Governor governor = Governor.of("steady", load, FlyballPolicy.standard()).build();
    for (int step = 0; step < 3000; step++) {
      governor.step();
    }
    return load.resizes;
  }

  private static int poisson(Random dice, double mean) {
    double left = Math.exp(-mean);
    int count = -1;
    for (double product = 1; product > left; product *= dice.nextDouble()) {
      count++;
    }
    return count;
  }

  @Test
  void aSteadyLoadMakesNoMoreThanTwoResizesAMinute() {
    ForeignPool adopted = adopted(source(0, 20));
    assertThat(resizesOfASteadyLoad(adopted.resizeCost())).isLessThanOrEqualTo(10);
    assertThat(resizesOfASteadyLoad(ResizeCost.FREE)).isGreaterThan(10);
  }

  // ---- Begin and end

  @Test
  void aPoolThatWasNotStartedYetIsGovernedFromItsStart() throws SQLException {
    HikariDataSource source = made(new HikariDataSource());
    source.setDataSource(database);
    ForeignPool adopted = adopted(source);
    assertThat(adopted.read()).isEqualTo(new PoolReading(10, 0, 0, 0, 0, 0));
    adopted.resize(4);
    assertThat(adopted.read().size()).isEqualTo(4);
    use(source);
    assertThat(source.getMinimumIdle()).isEqualTo(4);
    assertThat(adopted.read().workers()).isPositive();
    use(source);
    assertThat(adopted.read().completed()).isEqualTo(1);
    adopted.resize(6);
    assertThat(source.getMinimumIdle()).isEqualTo(6);
    adopted.restore();
    assertThat(source.getMaximumPoolSize()).isEqualTo(10);
    assertThat(source.getMinimumIdle()).isEqualTo(10);
  }

  @Test
  void isFoundAndShownAndGivenBack() throws SQLException {
    HikariDataSource source = full(0, 10);
    AdoptedPool adopted = Flyball.govern("orders-db", source);
    assertThat(Flyball.targets()).contains(adopted);
    adopted.governor().orElseThrow().override(3);
    Await.until(() -> pool(source).getTotalConnections() == 3);
    assertThat(adopted).asString().startsWith("HikariDataSource 'orders-db': ");
    assertThatThrownBy(() -> Flyball.govern("again", source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must be governed once but is so already: HikariDataSource");
    adopted.close();
    adopted.close();
    assertThat(source.getMaximumPoolSize()).isEqualTo(10);
    Flyball.govern("orders-db", source).close();
  }

  @Test
  void endsWithItsDataSource() throws InterruptedException {
    HikariDataSource source = source(0, 10);
    CountDownLatch ended = new CountDownLatch(1);
    try (AdoptedPool adopted = Flyball.govern("closed", source)) {
      adopted.onTermination(ended::countDown);
      source.close();
      ended.await();
      assertThat(Flyball.targets()).doesNotContain(adopted);
    }
    assertThatThrownBy(() -> Flyball.govern("closed", source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must not be closed but was HikariDataSource");
  }
}
