package dev.flyball.tools.cli;

import com.microsoft.playwright.Page;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.tools.browser.BrowserSession;
import dev.flyball.tools.browser.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pictures that README.md and the pages in docs show, and how each is made: by a real run. */
enum DocPicture {
  /** The dashboard beside the demo's load, when the pool has followed it for a while. */
  DASHBOARD("dashboard.png") {
    @Override
    void make(BrowserSession browser, Path work, Path file)
        throws IOException, InterruptedException {
      CommandProcess demo =
          CommandProcess.start(
              work, FlyballCommand.class, "demo", "--seconds", "120", "--rate", "80");
      try {
        String address = said(demo, ADDRESS);
        said(demo, Pattern.compile("t=45s pool=" + Policies.STANDARD));
        Page page = browser.open(address, View.DESKTOP);
        page.setViewportSize(WIDTH, HEIGHT);
        page.waitForSelector("#connection[data-state=live]");
        page.waitForSelector(".plot canvas");
        page.waitForTimeout(SETTLED_MILLIS);
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
        page.close(); // it would miss the demo
      } finally {
        demo.process().destroy();
        demo.ended();
      }
    }
  },

  /** A report as it opens: the verdict, a table whose first row is marked, a picture. */
  REPORT("report.png") {
    @Override
    void make(BrowserSession browser, Path work, Path file)
        throws IOException, InterruptedException {
      Page page = browser.open(race(work).resolve("race.html"), View.DESKTOP);
      page.setViewportSize(WIDTH, HEIGHT);
      page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }
  },

  /** The sizes of a race, as {@code --pictures} writes them. */
  RACE("race-sine.svg") {
    @Override
    void make(BrowserSession browser, Path work, Path file)
        throws IOException, InterruptedException {
      Path chart = race(work).resolve("pictures").resolve("01-workers-sine.svg");
      Files.copy(chart, file, StandardCopyOption.REPLACE_EXISTING);
    }
  },

  /** The plan of the example of docs/dataflow.md. */
  PLAN("plan-orders.svg") {
    @Override
    void make(BrowserSession browser, Path work, Path file)
        throws IOException, InterruptedException {
      Path network = ROOT.resolve("docs/networks/orders.yaml");
      run(work, "flow", "plan", network.toString(), "--svg", file.toString());
    }
  };

  /** The checkout. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Where the pictures are. */
  static final Path FOLDER = ROOT.resolve("docs/pictures");

  private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 960;

  /** So long the page takes to draw what it was sent when it was opened. */
  private static final double SETTLED_MILLIS = 3_000;

  private final String file;

  DocPicture(String file) {
    this.file = file;
  }

  /** Its name in the folder. */
  String file() {
    return file;
  }

  /**
   * Makes it.
   *
   * @param work an empty folder
   * @param file where it is written
   */
  abstract void make(BrowserSession browser, Path work, Path file)
      throws IOException, InterruptedException;

  /** The folder with the page and the pictures of a race. */
  private static Path race(Path work) throws IOException, InterruptedException {
    run(
        work,
        "race",
        "sine",
        "--seeds",
        "1",
        "--report",
        work.resolve("race.html").toString(),
        "--pictures",
        work.resolve("pictures").toString(),
        "--policy",
        Policies.STANDARD,
        "--policy",
        "littles-law",
        "--policy",
        "hill-climb");
    return work;
  }

  private static void run(Path work, String... words) throws IOException, InterruptedException {
    CommandProcess.Ended ended = CommandProcess.start(work, FlyballCommand.class, words).ended();
    if (ended.exitCode() != 0) {
      throw new IOException(String.join(" ", words) + ": " + ended.err());
    }
  }

  /** Waits until a process has said it. */
  private static String said(CommandProcess process, Pattern what) throws IOException {
    while (true) {
      Matcher found = what.matcher(process.out());
      if (found.find()) {
        return found.group();
      }
      if (!process.process().isAlive()) {
        throw new IOException("it ended before it said '" + what + "': " + process.err());
      }
      LockSupport.parkNanos(100_000_000);
    }
  }
}
