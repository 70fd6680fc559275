package dev.flyball.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Section.CommandSection;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.lab.report.chart.BarChart;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The page: safe text, aligned tables, nothing from elsewhere. */
class HtmlReportTest {

  private static final String EVIL = "<script>alert('x')</script> & \"quoted\"";
  private static final String SAFE =
      "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;quoted&quot;";

  @Test
  void allTextIsEscaped() {
    BarChart chart = BarChart.of(EVIL, Axis.of(EVIL, EVIL), EVIL).with(EVIL, 1);
    LineChart lines =
        LineChart.of(
            EVIL, Axis.of(EVIL, EVIL), Axis.of(EVIL, EVIL), LineChart.Series.of(EVIL, List.of()));
    String html =
        HtmlReport.of(
            Report.of(EVIL, EVIL)
                .with(new Paragraph(EVIL))
                .with(Table.of(EVIL, Column.text(EVIL), Column.number(EVIL, EVIL)).row(EVIL, EVIL))
                .with(new Picture(chart, EVIL))
                .with(new Picture(lines, EVIL))
                .with(Printed.of(EVIL, EVIL).and(Claim.within(0.1, EVIL, EVIL, 1, 1)))
                .with(Printed.of(EVIL, EVIL).and(Claim.statement(EVIL, false, EVIL)))
                .with(Facts.of(EVIL).and(EVIL, EVIL))
                .with(new CommandSection(EVIL, EVIL)));
    assertThat(html).contains(SAFE).doesNotContain("<script").doesNotContain("\"quoted\"");
    assertThat(html).doesNotContain("alert('");
  }

  @Test
  void nothingIsFetched() {
    String html = HtmlReport.of(Report.of("a", "b").with(new Paragraph("c")));
    assertThat(html).doesNotContain("http").doesNotContain("url(").doesNotContain("<link");
    assertThat(html).contains("prefers-color-scheme:dark").contains("name=\"viewport\"");
  }

  @Test
  void numbersStandRightAndTextStandsLeft() {
    Table table =
        Table.of("t", Column.text("policy"), Column.number("p95", "ms"))
            .row("flyball", 44.75)
            .row("fixed", OptionalDouble.empty());
    String html = HtmlReport.of(Report.of("a", "b").with(table));
    assertThat(html)
        .contains("<th scope=\"col\">policy</th>")
        .contains("<th scope=\"col\" class=\"number\">p95 <span class=\"unit\">ms</span></th>")
        .contains("<th scope=\"row\">flyball</th><td class=\"number\">44.8</td>")
        .contains("<th scope=\"row\">fixed</th><td class=\"number\">–</td>");
  }

  @Test
  void aVerdictHasAMarkAndWords() {
    Printed printed =
        Printed.of("t", "a paper")
            .and(Claim.within(0.2, "p95", "ms", 100, 119))
            .and(Claim.within(0.2, "p99", "ms", 100, 121))
            .and(Claim.within(0.2, "cpu", "%", 100, Double.NaN));
    String html = HtmlReport.of(Report.of("a", "b").with(printed));
    assertThat(html)
        .contains("1 of 3 reproduced.")
        .contains("✓</span> reproduced")
        .contains("✗</span> not reproduced")
        .contains("○</span> not comparable")
        .contains("<td class=\"number\">119 ms</td>");
  }

  @Test
  void everyPictureIsThereForAScreenAndForAPhoneWithItsWords() {
    BarChart chart = BarChart.of("Speed", Axis.of("time", "ms"), "p50").with("flyball", 3);
    String html = HtmlReport.of(Report.of("a", "b").with(new Picture(chart, "It is fast.")));
    assertThat(html.split("role=\"img\" aria-label=\"Speed. time, ms. flyball: p50 3", -1))
        .hasSize(3);
    assertThat(html).contains("<figcaption>It is fast.</figcaption>");
  }
}
