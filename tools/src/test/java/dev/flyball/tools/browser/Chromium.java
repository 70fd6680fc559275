package dev.flyball.tools.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.BrowserType.LaunchPersistentContextOptions;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The system's own Chromium: nothing is downloaded, and it calls nobody by itself.
 *
 * <p>It is looked for at {@code /usr/bin/chromium}, or where the system property {@code
 * flyball.browser} says.
 */
final class Chromium {

  private static final String USUAL = "/usr/bin/chromium";
  private static final String DRIVER = "com.microsoft.playwright.impl.driver.jar.DriverJar";

  private static @Nullable Playwright driver;
  private static @Nullable Browser browser;

  private Chromium() {}

  /** Why no test can open a page here; empty where they can. */
  static Optional<String> missing() {
    if (!Files.isExecutable(program())) {
      return Optional.of(
          "tests with a browser need Chromium, of the package chromium, but there is no "
              + program());
    }
    try {
      Class.forName(DRIVER, false, Chromium.class.getClassLoader());
      return Optional.empty();
    } catch (ClassNotFoundException e) {
      return Optional.of("tests with a browser need its driver: build with -Pbrowser");
    }
  }

  /**
   * The one of this process, for the thread that runs its test classes: a start takes as much
   * processor as many a test. The end of the process ends it.
   */
  static synchronized Browser browser() {
    if (browser == null || !browser.isConnected()) {
      browser =
          driver()
              .chromium()
              .launch(new LaunchOptions().setExecutablePath(program()).setArgs(options()));
    }
    return browser;
  }

  /** The connection to the driver, a process that ends with this one, and its browsers with it. */
  private static Playwright driver() {
    if (driver == null) {
      driver =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }
    return driver;
  }

  /** Starts one that keeps its files in that folder. */
  static synchronized BrowserContext start(Path profile) {
    return driver()
        .chromium()
        .launchPersistentContext(
            profile,
            new LaunchPersistentContextOptions().setExecutablePath(program()).setArgs(options()));
  }

  private static List<String> options() {
    List<String> options = new ArrayList<>(List.of("--disable-gpu", "--disable-quic"));
    if (isRoot()) {
      options.add("--no-sandbox"); // it refuses to start as root with one
    }
    return options;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name", "").equals("root");
  }

  private static Path program() {
    return Path.of(System.getProperty("flyball.browser", USUAL));
  }
}
