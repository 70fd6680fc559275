package dev.flyball.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.report.Table.Column;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How numbers are written: alone, and below each other. */
class TableTest {

  @Test
  void aNumberAloneHasAboutThreeDigits() {
    assertThat(NumberFormat.text(0)).isEqualTo("0");
    assertThat(NumberFormat.text(7)).isEqualTo("7");
    assertThat(NumberFormat.text(0.1234)).isEqualTo("0.123");
    assertThat(NumberFormat.text(1.234)).isEqualTo("1.23");
    assertThat(NumberFormat.text(12.34)).isEqualTo("12.3");
    assertThat(NumberFormat.text(1234.5)).isEqualTo("1,235");
    assertThat(NumberFormat.text(-12.34)).isEqualTo("−12.3");
    assertThat(NumberFormat.text(0.00001)).isEqualTo("<0.001");
    assertThat(NumberFormat.text(Double.NaN)).isEqualTo("–");
    assertThat(NumberFormat.text(Double.POSITIVE_INFINITY)).isEqualTo("∞");
  }

  @Test
  void theNumbersOfAColumnHaveOneNumberOfDecimals() {
    assertThat(column(1, 22, 333)).containsExactly("1", "22", "333");
    assertThat(column(1.5, 22, 333.25)).containsExactly("1.5", "22.0", "333.3");
    assertThat(column(0.02, 2500)).containsExactly("<0.1", "2,500.0");
    assertThat(column(0.0, 12.34)).containsExactly("0.0", "12.3");
    assertThat(column("n/a", OptionalLong.empty(), 4L, Double.NaN))
        .containsExactly("n/a", "–", "4", "–");
  }

  @Test
  void aRowThatIsTooShortIsRefused() {
    Table table = Table.of("t", Column.text("a"), Column.text("b"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.row("only"))
        .withMessage("row must have 2 cells but had 1");
  }

  private static List<String> column(Object... values) {
    Table table = Table.of("t", Column.number("n"));
    for (Object value : values) {
      table = table.row(value);
    }
    return table.texts().stream().map(row -> row.get(0)).toList();
  }
}
