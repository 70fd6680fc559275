package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.flyball.tools.browser.WatchedOrders.button;
import static dev.flyball.tools.browser.WatchedOrders.card;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page keeps to while pools, connections and tabs come and go. */
class DashboardStaysIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();
  @RegisterExtension final WatchedOrders orders = new WatchedOrders(browser);

  private static final Pattern PAST_OF_ORDERS = Pattern.compile("api/pool.*orders.*from=[0-9]");

  @Test
  void aPoolThatEndsStaysUntilAnotherIsChosen() {
    browser.expect("404 .*second"); // what the page asks for may have ended meanwhile
    Page page;
    try (AdaptivePool second = Flyball.pool("second")) {
      page = orders.open(View.DESKTOP);
      assertThat(page.evaluate("sessionStorage.getItem('flyball-pool')")).isNull();
      card(page, second.name()).click();
      assertThat(page.locator("#pool-name")).hasText("second");
    }
    assertThat(page.locator("#pool-problem")).containsText("second has ended");
    assertThat(page.locator("#pool-name")).hasText("second");
    assertThat(page.locator("#switches")).isHidden();
    card(page, "orders").click();
    assertThat(page.locator("#pool-name")).hasText("orders");
    assertThat(page.locator("#pool-problem")).isHidden();
    assertThat(page.locator("#switches")).isVisible();
  }

  @Test
  void thePastIsAskedForAgainByWhoComesBackBeforeItCame() {
    try (AdaptivePool second = Flyball.pool("second")) {
      List<Route> held = new ArrayList<>();
      Page page = orders.blank(View.DESKTOP);
      page.route(PAST_OF_ORDERS, held::add);
      page.navigate(orders.dashboard().address().toString());
      card(page, "orders").click();
      page.waitForCondition(() -> !held.isEmpty());
      card(page, second.name()).click();
      assertThat(page.locator("#pool-name")).hasText("second");
      int before = held.size();
      card(page, "orders").click();
      page.waitForCondition(() -> held.size() > before);
      page.unroute(PAST_OF_ORDERS); // what the page gives up on, and asks for again, is not held
      held.forEach(Route::resume);
      assertThat(page.locator("#journal tbody tr").first()).containsText("policy");
    }
  }

  @Test
  void aPageThatNobodySeesLetsGoOfItsConnection() {
    Page page = orders.open(View.DESKTOP);
    turn(page, "hidden");
    assertThat(page.locator("#connection")).hasText("paused while nobody looks");
    page.waitForRequest(PAST_OF_ORDERS, () -> turn(page, "visible"));
    assertThat(page.locator("#connection")).hasText("live");
  }

  /** As if the browser showed another tab, or this one again. */
  private static void turn(Page page, String visibility) {
    page.evaluate(
        "now => { Object.defineProperty(document, 'hidden', {value: now === 'hidden', configurable: true});"
            + " document.dispatchEvent(new Event('visibilitychange')); }",
        visibility);
  }

  @Test
  void itDoesWithoutABrowserThatRemembers() {
    Page page = orders.blank(View.DESKTOP);
    page.addInitScript(
        "for (const name of ['sessionStorage', 'localStorage'])"
            + " Object.defineProperty(window, name, {get() { throw new DOMException('blocked', 'SecurityError'); }})");
    page.navigate(orders.dashboard().address().toString());
    assertThat(page.locator("#connection")).hasText("live");
    orders.giveToken(page);
    button(page, "Theme: as the system").click();
    button(page, "Theme: light").click();
    assertThat(button(page, "Theme: dark")).isVisible();
  }

  @Test
  void rowsOfTheJournalStayWhileNewOnesCome() {
    Page page = orders.open(View.DESKTOP);
    Locator first = page.locator("#journal tbody tr").first();
    assertThat(first).isVisible();
    first.evaluate("row => { row.id = 'marked'; }");
    orders.governor().pin(7);
    assertThat(page.locator("#journal tbody")).containsText("pinned at 7 by hand");
    assertThat(page.locator("#marked")).hasCount(1);
  }

  @Test
  void whatCannotBeSeenIsWrittenOut() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "text => import('./format.js').then(m => m.shown(text))",
                "a\u061cb\u200bc\u00add\u202ee\ufefff\n"))
        .isEqualTo("a\\u061cb\\u200bc\\u00add\\u202ee\\ufefff\\n");
    assertThat(
            page.evaluate(
                "import('./format.js').then(m => m.counted(1, 'thread') + m.counted(2, 'thread'))"))
        .isEqualTo("1 thread2 threads");
  }

  /** How long a verdict holds is said from a minute on, so that its sentence seldom changes. */
  @Test
  void aVerdictSaysHowLongItHolds() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "import('./verdict.js').then(({showSentence}) => {"
                    + " const element = document.createElement('p');"
                    + " const verdict = {level: 'TROUBLE', sentence: 'Hung.'};"
                    + " return [59, 60, 7199, 7200, 172800].map(seconds => {"
                    + " showSentence(element, {verdict, verdictSinceMillis: 1}, 1 + 1000 * seconds);"
                    + " return element.textContent.replace(/\\d\\d:\\d\\d:\\d\\d/, 'then'); }); })"))
        .isEqualTo(
            List.of(
                "Hung. Since then.",
                "Hung. Since then, for 1 min.",
                "Hung. Since then, for 119 min.",
                "Hung. Since then, for 2 hours.",
                "Hung. Since then, for 2 days."));
  }

  /**
   * A pool that looks often has a gap where it was not seen for seconds; one that sleeps has none.
   */
  @Test
  void whatWasNotSeenIsAGap() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "import('./pool.js').then(m => [m.isGap(0, 2000, 500), m.isGap(0, 9000, 500),"
                    + " m.isGap(0, 60000, m.usualStep([0, 60000, 120000]))])"))
        .isEqualTo(List.of(false, true, false));
  }

  /** A governor's window is shown until the next one, and is one window all the same. */
  @Test
  void aWindowThatIsShownAgainIsNoSecondDot() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "import('./pool.js').then(({Pool}) => {"
                    + " const pool = new Pool('a'); pool.lookAt({range: 60, at: null});"
                    + " const see = (window, at, life = 0) => pool.take({life, window, problem: '',"
                    + " steering: {limitMax: 4}, figures: {workersTarget: 1, busy: 0}}, at);"
                    + " see(1, 500); see(1, 1000); see(2, 1500); see(0, 2000); see(0, 2500);"
                    + " const before = pool.series.timeMillis.length;"
                    + " see(1, 3000, 1);"
                    + " return [before, pool.series.timeMillis.length]; })"))
        .isEqualTo(List.of(4, 1));
  }

  /** What is known is not sent again. */
  @Test
  void ofTheJournalOnlyWhatIsNewIsAskedFor() {
    Page page = orders.open(View.DESKTOP);
    assertThat(page.locator("#journal tbody tr").first()).isVisible();
    Request asked =
        page.waitForRequest(
            Pattern.compile("api/pool.*since=[1-9]"), () -> orders.governor().pin(8));
    assertThat(asked.url()).contains("curve=");
    assertThat(page.locator("#journal tbody")).containsText("pinned at 8 by hand");
  }

  @Test
  void ofSeveralProgramsEachCardSaysItsOwn() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "Promise.all([import('./cards.js'), import('./pool.js')]).then(([{Cards}, {Pool}]) => {"
                    + " const pool = Object.assign(new Pool('x'), {state: {name: 'orders', problem: '',"
                    + " source: 'build7', verdict: {level: 'FINE', word: '', sentence: '', sinceMillis: 0}, steering: {}, figures: {workersTarget: 1, busy: 0, queued: 0}}});"
                    + " const list = document.createElement('ul');"
                    + " const cards = new Cards(list, () => {});"
                    + " const said = () => list.querySelector('.source').textContent;"
                    + " cards.show([pool], 'x', true); const several = said();"
                    + " cards.show([pool], 'x', false); return [several, said()]; })"))
        .isEqualTo(List.of("build7", ""));
  }

  @Test
  void cardsStandInTheOrderOfThePools() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "Promise.all([import('./cards.js'), import('./pool.js')]).then(([{Cards}, {Pool}]) => {"
                    + " const pool = name => Object.assign(new Pool(name), {state: {name, source: '', problem: '',"
                    + " verdict: {level: 'FINE', word: '', sentence: '', sinceMillis: 0}, steering: {}, figures: {workersTarget: 1, busy: 0, queued: 0}}});"
                    + " const list = document.createElement('ul');"
                    + " const cards = new Cards(list, () => {});"
                    + " cards.show([pool('b'), pool('c')], 'b');"
                    + " cards.show([pool('a'), pool('c'), pool('b')], 'b');"
                    + " return [...list.querySelectorAll('.name')].map(it => it.textContent).join(); })"))
        .isEqualTo("a,c,b");
  }
}
