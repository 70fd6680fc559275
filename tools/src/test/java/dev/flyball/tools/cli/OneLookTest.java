package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dashboard.Dashboard;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.HtmlReport;
import dev.flyball.lab.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Reports have the colours and the fonts of the dashboard, on light and on dark screens. */
class OneLookTest {

  private static final Pattern COLOUR = Pattern.compile("--([a-z]+):\\s*#([0-9a-f]+)");
  private static final String DARK = "prefers-color-scheme:dark";

  @Test
  void theToneOfEachNameIsThatOfTheDashboard() throws IOException {
    String report = HtmlReport.of(Report.of("a", Headline.of("b")));
    int reportDark = report.indexOf(DARK);
    String dashboard = style().replace("prefers-color-scheme: dark", DARK);
    int dashboardDark = dashboard.indexOf(DARK);
    assertThat(colours(dashboard.substring(0, dashboard.indexOf('}'))))
        .containsAllEntriesOf(colours(report.substring(0, reportDark)));
    assertThat(colours(dashboard.substring(dashboardDark)))
        .containsAllEntriesOf(colours(report.substring(reportDark)));
    assertThat(colours(report)).containsKeys("paper", "ink", "faint", "line", "bad");
  }

  @Test
  void theFontsAreThoseOfTheDashboard() throws IOException {
    assertThat(fonts(HtmlReport.of(Report.of("a", Headline.of("b"))))).isEqualTo(fonts(style()));
  }

  private static String style() throws IOException {
    try (InputStream css = Dashboard.class.getResourceAsStream("page/style.css")) {
      return new String(
          Objects.requireNonNull(css, "page/style.css").readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Colours by name, three digits written as six. */
  private static Map<String, String> colours(String css) {
    Map<String, String> colours = new HashMap<>();
    Matcher found = COLOUR.matcher(css);
    while (found.find()) {
      String digits = found.group(2);
      colours.put(found.group(1), digits.length() == 3 ? digits.replaceAll("(.)", "$1$1") : digits);
    }
    return colours;
  }

  private static String fonts(String css) {
    Matcher font = Pattern.compile("body ?\\{[^}]*font: ?([^;}]*)").matcher(css);
    assertThat(font.find()).isTrue();
    return font.group(1).replace(", ", ",");
  }
}
