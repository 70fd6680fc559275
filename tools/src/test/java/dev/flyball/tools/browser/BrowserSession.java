package dev.flyball.tools.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The browser of all test classes of a process, and new pages for each of their tests:
 *
 * <pre>{@code
 * @RegisterExtension static final BrowserSession browser = new BrowserSession();
 *
 * @Test
 * void somethingIsShown() {
 *   Page page = browser.open("http://127.0.0.1:" + port, View.PHONE);
 *   assertThat(page.textContent("h1")).isEqualTo("orders");
 *   assertThat(browser.graveFindings(page)).isEmpty();
 *   browser.screenshot(page, "orders-phone");
 * }
 * }</pre>
 *
 * <p>A test fails at its end when a page of it had an error on its console or an exception that
 * nobody caught, or asked another machine for something, unless {@link #expect} let it pass. Where
 * there is no browser the whole class is skipped, with a line that says what is missing.
 *
 * <p>For the test's thread only; a test must not run in another one (no timeout with a thread of
 * its own).
 */
public final class BrowserSession implements BeforeAllCallback, AfterEachCallback {

  /** What is to be seen may be seen late, on a machine that does much else. */
  private static final double PATIENCE_MILLIS = 60_000;

  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private final PageWatch watch = new PageWatch();
  private final List<BrowserContext> contexts = new ArrayList<>();
  private @Nullable Browser browser;

  @Override
  public void beforeAll(ExtensionContext context) {
    Optional<String> missing = Chromium.missing();
    missing.ifPresent(what -> System.out.println("skipped: " + what));
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
    browser = Chromium.browser();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
  }

  /** A page at this address, with cookies and storage of its own, once it is loaded. */
  public Page open(String address, View view) {
    Page page = blank(view);
    page.navigate(address);
    return page;
  }

  /** The page in this file. */
  public Page open(Path file, View view) {
    return open(file.toUri().toString(), view);
  }

  /** An empty page, to be sent somewhere. */
  public Page blank(View view) {
    if (browser == null) {
      throw new IllegalStateException("the browser must be asked from within a test");
    }
    BrowserContext context = browser.newContext(view.options());
    contexts.add(context);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    watch.over(context);
    return context.newPage();
  }

  /** A browser of its own that keeps its files in that folder. */
  public BrowserContext withProfile(Path folder) {
    BrowserContext context = Chromium.start(folder);
    contexts.add(context);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    watch.over(context);
    return context;
  }

  /**
   * Lets pass, for the rest of the test, errors in which this regular expression is found.
   *
   * <p>An error on a console begins with {@code console: }, one that nobody caught with {@code
   * uncaught: }, a request that was stopped with {@code request to another machine: }.
   */
  public void expect(String pattern) {
    watch.expect(pattern);
  }

  /** What went wrong up to now and was not expected. */
  public List<String> wrongs() {
    return watch.wrongs();
  }

  /** Keeps the whole page as a picture in {@code target/screenshots/NAME.png}. */
  public Path screenshot(Page page, String name) {
    Path file = SCREENSHOTS.resolve(name + ".png");
    page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
    return file;
  }

  /** Nothing grave is found on a page that is no wider than its view; keeps its picture. */
  void assertSound(Page page, View view, String name) {
    screenshot(page, name + "-" + view.name().toLowerCase(Locale.ROOT));
    assertThat(graveFindings(page)).isEmpty();
    assertThat((int) page.evaluate("document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo((int) page.evaluate("innerWidth"));
  }

  /** What axe-core calls serious or critical. */
  public List<Finding> graveFindings(Page page) {
    return Accessibility.findings(page).stream().filter(Finding::isGrave).toList();
  }

  /** All that axe-core finds, the slight too. */
  public List<Finding> findings(Page page) {
    return Accessibility.findings(page);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    List<String> wrongs = watch.wrongs();
    watch.forget();
    assertThat(wrongs).as("what went wrong in the browser").isEmpty();
  }
}
