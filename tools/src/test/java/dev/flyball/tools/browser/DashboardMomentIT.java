package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which time the pictures show; the address says it, and opens the same view again. */
class DashboardMomentIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();
  @RegisterExtension final WatchedOrders orders = new WatchedOrders(browser);

  private Page at(View view, String hash) {
    Page page = orders.blank(view);
    page.navigate(orders.dashboard().address() + hash);
    assertThat(page.locator("#connection")).hasText("live");
    return page;
  }

  @Test
  void theRangeIsAskedForAndStaysInTheAddress() {
    Page page = orders.open(View.DESKTOP);
    assertThat(page.locator("#range")).hasValue("600");
    page.waitForRequest(
        Pattern.compile("api/pool.*from=[0-9]"), () -> page.selectOption("#range", "3600"));
    assertThat(page).hasURL(Pattern.compile("#pool=pool%3Aorders&range=3600$"));
    page.reload();
    assertThat(page.locator("#range")).hasValue("3600");
    assertThat(page.locator("#pool-name")).hasText("orders");
    assertThat(page.locator("#moment")).isHidden();
  }

  @ParameterizedTest
  @EnumSource
  void aLinkOpensTheSameViewOfThatMoment(View view) {
    try (AdaptivePool first = Flyball.pool("another")) {
      first.execute(() -> {});
      Page page = at(view, "#pool=pool:orders&range=60");
      assertThat(page.locator("#medians tbody tr")).not().hasCount(0);
      page.locator("#link").press("Enter");
      assertThat(page.locator("#moment")).containsText("The pictures end at");
      assertThat(page).hasURL(Pattern.compile("#pool=pool%3Aorders&range=60&at=[0-9T:-]+Z$"));
      String link = page.url();
      assertThat(link).doesNotContain(orders.dashboard().token());
      String told = page.locator("#moment-text").textContent();

      Page other = orders.blank(view);
      other.navigate(link);
      assertThat(other.locator("#pool-name")).hasText("orders");
      assertThat(other.locator("#range")).hasValue("60");
      assertThat(other.locator("#moment-text")).hasText(told);
      assertThat(other.locator("#charts figure").first().locator(".legend"))
          .containsText(Pattern.compile("size \\d"));
      browser.assertSound(other, view, "dashboard-moment");
      // What is past moves no more; all else does.
      Locator legend = other.locator("#charts figure").nth(2).locator(".legend");
      String before = legend.textContent();
      String ended = other.locator("#tiles dd").nth(4).textContent();
      assertThat(other.locator("#tiles dd").nth(4)).not().hasText(ended);
      assertThat(legend).hasText(before);
      other.locator("#live").press("Enter");
      assertThat(other.locator("#moment")).isHidden();
      assertThat(legend).not().hasText(before);
    }
  }

  @Test
  void whatTheAddressCannotMeanIsSaid() {
    Page page = at(View.DESKTOP, "#pool=gone&range=7&at=noon");
    assertThat(page.locator("#moment-text"))
        .hasText(
            "In the address, range must be 60, 600, 3600 seconds but was '7', and at must be a time"
                + " such as 1970-01-01T00:00:00Z but was 'noon'. There is no pool 'gone' here.");
    assertThat(page.locator("#pool-name")).hasText("orders");
    assertThat(page.locator("#range")).hasValue("600");
  }

  @Test
  void ofATimeBeforeThePoolNothingIsKept() {
    Page page = at(View.DESKTOP, "#pool=pool:orders&at=2020-02-02T02:02:02Z&compare=hour");
    assertThat(page.locator("#moment-text")).containsText("Nothing is kept of that time.");
    assertThat(page.locator("#moment-text"))
        .containsText("Nothing is kept of the hour before to compare with.");
    assertThat(page.locator("#compare")).isChecked();
  }

  /** Of half-second rows now, and ten-second rows an hour before. */
  @Test
  void anHourBeforeIsAFaintLineBesideNow() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "Promise.all([import('./charts.js'), import('./pool.js')]).then(([{Charts}, {Pool, COLUMNS}]) => {"
                    + " const now = 7_200_000; const place = document.createElement('div');"
                    + " document.body.append(place);"
                    + " const charts = new Charts(place.appendChild(document.createElement('div')));"
                    + " const pool = new Pool('a'); pool.lookAt({range: 60, at: null, compare: true});"
                    + " const state = {life: 0, newest: 0, curve: 0, window: 0, problem: '', steering: {mode: 'GOVERN', limitMax: 90}, figures: {workersTarget: 7, busy: 3}};"
                    + " pool.take(state, now);"
                    + " const asked = pool.pastQuestion();"
                    + " const rows = (times, rowMillis, size) => Object.assign({timeMillis: times, rowMillis},"
                    + " Object.fromEntries(COLUMNS.map(column => [column, times.map(() => size)])));"
                    + " const times = (from, to, step) => { const found = []; for (let t = from; t <= to; t += step) found.push(t); return found; };"
                    + " pool.takeDetail({life: 0, newest: 0, curve: 0, journal: [], learned: [], history: rows(times(now - 60_000, now, 500), 500, 7)});"
                    + " pool.takePast({history: rows(times(asked.from, now - 3_600_000, 10_000), 10_000, 4)}, asked);"
                    + " charts.show(pool, 60, now);"
                    + " const [workers] = charts.charts; const faint = workers.plot.data[4];"
                    + " const said = [asked.from, asked.until, pool.pastQuestion() === null, faint.length, faint.every(value => value === 4),"
                    + " place.querySelector('.legend').innerText, workers.plot.data[6].some(value => value !== null)];"
                    + " place.remove(); return said; })"))
        .isEqualTo(
            List.of(
                3_530_000,
                3_660_000,
                true,
                121,
                true,
                "size 7 (4)\nbusy 7 (4)\nlimit 7\nfaint, and in brackets: an hour before",
                false));
  }

  /**
   * Rows as long as those before them; those of a second that is not over change with each frame.
   */
  @Test
  void framesBecomeRowsAsLongAsThoseOfTheServer() {
    Page page = orders.open(View.DESKTOP);
    assertThat(
            page.evaluate(
                "import('./pool.js').then(({Pool, COLUMNS}) => {"
                    + " const pool = new Pool('a'); pool.lookAt({range: 3600, at: null, compare: false});"
                    + " const see = (at, busy) => pool.take({life: 0, newest: 0, curve: 0, window: 0, problem: '', steering: {limitMax: 0}, figures: {workersTarget: 1, busy}}, at);"
                    + " see(1000, 5);"
                    + " const history = Object.assign({timeMillis: [1000], rowMillis: 10_000}, Object.fromEntries(COLUMNS.map(column => [column, [2]])));"
                    + " pool.takeDetail({life: 0, newest: 0, curve: 0, journal: [], learned: [], history});"
                    + " see(2000, 3); see(4000, 5); see(6000, null); see(11_000, 4); see(12_500, 9);"
                    + " return [pool.series.timeMillis, pool.series.busy]; })"))
        .isEqualTo(List.of(List.of(1000, 11_000, 12_500), List.of(2, 4, 9)));
  }
}
