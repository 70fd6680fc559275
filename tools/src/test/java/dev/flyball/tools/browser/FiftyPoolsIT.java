package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.flyball.Flyball;
import dev.flyball.dashboard.Dashboard;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.pool.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fifty pools of which five are in trouble, each in a different one: the page says which and why.
 */
class FiftyPoolsIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();

  private static final int ALL = 50;

  private final List<AdaptivePool> pools = new ArrayList<>();
  private final List<Thread> loads = new ArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private Dashboard dashboard;
  private volatile boolean over;

  @BeforeEach
  void begin() {
    load(
        AdaptivePool.named("search").limits(2, 6),
        10,
        () -> {
          released.await();
          return null;
        });
    load(
        AdaptivePool.named("inventory"),
        40,
        () -> {
          throw new IllegalStateException("no connection");
        });
    load(AdaptivePool.named("payments").limits(1, 3), 30, () -> nap(400));
    load(
        AdaptivePool.named("thumbnails")
            .ungoverned()
            .workers(1)
            .queueCapacity(1)
            .rejection(Rejection.discard()),
        40,
        () -> nap(200));
    load(AdaptivePool.named("mail"), 30, () -> nap(300)).governor().orElseThrow().pin(2);
    for (int i = pools.size(); i < ALL; i++) {
      load(AdaptivePool.named(String.format(Locale.ROOT, "fine-%02d", i)), 2, () -> nap(5));
    }
    dashboard = Dashboard.on(0).announcing(line -> {}).start();
  }

  private static Object nap(long millis) {
    LockSupport.parkNanos(millis * 1_000_000);
    return millis;
  }

  private AdaptivePool load(PoolBuilder plan, double perSecond, Callable<Object> task) {
    AdaptivePool pool = Flyball.start(plan);
    pools.add(pool);
    Thread load =
        new Thread(() -> {
          while (!over) {
            try {
              Future<?> unused = pool.submit(task);
            } catch (RejectedExecutionException e) {
              // that is what is to be seen
            }
            LockSupport.parkNanos((long) (1e9 / perSecond));
          }
        });
    loads.add(load);
    load.start();
    return pool;
  }

  @AfterEach
  void end() throws InterruptedException {
    over = true;
    released.countDown();
    for (Thread load : loads) {
      load.join();
    }
    dashboard.close();
    pools.forEach(AdaptivePool::shutdownNow);
    pools.forEach(AdaptivePool::close);
  }

  private static Locator card(Page page, int place) {
    return page.locator(".card").nth(place);
  }

  @ParameterizedTest
  @EnumSource
  void thoseInTroubleAreTheFirst(View view) {
    Page page = browser.blank(view);
    page.navigate(dashboard.address().toString());
    assertThat(page.locator("#trouble")).hasText("5 of 50 pools in trouble");
    assertThat(page).hasTitle(Pattern.compile("5 in trouble – .+ \\d+@.+ – Flyball"));
    assertThat(page.locator("#icon")).hasAttribute("href", "icon-trouble.svg");
    for (int place = 0; place < 5; place++) {
      assertThat(card(page, place).locator(".verdict")).hasAttribute("data-level", "TROUBLE");
    }
    says(page, "search", "■ hung", "Nothing ends: \\d busy; \\d+ wait\\.");
    says(page, "inventory", "✕ failing", "[\\d.]+ of [\\d.]+ tasks a second fail\\.");
    says(page, "payments", "▲ at its limit", "At its limit of 3; \\d+ are needed; \\d+ wait\\.");
    says(page, "thumbnails", "⊘ turning away", "Tasks are turned away;.* [\\d.]+/s turned away\\.");
    says(page, "mail", "◆ pinned", "Pinned by hand at 2; \\d+ are advised; \\d+ wait\\.");
    assertThat(card(page, 0).locator(".verdict")).isVisible();
    browser.assertSound(page, view, "dashboard-fifty");
    page.close();
  }

  private static void says(Page page, String pool, String word, String sentence) {
    Locator its = WatchedOrders.card(page, pool);
    assertThat(its.locator(".verdict")).hasText(word);
    assertThat(its.locator(".sentence"))
        .hasText(Pattern.compile(sentence + " Since [\\d:]{8}(, for \\d+ min)?\\."));
  }
}
