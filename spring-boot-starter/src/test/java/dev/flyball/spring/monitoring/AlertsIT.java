package dev.flyball.spring.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.spring.app.Application;
import dev.flyball.spring.monitoring.Prometheus.Alert;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The alert rules of docs/monitoring: by Prometheus's own checks, and in a Prometheus that scrapes
 * an application whose pools are in trouble.
 *
 * <p>That one has a copy of the rules with the same conditions, each of which is waited for a
 * second only and looks back for ten.
 */
@Timeout(600)
class AlertsIT {

  private static final Path FOLDER = Path.of("../docs/monitoring");

  @BeforeAll
  static void needsPrometheus() {
    Optional<String> missing = Prometheus.missing();
    missing.ifPresent(what -> System.out.println("skipped: " + what));
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
  }

  @Test
  void theRulesAreRules() throws Exception {
    assertThat(promtool("check", "rules", "alerts.yml")).contains("SUCCESS: 4 rules found");
  }

  @Test
  void eachRuleFiresWhenItMustAndOnlyThen() throws Exception {
    promtool("test", "rules", "alerts-test.yml");
  }

  /** What promtool says; it ends with another code than 0 where it finds something. */
  private static String promtool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  @Tag("slow")
  void poolsInTroubleFireTheirAlertsAndAPoolThatIsWellNone(@TempDir Path folder) throws Exception {
    try (ConfigurableApplicationContext shop = shop();
        Troubles troubles = new Troubles(shop);
        Prometheus prometheus = Prometheus.start(folder, hastyRules(folder), meters(shop))) {
      troubles.begin();
      for (Alert expected : EXPECTED) {
        Await.until(() -> prometheus.firing().contains(expected));
      }
      assertThat(prometheus.summaries("FlyballHung"))
          .containsExactly("stuck is hung: no task ends and none computes");
      assertThat(prometheus.value(MEDIAN_RESPONSE))
          .as("seconds, in a bucket that holds no less than the task's own time")
          .isBetween(0.01, 10.0);
      troubles.release();
      Await.until(() -> !prometheus.firing().contains(HUNG));
      assertThat(prometheus.fired())
          .containsAll(EXPECTED)
          .filteredOn(alert -> !alert.equals(POSSIBLE))
          .hasSameElementsAs(EXPECTED);
    }
  }

  /** As docs/metrics.md has it. */
  private static final String MEDIAN_RESPONSE =
      "histogram_quantile(0.5, sum by (le)"
          + " (rate(flyball_response_histogram_total{name=\"full\"}[10s])))";

  private static final Alert HUNG = new Alert("FlyballHung", "stuck");

  /** What turns tasks away is at its limit, too. */
  private static final Set<Alert> EXPECTED =
      Set.of(
          HUNG,
          new Alert("FlyballAtItsLimit", "full"),
          new Alert("FlyballAtItsLimit", "late"),
          new Alert("FlyballShedding", "late"),
          new Alert("FlyballShedding", "narrow"),
          new Alert("FlyballAdviceFarFromSize", "small"));

  /** It is at its limit, and its queue, of one task, is empty at times when it is scraped. */
  private static final Alert POSSIBLE = new Alert("FlyballAtItsLimit", "narrow");

  private static ConfigurableApplicationContext shop() {
    return new SpringApplicationBuilder(Application.class)
        .properties(
            "server.port=0",
            "spring.main.banner-mode=off",
            "logging.level.root=warn",
            "management.endpoints.web.exposure.include=prometheus",
            "spring.datasource.url=jdbc:h2:mem:alerts",
            "flyball.pools.stuck.mode=govern",
            "flyball.pools.full.mode=govern",
            "flyball.pools.full.max=2",
            "flyball.pools.late.mode=govern",
            "flyball.pools.late.max=1",
            "flyball.pools.late.deadline=100ms",
            "flyball.pools.narrow.mode=govern",
            "flyball.pools.narrow.max=1",
            "flyball.pools.narrow.queue-capacity=1",
            "flyball.pools.small.size=1",
            "flyball.pools.calm.mode=govern")
        .run();
  }

  private static URI meters(ConfigurableApplicationContext shop) {
    int port =
        Objects.requireNonNull(((WebServerApplicationContext) shop).getWebServer()).getPort();
    return URI.create("http://localhost:" + port + "/actuator/prometheus");
  }

  private static Path hastyRules(Path folder) throws IOException {
    String rules = Files.readString(FOLDER.resolve("alerts.yml"));
    String hasty = rules.replaceAll("for: \\w+", "for: 1s").replaceAll("\\[\\w+\\]", "[10s]");
    assertThat(Pattern.compile("for: 1s\n").matcher(hasty).results()).hasSize(4);
    return Files.writeString(folder.resolve("hasty.yml"), hasty);
  }

  /** What happens to the pools of the shop, from the beginning until it is closed. */
  private static final class Troubles implements AutoCloseable {

    private static final long PAUSE_NANOS = 5_000_000;
    private static final int ALWAYS_THERE = 10;

    private final ConfigurableApplicationContext shop;
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean open = true;

    Troubles(ConfigurableApplicationContext shop) {
      this.shop = shop;
    }

    private AdaptivePool pool(String name) {
      return shop.getBean(name, AdaptivePool.class);
    }

    void begin() throws Exception {
      hang(pool("stuck"));
      for (int i = 0; i < ALWAYS_THERE; i++) {
        comeAgain(pool("full"));
        comeAgain(pool("small"));
      }
      AdaptivePool late = pool("late");
      AdaptivePool narrow = pool("narrow");
      AdaptivePool calm = pool("calm");
      new Thread(() -> come(late, narrow, calm), "customers").start();
    }

    /** Tasks that took no time before wait for something that does not happen. */
    private void hang(AdaptivePool pool) throws Exception {
      List<Future<?>> quick = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        quick.add(pool.submit(() -> {}));
      }
      for (Future<?> task : quick) {
        task.get();
      }
      for (int i = 0; i < 2000; i++) {
        pool.execute(() -> Await.on(released));
      }
    }

    void release() {
      released.countDown();
    }

    /** A task that is there again as soon as it has ended. */
    private void comeAgain(AdaptivePool pool) {
      pool.execute(() -> {
        LockSupport.parkNanos(4 * PAUSE_NANOS);
        if (open) {
          comeAgain(pool);
        }
      });
    }

    /** More tasks than one worker can do, and for the calm pool few. */
    private void come(AdaptivePool late, AdaptivePool narrow, AdaptivePool calm) {
      for (int i = 0; open; i++) {
        tryIn(late);
        tryIn(narrow);
        if (i % 20 == 0) {
          tryIn(calm);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }

    private static void tryIn(AdaptivePool pool) {
      try {
        pool.execute(() -> LockSupport.parkNanos(4 * PAUSE_NANOS));
      } catch (RejectedExecutionException turnedAway) {
        // that is the trouble
      }
    }

    @Override
    public void close() {
      open = false;
      release();
    }
  }
}
