package dev.flyball.tools.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A table as a browser shows it.
 *
 * @param title its heading
 * @param rows the texts of its cells, without those of its head
 */
public record PageTable(String title, List<List<String>> rows) {

  private static final String READ =
      "() => JSON.stringify([...document.querySelectorAll('section')]"
          + ".filter(s => s.querySelector('table')).map(s => ({title:"
          + " s.querySelector('h2').textContent, rows: [...s.querySelectorAll('tbody tr')]"
          + ".map(r => [...r.cells].map(c => c.textContent.trim()))})))";

  private static final String UNKNOWN = "–";
  private static final String ENDLESS = "∞";

  /** Files have nine digits. */
  private static final double FILE_PRECISION = 1e-9;

  public PageTable {
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** A cell's text, made from the object of its row. */
  public interface Shows {
    void assertShown(String cell, JsonNode row);
  }

  /** All tables of a page, in its order. */
  public static List<PageTable> of(Page page) {
    List<PageTable> tables = new ArrayList<>();
    for (JsonNode table : JsonMapper.shared().readTree((String) page.evaluate(READ))) {
      List<List<String>> rows = new ArrayList<>();
      for (JsonNode row : table.get("rows")) {
        List<String> cells = new ArrayList<>();
        row.forEach(cell -> cells.add(cell.asString()));
        rows.add(cells);
      }
      tables.add(new PageTable(table.get("title").asString(), rows));
    }
    return tables;
  }

  /** The first of these tables whose title begins like this. */
  public static PageTable in(List<PageTable> tables, String title) {
    return tables.stream()
        .filter(table -> table.title().startsWith(title))
        .findFirst()
        .orElseThrow(() ->
            new AssertionError(
                "no table '" + title + "' but " + tables.stream().map(PageTable::title).toList()));
  }

  /** Asserts that each cell shows what its row's object has, column by column. */
  public void assertShows(List<JsonNode> objects, Shows... columns) {
    assertThat(rows).as("rows of '" + title + "'").hasSameSizeAs(objects);
    for (int row = 0; row < rows.size(); row++) {
      List<String> cells = rows.get(row);
      assertThat(cells).as("cells of '" + title + "'").hasSize(columns.length);
      for (int column = 0; column < columns.length; column++) {
        columns[column].assertShown(cells.get(column), objects.get(row));
      }
    }
  }

  /** A cell with just this text. */
  public static Shows text(Function<JsonNode, String> of) {
    return (cell, row) -> assertThat(cell).isEqualTo(of.apply(row));
  }

  /** A cell with the text at this JSON pointer. */
  public static Shows text(String pointer) {
    return text(row -> row.at(pointer).asString());
  }

  /** A cell with the number at this JSON pointer, or a dash where that is null. */
  public static Shows number(String pointer) {
    return number(pointer, 1);
  }

  /** The same, in another unit. */
  public static Shows number(String pointer, double factor) {
    return (cell, row) -> {
      JsonNode value = row.at(pointer);
      assertThat(value.isMissingNode()).as(pointer + " in " + row).isFalse();
      if (value.isNull()) {
        assertThat(cell).as(pointer).isIn(UNKNOWN, ENDLESS);
      } else {
        assertNumber(cell, factor * value.asDouble(), pointer);
      }
    };
  }

  /** Rounded to the digits that are shown; where it is too small for them, below the smallest. */
  private static void assertNumber(String cell, double value, String what) {
    String digits = cell.replace(",", "").replace("−", "").replace("<", "");
    double shown = Double.parseDouble(digits);
    int point = digits.indexOf('.');
    double half = Math.pow(10, point < 0 ? 0 : -(digits.length() - point - 1)) / 2;
    half += FILE_PRECISION * Math.abs(value);
    String as = what + ": " + value + " shown as " + cell;
    if (cell.contains("<")) {
      assertThat(Math.abs(value)).as(as).isPositive().isLessThan(shown);
    } else {
      assertThat(shown).as(as).isBetween(Math.abs(value) - half, Math.abs(value) + half);
    }
    if (value < 0) {
      assertThat(cell).as(as).startsWith("−");
    }
  }
}
