package dev.flyball.lab.report;

import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Printed.Verdict;
import dev.flyball.lab.report.Section.CommandSection;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Photograph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.lab.report.chart.Chart;
import dev.flyball.lab.report.chart.Drawing;
import dev.flyball.lab.report.text.Markup;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A {@link Report} written as one HTML file that needs nothing beside itself: no network, no
 * script; light or dark as the reader prefers; every picture drawn for a screen and for a phone.
 */
public final class HtmlReport {

  private static final int WIDE_PIXELS = 880;
  private static final int NARROW_PIXELS = 340;

  /** A cell with more characters is broken into lines. */
  private static final int LONG_TEXT = 28;

  private final StringBuilder html = new StringBuilder();

  private HtmlReport() {}

  public static String of(Report report) {
    HtmlReport page = new HtmlReport();
    page.page(report);
    return page.html.toString();
  }

  private void page(Report report) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
    html.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
    element("title", report.title());
    html.append("<style>\n").append(HtmlStyle.CSS).append(Drawing.css()).append("</style>\n");
    html.append("</head>\n<body>\n<main>\n<header>\n");
    element("h1", report.title());
    html.append("<p class=\"summary\">").append(Markup.escaped(report.summary())).append("</p>\n");
    html.append("</header>\n");
    report.sections().forEach(this::section);
    html.append("</main>\n</body>\n</html>\n");
  }

  private void section(Section section) {
    if (section instanceof Paragraph paragraph) {
      element("p", paragraph.text());
      return;
    }
    html.append("<section>\n");
    if (section instanceof Table table) {
      table(table);
    } else if (section instanceof Picture picture) {
      picture(picture);
    } else if (section instanceof Photograph photograph) {
      photograph(photograph);
    } else if (section instanceof Printed printed) {
      printed(printed);
    } else if (section instanceof Facts facts) {
      facts(facts);
    } else if (section instanceof CommandSection command) {
      element("h2", command.title());
      html.append("<pre><code>")
          .append(command.lines().lines().map(Markup::escaped).collect(Collectors.joining("\n")));
      html.append("</code></pre>\n");
    }
    html.append("</section>\n");
  }

  private void table(Table table) {
    element("h2", table.title());
    openTable(table.title());
    html.append("<thead><tr>");
    for (Column column : table.columns()) {
      head(column.numeric(), column.name(), column.unit());
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.texts()) {
      html.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        cell(table.columns().get(i).numeric(), i == 0, row.get(i));
      }
      html.append("</tr>\n");
    }
    closeTable();
  }

  private void picture(Picture picture) {
    Chart chart = picture.chart();
    element("h2", chart.title());
    html.append("<figure>\n<div class=\"wide\">");
    html.append(chart.draw(WIDE_PIXELS, false).inlineSvg());
    html.append("</div>\n<div class=\"narrow\">");
    html.append(chart.draw(NARROW_PIXELS, false).inlineSvg());
    html.append("</div>\n");
    element("figcaption", picture.caption());
    html.append("</figure>\n");
  }

  private void photograph(Photograph photograph) {
    element("h2", photograph.title());
    html.append("<figure>\n<img alt=\"").append(Markup.escaped(photograph.caption()));
    html.append("\" width=\"").append(photograph.width());
    html.append("\" height=\"").append(photograph.height());
    html.append("\" src=\"data:image/png;base64,").append(Markup.escaped(photograph.pngBase64()));
    html.append("\">\n");
    element("figcaption", photograph.caption());
    html.append("</figure>\n");
  }

  private void printed(Printed printed) {
    element("h2", printed.title());
    element(
        "p",
        printed.count(Verdict.REPRODUCED)
            + " of "
            + printed.claims().size()
            + " reproduced. Printed in: "
            + printed.source());
    openTable(printed.title());
    html.append("<thead><tr>");
    head(false, "figure", "");
    head(true, "printed", "");
    head(true, "measured", "");
    head(false, "verdict", "");
    head(false, "why", "");
    html.append("</tr></thead>\n<tbody>\n");
    printed.claims().forEach(this::claim);
    closeTable();
  }

  private void claim(Claim claim) {
    html.append("<tr>");
    cell(false, true, claim.what());
    cell(true, false, claim.printedShown());
    cell(true, false, claim.measuredShown());
    String verdict = claim.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-');
    html.append("<td class=\"verdict ").append(verdict).append("\"><span aria-hidden=\"true\">");
    html.append(claim.verdict().mark()).append("</span> ").append(claim.verdict().words());
    html.append("</td>");
    html.append("<td class=\"why\">").append(Markup.escaped(claim.why())).append("</td></tr>\n");
  }

  private void facts(Facts facts) {
    element("h2", facts.title());
    html.append("<dl>\n");
    for (Facts.Fact fact : facts.facts()) {
      element("dt", fact.name());
      element("dd", fact.value());
    }
    html.append("</dl>\n");
  }

  /** A wide table scrolls in a box of its own, which the keyboard reaches. */
  private void openTable(String title) {
    html.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    html.append(Markup.escaped(title)).append("\">\n<table>\n");
  }

  private void closeTable() {
    html.append("</tbody>\n</table>\n</div>\n");
  }

  private void head(boolean numeric, String name, String unit) {
    html.append("<th scope=\"col\"").append(numeric ? " class=\"number\">" : ">");
    html.append(Markup.escaped(name));
    if (!unit.isEmpty()) {
      html.append(" <span class=\"unit\">").append(Markup.escaped(unit)).append("</span>");
    }
    html.append("</th>");
  }

  private void cell(boolean numeric, boolean first, String text) {
    boolean head = first && !numeric;
    html.append(head ? "<th scope=\"row\"" : "<td");
    if (numeric) {
      html.append(" class=\"number\"");
    } else if (text.length() > LONG_TEXT) {
      html.append(" class=\"long\"");
    }
    html.append('>').append(Markup.escaped(text)).append(head ? "</th>" : "</td>");
  }

  private void element(String name, String text) {
    html.append('<').append(name).append('>').append(Markup.escaped(text));
    html.append("</").append(name).append(">\n");
  }

  /** The style sheet of a page. */
  static final class HtmlStyle {

    static final String CSS =
        """
        :root{--paper:#fff;--text:#1f2328;--muted:#57606a;--line:#d8dee4;--soft:#f6f8fa;
        --good:#0a6b42;--bad:#a3330b}
        @media (prefers-color-scheme:dark){:root{--paper:#161b22;--text:#e6edf3;--muted:#9ba6b2;
        --line:#343c46;--soft:#1e252e;--good:#4fd6a0;--bad:#ff9a6c}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--text);line-height:1.5;
        font-family:system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif}
        main{max-width:80rem;margin:0 auto;padding:1.5rem .75rem 4rem}
        h1{font-size:1.7rem;line-height:1.2;margin:0 0 .5rem;overflow-wrap:anywhere}
        h2{font-size:1.15rem;line-height:1.3;margin:2.25rem 0 .6rem;overflow-wrap:anywhere}
        p{max-width:44rem;margin:.6rem 0;overflow-wrap:anywhere}
        .summary{font-size:1.1rem;color:var(--muted)}
        .scroll{overflow-x:auto}
        .scroll:focus-visible{outline:2px solid var(--muted);outline-offset:2px}
        table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
        th,td{padding:.35rem .4rem;text-align:left;vertical-align:top;white-space:nowrap;
        border-bottom:1px solid var(--line)}
        th:first-child,td:first-child{padding-left:0}
        thead th{color:var(--muted);font-weight:600;vertical-align:bottom;white-space:normal}
        tbody th{font-weight:600}
        tbody .long{white-space:normal;min-width:12rem;overflow-wrap:anywhere}
        tbody tr:hover{background:var(--soft)}
        .number{text-align:right}
        .unit{font-weight:400;display:block}
        td.why{white-space:normal;min-width:14rem;color:var(--muted)}
        td.verdict{white-space:nowrap}
        .reproduced{color:var(--good)}
        .not-reproduced{color:var(--bad);font-weight:600}
        .not-comparable{color:var(--muted)}
        figure{margin:0}
        figcaption{color:var(--muted);font-size:.9rem;max-width:44rem;margin-top:.25rem}
        svg,img{display:block;max-width:100%;height:auto}
        .narrow{display:none}
        dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem;margin:0;
        font-size:.9rem}
        dt{color:var(--muted)}
        dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
        pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;
        padding:.7rem .9rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem;margin:0}
        code{font-family:ui-monospace,'Cascadia Mono',Menlo,Consolas,'Noto Sans Mono',monospace}
        @media (max-width:640px){.wide{display:none}.narrow{display:block}
        .narrow svg{width:100%}h1{font-size:1.4rem}
        tbody th{white-space:normal;min-width:8rem}
        dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
        """;

    private HtmlStyle() {}
  }
}
