package dev.flyball.tools.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What went wrong in the pages of one test: errors on their consoles, exceptions that nobody
 * caught, and requests to other machines, which are stopped.
 *
 * <p>For the thread that drives the browser.
 */
final class PageWatch {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Set<String> INSIDE = Set.of("file", "data", "blob", "about");

  private final List<String> wrongs = new ArrayList<>();
  private final List<Pattern> expected = new ArrayList<>();

  /** Watches all pages of a context from now on. */
  void over(BrowserContext context) {
    context.route(address -> !staysHere(address), this::stopped);
    context.onPage(this::over);
  }

  private void over(Page page) {
    page.onConsoleMessage(this::said);
    page.onPageError(error -> wrongs.add("uncaught: " + error));
    page.onCrash(crashed -> wrongs.add("crashed: " + crashed.url()));
    page.onWebSocket(socket -> {
      if (!staysHere(socket.url())) {
        wrongs.add("request to another machine: " + socket.url());
      }
    });
  }

  private void said(ConsoleMessage message) {
    if (message.type().equals("error")) {
      wrongs.add("console: " + message.text() + " (" + message.location() + ")");
    }
  }

  private void stopped(Route route) {
    wrongs.add("request to another machine: " + route.request().url());
    route.abort();
  }

  /** Whether whoever answers at this address is this machine. */
  static boolean staysHere(String address) {
    URI uri = URI.create(address.replaceFirst("[?#].*", ""));
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    return INSIDE.contains(scheme)
        || (uri.getHost() != null && LOOPBACK.contains(uri.getHost().toLowerCase(Locale.ROOT)));
  }

  /** Lets pass, for the rest of the test, what says something in which this is found. */
  void expect(String pattern) {
    expected.add(Pattern.compile(pattern));
  }

  /** What went wrong and was not expected, in the order in which it came. */
  List<String> wrongs() {
    return wrongs.stream()
        .filter(wrong -> expected.stream().noneMatch(pattern -> pattern.matcher(wrong).find()))
        .toList();
  }

  /** Begins the next test. */
  void forget() {
    wrongs.clear();
    expected.clear();
  }
}
