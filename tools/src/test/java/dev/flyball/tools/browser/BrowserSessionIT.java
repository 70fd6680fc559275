package dev.flyball.tools.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the browser's tests lean on: that it sees what goes wrong. */
@Tag("slow")
class BrowserSessionIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();

  private static final String STRICT = "default-src 'none'; script-src 'self'; style-src 'self'";

  @TempDir Path folder;

  private HttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  private String serve(String html) {
    server.createContext(
        "/page",
        exchange -> {
          byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          exchange.getResponseHeaders().set("Content-Security-Policy", STRICT);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/page";
  }

  private Path file(String html) throws IOException {
    return Files.writeString(folder.resolve("page.html"), html);
  }

  @Test
  void aPageOnLoopbackIsReadEvenWhereItAllowsNoScriptOfOthers() {
    String address = serve("<!DOCTYPE html><html lang=en><title>t</title><h1>ready</h1>");
    Page page = browser.open(address, View.DESKTOP);
    assertThat(page.textContent("h1")).isEqualTo("ready");
    assertThat(page.evaluate("1 + 1")).isEqualTo(2);
    assertThat(browser.graveFindings(page)).isEmpty();
  }

  @Test
  void errorsOnTheConsoleAndUncaughtOnesAreSeen() throws IOException {
    Page page =
        browser.open(
            file("<script>console.error('first'); throw new Error('second')</script>"),
            View.DESKTOP);
    page.waitForFunction("true");
    assertThat(browser.wrongs()).hasSize(2);
    assertThat(browser.wrongs()).anyMatch(wrong -> wrong.startsWith("console: first"));
    assertThat(browser.wrongs()).anyMatch(wrong -> wrong.startsWith("uncaught: Error: second"));
    browser.expect("first|second");
    assertThat(browser.wrongs()).isEmpty();
  }

  @Test
  void aRequestToAnotherMachineIsStoppedAndSeen() throws IOException {
    browser.expect("console: Failed to load resource");
    Page page =
        browser.open(file("<img alt='' src='http://elsewhere.example/x.png'>"), View.DESKTOP);
    page.waitForLoadState();
    assertThat(browser.wrongs())
        .containsExactly("request to another machine: http://elsewhere.example/x.png");
    browser.expect("elsewhere");
  }

  @Test
  void whatHindersReadersIsFound() throws IOException {
    Page page =
        browser.open(
            file("<!DOCTYPE html><html lang=en><title>t</title><button></button>"), View.DARK);
    assertThat(browser.graveFindings(page)).extracting(Finding::rule).contains("button-name");
  }

  @Test
  void aPhoneIsNarrowAndItsPictureCrisp() throws IOException {
    Page page =
        browser.open(
            file("<meta name=viewport content='width=device-width'><p>narrow"), View.PHONE);
    assertThat(page.evaluate("innerWidth")).isEqualTo(390);
    Path picture = browser.screenshot(page, "harness-phone");
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(2 * 390);
  }
}
