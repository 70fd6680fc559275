package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.flyball.tools.browser.BrowserSession;
import dev.flyball.tools.browser.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The pages that command lines of a test have written, each beside the JSON and the pictures of its
 * run.
 *
 * @param folder where they are
 * @param browser what opens them
 */
public record ReportPages(Path folder, BrowserSession browser) {

  private static final String TABLES =
      "[...document.querySelectorAll('section')].filter(it => it.querySelector('table'))"
          + ".map(it => it.querySelector('h2').textContent)";

  /** Fewer are no page, but the beginning of one. */
  private static final int FACTS_MIN = 4;

  /** A command line that writes its page, its figures and its pictures under that name. */
  String line(String name, String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--report", page(name).toString(), "--json", json(name).toString()));
    line.addAll(List.of("--pictures", folder.resolve(name).toString()));
    return CommandLines.argument(line.toArray(String[]::new));
  }

  public Path page(String name) {
    return folder.resolve(name + ".html");
  }

  public Path json(String name) {
    return folder.resolve(name + ".json");
  }

  /** Starts a process that runs these command lines one after the other. */
  CommandProcess start(String process, String... lines) throws IOException {
    Path own = Files.createDirectories(folder.resolve(process));
    return CommandProcess.start(own, CommandLines.class, lines);
  }

  /** Waits for the end of a process, all of whose command lines must have done their work. */
  static String done(CommandProcess process) throws IOException, InterruptedException {
    CommandProcess.Ended ended = process.ended();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).doesNotContainPattern(CommandLines.ENDED + "[^0]");
    return ended.out();
  }

  JsonNode figures(String name) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(json(name)));
  }

  /** Polls once for all that every page must have, and for tables whose titles begin like this. */
  public void assertSound(String name, String... tables) throws IOException {
    Page page = browser.open(page(name), View.DESKTOP);
    assertThat(page.title()).isEqualTo(page.textContent("h1"));
    assertThat(page.textContent("p.verdict")).endsWith(".").doesNotContainPattern("[.] [A-Z]");
    assertBanner(page, name);
    assertThat(page.locator("dt").allTextContents())
        .hasSizeGreaterThanOrEqualTo(FACTS_MIN)
        .contains("commit", "machine")
        .anyMatch(fact -> fact.startsWith("seed"));
    String command = figures(name).get("command").asString();
    assertThat(page.textContent("pre")).isEqualTo(command);
    assertThat(page.locator("svg").count())
        .isEqualTo(page.locator("svg[role=img] > title").count());
    assertThat(page.locator("th:not([scope])").count()).isZero();
    List<?> titles = (List<?>) page.evaluate(TABLES);
    for (String table : tables) {
      assertThat(titles).anyMatch(title -> title.toString().startsWith(table));
    }
    assertThat(browser.graveFindings(page)).isEmpty();
    browser.screenshot(page, "report-" + name);
    Page phone = browser.open(page(name), View.PHONE);
    assertThat(phone.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
    browser.screenshot(phone, "report-" + name + "-phone");
    if (Files.exists(folder.resolve(name))) {
      assertPictures(page, name);
    }
  }

  /** Why not to trust the figures stands above the verdict, if there is a reason, else nothing. */
  private void assertBanner(Page page, String name) throws IOException {
    JsonNode doubts = figures(name).get("doubts");
    if (doubts != null) {
      assertThat(page.locator("header .banner").count()).isEqualTo(doubts.isEmpty() ? 0 : 1);
      assertThat(page.locator(".banner li").count()).isEqualTo(Math.min(doubts.size(), 6));
    }
  }

  /** The titles of pages. */
  List<String> titles(String... names) throws IOException {
    List<String> titles = new ArrayList<>();
    for (String name : names) {
      String html = Files.readString(page(name));
      titles.add(html.substring(html.indexOf("<title>") + 7, html.indexOf("</title>")));
    }
    return titles;
  }

  /**
   * The page's pictures, drawn for a screen, a tablet and a phone, are files of both kinds, too.
   */
  private void assertPictures(Page page, String name) throws IOException {
    try (Stream<Path> written = Files.list(folder.resolve(name))) {
      List<Path> files = written.sorted().toList();
      assertThat(files).hasSize(2 * page.locator("svg").count() / 3);
      for (Path file : files) {
        if (file.toString().endsWith(".png")) {
          assertThat(ImageIO.read(file.toFile()).getWidth()).isGreaterThan(2 * 500);
        }
      }
      if (!files.isEmpty()) {
        Page svg = browser.open(files.get(1), View.DARK);
        assertThat(svg.locator("svg[role=img] > title").count()).isEqualTo(1);
      }
    }
  }
}
