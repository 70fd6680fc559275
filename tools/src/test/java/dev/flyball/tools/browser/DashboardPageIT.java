package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.flyball.tools.browser.WatchedOrders.openSwitches;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import dev.flyball.Flyball;
import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.AdoptedPool;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The dashboard as people meet it: in a browser, with a real pool under load behind it. */
class DashboardPageIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();
  @RegisterExtension final WatchedOrders orders = new WatchedOrders(browser);

  private static final String ODD = "<script>alert(1)</script>\nnext\u0007line";

  /** The tasks that end per second, as the page says. */
  private static Locator ended(Page page) {
    return page.locator("#tiles dd").nth(4);
  }

  @Test
  void whatIsSeenMovesAsThePoolDoes() {
    Page page = orders.open(View.DESKTOP);
    assertThat(page.locator("#pool-name")).hasText("orders");
    assertThat(page.locator("#pool-mode")).hasText("governed");
    assertThat(page.locator("#journal tbody tr").first()).containsText("policy");
    assertThat(ended(page)).hasText(Pattern.compile("[0-9.,]*[1-9][0-9.,]* tasks/s"));
    String before = ended(page).textContent();
    assertThat(ended(page)).not().hasText(before);
    assertThat(page.locator("#pool-reason")).not().hasText("no advice yet");
    assertThat(page.locator("#charts canvas")).hasCount(6);
  }

  @Test
  void theProgramItsProcessAndItsMachineAreNamed() {
    Page page = orders.open(View.DESKTOP);
    long process = ProcessHandle.current().pid();
    assertThat(page.locator("#source"))
        .hasText(Pattern.compile(".+, process " + process + " on .+"));
    assertThat(page).hasTitle(Pattern.compile("(1 in trouble – )?.+ " + process + "@.+ – Flyball"));
    assertThat(
            page.evaluate(
                "import('./source.js').then(({sourceText, titleOf}) => {"
                    + " const source = (name, program, process, host, problem = '') => ({name, problem, program: {name: program, process, host}});"
                    + " return [sourceText(source('process 4711', 'Orders', 4711, 'build7')),"
                    + " sourceText(source('process 4711', '', 4711, 'build7')),"
                    + " sourceText(source('build7:9010', '', 4711, 'build7', 'gone')),"
                    + " sourceText(source('build7:9010', '', 0, '')),"
                    + " titleOf([source('build7:9010', '', 4711, 'build7')]),"
                    + " titleOf([source('a', '', 0, ''), source('b', '', 0, '')])]; })"))
        .isEqualTo(
            List.of(
                "Orders, process 4711 on build7",
                "process 4711 on build7",
                "build7:9010, process 4711 on build7: gone",
                "build7:9010",
                "build7:9010 4711@build7",
                "2 programs"));
  }

  @ParameterizedTest
  @EnumSource
  void nobodyIsKeptFromIt(View view) {
    Page page = orders.open(view);
    openSwitches(page);
    page.locator("#medians summary").press("Enter"); // a click may miss what moves
    assertThat(page.locator("#medians tbody tr").first()).isVisible();
    browser.assertSound(page, view, "dashboard");
  }

  /** How soon it is painted is printed, for it depends on what else the machine does. */
  @Test
  void itIsLight() {
    AtomicLong bytes = new AtomicLong();
    AtomicLong responses = new AtomicLong();
    Page page = orders.blank(View.DESKTOP);
    page.onResponse(response -> {
      bytes.addAndGet(weight(response));
      // What is asked for of a pool depends on how long it takes until the page is live.
      if (!response.url().contains("/api/")) {
        responses.incrementAndGet();
      }
    });
    page.navigate(orders.dashboard().address().toString());
    assertThat(page.locator("#connection")).hasText("live");
    page.waitForFunction("performance.getEntriesByName('first-paint').length > 0");
    double paintMillis =
        ((Number) page.evaluate("performance.getEntriesByName('first-paint')[0].startTime"))
            .doubleValue();
    System.out.println("first paint after " + paintMillis + " ms, " + bytes + " bytes");
    assertThat(bytes.get()).isBetween(50_000L, 200_000L);
    assertThat(responses.get()).isBetween(10L, 25L);
    assertThat(paintMillis).isPositive();
  }

  /** What it weighs on the wire; the stream of frames, which does not end, does not count. */
  private static long weight(Response response) {
    return Long.parseLong(response.headers().getOrDefault("content-length", "0"));
  }

  @Test
  void aPipelineIsDrawnAsANetwork() throws Exception {
    PipelineBuilder plan = Pipeline.named("tickets " + ODD);
    var decoder = plan.map("decoder", (String record) -> record);
    var feeder = plan.sink("feeder <b>", (String record) -> {});
    decoder.to(feeder);
    try (Pipeline<String> pipeline = plan.build(decoder);
        FlowGovernor governor = FlowGovernor.of(pipeline).build()) {
      orders.dashboard().show(governor);
      Page page = orders.open(View.DESKTOP);
      pipeline.put("record");
      Locator flow = page.locator(".flow");
      assertThat(flow.locator("svg rect.box")).hasCount(2);
      assertThat(flow.locator("h2")).hasText("tickets <script>alert(1)</script>\\nnext\\u0007line");
      assertThat(flow.locator("tbody th").nth(1)).hasText("feeder <b>");
      browser.screenshot(page, "dashboard-flow");
      assertThat(browser.graveFindings(page)).isEmpty();
    }
  }

  /** Twice as much as can be done comes, of three classes: what is shed is the least important. */
  @ParameterizedTest
  @EnumSource
  void whatIsShedIsShownByClass(View view) throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    try (AdaptivePool pool = Flyball.start(AdaptivePool.named("checkouts").limits(4, 4))) {
      Thread load = new Thread(() -> overrun(pool, ended), "overload");
      load.start();
      Page page = orders.open(view);
      WatchedOrders.card(page, "checkouts").click();
      assertThat(page.locator("#shed tbody tr").first()).containsText("low");
      assertThat(page.locator("#tiles dd").nth(5))
          .hasText(Pattern.compile("[0-9.,]*[1-9][0-9.,]* tasks/s"));
      assertThat(page.locator("#pool-verdict")).containsText("at its limit");
      browser.assertSound(page, view, "dashboard-shed");
      ended.set(true);
      load.join();
    }
  }

  /** Some 800 tasks a second of 10 ms, for four workers. */
  private static void overrun(AdaptivePool pool, AtomicBoolean ended) {
    List<TaskOptions> classes =
        List.of(
            TaskOptions.kind("checkout").importance(Importance.HIGH),
            TaskOptions.kind("search"),
            TaskOptions.kind("recommend").importance(Importance.LOW));
    for (int i = 0; !ended.get(); i++) {
      TaskOptions options = classes.get(i % 3).within(Duration.ofMillis(300));
      try {
        pool.execute(options, () -> LockSupport.parkNanos(10_000_000));
      } catch (TaskShedException e) {
        // that is what is to be seen
      }
      LockSupport.parkNanos(1_200_000);
    }
  }

  /** A pool of the JDK is only polled: what it does not tell is not shown as zero. */
  @ParameterizedTest
  @EnumSource
  void whatAnAdoptedPoolDoesNotTellIsSaidToBeNotKnown(View view) {
    ThreadPoolExecutor found =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();
    try (AdoptedPool mail = Flyball.govern("mail", found)) {
      var unused =
          load.scheduleWithFixedDelay(
              () -> found.execute(() -> LockSupport.parkNanos(20_000_000)),
              0,
              20,
              TimeUnit.MILLISECONDS);
      Page page = orders.open(view);
      WatchedOrders.card(page, mail.name()).click();
      assertThat(page.locator("#pool-name")).hasText("mail");
      assertThat(ended(page)).hasText(Pattern.compile("[0-9.,]*[1-9][0-9.,]* tasks/s"));
      assertThat(page.locator("#tiles dd").nth(6)).hasText("– not known");
      assertThat(page.locator("#tiles dd").nth(7)).hasText("– not known");
      assertThat(WatchedOrders.card(page, "mail").locator(".rates")).not().containsText("fail");
      Locator failing =
          page.locator("#figures tr")
              .filter(new Locator.FilterOptions().setHasText("Tasks failing per second"));
      assertThat(failing.locator("td")).hasText("–");
      assertThat(page.locator("#pool-verdict")).not().isEmpty();
      browser.screenshot(page, "dashboard-adopted-" + view.name().toLowerCase(Locale.ROOT));
      assertThat(browser.graveFindings(page)).isEmpty();
    } finally {
      load.shutdownNow();
      found.shutdownNow();
    }
  }

  @Test
  void anyNameIsShownAsText() {
    try (AdaptivePool odd = Flyball.pool(ODD)) {
      odd.execute(() -> {});
      Page page = orders.open(View.DESKTOP);
      Locator card = page.locator(".card").filter(new Locator.FilterOptions().setHasText("alert"));
      card.click();
      assertThat(page.locator("#pool-name")).hasText("<script>alert(1)</script>\\nnext\\u0007line");
      assertThat(page.locator("body script")).hasCount(0);
    }
  }

  @Test
  void theKeyboardIsEnough() {
    try (AdaptivePool second = Flyball.pool("second")) {
      Page page = orders.open(View.DESKTOP);
      assertThat(page.locator(".card")).hasCount(2);
      page.keyboard().press("Tab");
      assertThat(page.locator(".skip")).isFocused();
      Locator card =
          page.locator(".card").filter(new Locator.FilterOptions().setHasText(second.name()));
      for (int i = 0;
          i < 20 && !(boolean) card.evaluate("it => it === document.activeElement");
          i++) {
        page.keyboard().press("Tab");
      }
      page.keyboard().press("Enter");
      assertThat(page.locator("#pool-name")).hasText("second");
      assertThat(card).hasAttribute("aria-current", "true");
    }
  }

  @Test
  void itComesBackAfterTheServerDoes() {
    browser.expect("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET");
    Page page = orders.open(View.DESKTOP);
    orders.dashboard().close();
    assertThat(page.locator("#connection")).hasText("connection lost, trying again");
    browser.screenshot(page, "dashboard-lost");
    orders.startAgain();
    assertThat(page.locator("#connection[data-state=live]")).isVisible();
    String before = ended(page).textContent();
    assertThat(ended(page)).not().hasText(before);
    assertThat(page.locator("#pool-name")).hasText("orders");
  }
}
