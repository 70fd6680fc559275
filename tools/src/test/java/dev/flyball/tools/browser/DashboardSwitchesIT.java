package dev.flyball.tools.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.flyball.tools.browser.WatchedOrders.button;
import static dev.flyball.tools.browser.WatchedOrders.openSwitches;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.policy.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The switches of the page, and who may turn them. */
class DashboardSwitchesIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();
  @RegisterExtension final WatchedOrders orders = new WatchedOrders(browser);

  private static final Pattern REFUSED = Pattern.compile("Refused \\(401\\): the token is needed");

  @Test
  void pinningTakesTheToken() {
    Page page = orders.open(View.DESKTOP);
    Governor governor = orders.governor();
    openSwitches(page);
    page.fill("[name=workers]", "17");
    browser.expect("status of 401");
    button(page, "Pin at this size").click();
    assertThat(page.locator("#switch-result")).hasText(REFUSED);
    assertThat(governor.mode()).isEqualTo(Mode.GOVERN);
    orders.giveToken(page);
    button(page, "Pin at this size").click();
    assertThat(page.locator("#switch-result")).hasText("Done: pin");
    assertThat(page.locator("#pool-mode")).hasText("pinned by hand");
    assertThat(page.locator("#tiles dd").first()).containsText("17");
    assertThat(orders.pool().workersTarget()).isEqualTo(17);
    assertThat(page.locator("#journal tbody")).containsText("pinned at 17 by hand");
    button(page, "Govern again").click();
    assertThat(page.locator("#pool-mode")).hasText("governed");
    assertThat(governor.mode()).isEqualTo(Mode.GOVERN);
  }

  @Test
  void beyondTheLimitsThePageAsksAgain() {
    Page page = orders.openWithToken(View.DESKTOP);
    Governor governor = orders.governor();
    openSwitches(page);
    page.fill("[name=workers]", "61");
    button(page, "Pin at this size").click();
    assertThat(page.locator("#pin-asks")).hasText("61 workers are more than the limit of 60.");
    browser.screenshot(page, "dashboard-beyond");
    button(page, "Leave it").click();
    assertThat(page.locator("#pin-question")).isHidden();
    assertThat(governor.mode()).isEqualTo(Mode.GOVERN);
    button(page, "Pin at this size").click();
    button(page, "Pin anyway").click();
    assertThat(page.locator("#switch-result")).hasText("Done: pin");
    assertThat(orders.pool().workersTarget()).isEqualTo(61);
  }

  @Test
  void aTokenThatIsRefusedIsForgotten() {
    Page page = orders.open(View.DESKTOP);
    openSwitches(page);
    page.fill("#token", "not-the-token-at-all");
    button(page, "Use").click();
    assertThat(page.locator("#token-state")).containsText("kept");
    browser.expect("status of 401");
    button(page, "Advise only").click();
    assertThat(page.locator("#switch-result")).containsText("is forgotten");
    assertThat(page.locator("#token-state")).containsText("none");
  }

  @Test
  void whatCannotBeATokenIsNotKept() {
    Page page = orders.open(View.DESKTOP);
    page.fill("#token", "za\u017c\u00f3\u0142\u0107");
    button(page, "Use").click();
    assertThat(page.locator("#token-state")).containsText("no token");
    openSwitches(page);
    browser.expect("status of 401");
    button(page, "Advise only").click();
    assertThat(page.locator("#switch-result")).hasText(REFUSED);
  }

  @Test
  void anAnswerThatDoesNotComeIsNotWaitedForInVain() {
    Page page = orders.blank(View.DESKTOP);
    page.addInitScript(
        "const real = fetch; window.fetch = (to, how) => real(to, "
            + "to.startsWith('act/') ? { ...how, signal: AbortSignal.timeout(50) } : how);");
    page.route("**/act/**", route -> {});
    page.navigate(orders.dashboard().address().toString());
    openSwitches(page);
    button(page, "Advise only").click();
    assertThat(page.locator("#switch-result")).containsText("No answer in 10 s");
    assertThat(orders.governor().mode()).isEqualTo(Mode.GOVERN);
  }

  @Test
  void fieldsThatNoHandTouchedSayWhatIsInForce() {
    Page page = orders.open(View.DESKTOP);
    Governor governor = orders.governor();
    openSwitches(page);
    Locator policy = page.locator("[name=policy]");
    assertThat(policy).hasValue("");
    assertThat(policy).hasAttribute("placeholder", Pattern.compile("flyball.*"));
    page.fill("[name=max]", "33");
    page.locator("[name=workers]").focus();
    governor.limits(new Limits(2, 50));
    assertThat(page.locator("[name=min]")).hasValue("2");
    assertThat(page.locator("[name=max]")).hasValue("33");
  }

  @Test
  void limitsAreSet() {
    Page page = orders.openWithToken(View.DESKTOP);
    openSwitches(page);
    page.fill("[name=min]", "3");
    page.fill("[name=max]", "21");
    button(page, "Set limits").click();
    assertThat(page.locator("#switch-result")).hasText("Done: limits");
    assertThat(orders.governor().limits().max()).isEqualTo(21);
  }

  @Test
  void theTokenIsNowhereInTheFilesOfTheBrowser(@TempDir Path profile) throws Exception {
    try (BrowserContext context = browser.withProfile(profile)) {
      Page page = context.newPage();
      page.navigate(orders.dashboard().address().toString());
      orders.giveToken(page);
      openSwitches(page);
      button(page, "Advise only").click();
      assertThat(page.locator("#switch-result")).hasText("Done: advise only");
    }
    assertThat(filesWith(profile, orders.dashboard().address().toString())).isNotEmpty();
    assertThat(filesWith(profile, orders.dashboard().token())).isEmpty();
  }

  /** The files in which a text stands, in either encoding that a browser uses. */
  private static List<Path> filesWith(Path folder, String text) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        String wide = String.join("\0", text.split("", -1));
        if (bytes.contains(text) || bytes.contains(wide)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  @Test
  void anotherOriginCanNeitherActNorRead() throws Exception {
    browser.expect("blocked by CORS|Failed to load resource|ERR_FAILED|ERR_BLOCKED");
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] html = "<!doctype html><title>other</title>".getBytes(StandardCharsets.UTF_8);
    other.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, html.length);
          exchange.getResponseBody().write(html);
          exchange.close();
        });
    other.start();
    try {
      Page page =
          browser.open("http://127.0.0.1:" + other.getAddress().getPort() + "/", View.DESKTOP);
      String act = orders.dashboard().address() + "act/pin";
      List<String> tries =
          Stream.of(
                  "{}",
                  "{mode: 'no-cors'}",
                  "{headers: {Authorization: 'Bearer " + orders.dashboard().token() + "'}}")
              .map(options ->
                  (String)
                      page.evaluate(
                          "url => fetch(url, Object.assign({method: 'POST', body:"
                              + " new URLSearchParams({pool: 'pool:orders', workers: 17})}, "
                              + options
                              + ")).then(a => a.type + a.status, e => 'failed')",
                          act))
              .toList();
      assertThat(tries).containsExactly("failed", "failed", "failed");
      assertThat(
              page.evaluate(
                  "url => new Promise(done => { const s = new EventSource(url);"
                      + " s.onmessage = () => done('read');"
                      + " s.onerror = () => done('refused'); })",
                  orders.dashboard().address() + "events"))
          .isEqualTo("refused");
      assertThat(orders.governor().mode()).isEqualTo(Mode.GOVERN);
    } finally {
      other.stop(0);
    }
  }
}
