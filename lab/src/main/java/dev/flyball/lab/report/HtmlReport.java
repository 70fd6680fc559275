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
import dev.flyball.lab.report.text.Markup;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A {@link Report} written as one HTML file that needs nothing beside itself: no network, no
 * script; light or dark as the reader prefers; every picture drawn for screens of all widths. It
 * begins with why it is not to be trusted, where there is a reason, and with the verdict.
 */
public final class HtmlReport {

  /** So many reasons are shown; more are only counted. */
  private static final int DOUBTS_MAX = 5;

  /** A cell with more characters is broken into lines. */
  private static final int LONG_TEXT = 28;

  /** The widths that each picture is drawn for: of a screen, a tablet and a phone. */
  private enum Width {
    WIDE(1200),
    MIDDLE(700),
    NARROW(356);

    private final int pixels;

    Width(int pixels) {
      this.pixels = pixels;
    }
  }

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
    html.append("<style>\n").append(PageStyle.css()).append("</style>\n");
    html.append("</head>\n<body>\n<main>\n<header>\n");
    element("h1", report.title());
    headline(report.headline());
    html.append("</header>\n");
    report.sections().forEach(this::section);
    html.append("</main>\n</body>\n</html>\n");
  }

  private void headline(Headline headline) {
    if (!headline.doubts().isEmpty()) {
      html.append("<aside class=\"banner\" aria-label=\"warning\">\n");
      element("strong", Headline.DOUBTED);
      html.append("<ul>\n");
      headline.doubts().stream().limit(DOUBTS_MAX).forEach(doubt -> element("li", doubt + "."));
      int others = headline.doubts().size() - DOUBTS_MAX;
      if (others > 0) {
        element("li", "And " + others + " more.");
      }
      html.append("</ul>\n</aside>\n");
    }
    html.append("<p class=\"verdict\">").append(Markup.escaped(headline.verdict()));
    html.append("</p>\n");
    if (!headline.more().isEmpty()) {
      element("p", headline.more());
    }
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
    List<List<String>> rows = table.texts();
    for (int number = 0; number < rows.size(); number++) {
      List<String> row = rows.get(number);
      html.append(table.marked().contains(number) ? "<tr class=\"marked\">" : "<tr>");
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
    html.append("<figure>\n");
    for (Width width : Width.values()) {
      html.append("<div class=\"").append(width.name().toLowerCase(Locale.ROOT)).append("\">");
      html.append(chart.draw(width.pixels, false).inlineSvg()).append("</div>\n");
    }
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
    element("p", "Printed in: " + printed.source() + ".");
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
    String look =
        claim.verdict() == Verdict.NOT_COMPARABLE
            ? "open"
            : claim.verdict().isGood() ? "good" : "bad";
    html.append("<td class=\"").append(look).append("\"><span aria-hidden=\"true\">");
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
}
