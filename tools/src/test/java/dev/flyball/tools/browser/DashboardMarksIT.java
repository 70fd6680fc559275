package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.flyball.Flyball;
import dev.flyball.policy.Limits;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.ResizableSemaphore;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was decided stands on the pictures, with its reason; so does the pool's own limit. */
class DashboardMarksIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();
  @RegisterExtension final WatchedOrders orders = new WatchedOrders(browser);

  /** A mark that has such a reason. */
  private static Locator mark(Page page, String reason) {
    return page.locator(".marks")
        .getByRole(
            AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile(reason)));
  }

  private static Locator legend(Page page, String chart) {
    return page.locator("#charts figure")
        .filter(new Locator.FilterOptions().setHasText(chart))
        .locator(".legend");
  }

  @ParameterizedTest
  @EnumSource
  void eachHasItsReason(View view) {
    Page page = orders.open(view);
    assertThat(legend(page, "Workers")).containsText("limit 60");
    orders.governor().limits(Limits.of(1, 40));
    orders.governor().pin(17);
    Locator pinned = mark(page, "pinned at 17 by hand");
    assertThat(pinned).hasCount(1);
    assertThat(pinned).hasAttribute("data-kind", "hand");
    assertThat(legend(page, "Workers")).containsText("not left to the policy");
    assertThat(legend(page, "Workers")).containsText("limit 40");
    assertThat(page.locator(".told")).isHidden();
    pinned.focus();
    assertThat(page.locator(".told")).containsText("pinned at 17 by hand");
    browser.assertSound(page, view, "dashboard-marks");
    page.locator("#range").focus();
    assertThat(page.locator(".told")).isHidden();
  }

  /** One stop for the tab key, however many there are; the arrows go from one to the next. */
  @Test
  void theKeyboardGoesFromOneToTheNext() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "import('./marks.js').then(({Marks}) => {"
                    + " const place = document.body.appendChild(document.createElement('div'));"
                    + " const marks = new Marks(place);"
                    + " const made = (number, cause, from, to) => ({number, first: number, times: 1,"
                    + " timeMillis: 100 * number, sinceMillis: 100 * number, cause, from, to, advised: 0, why: 'w' + number});"
                    + " const journal = [made(1, 'POLICY', 2, 3), made(2, 'PINNED', 3, 3),"
                    + " made(3, 'POLICY', 3, 3), made(4, 'POLICY_FAILED', 3, 3), made(5, 'POLICY', 3, 1)];"
                    + " marks.show(journal, 0, 1000, 0, 200);"
                    + " const all = () => [...place.querySelectorAll('button')];"
                    + " const told = () => place.querySelector('.told').textContent.slice(-2);"
                    + " const said = [all().map(it => it.textContent).join(''), all().filter(it => it.tabIndex === 0).length];"
                    + " const press = key => { document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})); said.push(told()); };"
                    + " all()[3].focus(); press('ArrowLeft'); press('Home'); press('ArrowLeft'); press('ArrowRight'); press('End');"
                    + " marks.show(journal, 450, 1450, 0, 200); said.push(all().length);"
                    + " marks.show(journal, 2000, 3000, 0, 200); said.push(place.querySelector('.told').hidden);"
                    + " place.remove(); return said; })"))
        .isEqualTo(List.of("▲◆✕▼", 1, "w4", "w1", "w1", "w2", "w5", 1, true));
  }

  @Test
  void whatAPinnedPoolIsAdvisedIsOneRow() {
    Page page = orders.open(View.DESKTOP);
    orders.governor().pin(9);
    Locator row =
        page.locator("#journal tbody tr")
            .filter(
                new Locator.FilterOptions()
                    .setHasText(
                        Pattern.compile("advice went between \\d+ and \\d+, \\d{2,} times")));
    assertThat(row).hasCount(1);
    assertThat(row.locator("td").first()).hasText(Pattern.compile("[\\d:]{8} to [\\d:]{8}"));
    orders.governor().govern();
    assertThat(page.locator("#journal tbody")).containsText("from now on the policy is followed");
    assertThat(row).hasCount(1);
  }

  /** So is the number of tasks that may wait, of pools and of limiters. */
  @ParameterizedTest
  @EnumSource
  void aQueueHasItsLimit(View view) {
    CountDownLatch gate = new CountDownLatch(1);
    try (AdaptivePool pool =
            Flyball.start(
                AdaptivePool.named("up-to-ten").ungoverned().workers(1).queueCapacity(10));
        Limiter limiter =
            Flyball.start(
                Limiter.named("up-to-thousand").ungoverned().atMost(1).queueCapacity(1000));
        AdoptedPool calls = Flyball.govern("calls", new ResizableSemaphore(3))) {
      for (int i = 0; i < 8; i++) {
        pool.execute(() -> await(gate));
        limiter.execute(() -> await(gate));
      }
      try {
        Page page = orders.open(view);
        WatchedOrders.card(page, orders.pool().name()).click();
        assertThat(legend(page, "Tasks that wait")).containsText("limit none");
        WatchedOrders.card(page, pool.name()).click();
        assertThat(legend(page, "Tasks that wait")).containsText("waiting 7limit 10");
        assertThat(figure(page, "Tasks that may wait")).hasText("10");
        browser.assertSound(page, view, "dashboard-queue");
        WatchedOrders.card(page, limiter.name()).click();
        assertThat(legend(page, "Tasks that wait"))
            .containsText("waiting 7limit 1000, above the picture");
        WatchedOrders.card(page, calls.name()).click();
        assertThat(legend(page, "Tasks that wait")).containsText("waiting 0limit –");
        assertThat(figure(page, "Tasks that may wait")).hasText("–");
      } finally {
        gate.countDown(); // or they would not end
      }
    }
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Locator figure(Page page, String name) {
    return page.locator("#figures tr")
        .filter(new Locator.FilterOptions().setHasText(name))
        .locator("td");
  }

  /** A limit far above what is used is told and not drawn: it would press all else down. */
  @Test
  void aLimitThatIsFarIsNotDrawn() {
    Page page = orders.open(View.DESKTOP);
    orders.governor().limits(Limits.of(1, 4000));
    assertThat(legend(page, "Workers")).containsText("limit 4000, above the picture");
    orders.governor().limits(Limits.of(1, Integer.MAX_VALUE));
    assertThat(legend(page, "Workers")).containsText("limit none");
  }
}
