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
            Report.of(EVIL, new Headline(EVIL, EVIL, List.of(EVIL)))
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
    String html = HtmlReport.of(Report.of("a", Headline.of("b")).with(new Paragraph("c")));
    assertThat(html).doesNotContain("http").doesNotContain("url(").doesNotContain("<link");
    assertThat(html).contains("prefers-color-scheme:dark").contains("name=\"viewport\"");
  }

  @Test
  void numbersStandRightAndTextStandsLeft() {
    Table table =
        Table.of("t", Column.text("policy"), Column.number("p95", "ms"))
            .row("flyball", 44.75)
            .row("fixed", OptionalDouble.empty());
    String html = HtmlReport.of(Report.of("a", Headline.of("b")).with(table));
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
    String html = HtmlReport.of(Report.of("a", Headline.of("b")).with(printed));
    assertThat(html)
        .contains("reproduced if within 20 % of the printed")
        .contains("✓</span> reproduced")
        .contains("✗</span> not reproduced")
        .contains("○</span> not comparable")
        .contains("<td class=\"number\">119 ms</td>");
  }

  @Test
  void everyPictureIsThereForEachWidthOfScreenWithItsWords() {
    BarChart chart = BarChart.of("Speed", Axis.of("time", "ms"), "p50").with("flyball", 3);
    String html =
        HtmlReport.of(Report.of("a", Headline.of("b")).with(new Picture(chart, "It is fast.")));
    assertThat(html.split("role=\"img\" aria-label=\"Speed. time, ms. flyball: p50 3", -1))
        .hasSize(4);
    assertThat(html).contains("<figcaption>It is fast.</figcaption>");
  }

  @Test
  void theVerdictComesFirstAndWhyNotToTrustItBefore() {
    Headline headline = Headline.of("It is fast.").and("Or so it seems.");
    String sound = HtmlReport.of(Report.of("a", headline).with(new Paragraph("c")));
    assertThat(sound).containsSubsequence("<h1>a", "class=\"verdict\">It is fast.<", "<p>Or so");
    assertThat(sound).doesNotContain("class=\"banner\"");
    Headline doubted = headline.doubted(List.of("1", "2", "3", "4", "5", "6", "7"));
    String banner = HtmlReport.of(Report.of("a", doubted).with(new Paragraph("c")));
    assertThat(banner)
        .containsSubsequence(
            "<h1>a",
            "class=\"banner\"",
            "Do not rely on these figures",
            "<li>5.<",
            "And 2 more.",
            "class=\"verdict\">It is fast.<")
        .doesNotContain("<li>6.");
  }

  @Test
  void theRowThatMattersIsMarked() {
    Table table =
        Table.of("t", Column.text("policy"))
            .row("oracle")
            .row("flyball")
            .markedIf(true)
            .row("fixed")
            .markedIf(false);
    String html = HtmlReport.of(Report.of("a", Headline.of("b")).with(table));
    assertThat(html)
        .contains("<tr><th scope=\"row\">oracle")
        .contains("<tr class=\"marked\"><th scope=\"row\">flyball")
        .contains("<tr><th scope=\"row\">fixed");
  }

  @Test
  void aTallySaysEachToleranceAndWhatCannotBeCompared() {
    Printed printed =
        Printed.of("t", "a paper")
            .and(Claim.within(0.1, "rate", "/s", 100, 105))
            .and(Claim.within(0.25, "p95", "ms", 100, 130))
            .and(Claim.within(0.25, "p99", "ms", 100, 120))
            .and(Claim.statement("faster", "", 32, 7, rate -> rate < 54, "holds if below 54"))
            .and(Claim.statement("smaller", false, "it was larger"))
            .and(Claim.statement("cpu", "%", 1, Double.NaN, cpu -> true, "always"));
    assertThat(printed.tally())
        .isEqualTo(
            "1 of 1 printed figure is reproduced, within 10 % of the printed; 1 of 2 printed figures"
                + " are reproduced, within 25 % of the printed; 1 of 2 printed statements hold; 1"
                + " cannot be compared");
    assertThat(Printed.of("t", "a paper").tally()).isEqualTo("Nothing printed was measured");
    assertThat(Printed.of("t", "s").and(printed.claims().get(5)).tally())
        .isEqualTo("None of 1 printed figures and statements can be compared");
  }

  @Test
  void fewMeasurementsOrRepetitionsAreDoubted() {
    Headline headline = Headline.of("It is fast.");
    assertThat(headline.doubtedIfFew(199, 0.95, "requests").doubts())
        .containsExactly(
            "199 requests are too few for their 95th percentile: fewer than 10 lie beyond it");
    assertThat(headline.doubtedIfFew(200, 0.95, "requests").doubts()).isEmpty();
    assertThat(headline.doubtedIfFew(1).doubts())
        .first()
        .asString()
        .startsWith("each figure is of one");
    assertThat(headline.doubtedIfFew(3).doubts()).isEmpty();
  }
}
