package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.flyball.Flyball;
import dev.flyball.control.Governor;
import dev.flyball.dashboard.Dashboard;
import dev.flyball.pool.AdaptivePool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A governed pool named "orders" with some 400 tasks a second of 5 ms, a dashboard, and pages of
 * it, for one test: the extension that ends with it.
 */
final class WatchedOrders implements AfterEachCallback {

  private final BrowserSession browser;
  private final List<Page> pages = new ArrayList<>();
  private final AdaptivePool pool;
  private final Thread load;
  private final int port;
  private Dashboard dashboard;
  private volatile boolean ended;

  WatchedOrders(BrowserSession browser) {
    this.browser = browser;
    pool = Flyball.start(AdaptivePool.named("orders").limits(1, 60));
    dashboard = start(0);
    port = dashboard.port();
    load = new Thread(this::bringTasks, "load");
    load.start();
  }

  private static Dashboard start(int port) {
    return Dashboard.on(port).updatesPerSecond(5).announcing(line -> {}).start();
  }

  private void bringTasks() {
    while (!ended) {
      for (int i = 0; i < 4; i++) {
        pool.execute("order", () -> LockSupport.parkNanos(5_000_000));
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  AdaptivePool pool() {
    return pool;
  }

  Governor governor() {
    return pool.governor().orElseThrow();
  }

  Dashboard dashboard() {
    return dashboard;
  }

  /** Starts another dashboard, at the port of the one that was closed. */
  void startAgain() {
    dashboard = start(port);
  }

  /** The page, live. */
  Page open(View view) {
    Page page = blank(view);
    page.navigate(dashboard.address().toString());
    assertThat(page.locator("#connection")).hasText("live");
    return page;
  }

  /** The page, live, with its token. */
  Page openWithToken(View view) {
    Page page = open(view);
    giveToken(page);
    return page;
  }

  /** Types the token into the page. */
  void giveToken(Page page) {
    page.fill("#token", dashboard.token());
    button(page, "Use").click();
    assertThat(page.locator("#token-state")).containsText("kept");
  }

  /** An empty page, to be sent to the dashboard. */
  Page blank(View view) {
    Page page = browser.blank(view);
    pages.add(page);
    return page;
  }

  static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  static Locator card(Page page, String name) {
    return page.locator(".card").filter(new Locator.FilterOptions().setHasText(name));
  }

  /** By the keyboard: a pointer can miss when a longer reason comes between its down and its up. */
  static void openSwitches(Page page) {
    Locator summary = page.locator("#switches summary");
    assertThat(summary).isVisible(); // a press does not wait for that, and would be lost
    summary.press("Enter");
    assertThat(button(page, "Advise only")).isVisible();
  }

  @Override
  public void afterEach(ExtensionContext context) throws InterruptedException {
    pages.forEach(Page::close); // or they would rightly say that the server has gone
    ended = true;
    load.join();
    dashboard.close();
    pool.shutdownNow();
    pool.close(); // the next one has the same name
  }
}
