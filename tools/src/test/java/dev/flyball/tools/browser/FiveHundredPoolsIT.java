package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.flyball.Flyball;
import dev.flyball.dashboard.Dashboard;
import dev.flyball.pool.AdaptivePool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * As many pools as a dashboard shows: the page is usable, and what it takes grows no faster than
 * they do. What it takes is printed.
 */
@Tag("slow")
class FiveHundredPoolsIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();

  private static final int FEW = 50;
  private static final int MANY = 500;
  private static final int FRAMES = 15;

  /** Ten times as many pools take at most ten times as much, and what differs by chance. */
  private static final double GROWTH_MAX = 12;

  private final List<AdaptivePool> pools = new ArrayList<>();
  private Dashboard dashboard;
  private Thread load;
  private volatile boolean over;

  @BeforeEach
  void begin() {
    dashboard = Dashboard.on(0).announcing(line -> {}).start();
    open(FEW);
    load = new Thread(this::bringTasks, "load");
    load.start();
  }

  private synchronized void open(int count) {
    for (int i = pools.size(); i < count; i++) {
      pools.add(
          Flyball.start(
              AdaptivePool.named(String.format(Locale.ROOT, "pool-%03d", i)).limits(1, 20)));
    }
  }

  private synchronized List<AdaptivePool> opened() {
    return List.copyOf(pools);
  }

  private void bringTasks() {
    while (!over) {
      opened().forEach(pool -> pool.execute(() -> LockSupport.parkNanos(2_000_000)));
      LockSupport.parkNanos(400_000_000);
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    over = true;
    load.join();
    dashboard.close();
    pools.forEach(AdaptivePool::shutdownNow);
    pools.forEach(AdaptivePool::close);
  }

  /** The bytes of the first frame that has so many pools. */
  private int frameBytes(String query, int count) throws IOException, InterruptedException {
    URI address = dashboard.address().resolve("/events" + query);
    HttpResponse<java.util.stream.Stream<String>> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofLines());
    try (var lines = answer.body()) {
      String frame =
          lines
              .filter(line -> line.startsWith("data:{") && line.contains("\"pools\":["))
              .filter(line -> line.split("\"verdictSinceMillis\":", -1).length == count + 1)
              .findFirst()
              .orElseThrow();
      return frame.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /** How long the page takes to draw a frame of so many pools: the median of some, in ms. */
  private static double drawMillis(Page page, int count) {
    List<Double> took = new ArrayList<>();
    double last = -1;
    while (took.size() < FRAMES) {
      page.waitForFunction(
          "([count, last]) => performance.getEntriesByName('flyball-drawn')"
              + ".some(it => it.detail === count && it.startTime > last)",
          List.of(count, last));
      List<?> entry =
          (List<?>)
              page.evaluate(
                  "(() => { const it = performance.getEntriesByName('flyball-drawn').pop();"
                      + " return [it.startTime, it.duration]; })()");
      last = ((Number) entry.get(0)).doubleValue();
      took.add(((Number) entry.get(1)).doubleValue());
    }
    took.sort(Comparator.naturalOrder());
    return took.get(FRAMES / 2);
  }

  @Test
  void whatItTakesGrowsNoFasterThanTheyDo() throws Exception {
    Page page = browser.open(dashboard.address().toString(), View.DESKTOP);
    int fewBytes = frameBytes("?pool=pool:pool-000", FEW);
    double fewMillis = drawMillis(page, FEW);
    open(MANY);
    int manyBytes = frameBytes("?pool=pool:pool-000", MANY);
    int fullBytes = frameBytes("", MANY);
    assertThat(page.locator(".card")).hasCount(MANY);
    double manyMillis = drawMillis(page, MANY);
    System.out.println(
        String.format(
            Locale.ROOT,
            "dashboard, %d and %d pools: %.1f and %.1f kB a frame (all in full: %.1f kB), drawn in"
                + " %.1f and %.1f ms",
            FEW,
            MANY,
            fewBytes / 1e3,
            manyBytes / 1e3,
            fullBytes / 1e3,
            fewMillis,
            manyMillis));
    assertThat((double) manyBytes / fewBytes).isLessThan(GROWTH_MAX);
    assertThat(manyMillis / fewMillis).isLessThan(GROWTH_MAX);

    page.locator("#filter").fill("pool-49");
    Locator found = page.locator("#pools li:visible");
    assertThat(found).hasCount(10);
    found.nth(3).locator("button").click();
    assertThat(page.locator("#pool-name")).containsText("pool-49");
    assertThat(page.locator("#pool-policy")).hasText("policy flyball");
    browser.screenshot(page, "dashboard-five-hundred");
    assertThat(browser.graveFindings(page)).isEmpty();
    page.close();
  }
}
